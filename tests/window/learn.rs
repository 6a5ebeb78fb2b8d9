//! What the room for play has to teach: why a path cannot be finished, levels, the gallery and lessons.

use std::sync::Arc;

use egui::{Key, Theme, Vec2, vec2};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable;
use knights_tour::app::{
    App, BoardEvent, ExploreMessage, PageId, PlayMessage, PlayTab, Preference, Request, SetupEvent,
    ShellMessage, Shortcut, Start as Opening,
};
use knights_tour::board::{Board, Square};
use knights_tour::engine::{Clock, Speed, today};
use knights_tour::play::{Date, GameStatus, PIECES, PUBLISHED, daily, levels};
use knights_tour::puzzle::Goal;
use knights_tour::session::{Setup, State};
use knights_tour::solver::Status;

use crate::folder::Folder;
use crate::screen::{SMALL, USUAL, Window, harness};

const LARGE: Vec2 = vec2(1600.0, 1000.0);

impl Window {
    /// Begins a game on this board, with a clock that stands still, for pictures.
    pub(crate) fn still_game(board: &str, size: Vec2, theme: Theme) -> Window {
        let board: Board = board.parse().unwrap();
        let mut window = Window(harness(size, theme, move |ctx| {
            let clock = Some(Clock::manual(&Arc::default()));
            let start = Opening { clock, board: Some(board.clone()), ..Opening::default() };
            App::restored(ctx, &Setup::usual().unwrap(), start)
        }));
        window.key(Key::Escape);
        window.send(Preference::Theme(theme.into()));
        window.send(Request::PlayBoard);
        window
    }

    /// Begins a game on this board.
    fn game_on(board: &str) -> Window {
        let mut window = Window::open(board);
        window.send(Request::PlayBoard);
        window
    }

    fn named(&self, name: &str) -> Square {
        self.game().board().parse_square(name).unwrap()
    }

    /// Clicks squares of the game.
    fn go(&mut self, names: &str) {
        for name in names.split_whitespace() {
            let square = self.named(name);
            let at = self.place_of(square).unwrap();
            self.click(at);
            assert_eq!(self.game().path().last(), Some(&square), "{name}");
        }
    }

    fn page(&mut self, page: PlayTab) {
        self.send(PlayMessage::Show(page));
    }

    /// Presses something in the panel, wherever it has been scrolled to.
    fn choose_in_panel(&mut self, label: &str) {
        self.0.get_by_label(label).click_accesskit();
        self.0.run_steps(3);
    }

    /// Presses a button of the gallery, which leads to the Board page.
    fn open_from_gallery(&mut self, label: &str, place: usize) {
        self.send(ShellMessage::Enter(PageId::Play));
        self.page(PlayTab::Gallery);
        self.0.query_all_by_label(label).nth(place).unwrap().click_accesskit();
        self.0.run_steps(3);
    }

    /// Presses the button of a challenge, which has more on it than its name.
    fn choose_challenge(&mut self, title: &str) {
        self.0.get_by_label_contains(title).click_accesskit();
        self.0.run_steps(3);
    }
}

/// A game of 8×8 that is lost and can still go on: after b3 only a1 is left, since the tour cannot end there.
const LOST: &str = "d4 b3 a5 c4 e5 g6 h8 f7 h6";

/// The squares that are cut off are named and marked, and the proof is played.
#[test]
fn a_move_that_loses_says_why_and_shows_the_proof() {
    let mut window = Window::game_on("8x8");
    window.go("b6 d5");
    window.key(Key::W);
    let why = "c7: a8 can only be entered now, and no free square leads on from it.";
    window.until_shown(why);
    assert!(!window.shows("Show the proof"));
    window.choose_in_panel(why);
    assert!(window.shows("Show the proof for c7"));
    window.choose_in_panel("Show the proof for c7");
    assert!(window.shows("Everything after c7 is tried"));
    window.send(Shortcut::ToEnd);
    window.until("a proof", |window| window.played().state() == State::NoTour);
    let frame = window.played().frame().unwrap();
    assert_eq!(frame.status, Status::Exhausted);
    window.key(Key::Escape);
    assert_eq!(window.game().path().len(), 2, "the game is as it was");
    assert!(window.played().active().is_none());
}

