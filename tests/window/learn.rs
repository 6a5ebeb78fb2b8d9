//! What the Play page teaches: why a path cannot be finished, levels, the gallery and lessons.

use knights_tour::engine::today;
use knights_tour::play::{Date, GameStatus, PIECES, PUBLISHED, daily, levels};

use crate::harness::*;

impl Window {
    /// Presses a button of the gallery, which leads to the Board page.
    fn open_from_gallery(&mut self, label: &str, place: usize) {
        self.send(ShellMessage::Enter(PageId::Play));
        self.show_play(PlayTab::Gallery);
        self.0.query_all_by_label(label).nth(place).unwrap().click_accesskit();
        self.0.run_steps(3);
    }

    /// Makes a hole in the board of the game, or fills it.
    fn toggle_hole(&mut self, square: Square) {
        let setup = self.played().setup().with_hole_toggled(square).unwrap();
        self.send(PlayMessage::Setup(SetupEvent::Change(setup)));
    }
}

/// A game of 8×8 that is lost and can still go on: after b3 only a1 is left, since the tour cannot end there.
const LOST: &str = "d4 b3 a5 c4 e5 g6 h8 f7 h6";
/// A game of 5×5 that is over.
const STUCK: &str = "a1 c2 e1 d3 e5 c4 d2 b3 a5";

#[test]
fn a_move_that_loses_says_why_and_shows_the_proof() {
    let mut window = Window::game_on("8x8");
    window.go("b6 d5");
    window.key(Key::W);
    let why = "c7: a8 can only be entered now, and no free square leads on from it.";
    window.until_shown(why);
    assert!(!window.shows("Show the proof"));
    window.press_any(why);
    assert!(window.shows("Show the proof for c7"));
    window.press_any("Show the proof for c7");
    assert!(window.shows("Everything after c7 is tried"));
    window.send(Shortcut::ToEnd);
    window.until(|window| window.played().state() == State::NoTour);
    assert_eq!(window.played().frame().unwrap().status, Status::Exhausted);
    window.key(Key::Escape);
    assert_eq!(window.length(), 2, "the game is as it was");
    assert!(window.played().active().is_none());
}

#[test]
fn a_lost_game_says_where_it_was_lost() {
    for (board, path, why, last, left) in [
        ("8x8", LOST, "Up to b3, number 2, a tour was possible; a5 lost it.", "b3", 2),
        ("5x5", STUCK, "Up to d2, number 7, a tour was possible; b3 lost it.", "d2", 7),
    ] {
        let cannot = format!("It cannot be finished. The last square from which it could: {last}");
        for (key, said) in [(Key::W, why), (Key::F, &*cannot)] {
            let mut window = Window::game_on(board);
            window.go(path);
            assert_eq!(window.shows("Stuck after 9"), path == STUCK);
            window.key(key);
            window.until_shown(said);
            assert_eq!(window.played().path(), window.game().path(), "the board shows the game");
            assert!(!window.shows("Back to my game"));
            window.press_any(&format!("Back to {last}"));
            assert_eq!(window.length(), left);
            assert!(!window.shows(said));
        }
    }
}

/// Both squares are marked, and what the reason is about.
#[test]
fn squares_of_a_lost_game_are_marked() {
    let mut window = Window::game_on("8x8");
    window.go(LOST);
    window.key(Key::W);
    window.until_shown("b3, visited, number 2, up to here a tour was possible");
    assert!(window.shows("a5, visited, number 3, this move lost the game"));
    window.until_shown("a1, free, not a move away, marked by the reason");
    window.press_any("Back to b3");
    assert!(!window.shows("this move lost the game"));
}

#[test]
fn a_hint_says_whether_a_tour_can_follow() {
    let mut window = Window::game_on("5x5");
    window.go("a1 c2 e1 d3 e5 c4 d2");
    window.key(Key::Num3);
    window.until_shown("a tour can follow");
    window.go("b3");
    window.until_shown("no tour can follow any more, so undo");
}

