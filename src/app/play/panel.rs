//! The panel of the Play page: the game, its hints, and other boards to play.

use egui::{Button, Checkbox, CollapsingHeader, Id, Rect, RichText, ScrollArea, Ui, vec2};

use crate::app::board::context::{BoardEvent, ViewContext};
use crate::app::files::{FileMessage, Purpose};
use crate::app::play::pages::small;
use crate::app::play::{Play, PlayMessage, PlayTab};
use crate::app::shell::page::Request;
use crate::app::widgets::board_form::BoardForm;
use crate::app::widgets::method_menu::method_list;
use crate::app::widgets::{ask_button, ask_with, inside, tabs, theme, value_line};
use crate::play::GameStatus;
use crate::session::HintLevel;
use crate::solver::Kind;
use crate::text::{capitalised, grouped};

const PAGES: [(PlayTab, &str, &str); 4] = [
    (PlayTab::Game, "Game", "Your game: hints, undo, and the board."),
    (PlayTab::Challenges, "Levels", "Boards to try, one harder than the other, and one a day."),
    (PlayTab::Gallery, "Gallery", "Tours of the past, to look at."),
    (PlayTab::Lessons, "Learn", "Five small tasks."),
];

/// The most that the task of a lesson and *Why not?* take at the bottom of the panel, as shares of it. They
/// take it from the end of the list, so that nothing in the list moves.
const LESSON_SHARE: f32 = 0.4;
const WHY_SHARE: f32 = 0.42;

pub(super) fn show(ui: &mut Ui, play: &Play, seen: ViewContext<'_>, out: &mut Vec<PlayMessage>) {
    let mut panel = Panel { play, seen, out };
    panel.out.extend(tabs(ui, play.tab, &PAGES).map(PlayMessage::Show));
    ui.add_space(6.0);
    let mut list = ui.available_rect_before_wrap();
    let whole = list.height();
    if play.tab == PlayTab::Game && play.game.lesson.is_some() {
        at_bottom(ui, &mut list, "lesson", whole * LESSON_SHARE, |ui| panel.lesson(ui));
    }
    if play.tab == PlayTab::Game && play.game.why.is_some() && !play.is_demonstrating() {
        at_bottom(ui, &mut list, "reasons", whole * WHY_SHARE, |ui| panel.reasons(ui));
    }
    inside(ui, list, |ui| {
        let area = ScrollArea::vertical().id_salt(("play", play.tab as usize));
        area.auto_shrink(false).show(ui, |ui| match play.tab {
            PlayTab::Game => panel.game(ui),
            PlayTab::Challenges => panel.challenges(ui),
            PlayTab::Gallery => panel.gallery(ui),
            PlayTab::Lessons => panel.lessons(ui),
        });
    });
}

/// Shows something at the bottom of `place` and shrinks `place` by its height in the previous frame, at
/// most `most`.
fn at_bottom(
    ui: &mut Ui,
    place: &mut Rect,
    name: &'static str,
    most: f32,
    add: impl FnOnce(&mut Ui),
) {
    let id = Id::unique(("bottom of the panel", name));
    let last_height: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(most);
    let (above, below) = place.split_top_bottom_at_y(place.bottom() - last_height.min(most));
    *place = above;
    let height = inside(ui, below, |ui| {
        let area = ScrollArea::vertical().id_salt(name).auto_shrink(false);
        area.show(ui, add).content_size.y
    });
    if height != last_height {
        ui.data_mut(|data| data.insert_temp(id, height));
        ui.ctx().request_repaint();
    }
}

pub(super) struct Panel<'a> {
    pub(super) play: &'a Play,
    seen: ViewContext<'a>,
    pub(super) out: &'a mut Vec<PlayMessage>,
}

