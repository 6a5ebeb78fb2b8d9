//! Tours made by hand: with the mouse, with keys, with a screen reader, with hints.

use egui::{Event, Key, Modifiers, PointerButton, Theme, vec2};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::{NodeT, Queryable};
use knights_tour::app::{
    HintLevel, PageId, PlayMessage, PlayTab, Preference, Purpose, Request, ShellMessage, Shortcut,
};
use knights_tour::board::{Board, Naming, Square};
use knights_tour::engine::{Manual, Speed};
use knights_tour::feasibility::Decided;
use knights_tour::play::{Challenge, GameStatus, levels};
use knights_tour::puzzle::{Goal, starts};
use knights_tour::session::State;
use knights_tour::solver::Starts;

use crate::folder::Folder;
use crate::screen::{SMALL, Window};

/// A tour of the 3×4 board.
const TOUR: [u32; 12] = [0, 6, 8, 1, 7, 9, 2, 11, 5, 3, 10, 4];

fn playing(board: &str) -> Window {
    let mut window = Window::open(board);
    window.send(Request::PlayBoard);
    assert_eq!(window.game().path(), []);
    window
}

impl Window {
    /// Clicks a square of the game.
    fn place(&mut self, square: Square) {
        let at = self.place_of(square).unwrap();
        self.click(at);
    }

    fn length(&self) -> usize {
        self.game().path().len()
    }
}

#[test]
fn a_game_is_won_with_the_mouse() {
    let mut window = playing("3x4");
    assert!(window.shows("Click a square to begin"));
    for (number, square) in TOUR.into_iter().enumerate() {
        assert!(!window.shows("You made a tour!"));
        window.place(Square::at(square));
        assert_eq!(window.length(), number + 1);
    }
    assert_eq!(window.game().status(), GameStatus::Won);
    assert!(window.shows("You made a tour!"), "it is said, well");
    assert!(window.shows("no undo and no hint"));
    // It is beside the board, so that the tour can be seen.
    let left = TOUR.map(|square| window.place_of(Square::at(square)).unwrap().x);
    let left = left.into_iter().reduce(f32::min).unwrap();
    for label in ["You made a tour!", "Stay here", "Picture…"] {
        assert!(window.0.get_by_label(label).rect().right() < left, "{label}");
    }
    window.press("Stay here");
    window.send(Shortcut::Undo);
    window.place(Square::at(TOUR[11]));
    assert_eq!(window.game().status(), GameStatus::Won);
    assert!(!window.shows("You made a tour!"), "and once");
}

/// What is clicked is on the path in the very frame of the click.
#[test]
fn a_click_shows_its_square_at_once() {
    let mut window = playing("8x8");
    for name in ["a1", "b3", "c5"] {
        let square = window.game().board().parse_square(name).unwrap();
        let pos = window.place_of(square).unwrap();
        window.0.hover_at(pos);
        window.0.run_steps(2);
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            window.0.event(Event::PointerButton { pos, button, pressed, modifiers });
        }
        window.0.step();
        assert_eq!(window.game().path().last(), Some(&square));
        assert_eq!(window.played().path().last(), Some(&square), "what the board paints");
    }
}

#[test]
fn a_game_is_won_with_keys() {
    let mut window = playing("3x4");
    let board: Board = "3x4".parse().unwrap();
    // The first arrow shows the cursor, without Tab and without a click.
    window.key(Key::ArrowUp);
    let mut at = (0, 0);
    for square in TOUR.map(Square::at) {
        let to = (board.row(square), board.col(square));
        for (from, to, less, more) in [
            (at.0, to.0, Key::ArrowUp, Key::ArrowDown),
            (at.1, to.1, Key::ArrowLeft, Key::ArrowRight),
        ] {
            let key = if to < from { less } else { more };
            (0..from.abs_diff(to)).for_each(|_| window.key(key));
        }
        window.key(Key::Enter);
        assert_eq!(window.game().path().last(), Some(&square));
        at = to;
    }
    assert_eq!(window.game().status(), GameStatus::Won);
}

/// The board is the first stop of Tab, in Play and on the Board page.
#[test]
fn tab_leads_to_the_board_first() {
    let mut window = playing("3x4");
    for room in [PageId::Play, PageId::Board] {
        window.send(ShellMessage::Enter(room));
        window.key(Key::Escape);
        window.key(Key::Tab);
        let board = window.0.get_all_by_role(egui::Role::Canvas).next().unwrap();
        assert!(board.accesskit_node().is_focused(), "{room:?}");
        window.key(Key::Tab);
        assert!(window.0.query_by_role_and_label(egui::Role::Canvas, "Board").is_some());
    }
}