/// Whoever is stuck sees where the game was lost, and can go back there.
#[test]
fn a_lost_game_says_where_it_was_lost() {
    let mut window = Window::game_on("5x5");
    window.go("a1 c2 e1 d3 e5 c4 d2 b3 a5");
    assert!(window.shows("Stuck after 9"));
    window.key(Key::W);
    window.until_shown("Up to d2, number 7, a tour was possible; b3 lost it.");
    window.choose_in_panel("Back to d2");
    assert_eq!(window.game().path().len(), 7);
    window.key(Key::Num3);
    window.until_shown("a tour can follow");
    window.go("b3");
    window.until_shown("no tour can follow any more, so undo");
}

/// A game that is lost but not over says it too, and both squares are marked, and what it is about.
#[test]
fn a_lost_game_that_goes_on_says_where_it_was_lost() {
    let mut window = Window::game_on("8x8");
    window.go(LOST);
    window.key(Key::W);
    window.until_shown("Up to b3, number 2, a tour was possible; a5 lost it.");
    assert!(window.shows("b3, visited, number 2, up to here a tour was possible"));
    assert!(window.shows("a5, visited, number 3, this move lost the game"));
    window.until_shown("a1, free, not a move away, marked by the reason");
    window.choose_in_panel("Back to b3");
    assert_eq!(window.game().path().len(), 2);
    assert!(!window.shows("this move lost the game"));
}

/// A lost game cannot be finished by a method: that is said, with the way back, and the path stays.
#[test]
fn finishing_a_lost_game_says_where_it_was_lost() {
    for (board, path, last, left) in
        [("8x8", LOST, "b3", 2), ("5x5", "a1 c2 e1 d3 e5 c4 d2 b3 a5", "d2", 7)]
    {
        let mut window = Window::game_on(board);
        window.go(path);
        window.key(Key::F);
        let said = format!("It cannot be finished. The last square from which it could: {last}");
        window.until_shown(&said);
        assert_eq!(window.played().path(), window.game().path(), "the board shows the game");
        assert!(!window.shows("Back to my game"));
        window.choose_in_panel(&format!("Back to {last}"));
        assert_eq!(window.game().path().len(), left);
        assert!(!window.shows("It cannot be finished"));
    }
    let mut window = Window::game_on("8x8");
    window.go("d4 b3");
    window.key(Key::F);
    window.until("a method is chosen", |window| window.played().frame().is_some());
    assert!(window.shows("Back to my game"));
    window.send(Shortcut::ToEnd);
    window.until_shown("has finished your path");
}

/// What is said at the bottom of the panel moves nothing above it.
#[test]
fn reasons_and_lessons_push_nothing_around() {
    let mut window = Window::game_on("8x8");
    window.go(LOST);
    let place = |window: &Window| {
        ["Why not?", "Race against it", "Finish it for me"]
            .map(|label| window.0.get_by_label(label).rect())
    };
    let before = place(&window);
    window.key(Key::W);
    window.until_shown("a5 lost it.");
    assert_eq!(place(&window), before);
    window.key(Key::W);
    let mut window = Window::start(None, None);
    window.press("Learn by doing");
    let before = place(&window);
    window.go("a1 c2 e1 d3 e5 c4");
    assert!(window.shows("That is all there is"));
    assert_eq!(place(&window), before);
    window.press("Leave");
    assert_eq!(place(&window), before);
}

/// A race pauses with the game, and says who was first.
#[test]
fn a_race_pauses_and_has_a_result() {
    // The method stands still while its clock does, however long the clicks take.
    let mut window = Window::still_game("3x4", USUAL, Theme::Light);
    window.send(PlayMessage::RaceSpeed(Speed::of(Some(1))));
    window.key(Key::C);
    assert!(
        window.shows("Begins with your first square.") && !window.shows("Click a square to start")
    );
    let tour = levels().next().unwrap().solution().unwrap();
    let name = |window: &Window, place: usize| window.game().board().name(tour.path()[place]);
    let first = name(&window, 0);
    window.go(&first);
    window.until_shown("0 squares after 0 steps");
    window.key(Key::Space);
    assert!(window.shows("Paused. Click a square to continue"));
    window.until_shown("Paused");
    for place in 1..12 {
        let next = name(&window, place);
        window.go(&next);
    }
    assert!(window.shows("You won the race: Automatic has visited only 0 squares"));
    window.press("Stay here");
    assert!(window.shows("Next board"), "it is still there");
    window.choose_in_panel("Next board");
    window.send(PlayMessage::RaceSpeed(Speed::UNLIMITED));
    let next = window.game().board().name(Square::at(0));
    window.go(&next);
    window.until_shown("Done first: 25 squares after");
    window.until_shown("1 of 25 squares; Automatic has finished its tour");
}