impl Panel<'_> {
    pub(super) fn request(&mut self, request: Request) {
        self.out.push(PlayMessage::Shell(request.into()));
    }

    fn game(&mut self, ui: &mut Ui) {
        self.title(ui);
        self.numbers(ui);
        ui.add_space(6.0);
        self.buttons(ui);
        ui.add_space(8.0);
        if self.play.is_demonstrating() {
            return self.wide_button(ui, "Back to my game", PlayMessage::Escape);
        }
        if self.play.game().status() == GameStatus::Won {
            self.wide_button(ui, "Next board", PlayMessage::Next);
            ui.add_space(8.0);
        }
        self.hints(ui);
        ui.add_space(8.0);
        self.method(ui);
        ui.add_space(8.0);
        self.other_board(ui);
    }

    fn wide_button(&mut self, ui: &mut Ui, name: &str, message: PlayMessage) {
        let button = theme::primary(name, theme::of(ui));
        let button = ui.add_sized(vec2(ui.available_width(), 30.0), button);
        self.out.extend(button.clicked().then_some(message));
    }

    fn title(&mut self, ui: &mut Ui) {
        let (game, session) = (self.play.game(), self.play.session());
        let board = game.board();
        let challenge = game.challenge().and_then(|name| self.play.challenge(name));
        let sides = || format!("{}×{} board", board.rows(), board.cols());
        ui.heading(challenge.map_or_else(sides, |challenge| challenge.title().to_owned()));
        let mut about = "Visit every square once".to_owned();
        if let Some(demand) = game.goal().demand("the first", |end| session.name(end)) {
            about += &format!(" and {demand}");
        }
        if board.is_wrapped() {
            about += ". The edges wrap around";
        }
        small(ui, about + ".");
    }

    fn numbers(&mut self, ui: &mut Ui) {
        let game = self.play.game();
        let record = game.record();
        let seconds = record.milliseconds / 1_000;
        let time = format!("{}:{:02}", seconds / 60, seconds % 60);
        let squares = grouped(game.board().squares_to_visit() as u64);
        let visited = format!("{} of {squares}", grouped(game.path().len() as u64));
        let lines = [
            ("Time", time, "Without pauses: while this window is in front and the game is on."),
            ("Visited", visited, "Squares on your path now."),
            ("Moves", grouped(record.moves), "All moves that you have made."),
            ("Undos", grouped(record.undos), "How often you took something back with Undo."),
            (
                "Hints",
                grouped(record.hints),
                "Positions at which you had help: hints, Why not?, or a method that went on. Each \
                 counts once.",
            ),
        ];
        ui.spacing_mut().interact_size.y = 18.0;
        for (name, value, tip) in lines {
            value_line(ui, name, &value, tip);
        }
    }

    fn buttons(&mut self, ui: &mut Ui) {
        let game = self.play.game();
        let (undo, redo) = (game.can_undo(), game.can_redo());
        let has_moved = game.path().len() > game.given().len();
        let is_on = self.play.game.in_progress();
        let pause = if self.play.game.is_paused { "Resume" } else { "Pause" };
        let all = [
            [
                ("Undo", "Takes back the last move. (Ctrl+Z)", PlayMessage::Undo, undo),
                ("Redo", "Makes it again. (Ctrl+Y)", PlayMessage::Redo, redo),
            ],
            [
                (
                    "Start again",
                    "Begins the board anew, with a new clock; you can go back to this game. (R)",
                    PlayMessage::Restart,
                    has_moved,
                ),
                (pause, "Stops the clock, or starts it again. (Space)", PlayMessage::Pause, is_on),
            ],
        ];
        for line in all {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let size = vec2((ui.available_width() - 4.0) / 2.0, 28.0);
                for (name, tip, message, enabled) in line {
                    let button = ui.add_enabled(enabled, Button::new(name).min_size(size));
                    self.out.extend(button.on_hover_text(tip).clicked().then_some(message));
                }
            });
        }
        if let Some(game) = self.play.game.game_board().earlier_game() {
            let (board, path) = (game.board(), grouped(game.path().len() as u64));
            let name = format!("Earlier game: {}×{}, {path} visited", board.rows(), board.cols());
            let tip = "Goes back to the game before this one. This one is not lost either.";
            let button = Button::new(name).min_size(vec2(ui.available_width(), 28.0));
            ask_with(ui, button, tip, PlayMessage::EarlierGame, self.out);
        }
    }

    fn hints(&mut self, ui: &mut Ui) {
        ui.heading("Hints");
        let game = &self.play.game;
        let hint = |level| (game.shows(level), PlayMessage::Hint(level));
        let kinds = [
            (
                hint(HintLevel::Onward),
                "Onward moves",
                "How many moves each square would leave. Warnsdorff's rule takes the fewest. (1)",
            ),
            (
                hint(HintLevel::Best),
                "Best move",
                "A frame round a square that leads to a tour. (2)",
            ),
            (
                hint(HintLevel::Finish),
                "Can it still be finished?",
                "A tick where a tour can follow, a cross where none can: proved, not guessed. (3)",
            ),
            (
                (game.why.is_some(), PlayMessage::WhyNot),
                "Why not?",
                "What is wrong with the squares that are crossed out; on a board without a tour, \
                 why there is none. (W)",
            ),
        ];
        for ((mut is_shown, message), name, tip) in kinds {
            ask_with(ui, Checkbox::new(&mut is_shown, name), tip, message, self.out);
        }
    }

    fn reasons(&mut self, ui: &mut Ui) {
        ui.separator();
        let Some(why) = &self.play.game.why else { return };
        ui.horizontal(|ui| {
            ui.strong(if why.is_answer { "It cannot be finished" } else { "Reasons" });
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ask_with(ui, Button::new("Hide").small(), "", PlayMessage::WhyNot, self.out);
            });
        });
        if let Some(words) = &why.words {
            small(ui, words);
        }
        self.where_lost(ui);
        if let Some(exhibit) = &why.exhibit {
            small(ui, format!("{}.", capitalised(&exhibit.caption)));
            let dark = ui.visuals().dark_mode;
            for (number, class) in exhibit.classes.iter().enumerate() {
                ui.horizontal(|ui| {
                    let (place, _) = ui.allocate_exact_size(vec2(14.0, 14.0), egui::Sense::hover());
                    ui.painter().rect_filled(place, 3.0, theme::piece(number as u32 + 1, dark));
                    small(ui, &class.label);
                });
            }
            return;
        }
        if let Some(summary) = self.play.game.summary() {
            small(ui, summary);
        }
        let session = self.play.session();
        for (words, squares) in self.play.game.reasons() {
            let names: Vec<String> = squares.iter().map(|square| session.name(*square)).collect();
            let words = format!("{}: {words}.", names.join(", "));
            let pointed = why.pointed.0.filter(|square| squares.contains(square));
            let label = RichText::new(words).small();
            let button = Button::selectable(pointed.is_some(), label).wrap();
            let tip = "Marks the squares that this is about.";
            ask_with(ui, button, tip, PlayMessage::Point(squares[0]), self.out);
            if let Some(square) = pointed {
                let proof = format!("Show the proof for {}", session.name(square));
                ask_button(ui, &proof, "", PlayMessage::Prove(square), self.out);
            }
        }
    }

    fn where_lost(&mut self, ui: &mut Ui) {
        let Some(words) = self.play.game.where_lost() else { return };
        small(ui, words);
        let possible = self.play.game.lost().map_or(0, |loss| loss.possible);
        if let Some(last) = self.play.game().path()[..possible].last() {
            let name = format!("Back to {}", self.play.session().name(*last));
            let back = PlayMessage::Board(BoardEvent::BackTo(possible, false));
            ask_button(ui, &name, "", back, self.out);
        }
    }

    fn method(&mut self, ui: &mut Ui) {
        ui.heading("Let a method play");
        let chosen = method_list(ui, &Kind::Method, &self.play.game.config);
        self.out.extend(chosen.map(PlayMessage::Choose));
        let can_ask = !matches!(self.play.game().status(), GameStatus::Empty | GameStatus::Won);
        ui.horizontal(|ui| {
            let button = ui.add_enabled(can_ask, Button::new("Finish it for me"));
            let tip = "The method goes on from your path, or you see where the game was lost. Your game \
                       stays as it is. (F)";
            let asks = button.on_hover_text(tip).clicked();
            self.out.extend(asks.then_some(PlayMessage::Finish));
        });
        let mut races = self.play.game.race.is_some();
        let tip = "The method starts at your first square, on a board of its own. (C)";
        let check = Checkbox::new(&mut races, "Race against it");
        ask_with(ui, check, tip, PlayMessage::Race, self.out);
        if races {
            ui.horizontal(|ui| {
                let now = self.play.game.race_speed;
                ask_button(ui, "Slower", "", PlayMessage::RaceSpeed(now.slower()), self.out);
                ask_button(ui, "Faster", "", PlayMessage::RaceSpeed(now.faster()), self.out);
                ui.label(now.to_string()).on_hover_text("Steps of the method, a second.");
            });
        }
    }

    fn other_board(&mut self, ui: &mut Ui) {
        let header = CollapsingHeader::new("Another board").id_salt("another board");
        header.default_open(true).show_unindented(ui, |ui| {
            let events = BoardForm::show(ui, self.seen).into_iter();
            self.out.extend(events.map(PlayMessage::Setup));
            ui.add_space(4.0);
            let tip = "With its holes, edges and goal.";
            let play = PlayMessage::Shell(Request::PlayBoard.into());
            ask_button(ui, "Use the board of the Board page", tip, play, self.out);
            let tip = "The board with what is given, to print: as PNG or SVG.";
            ui.horizontal(|ui| {
                ui.label("Print blank:").on_hover_text(tip);
                for (name, purpose) in [("PNG…", Purpose::BlankPng), ("SVG…", Purpose::BlankSvg)]
                {
                    let choose = PlayMessage::Shell(FileMessage::Choose(purpose).into());
                    ask_button(ui, name, tip, choose, self.out);
                }
            });
        });
    }
}