/// In a game the arrow keys move the cursor, wherever the focus was; Ctrl+Z undoes. They step through a
/// demonstration.
#[test]
fn arrow_keys_move_the_cursor_and_step_through_a_demonstration() {
    let mut window = playing("6x6");
    for name in ["a1", "b3", "c5"] {
        let square = window.game().board().parse_square(name).unwrap();
        window.place(square);
    }
    window.0.get_by_label("Undo").focus();
    window.0.run_steps(2);
    for key in [Key::ArrowLeft, Key::ArrowRight, Key::ArrowDown] {
        window.key(key);
    }
    assert_eq!(window.length(), 3, "nothing is taken back");
    assert!(window.shows("Board, b5, free"), "the cursor has moved");
    window.key(Key::F);
    window.until("a method is chosen", |window| window.played().frame().is_some());
    assert!(window.shows("Back to my game"));
    window.send(Shortcut::ToEnd);
    window.until("a tour", |window| matches!(window.played().state(), State::Found { .. }));
    let step = |window: &Window| window.played().frame().unwrap().step;
    let last = step(&window);
    window.key(Key::ArrowLeft);
    window.until("the step before", |window| step(window) == last - 1);
    window.key(Key::ArrowRight);
    window.until("the last step", |window| step(window) == last);
    window.key(Key::Escape);
    assert_eq!(window.length(), 3);
}

#[test]
fn a_game_is_won_with_a_screen_reader() {
    let mut window = playing("3x4");
    let board: Board = "3x4".parse().unwrap();
    for square in TOUR.map(Square::at) {
        let name = format!("{}, free", board.name(square));
        window.0.get_by_label_contains(&name).click_accesskit();
        window.0.run_steps(3);
    }
    assert_eq!(window.game().status(), GameStatus::Won);
    assert!(window.shows("You made a tour!"));
}

/// A wrong square says why, a stuck game says so, and both can be undone without end.
#[test]
fn stuck_and_undone() {
    let mut window = playing("3x4");
    for square in [0, 6, 8] {
        window.place(Square::at(square));
    }
    window.place(Square::at(6));
    assert!(window.shows("c2 was visited as number 2."));
    window.place(Square::at(9));
    assert!(window.shows("b1 is not a knight's move away from a1."));
    assert_eq!(window.length(), 3);
    for square in [1, 10, 4, 2, 9, 7] {
        window.place(Square::at(square));
    }
    let length = window.length();
    assert_eq!(window.game().status(), GameStatus::Stuck);
    assert!(window.shows("Stuck after"));
    for _ in 0..length {
        window.key_with(Modifiers::COMMAND, Key::Z);
    }
    window.key_with(Modifiers::COMMAND, Key::Z);
    let undos = length as u64;
    assert_eq!((window.length(), window.game().record().undos), (0, undos), "not one more");
    for _ in 0..length {
        window.key_with(Modifiers::COMMAND, Key::Y);
    }
    assert_eq!(window.game().status(), GameStatus::Stuck);
    window.key(Key::R);
    assert_eq!(window.length(), 0);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.length(), 0, "undo stays inside the game");
    window.place(Square::at(1));
    window.press("Earlier game: 3×4, 9 visited");
    assert_eq!(window.length(), length);
    window.press("Earlier game: 3×4, 1 visited");
    assert_eq!(window.game().path(), [Square::at(1)], "this one is not lost");
}

/// An earlier game that was not over is won like any other.
#[test]
fn an_earlier_game_can_be_won() {
    let mut window = playing("3x4");
    let [first, second] = [0, 1].map(|place| levels().nth(place).unwrap());
    let rest = |window: &Window, level: &Challenge| {
        let path = level.solution().unwrap().path().to_vec();
        path[window.length()..].to_vec()
    };
    window.send(PlayMessage::Challenge(first.name().to_owned()));
    let square = rest(&window, &first)[0];
    window.place(square);
    window.send(PlayMessage::Challenge(second.name().to_owned()));
    rest(&window, &second).into_iter().for_each(|square| window.place(square));
    window.press("Stay here");
    window.0.get_by_label_contains("Earlier game: ").click_accesskit();
    window.0.run_steps(3);
    rest(&window, &first).into_iter().for_each(|square| window.place(square));
    assert_eq!(window.game().status(), GameStatus::Won);
    assert!(window.shows("You made a tour!"));
    window.press("Stay here");
    window.send(PlayMessage::Show(PlayTab::Challenges));
    assert_eq!(window.0.query_all_by_label_contains("Won in ").count(), 2);
}