/// Back in an earlier game, the method races on the board of that game.
#[test]
fn a_race_goes_back_with_the_game() {
    let mut window = Window::still_game("3x4", USUAL, Theme::Light);
    let corner = |window: &Window| window.game().board().name(Square::at(0));
    let name = corner(&window);
    window.go(&name);
    window.send(PlayMessage::Next);
    window.send(PlayMessage::RaceSpeed(Speed::UNLIMITED));
    window.key(Key::C);
    let name = corner(&window);
    window.go(&name);
    window.until_shown("Done first: 25 squares after");
    window.choose_in_panel("Earlier game: 3×4, 1 visited");
    assert!(!window.shows("Done first: 25 squares after"));
    window.until_shown("Done first: 12 squares after");
}

/// A theorem is shown on the board: the classes of squares, with their counts.
#[test]
fn a_board_without_a_tour_shows_its_theorem() {
    for (board, path, said) in [
        ("4x4", "", ["4 squares: two corners", "a ring that a tour cannot pass through"]),
        ("5x5", "b5", ["13 dark squares", "b5 is light"]),
        ("4x7", "a2", ["14 inner squares", "an inner square, would have to take turns"]),
        ("3x3", "", ["1 square without moves", "No move leads to b2"]),
    ] {
        let mut window = Window::game_on(board);
        window.go(path);
        window.key(Key::W);
        for words in said {
            assert!(window.shows(words), "{board}: {words}");
        }
        window.key(Key::W);
        assert!(!window.shows(said[0]), "{board}: it is hidden again");
    }
}

/// Where a start is refused, the reason can be seen on the board.
#[test]
fn a_start_that_is_refused_can_be_explained() {
    let mut window = Window::open("5x5");
    let square = window.session().setup().board.parse_square("b5").unwrap();
    window.send(ExploreMessage::Board(BoardEvent::Click(square)));
    window.press("Show me why");
    assert_eq!(window.game().path(), [square]);
    assert!(window.shows("13 dark squares") && window.shows("12 light squares"));
}

/// A level is won, that is remembered, and the next one follows.
#[test]
fn levels_are_won_one_after_the_other() {
    let folder = Folder::new("levels");
    let mut window = Window::start(Some(&folder), None);
    window.key(Key::Escape);
    window.send(ShellMessage::Enter(PageId::Play));
    window.press("Levels");
    assert!(window.shows("Board of the day"));
    window.until_shown("Rated ");
    for level in levels() {
        assert!(window.shows(level.title()), "{}", level.title());
    }
    window.choose_challenge("Level 1: Three rows");
    assert_eq!(window.game().challenge(), Some("level-01"));
    let solution = levels().next().unwrap().solution().unwrap();
    let given = window.game().given().len();
    for square in &solution.path()[given..] {
        let at = window.place_of(*square).unwrap();
        window.click(at);
    }
    assert_eq!(window.game().status(), GameStatus::Won);
    // In the dialog; there is another one behind it.
    window.0.query_all_by_label("Next board").last().unwrap().click();
    window.0.run_steps(3);
    assert_eq!(window.game().challenge(), Some("level-02"));
    window.page(PlayTab::Challenges);
    assert!(window.shows("Won in "));
    window.end();
    let mut window = Window::start(Some(&folder), None);
    window.send(ShellMessage::Enter(PageId::Play));
    window.page(PlayTab::Challenges);
    assert!(window.shows("Won in "), "it is remembered");
}

/// The board of the day can be won like any other.
#[test]
fn the_board_of_the_day_begins() {
    let mut window = Window::game_on("5x5");
    window.page(PlayTab::Challenges);
    window.until_shown("Rated ");
    let today_number = today();
    let today = daily(Date::from_days(today_number));
    window.choose_challenge(today.title());
    assert_eq!(window.game().challenge(), Some(today.name()));
    assert!(window.shows(&format!("Board of the day, {}", Date::from_days(today_number).title())));
}