/// Words at the bottom of the panel move nothing above them.
#[test]
fn reasons_and_lessons_push_nothing_around() {
    let mut window = Window::game_on("8x8");
    window.go(LOST);
    let place = |window: &Window| {
        ["Why not?", "Race against it", "Finish it for me"].map(|label| window.rect(label))
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
    assert!(!window.shows("Lesson 1 of 5") && window.length() == 6, "the game stays");
}

#[test]
fn a_race_pauses_and_has_a_result() {
    // The method stands still while its clock does, however long the clicks take.
    let mut window = Window::still_game("3x4", USUAL, Theme::Light);
    window.send(PlayMessage::RaceSpeed(Speed::of(Some(1))));
    window.key(Key::C);
    assert!(window.shows("Begins with your first square."));
    assert!(!window.shows("Click a square to start"));
    let tour = levels().next().unwrap().solution().unwrap();
    window.click_at(tour.path()[0]);
    window.until_shown("0 squares after 0 steps");
    window.key(Key::Space);
    assert!(window.shows("Paused. Click a square to continue"));
    window.until_shown("Paused");
    tour.path()[1..].iter().for_each(|square| window.click_at(*square));
    assert!(window.shows("You won the race: Automatic has visited only 0 squares"));
    window.press("Stay here");
    assert!(window.shows("Next board"), "it is still there");
    window.press_any("Next board");
    window.send(PlayMessage::RaceSpeed(Speed::UNLIMITED));
    window.click_at(Square::at(0));
    window.until_shown("Done first: 25 squares after");
    window.until_shown("1 of 25 squares; Automatic has finished its tour");
}

/// Back in an earlier game, the method races on the board of that game.
#[test]
fn a_race_goes_back_with_the_game() {
    let mut window = Window::still_game("3x4", USUAL, Theme::Light);
    window.click_at(Square::at(0));
    window.send(PlayMessage::Next);
    window.send(PlayMessage::RaceSpeed(Speed::UNLIMITED));
    window.key(Key::C);
    window.click_at(Square::at(0));
    window.until_shown("Done first: 25 squares after");
    window.press_any("Earlier game: 3×4, 1 visited");
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

#[test]
fn a_start_that_is_refused_can_be_explained() {
    let mut window = Window::open("5x5");
    let square = window.square("b5");
    window.click_at(square);
    window.press("Show me why");
    assert_eq!(window.game().path(), [square]);
    assert!(window.shows("13 dark squares") && window.shows("12 light squares"));
}

#[test]
fn levels_are_won_one_after_the_other() {
    let folder = Folder::new("levels");
    let mut window = Window::past_welcome(Some(&folder));
    window.send(ShellMessage::Enter(PageId::Play));
    window.press("Levels");
    assert!(window.shows("Board of the day"));
    window.until_shown("Rated ");
    for level in levels() {
        assert!(window.shows(level.title()), "{}", level.title());
    }
    window.press_any("Level 1: Three rows");
    assert_eq!(window.game().challenge(), Some("level-01"));
    let solution = levels().next().unwrap().solution().unwrap();
    let rest = &solution.path()[window.game().given().len()..];
    rest.iter().for_each(|square| window.click_at(*square));
    assert_eq!(window.game().status(), GameStatus::Won);
    // In the dialog; there is another one behind it.
    window.0.query_all_by_label("Next board").last().unwrap().click();
    window.0.run_steps(3);
    assert_eq!(window.game().challenge(), Some("level-02"));
    window.show_play(PlayTab::Challenges);
    assert!(window.shows("Won in "));
    window.end();
    let mut window = Window::start(Some(&folder), None);
    window.send(ShellMessage::Enter(PageId::Play));
    window.show_play(PlayTab::Challenges);
    assert!(window.shows("Won in "), "it is remembered");
}

#[test]
fn the_board_of_the_day_begins() {
    let mut window = Window::game_on("5x5");
    window.show_play(PlayTab::Challenges);
    window.until_shown("Rated ");
    let date = Date::from_days(today());
    window.press_any(daily(date).title());
    assert_eq!(window.game().challenge(), Some(daily(date).name()));
    assert!(window.shows(&format!("Board of the day, {}", date.title())));
}

#[test]
fn the_gallery_opens_on_the_board() {
    let mut window = Window::game_on("5x5");
    window.press("Gallery");
    let many = |window: &Window, label: &str| window.0.query_all_by_label(label).count();
    assert_eq!(many(&window, "Show it"), PIECES.len());
    assert_eq!(many(&window, "Run it"), PUBLISHED.len());
    for piece in PIECES {
        assert!(window.shows(piece.title) && window.shows(piece.story), "{}", piece.name);
    }
    let shown = |window: &Window| window.session().active()?.tour.as_deref().cloned();
    for (place, piece) in PIECES.iter().enumerate() {
        window.open_from_gallery("Show it", place);
        window.until(|window| shown(window) == Some(piece.tour()));
        window.until_shown(piece.story);
    }
    for (place, run) in PUBLISHED.iter().enumerate() {
        window.open_from_gallery("Run it", place);
        let active = window.session().active().unwrap();
        let is_same = active.puzzle == run.puzzle() && active.config == run.config();
        assert!(is_same, "{}", run.name);
    }
}

#[test]
fn the_lessons_lead_from_the_first_move_to_a_proof() {
    let mut window = Window::start(None, None);
    window.press("Learn by doing");
    assert!(window.shows("Lesson 1 of 5"));
    assert!(window.shows("Click the corner a1 to begin") && window.shows("a1, free, can be next"));
    window.go("a1");
    assert!(!window.shows("Click the corner a1 to begin"));
    window.go("c2 e1 d3 e5");
    assert!(!window.shows("Next lesson"));
    window.go("c4");
    assert!(window.shows("That is all there is to a knight's move."));
    window.press("Next lesson");
    assert!(window.shows("Lesson 2 of 5"));
    assert_eq!(window.length(), 6, "the game continues");
    window.go("d2 b3 a5");
    assert_eq!(window.game().status(), GameStatus::Stuck);
    assert!(window.shows("It happens to everybody"));
    window.press("Next lesson");
    (0..5).for_each(|_| window.key_with(Modifiers::COMMAND, Key::Z));
    window.go("e5");
    assert!(window.shows("Lesson 3 of 5"));
    assert!(!window.shows("Next lesson"), "only another way counts");
    (0..3).for_each(|_| window.key_with(Modifiers::COMMAND, Key::Z));
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
    window.press_any("Learn by doing");
    assert!(window.shows("1. Move the knight (done)") && window.shows("5. See why not (done)"));
}

#[test]
fn every_lesson_can_be_repeated() {
    let mut window = Window::start(None, None);
    window.press("Learn by doing");
    window.go("a1 c2 e1 d3 e5 c4");
    window.press("Next lesson");
    window.go("d2 b3 a5");
    assert!(window.shows("It happens to everybody"));
    for (place, task) in [(0, "Click the corner a1"), (1, "Go on until it has no move left")] {
        window.show_play(PlayTab::Lessons);
        assert!(window.shows("1. Move the knight (done)") && window.shows("2. Get stuck (done)"));
        window.send(PlayMessage::Lesson(place));
        assert!(window.shows(task) && !window.shows("Next lesson"), "lesson {}", place + 1);
        assert_eq!(window.game().path(), []);
    }
    window.go(STUCK);
    assert!(window.shows("It happens to everybody") && window.shows("Next lesson"));
}

/// What a level asks for is not asked of the board that is chosen after it, and holes go with their size.
#[test]
fn a_board_chosen_after_a_level_is_plain() {
    let mut window = Window::game_on("5x5");
    let level = levels().find(|level| level.title().contains("Across the edges")).unwrap();
    assert!(level.board().is_wrapped() && !level.board().holes().is_empty());
    window.send(PlayMessage::Challenge(level.name().to_owned()));
    window.press_any("5×5");
    assert_eq!(*window.game().board(), "5x5".parse::<Board>().unwrap());
    assert_eq!(window.game().goal(), Goal::Any);
    // What the player has chosen for a board of their own stays, but holes belong to their board.
    window.press_any("Wrap-around edges");
    window.press_any("Closed");
    window.toggle_hole(Square::at(3));
    assert_eq!(window.game().board().holes().len(), 1);
    window.press_any("6×6");
    let board = window.game().board();
    assert!(board.is_wrapped() && board.holes().is_empty());
    assert_eq!((board.rows(), board.cols(), window.game().goal()), (6, 6, Goal::Closed));
}

/// Each level is one button: its name in full, and below it what there is to say.
#[test]
fn names_of_levels_are_not_cut() {
    for size in [SMALL, USUAL] {
        let mut window = Window::still_game("5x5", size, Theme::Light);
        window.show_play(PlayTab::Challenges);
        for level in levels() {
            let label = format!("{}\n{}", level.title(), level.kind());
            // A line of the name, or two, and one more.
            assert!(window.rect(&label).height() > 34.0, "{label}");
        }
    }
}

/// On a board that is too large to search, nothing is known, and nothing is said to be right.
#[test]
fn what_is_not_known_is_not_promised() {
    let mut window = Window::game_on("120x120");
    window.click_at(Square::at(60 * 120 + 61));
    window.click_at(Square::at(61 * 120 + 63));
    assert_eq!(window.game().path().len(), 2);
    window.key(Key::W);
    window.until(|window| window.advice().is_done);
    assert!(window.shows("Nothing is known to be wrong") && !window.shows("Nothing is wrong"));
}

/// Without a knight, its colour is not mentioned.
#[test]
fn colours_of_an_empty_board_are_counted_without_a_knight() {
    let mut window = Window::game_on("8x8");
    for name in ["b8", "d8", "f8"] {
        window.toggle_hole(window.game().board().parse_square(name).unwrap());
    }
    window.until_shown("No tour exists on this board");
    window.key(Key::W);
    assert!(window.shows(
        "32 light and 29 dark squares: a knight's path alternates, so the numbers may differ by one \
         at most."
    ));
    assert!(!window.shows("the knight's colour"));
}

#[test]
fn pictures_of_what_is_taught() {
    let mut window = Window::still_game("8x8", LARGE, Theme::Light);
    window.go("b6 d5");
    window.key(Key::W);
    let why = "c7: a8 can only be entered now, and no free square leads on from it.";
    window.until_shown(why);
    window.until(|window| window.advice().is_done);
    window.press_any(why);
    window.picture("why-light-large");
    let mut window = Window::still_game("5x5", SMALL, Theme::Light);
    window.send(Request::Learn(Some(2)));
    window.picture("lesson-light-small");
}

#[test]
fn pages_say_what_they_teach() {
    let mut window = Window::still_game("4x7", SMALL, Theme::Dark);
    window.go("a2");
    window.key(Key::W);
    window.expect("theorem");
    let mut window = Window::still_game("5x5", SMALL, Theme::Light);
    window.show_play(PlayTab::Gallery);
    window.expect("gallery");
    let mut window = Window::still_game("5x5", USUAL, Theme::Dark);
    window.send(PlayMessage::Race);
    window.go("a1 b3 c5");
    window.until_shown("0 squares after 0 steps");
    window.expect("race");
}