/// From the knight over the squares of the path, everything behind is taken back, and one undo brings it
/// back.
#[test]
fn a_stroke_takes_squares_back() {
    let mut window = playing("5x5");
    let board: Board = "5x5".parse().unwrap();
    let path = ["a1", "b3", "c5", "e4", "d2"].map(|name| board.parse_square(name).unwrap());
    path.iter().for_each(|square| window.place(*square));
    let places = [4, 3, 2, 1].map(|number: usize| window.place_of(path[number]).unwrap());
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    window.0.hover_at(places[0]);
    window.0.run_steps(2);
    window.0.event(Event::PointerButton { pos: places[0], button, pressed: true, modifiers });
    window.0.run_steps(2);
    for place in &places[1..] {
        window.0.hover_at(*place);
        window.0.run_steps(3);
    }
    window.0.event(Event::PointerButton { pos: places[3], button, pressed: false, modifiers });
    window.0.run_steps(2);
    assert_eq!(window.game().path(), &path[..2]);
    window.send(Shortcut::Undo);
    assert_eq!(window.game().path(), path);
}

/// Whoever follows the hints wins, from every square where a tour can start.
#[test]
fn hints_win_every_game_of_5x5() {
    let mut window = playing("5x5");
    window.send(PlayMessage::Hint(HintLevel::Best));
    let board: Board = "5x5".parse().unwrap();
    let mut all = Starts::new(&board, Goal::Any);
    while !all.is_done() {
        all.decide();
    }
    let feasible =
        starts(&board, Goal::Any).filter(|start| all.at(*start) == Some(&Decided::Yes(())));
    let feasible: Vec<Square> = feasible.collect();
    assert_eq!(feasible.len(), 13);
    for start in feasible {
        window.send(Request::PlayBoard);
        window.place(start);
        while window.game().status() == GameStatus::Going {
            window.until_shown("the best move");
            let label = "the best move";
            window.0.get_by_label_contains(label).click_accesskit();
            window.0.run_steps(3);
        }
        assert_eq!(window.game().status(), GameStatus::Won, "from {}", board.name(start));
        window.press("Stay here");
    }
}

/// A game is saved with all that can be undone; what is opened again is the same game.
#[test]
fn saved_loaded_and_undone_to_the_first_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.tour");
    let mut window = playing("3x4");
    for square in &TOUR[..5] {
        window.place(Square::at(*square));
    }
    window.send(Shortcut::Undo);
    let game = window.game().clone();
    window.use_file(Purpose::Save(PageId::Play), file.clone());
    window.until("the file", |_| file.exists());
    let mut window = Window::start(None, Some(file));
    window.until("the game", |window| window.game().path().len() == 4);
    assert_eq!(window.game().record().changes, game.record().changes);
    window.send(Shortcut::Redo);
    assert_eq!(window.length(), 5);
    for left in (0..5).rev() {
        window.send(Shortcut::Undo);
        assert_eq!(window.length(), left);
    }
}

/// Whatever ends the program, the game is there at the next start.
#[test]
fn a_game_is_kept_at_every_move() {
    let folder = tempfile::tempdir().unwrap();
    for length in 1..4 {
        let mut window = Window::start(Some(folder.path()), None);
        window.key(Key::Escape);
        window.send(ShellMessage::Enter(PageId::Play));
        let kept = window.length();
        assert_eq!(kept, length - 1, "what was placed last time");
        let square = match window.game().open().first() {
            Some(square) => *square,
            None => Square::at(0),
        };
        window.place(square);
        // Nobody says goodbye: the keeper has it already.
        let kept = folder.path().join("session-1.game");
        let is_kept = |_: &Window| {
            std::fs::read_to_string(&kept)
                .is_ok_and(|text| text.contains(&format!("\"done\":{length}")))
        };
        window.until("the file", is_kept);
        std::mem::forget(window);
        // The lock of a process that was killed is free; this one has only been forgotten.
        let lock = folder.path().join("session-1.lock");
        let _ = std::fs::remove_file(lock);
    }
}

