//! The bar at the top: menus, and the puzzle in words.

use std::path::PathBuf;

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{
    Align2, Area, Button, Id, MenuBar, Order, PopupCloseBehavior, Rect, RectAlign, Response,
    RichText, Sense, TextStyle, ThemePreference, Tooltip, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::files::picture::Framing;
use crate::app::files::{name_of, shown};
use crate::app::shell::command::{Command, Copied, keys_of};
use crate::app::shell::help::Page;
use crate::app::shell::stage::{Part, Room, Seen, Stage};
use crate::app::widgets::theme;
use crate::app::{PathColour, PlayOrder, Purpose};
use crate::board::{Board, Naming, Symmetry};
use crate::lab::Experiment;
use crate::puzzle::{Goal, Puzzle};
use crate::session::{Session, Watched};
use crate::solver::Method;

pub(crate) const HEIGHT: f32 = 32.0;

/// The size of the button of a room.
const ROOM: egui::Vec2 = vec2(64.0, 24.0);

/// Where the rooms are in the bar.
fn rooms_place(bar: Rect) -> Rect {
    let left = bar.right() - 12.0 - 3.0 * ROOM.x - 2.0 * 4.0;
    Rect::from_min_max(pos2(left, bar.center().y - 14.0), bar.max)
}

/// While a menu or a list is open, lies over everything but that and the menus, so that a click beside
/// it only closes it.
pub(crate) fn shield(ctx: &egui::Context, window: Rect, has_bar: bool) {
    let (mut bar, mut rest) = (window, window);
    bar.set_height(HEIGHT);
    if has_bar {
        rest.set_top(bar.bottom());
        cover(ctx, "shield of the rooms", rooms_place(bar));
    }
    cover(ctx, "shield", rest);
}

fn cover(ctx: &egui::Context, name: &str, place: Rect) {
    let area = Area::new(Id::unique(name)).order(Order::Middle).fixed_pos(place.min);
    let area = area.constrain(false).show(ctx, |ui| {
        // Not to be reached with the keyboard.
        ui.allocate_response(place.size(), Sense::CLICK | Sense::DRAG);
    });
    ctx.move_to_top(area.response.layer_id);
}

/// What the menus read beside what every view reads.
#[derive(Clone, Copy)]
pub(crate) struct MenuState<'a> {
    /// The files opened or saved last.
    pub(crate) recent: &'a [PathBuf],
    /// The experiment that the lab shows.
    pub(crate) experiment: &'static Experiment,
    /// Whether a part of the board fills its place.
    pub(crate) is_zoomed: bool,
    /// The game that is played by hand, in words.
    pub(crate) game: &'a str,
    /// Whether there is something to save, to undo and to redo in this room.
    pub(crate) can_save: bool,
    pub(crate) can_undo: bool,
    pub(crate) can_redo: bool,
}

/// Shows the bar.
pub(crate) fn show(ui: &mut Ui, seen: Seen<'_>, state: MenuState<'_>, commands: &mut Vec<Command>) {
    let Seen { session, stage, rival, .. } = seen;
    let compares = rival.is_some();
    MenuView { session, stage, compares, state, commands }.show(ui);
}

/// What the bar reads, and what it asks for.
struct MenuView<'a> {
    session: &'a Session,
    stage: &'a Stage,
    /// Whether two methods are compared.
    compares: bool,
    state: MenuState<'a>,
    commands: &'a mut Vec<Command>,
}