/// Every tour and every search of the gallery is opened with one click.
#[test]
fn the_gallery_opens_on_the_board() {
    let mut window = Window::game_on("5x5");
    window.press("Gallery");
    let many = |window: &Window, label: &str| window.0.query_all_by_label(label).count();
    assert_eq!(
        (many(&window, "Show it"), many(&window, "Run it")),
        (PIECES.len(), PUBLISHED.len())
    );
    for piece in PIECES {
        assert!(window.shows(piece.title) && window.shows(piece.story), "{}", piece.name);
    }
    let shown = |window: &Window| window.session().active()?.tour.as_deref().cloned();
    for (place, piece) in PIECES.iter().enumerate() {
        window.open_from_gallery("Show it", place);
        window.until(piece.name, |window| shown(window) == Some(piece.tour()));
        window.until_shown(piece.story);
    }
    for (place, run) in PUBLISHED.iter().enumerate() {
        window.open_from_gallery("Run it", place);
        let active = window.session().active().unwrap();
        assert_eq!(
            (&active.puzzle, &active.config),
            (&run.puzzle(), &run.config()),
            "{}",
            run.name
        );
    }
}

/// All five lessons, from the welcome to the levels, as somebody does them.
#[test]
fn the_lessons_lead_from_the_first_move_to_a_proof() {
    let mut window = Window::start(None, None);
    window.press("Learn by doing");
    assert!(window.shows("Lesson 1 of 5"));
    window.go("a1 c2 e1 d3 e5");
    assert!(!window.shows("Next lesson"));
    window.go("c4");
    assert!(window.shows("That is all there is to a knight's move."));
    window.press("Next lesson");
    assert!(window.shows("Lesson 2 of 5"));
    assert_eq!(window.game().path().len(), 6, "the game continues");
    window.go("d2 b3 a5");
    assert_eq!(window.game().status(), GameStatus::Stuck);
    assert!(window.shows("It happens to everybody"));
    window.press("Next lesson");
    (0..5).for_each(|_| window.key_with(egui::Modifiers::COMMAND, Key::Z));
    window.go("e5");
    assert!(
        window.shows("Lesson 3 of 5") && !window.shows("Next lesson"),
        "only another way counts"
    );
    (0..3).for_each(|_| window.key_with(egui::Modifiers::COMMAND, Key::Z));
    window.go("b4");
    assert!(window.shows("is called backtracking"));
    window.press("Next lesson");
    window.send(Shortcut::ToEnd);
    window.until_shown("It never had to go back.");
    window.press("Next lesson");
    assert!(window.shows("why 4×4 has no tour"));
    window.key(Key::W);
    assert!(window.shows("A proof saves you a search"));
    window.press("Finish");
    assert!(!window.shows("Lesson 5 of 5") && window.shows("Board of the day"));
    // They are found again in the help menu.
    window.send(ShellMessage::Enter(PageId::Board));
    window.press("Help");
    window.0.get_by_label_contains("Learn by doing").click();
    window.0.run_steps(3);
    assert!(window.shows("1. Move the knight (done)") && window.shows("5. See why not (done)"));
}

/// A lesson that is done can be done again: it asks for the same, and the list remembers it.
#[test]
fn every_lesson_can_be_repeated() {
    let mut window = Window::start(None, None);
    window.press("Learn by doing");
    window.go("a1 c2 e1 d3 e5 c4");
    window.press("Next lesson");
    window.go("d2 b3 a5");
    assert!(window.shows("It happens to everybody"));
    for (place, task) in [(0, "Click the corner a1"), (1, "Go on until it has no move left")] {
        window.send(PlayMessage::Show(PlayTab::Lessons));
        assert!(window.shows("1. Move the knight (done)") && window.shows("2. Get stuck (done)"));
        window.send(PlayMessage::Lesson(place));
        assert!(window.shows(task) && !window.shows("Next lesson"), "lesson {}", place + 1);
        assert_eq!(window.game().path(), []);
    }
    window.go("a1 c2 e1 d3 e5 c4 d2 b3 a5");
    assert!(window.shows("It happens to everybody") && window.shows("Next lesson"));
}

/// The first lesson asks for a1, above the board as well as in the panel, and marks it.
#[test]
fn the_first_lesson_marks_its_square() {
    let mut window = Window::start(None, None);
    window.press("Learn by doing");
    assert!(window.shows("Click the corner a1 to begin") && window.shows("a1, free, can be next"));
    window.go("a1");
    assert!(!window.shows("Click the corner a1 to begin"));
}