/// A method finishes the path on the same board, and the game stays as it was.
#[test]
fn a_method_finishes_the_path() {
    let mut window = playing("6x6");
    for name in ["a1", "b3", "c5"] {
        let square = window.game().board().parse_square(name).unwrap();
        window.place(square);
    }
    window.key(Key::F);
    window.until("a method is chosen", |window| window.played().frame().is_some());
    assert!(window.shows("Back to my game"));
    window.send(Shortcut::ToEnd);
    window.until("a tour", |window| matches!(window.played().state(), State::Found { .. }));
    window.key(Key::Escape);
    assert_eq!(window.length(), 3);
    assert!(!window.shows("Back to my game"));
    window.key(Key::F);
    window.until_shown("Back to my game");
    window.send(Shortcut::Undo);
    assert!(!window.shows("Back to my game"), "undo ends what is shown");
    assert_eq!(window.length(), 3, "and leaves the game as it is");
}

/// Help is counted once at each position, however much of it is shown.
#[test]
fn help_is_counted_once_at_each_position() {
    let mut window = playing("5x5");
    let hints = |window: &Window| window.game().record().hints;
    let board = window.game().board().clone();
    let go = |window: &mut Window, name: &str| window.place(board.parse_square(name).unwrap());
    go(&mut window, "a1");
    assert_eq!(hints(&window), 0);
    for degree in [HintLevel::Onward, HintLevel::Best, HintLevel::Finish] {
        window.send(PlayMessage::Hint(degree));
        window.0.run_steps(2);
    }
    window.key(Key::W);
    assert_eq!(hints(&window), 1);
    go(&mut window, "b3");
    assert_eq!(hints(&window), 2);
    for degree in [HintLevel::Onward, HintLevel::Best, HintLevel::Finish] {
        window.send(PlayMessage::Hint(degree));
    }
    go(&mut window, "c5");
    assert_eq!(hints(&window), 2, "without help there is none to count");
    window.key(Key::F);
    assert_eq!(hints(&window), 3, "a method that goes on is help");
}

/// How long egui is asked to wait before it paints again.
fn delay(window: &Window) -> std::time::Duration {
    window.0.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay
}

/// A game by a clock that the test moves, in a folder.
fn timed(hands: &std::sync::Arc<Manual>, folder: &std::path::Path) -> Window {
    let mut window = Window::by(hands, folder);
    window.send(ShellMessage::Enter(PageId::Play));
    window
}

/// While nothing moves, the window wakes up when the clock shows another second, and not before.
#[test]
fn a_game_that_waits_wakes_up_once_a_second() {
    let folder = tempfile::tempdir().unwrap();
    let hands = std::sync::Arc::new(Manual::default());
    let mut window = timed(&hands, folder.path());
    window.place(Square::at(0));
    window.0.run_steps(120);
    assert!(delay(&window).as_secs_f64() > 0.9, "{:?}", delay(&window));
    hands.advance(0.75);
    window.0.run_steps(3);
    let left = delay(&window).as_secs_f64();
    assert!((0.2..0.3).contains(&left), "{left}");
    window.key(Key::W);
    window.until("it rests", |window| delay(window).as_secs_f64() > 0.2);
    window.key(Key::Space);
    window.0.run_steps(120);
    assert!(delay(&window).as_secs_f64() > 10.0, "paused: {:?}", delay(&window));
}

/// The clock stands still while the window is minimised.
#[test]
fn the_clock_stops_while_the_window_is_minimised() {
    let folder = tempfile::tempdir().unwrap();
    let hands = std::sync::Arc::new(Manual::default());
    let mut window = timed(&hands, folder.path());
    window.place(Square::at(0));
    let wait = |window: &mut Window, minimised: bool| {
        let root = egui::ViewportId::ROOT;
        let viewports = &mut window.0.input_mut().viewports;
        viewports.entry(root).or_default().minimized = Some(minimised);
        window.0.run_steps(2);
        let before = window.game().record().milliseconds;
        hands.advance(3.0);
        window.0.run_steps(2);
        window.game().record().milliseconds - before
    };
    assert_eq!(wait(&mut window, false), 3_000);
    assert_eq!(wait(&mut window, true), 0);
    assert_eq!(wait(&mut window, false), 3_000);
}

/// The time since the last move is kept when the program ends.
#[test]
fn the_time_after_the_last_move_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let hands = std::sync::Arc::new(Manual::default());
    let mut window = timed(&hands, folder.path());
    window.place(Square::at(0));
    hands.advance(4.0);
    window.end();
    let window = timed(&hands, folder.path());
    assert_eq!(window.game().record().milliseconds, 4_000);
}