impl MenuView<'_> {
    fn show(&mut self, ui: &mut Ui) {
        let colours = theme::of(ui);
        let place = ui.max_rect();
        ui.painter().rect_filled(place, 0.0, colours.panel);
        let line = egui::Stroke::new(1.0, colours.line);
        ui.painter().hline(place.x_range(), place.bottom() - 0.5, line);
        let menus = MenuBar::new().ui(ui, |ui| {
            ui.add_space(8.0);
            ui.menu_button("File", |ui| self.file(ui));
            ui.menu_button("Edit", |ui| self.edit(ui));
            let room = ui.ctx().content_rect().height() - 60.0;
            // It stays open, so that several things can be ticked.
            let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            MenuButton::new("View").config(stays).ui(ui, |ui| {
                let area = egui::ScrollArea::vertical().max_height(room).min_scrolled_height(room);
                area.show(ui, |ui| self.view(ui));
            });
            ui.menu_button("Help", |ui| self.help_menu(ui)).response.rect
        });
        self.title(ui, place, menus.inner);
        self.rooms(ui, place);
    }

    /// The rooms, at the right.
    fn rooms(&mut self, ui: &mut Ui, place: Rect) {
        let rooms = [
            (Room::Board, "Board", "Watch searches on the board."),
            (Room::Play, "Play", "Make a tour yourself."),
            (Room::Lab, "Lab", "Run experiments and see their numbers."),
        ];
        crate::app::inside(ui, rooms_place(place), |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                for (room, name, tip) in rooms {
                    let button = Button::selectable(self.stage.room == room, name).min_size(ROOM);
                    let keys = keys_of(&Command::OtherRoom, ui.ctx()).unwrap_or_default();
                    let button = ui.add(button);
                    // The player has a button called Play.
                    let spoken = if room == Room::Play { "Play by hand" } else { name };
                    button.widget_info(|| {
                        let is_here = self.stage.room == room;
                        WidgetInfo::selected(egui::Role::Button, true, is_here, spoken)
                    });
                    if button.on_hover_text(format!("{tip} ({keys})")).clicked() {
                        self.commands.push(Command::Enter(room));
                    }
                }
            });
        });
    }

    /// The puzzle in words, in the middle where there is room.
    fn title(&self, ui: &Ui, place: Rect, menus: Rect) {
        let title = match self.session.watched() {
            _ if self.stage.room == Room::Lab => format!("Lab · {}", self.state.experiment.title),
            _ if self.stage.room == Room::Play => self.state.game.to_owned(),
            Some(watched) => title_of_search(watched, self.session.naming()),
            None => "Knight's Tour".to_owned(),
        };
        let font = TextStyle::Body.resolve(ui.style());
        let galley = ui.painter().layout_no_wrap(title, font, theme::of(ui).soft_ink);
        let mut centre = place.center();
        centre.x = centre.x.max(menus.right() + 16.0 + galley.size().x / 2.0);
        let rect = Align2::CENTER_CENTER.anchor_size(centre, galley.size());
        ui.painter().galley(rect.min, galley, theme::of(ui).soft_ink);
    }

    fn file(&mut self, ui: &mut Ui) {
        let can_save = self.state.can_save;
        self.item(
            ui,
            ["New", "Clears the board. Undo brings back what was on it."],
            Command::Clear,
            can_save,
        );
        self.item(ui, ["Open…", "Opens a search, a tour or a path."], Command::Open, true);
        let recent = self.state.recent;
        ui.add_enabled_ui(!recent.is_empty(), |ui| {
            ui.menu_button("Open recent", |ui| {
                for file in recent {
                    let button = ui.button(name_of(file));
                    if button.on_hover_text(shown(file)).clicked() {
                        self.commands.push(Command::UseFile(Purpose::Open, file.clone()));
                    }
                }
            });
        });
        ui.separator();
        self.item(ui, ["Save", "Saves the search in its file."], Command::Save, can_save);
        self.item(
            ui,
            ["Save as…", "Saves the search in another file."],
            Command::ChooseFile(Purpose::Save),
            can_save,
        );
        self.item(
            ui,
            ["Save as text…", "The numbers of the squares, row by row."],
            Command::ChooseFile(Purpose::Text),
            can_save,
        );
        self.item(
            ui,
            ["Save picture…", "What the board shows, as PNG or SVG."],
            Command::AskForPicture,
            true,
        );
        ui.separator();
        self.item(
            ui,
            ["Quit", "An unsaved search is offered again at the next start."],
            Command::Quit,
            true,
        );
    }

    fn help_menu(&mut self, ui: &mut Ui) {
        self.item(
            ui,
            ["Help", "How everything works, in ten pages."],
            Command::Help(Page::Board),
            true,
        );
        self.item(
            ui,
            ["The methods", "What each method does, and who found it."],
            Command::Help(Page::Methods),
            true,
        );
        self.item(ui, ["Keyboard", "All keys."], Command::Help(Page::Keyboard), true);
        self.item(ui, ["Welcome", "The welcome of the first start."], Command::Welcome, true);
        self.item(
            ui,
            ["Learn by doing", "Five small tasks, from the first move to a proof."],
            Command::Play(PlayOrder::Learn),
            true,
        );
        ui.separator();
        self.item(ui, ["About", "Version, licence and credits."], Command::About, true);
    }

    fn edit(&mut self, ui: &mut Ui) {
        self.item(
            ui,
            ["Undo", "Brings back the board before, with its search."],
            Command::Undo,
            self.state.can_undo,
        );
        self.item(ui, ["Redo", "Takes back the last undo."], Command::Redo, self.state.can_redo);
        ui.separator();
        let has_path = !self.session.path().is_empty();
        self.item(
            ui,
            ["Copy grid", "The numbers of the squares, row by row."],
            Command::Copy(Copied::Grid),
            has_path,
        );
        self.item(
            ui,
            ["Copy path", "The squares in the order of the path."],
            Command::Copy(Copied::Path),
            has_path,
        );
        self.item(
            ui,
            ["Copy picture", "What the board shows."],
            Command::Copy(Copied::Picture(Framing::Whole, 1_200)),
            true,
        );
        ui.separator();
        let has_tour = self.session.watched().is_some_and(|watched| watched.tour.is_some());
        let images = [
            ("Turn the tour", "By a quarter turn to the right.", Symmetry::new(false, 1)),
            ("Mirror the tour", "From left to right.", Symmetry::new(true, 0)),
        ];
        for (name, tip, symmetry) in images {
            self.item(ui, [name, tip], Command::Transform(symmetry), has_tour);
        }
        self.item(
            ui,
            ["Compare with a tour…", "Whether it is the same line, or how many moves both share."],
            Command::ChooseFile(Purpose::Likeness),
            has_tour,
        );
        ui.separator();
        let why_not = self.session.with_base_tour().err();
        let tip = "Divide and conquer lays this tour onto the parts of larger boards.";
        let button =
            self.item(ui, ["Use as base tour", tip], Command::UseAsBase, why_not.is_none());
        button.on_disabled_hover_text(why_not.unwrap_or_default());
    }

    fn view(&mut self, ui: &mut Ui) {
        show_boxes(ui);
        self.view_parts(ui);
        ui.separator();
        self.view_choices(ui);
        ui.separator();
        self.compare(ui);
        let mut reduced = self.stage.reduced_motion;
        let tip = "The knight jumps instead of gliding, and nothing else moves by itself.";
        if beside(ui.checkbox(&mut reduced, "Reduce motion"), tip).changed() {
            self.commands.push(Command::ReduceMotion(reduced));
        }
        self.item(ui, ["Whole board", "Ends zooming."], Command::Fit, self.state.is_zoomed);
        self.item(
            ui,
            ["Presentation", "The board alone, with one large sentence and a large player."],
            Command::Present,
            true,
        );
        self.item(
            ui,
            ["Full screen", "Fills the screen with the window."],
            Command::FullScreen,
            true,
        );
    }

    /// Whether two methods are compared.
    fn compare(&mut self, ui: &mut Ui) {
        let mut compares = self.compares;
        let tip =
            "Two boards, each with a method of its own, from the same square and at the same step.";
        ui.horizontal(|ui| {
            if beside(ui.checkbox(&mut compares, "Compare two methods"), tip).changed() {
                self.commands.push(Command::ToggleCompare);
            }
            ui.weak(keys_of(&Command::ToggleCompare, ui.ctx()).unwrap_or_default());
        });
    }

    /// What is shown: panels, and parts of the board.
    fn view_parts(&mut self, ui: &mut Ui) {
        let panels = [
            ("Set-up panel", Part::Setup),
            ("Search panel", Part::Status),
            ("Player", Part::Player),
        ];
        let of_board = [
            ("Numbers", Part::Numbers),
            ("Lines", Part::Lines),
            ("Stamps", Part::Stamps),
            ("Coordinates", Part::Coordinates),
            ("Heat map of visits", Part::HeatMap),
            ("Map of starts", Part::Starts),
        ];
        self.parts(ui, "Shows or hides this panel.", &panels);
        ui.separator();
        self.parts(ui, "Shows or hides this part of the board.", &of_board);
    }

    fn parts(&mut self, ui: &mut Ui, tip: &str, parts: &[(&str, Part)]) {
        for (name, part) in parts {
            let (mut shown, part) = (self.stage.parts.shows(*part), *part);
            ui.horizontal(|ui| {
                if beside(ui.checkbox(&mut shown, *name), tip).changed() {
                    self.commands.push(Command::Toggle(part));
                }
                if let Some(keys) = keys_of(&Command::Toggle(part), ui.ctx()) {
                    ui.weak(keys);
                }
            });
        }
    }

    /// How it is shown: one of several each.
    fn view_choices(&mut self, ui: &mut Ui) {
        let tip = "For the path, and for the squares that the knight steps back from.";
        let colours = PathColour::ALL.map(|(colour, name)| {
            (name.to_owned(), self.stage.path_colour == colour, tip, Command::Paint(colour))
        });
        self.choices(ui, "Path colour", colours);
        let now = self.session.naming();
        let namings = [
            ("Chess (e4)", Naming::Chess, "a1 is the bottom left square."),
            ("Row, column (4,4)", Naming::RowColumn, "Counted from 0, from the top left."),
        ];
        let namings = namings.map(|(name, naming, tip)| {
            (name.to_owned(), now == naming, tip, Command::NameSquares(naming))
        });
        self.choices(ui, "Square names", namings);
        let now = ui.options(|options| options.theme_preference);
        let themes = [
            ("Light", ThemePreference::Light, "For day and projectors."),
            ("Dark", ThemePreference::Dark, "For the evening."),
            ("Follow system", ThemePreference::System, "Light or dark, as your desktop has it."),
        ];
        let themes = themes
            .map(|(name, theme, tip)| (name.to_owned(), now == theme, tip, Command::Theme(theme)));
        self.choices(ui, "Theme", themes);
        let now = (ui.ctx().zoom_factor() * 100.0).round() as u32;
        let tip = "Grows as far as there is room in the window. (Ctrl+Plus, Ctrl+Minus)";
        let sizes = [80, 100, 125, 150, 175, 200].map(|percent| {
            (format!("{percent} %"), now == percent, tip, Command::TextSize(percent))
        });
        self.choices(ui, "Text size", sizes);
    }

    /// A menu inside a menu, in which one thing is chosen: its name, whether it is chosen now, a tip,
    /// and what choosing it does.
    fn choices<const N: usize>(
        &mut self,
        ui: &mut Ui,
        title: &str,
        entries: [(String, bool, &str, Command); N],
    ) {
        ui.menu_button(title, |ui| {
            show_boxes(ui);
            for (name, is_chosen, tip, command) in entries {
                if beside(ui.radio(is_chosen, name), tip).clicked() {
                    self.commands.push(command);
                }
            }
        });
    }

    /// A line of a menu: its name and a tip, with the keys that do the same.
    fn item(&mut self, ui: &mut Ui, words: [&str; 2], command: Command, enabled: bool) -> Response {
        let [name, tip] = words;
        let keys = keys_of(&command, ui.ctx()).unwrap_or_default();
        let button = Button::new(name).shortcut_text(RichText::new(keys).weak());
        let button = beside(ui.add_enabled(enabled, button), tip);
        if button.clicked() {
            self.commands.push(command);
            ui.close();
        }
        button
    }
}