/// What a level asks for is not asked of the board that is chosen after it, and holes go with their size.
#[test]
fn a_board_chosen_after_a_level_is_plain() {
    let mut window = Window::game_on("5x5");
    let level = levels().find(|level| level.title().contains("Across the edges")).unwrap();
    assert!(level.board().is_wrapped() && !level.board().holes().is_empty());
    window.send(PlayMessage::Challenge(level.name().to_owned()));
    window.choose_in_panel("5×5");
    assert_eq!(*window.game().board(), "5x5".parse::<Board>().unwrap());
    assert_eq!(window.game().goal(), Goal::Any);
    // What the player has chosen for a board of their own stays, but holes belong to their board.
    window.choose_in_panel("Wrap-around edges");
    window.choose_in_panel("Closed");
    let setup = window.played().setup().with_hole_toggled(Square::at(3)).unwrap();
    window.send(PlayMessage::Setup(SetupEvent::Change(setup)));
    assert_eq!(window.game().board().holes().len(), 1);
    window.choose_in_panel("6×6");
    let board = window.game().board();
    assert!(board.is_wrapped() && board.holes().is_empty());
    assert_eq!((board.rows(), board.cols(), window.game().goal()), (6, 6, Goal::Closed));
}

/// Each level is one button: its name in full, and below it what there is to say.
#[test]
fn names_of_levels_are_not_cut() {
    for size in [SMALL, USUAL] {
        let mut window = Window::still_game("5x5", size, Theme::Light);
        window.page(PlayTab::Challenges);
        for level in levels() {
            let label = format!("{}\n{}", level.title(), level.kind());
            let button = window.0.get_by_label(&label);
            // A line of the name, or two, and one more.
            assert!(button.rect().height() > 34.0, "{label}: {}", button.rect());
        }
    }
}

/// Without a knight, nothing is said of its colour.
#[test]
fn colours_of_an_empty_board_are_counted_without_a_knight() {
    let mut window = Window::game_on("8x8");
    for name in ["b8", "d8", "f8"] {
        let square = window.named(name);
        let setup = window.played().setup().with_hole_toggled(square).unwrap();
        window.send(PlayMessage::Setup(SetupEvent::Change(setup)));
    }
    window.until_shown("No tour exists on this board");
    window.key(Key::W);
    assert!(window.shows(
        "32 light and 29 dark squares: a knight's path alternates, so the numbers may differ by one \
         at most."
    ));
    assert!(!window.shows("the knight's colour"));
}

/// F1 opens the page of what is in the window.
#[test]
fn help_opens_at_the_page_of_play() {
    let mut window = Window::game_on("5x5");
    window.key(Key::F1);
    assert!(window.shows("Play it yourself"));
    window.key(Key::Escape);
    window.send(ShellMessage::Enter(PageId::Board));
    window.key(Key::F1);
    assert!(window.shows("The board and its marks"));
}

#[test]
fn a_lesson_is_left_at_any_moment() {
    let mut window = Window::start(None, None);
    window.press("Learn by doing");
    window.go("a1 b3");
    window.press("Leave");
    assert!(!window.shows("Lesson 1 of 5"));
    assert_eq!(window.game().path().len(), 2, "the game stays");
}

#[test]
fn pictures_of_what_is_taught() {
    let mut results = SnapshotResults::new();
    let mut window = Window::still_game("8x8", LARGE, Theme::Light);
    window.go("b6 d5");
    window.key(Key::W);
    let why = "c7: a8 can only be entered now, and no free square leads on from it.";
    window.until_shown(why);
    window.until("every answer", |window| window.advice().is_done);
    window.choose_in_panel(why);
    window.compare("why-light-large", &mut results);
    let mut window = Window::still_game("4x7", SMALL, Theme::Dark);
    window.go("a2");
    window.key(Key::W);
    window.compare("theorem-dark-small", &mut results);
    let mut window = Window::still_game("5x5", SMALL, Theme::Light);
    window.page(PlayTab::Gallery);
    window.compare("gallery-light-small", &mut results);
    // The light that runs along a new tour is somewhere else each time.
    window.send(Preference::ReduceMotion(true));
    window.open_from_gallery("Show it", 0);
    window.until_shown(PIECES[0].story);
    // It may be gone before the tour is there.
    let message = "Undo brings back your board";
    window.until("the message goes", |window| !window.shows(message));
    window.compare("shown-light-small", &mut results);
    window.send(Request::Learn(Some(2)));
    window.compare("lesson-light-small", &mut results);
    let mut window = Window::still_game("5x5", USUAL, Theme::Dark);
    window.send(PlayMessage::Race);
    window.go("a1 b3 c5");
    window.until_shown("0 squares after 0 steps");
    window.compare("race-dark-usual", &mut results);
}