#[test]
fn pictures_of_a_game() {
    let mut results = SnapshotResults::new();
    let looks = [
        ("play-light-small", SMALL, Theme::Light),
        ("play-dark-large", vec2(1600.0, 1000.0), Theme::Dark),
    ];
    for (name, size, theme) in looks {
        let mut window = Window::still_game("5x5", size, theme);
        let board = window.game().board().clone();
        for name in ["a1", "b3", "c5", "e4"] {
            window.place(board.parse_square(name).unwrap());
        }
        for degree in [HintLevel::Onward, HintLevel::Best, HintLevel::Finish] {
            window.send(PlayMessage::Hint(degree));
        }
        window.until_shown("no tour can follow");
        window.until_shown("the best move");
        window.until("every answer", |window| window.advice().is_done);
        window.compare(name, &mut results);
    }
}

/// Square names are a preference: all pages use the same.
#[test]
fn squares_have_the_same_names_on_all_pages() {
    let folder = Folder::new("naming");
    let mut window = Window::start(Some(&folder), None);
    window.key(Key::Escape);
    window.send(Preference::Naming(Naming::RowColumn));
    window.send(ShellMessage::Enter(PageId::Play));
    assert_eq!(window.played().naming(), Naming::RowColumn);
    window.end();
    let mut again = Window::start(Some(&folder), None);
    again.send(ShellMessage::Enter(PageId::Play));
    assert_eq!(again.played().naming(), Naming::RowColumn, "remembered from last time");
}

/// A key that a game does not know changes nothing that is hidden.
#[test]
fn keys_of_the_board_page_do_nothing_in_a_game() {
    // A tour that could be a base tour.
    let mut window = Window::open("6x6");
    window.set_method("divide-and-conquer");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.until("a tour", |window| window.state() == State::Found { closed: true });
    assert!(window.app().session().with_base_tour().is_ok());
    window.send(ShellMessage::Enter(PageId::Play));
    let before = (window.state(), window.app().session().setup().clone());
    for key in [Key::U, Key::P, Key::C, Key::Space, Key::Home, Key::ArrowLeft] {
        window.key(key);
    }
    assert!(before == (window.state(), window.app().session().setup().clone()));
    assert_eq!(window.app().page(), PageId::Play);
    window.send(ShellMessage::Enter(PageId::Board));
    assert!(window.shows("Rows"), "the board is not presented");
}

/// A game that was saved has its file.
#[test]
fn a_game_is_saved_again_without_a_question() {
    let folder = Folder::new("save-game");
    let file = folder.file("game.tour");
    let mut window = playing("5x5");
    window.place(Square::at(0));
    window.use_file(Purpose::Save(PageId::Play), file.clone());
    window.until("saved", |_| file.is_file());
    let before = std::fs::read(&file).unwrap();
    window.place(Square::at(7));
    window.key_with(Modifiers::COMMAND, Key::S);
    window.until("saved again", |_| std::fs::read(&file).unwrap() != before);
    assert!(!window.shows("File name"));
    let mut other = playing("6x6");
    other.use_file(Purpose::Open, file.clone());
    other.until("opened", |window| window.length() == 2);
    let before = std::fs::read(&file).unwrap();
    other.place(Square::at(14));
    other.key_with(Modifiers::COMMAND, Key::S);
    other.until("saved from there", |_| std::fs::read(&file).unwrap() != before);
}

/// A file belongs to the game that was saved to it, even if another one has begun meanwhile.
#[test]
fn a_game_that_begins_during_a_save_has_no_file() {
    let folder = Folder::new("save-game-before");
    let file = folder.file("game.tour");
    let mut window = playing("5x5");
    window.place(Square::at(0));
    window.hold(true);
    window.use_file(Purpose::Save(PageId::Play), file.clone());
    window.key(Key::R);
    window.place(Square::at(2));
    window.hold(false);
    window.until_shown("Saved as game.tour");
    let before = std::fs::read(&file).unwrap();
    window.key_with(Modifiers::COMMAND, Key::S);
    assert!(window.shows("File name"), "the new game asks for a name");
    window.key(Key::Escape);
    window.press("Earlier game: 5×5, 1 visited");
    window.place(Square::at(7));
    window.key_with(Modifiers::COMMAND, Key::S);
    assert!(!window.shows("File name"), "the game that was saved has its file");
    window.until("saved again", |_| std::fs::read(&file).unwrap() != before);
}