/// A name of a method, an option or a value as people read it.
pub(crate) fn title_of(name: &str) -> String {
    capitalised(&name.replace('-', " "))
}

/// Empty boxes to tick can be seen in menus too, whose style leaves out their lines.
fn show_boxes(ui: &mut Ui) {
    let colours = theme::of(ui);
    let fill = theme::mix(colours.line, colours.soft_ink, 0.25);
    ui.visuals_mut().widgets.inactive.bg_fill = fill;
}

/// Shows a tip to the right, where it does not cover the entries below.
fn beside(response: Response, tip: &str) -> Response {
    let mut shown = Tooltip::for_enabled(&response);
    shown.popup = shown.popup.align(RectAlign::RIGHT).gap(14.0);
    shown.show(|ui| ui.label(tip));
    response
}

/// An entry of a list, which closes when it is chosen, also by a key.
pub(crate) fn entry(
    ui: &mut Ui,
    is_chosen: bool,
    text: impl Into<egui::WidgetText>,
) -> egui::Response {
    let item = ui.selectable_label(is_chosen, text.into());
    if item.clicked() {
        ui.close();
    }
    item
}

/// Words as they stand at the beginning of a line.
pub(crate) fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A search in words: the puzzle and the method, or the file that its tour comes from.
pub(crate) fn title_of_search(watched: &Watched, naming: Naming) -> String {
    if !watched.is_from_file() {
        return title(&watched.puzzle, watched.pick.recipe.method, naming);
    }
    let board = watched.puzzle.board();
    let start = naming.square(board, watched.puzzle.start());
    let source = source_of(watched).map_or(String::new(), |file| format!(" · from {file}"));
    format!("{} · tour from {start}{source}", title_of_board(board))
}

/// What the file is called that a tour comes from.
pub(crate) fn source_of(watched: &Watched) -> Option<String> {
    watched.file().map(|file| name_of(&file.path))
}

fn title_of_board(board: &Board) -> String {
    let mut text = format!("{}×{}", board.rows(), board.cols());
    if board.is_wrapped() {
        text += ", wrap-around";
    }
    if !board.holes().is_empty() {
        text += ", with holes";
    }
    text
}

/// A puzzle and the method for it in words.
pub(crate) fn title(puzzle: &Puzzle, method: &Method, naming: Naming) -> String {
    let board = puzzle.board();
    let goal = match puzzle.goal() {
        Goal::Any => "any tour".to_owned(),
        Goal::Closed => "closed tour".to_owned(),
        Goal::End(end) => format!("tour to {}", naming.square(board, end)),
    };
    let start = naming.square(board, puzzle.start());
    let method = method.title;
    format!("{} · {goal} from {start} · {method}", title_of_board(board))
}
