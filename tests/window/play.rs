//! Tours made by hand: with the mouse, with keys, with a screen reader, with hints.

use knights_tour::app::HintLevel;
use knights_tour::feasibility::Decided;
use knights_tour::play::{Challenge, GameStatus, levels};
use knights_tour::puzzle::starts;
use knights_tour::solver::StartMap;

use crate::harness::*;

/// A tour of the 3×4 board.
const TOUR: [&str; 12] = ["a3", "c2", "a1", "b3", "d2", "b1", "c3", "d1", "b2", "d3", "c1", "a2"];

fn toggle_hints(window: &mut Window) {
    for level in [HintLevel::Onward, HintLevel::Best, HintLevel::Finish] {
        window.send(PlayMessage::Hint(level));
    }
}

#[test]
fn a_game_is_won_with_the_mouse() {
    let mut window = Window::game_on("3x4");
    assert!(window.shows("Click a square to begin"));
    for square in TOUR {
        assert!(!window.shows("You made a tour!"));
        window.go(square);
    }
    assert_eq!(window.game().status(), GameStatus::Won);
    assert!(window.shows("You made a tour!"));
    assert!(window.shows("no undo and no hint"));
    // It is beside the board, so that the tour can be seen.
    let left = window.place_of(Square::at(0)).unwrap().x;
    for label in ["You made a tour!", "Stay here", "Picture…"] {
        assert!(window.rect(label).right() < left, "{label}");
    }
    window.press("Stay here");
    window.send(Shortcut::Undo);
    window.go(TOUR[11]);
    assert_eq!(window.game().status(), GameStatus::Won);
    assert!(!window.shows("You made a tour!"), "and once");
}

/// What is clicked is on the path in the very frame of the click.
#[test]
fn a_click_shows_its_square_at_once() {
    let mut window = Window::game_on("8x8");
    for name in ["a1", "b3", "c5"] {
        let square = window.game().board().parse_square(name).unwrap();
        let pos = window.place_of(square).unwrap();
        window.hover(pos);
        window.button(pos, true);
        window.button(pos, false);
        window.0.step();
        assert_eq!(window.game().path().last(), Some(&square));
        assert_eq!(window.played().path().last(), Some(&square), "what the board paints");
    }
}

#[test]
fn a_game_is_won_with_keys() {
    let mut window = Window::game_on("3x4");
    let board: Board = "3x4".parse().unwrap();
    // The first arrow shows the cursor, without Tab and without a click.
    window.key(Key::ArrowUp);
    let mut at = (0, 0);
    for square in TOUR.map(|name| board.parse_square(name).unwrap()) {
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

#[test]
fn tab_leads_to_the_board_first() {
    let mut window = Window::game_on("3x4");
    for page in [PageId::Play, PageId::Board] {
        window.send(ShellMessage::Enter(page));
        window.key(Key::Escape);
        window.key(Key::Tab);
        let board = window.0.get_all_by_role(egui::Role::Canvas).next().unwrap();
        assert!(board.accesskit_node().is_focused(), "{page:?}");
        window.key(Key::Tab);
        assert!(window.0.query_by_role_and_label(egui::Role::Canvas, "Board").is_some());
    }
}

/// In a game the arrow keys move the cursor, wherever the focus was; Ctrl+Z undoes. They step through a
/// demonstration.
#[test]
fn arrow_keys_move_the_cursor_and_step_through_a_demonstration() {
    let mut window = Window::game_on("6x6");
    window.go("a1 b3 c5");
    window.focus(egui::Role::Button, "Undo");
    for key in [Key::ArrowLeft, Key::ArrowRight, Key::ArrowDown] {
        window.key(key);
    }
    assert_eq!(window.length(), 3, "nothing is taken back");
    assert!(window.shows("Board, b5, free"), "the cursor has moved");
    window.key(Key::F);
    window.until(|window| window.played().frame().is_some());
    window.send(Shortcut::ToEnd);
    window.until(|window| matches!(window.played().state(), State::Found { .. }));
    let step = |window: &Window| window.played().frame().unwrap().step;
    let last = step(&window);
    window.key(Key::ArrowLeft);
    window.until(|window| step(window) == last - 1);
    window.key(Key::ArrowRight);
    window.until(|window| step(window) == last);
}

#[test]
fn a_game_is_won_with_a_screen_reader() {
    let mut window = Window::game_on("3x4");
    for square in TOUR {
        window.press_any(&format!("{square}, free"));
    }
    assert_eq!(window.game().status(), GameStatus::Won);
    assert!(window.shows("You made a tour!"));
}

#[test]
fn stuck_and_undone() {
    let mut window = Window::game_on("3x4");
    window.go("a3 c2 a1");
    window.click_at(Square::at(6));
    assert!(window.shows("c2 was visited as number 2."));
    window.click_at(Square::at(9));
    assert!(window.shows("b1 is not a knight's move away from a1."));
    assert_eq!(window.length(), 3);
    window.go("b3 c1 a2 c3 b1 d2");
    let length = window.length();
    assert_eq!(window.game().status(), GameStatus::Stuck);
    assert!(window.shows("Stuck after"));
    for _ in 0..length {
        window.key_with(Modifiers::COMMAND, Key::Z);
    }
    window.key_with(Modifiers::COMMAND, Key::Z);
    let undos = window.game().record().undos;
    assert_eq!((window.length(), undos), (0, length as u64), "not one more");
    for _ in 0..length {
        window.key_with(Modifiers::COMMAND, Key::Y);
    }
    assert_eq!(window.game().status(), GameStatus::Stuck);
    window.key(Key::R);
    assert_eq!(window.length(), 0);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.length(), 0, "undo stays inside the game");
    window.click_at(Square::at(1));
    window.press("Earlier game: 3×4, 9 visited");
    assert_eq!(window.length(), length);
    window.press("Earlier game: 3×4, 1 visited");
    assert_eq!(window.game().path(), [Square::at(1)], "this one is not lost");
}

#[test]
fn an_earlier_game_can_be_won() {
    let mut window = Window::game_on("3x4");
    let [first, second] = [0, 1].map(|place| levels().nth(place).unwrap());
    let rest = |window: &Window, level: &Challenge| {
        let path = level.solution().unwrap().path().to_vec();
        path[window.length()..].to_vec()
    };
    window.send(PlayMessage::Challenge(first.name().to_owned()));
    let square = rest(&window, &first)[0];
    window.click_at(square);
    window.send(PlayMessage::Challenge(second.name().to_owned()));
    rest(&window, &second).into_iter().for_each(|square| window.click_at(square));
    window.press("Stay here");
    window.press_any("Earlier game: ");
    rest(&window, &first).into_iter().for_each(|square| window.click_at(square));
    assert_eq!(window.game().status(), GameStatus::Won);
    assert!(window.shows("You made a tour!"));
    window.press("Stay here");
    window.show_play(PlayTab::Challenges);
    assert_eq!(window.count("Won in "), 2);
}

/// From the knight over the squares of the path, everything behind is taken back, and one undo brings it
/// back.
#[test]
fn a_stroke_takes_squares_back() {
    let mut window = Window::game_on("5x5");
    let board: Board = "5x5".parse().unwrap();
    let path = ["a1", "b3", "c5", "e4", "d2"].map(|name| board.parse_square(name).unwrap());
    path.iter().for_each(|square| window.click_at(*square));
    window.drag(&[4, 3, 2, 1].map(|number: usize| window.place_of(path[number]).unwrap()));
    assert_eq!(window.game().path(), &path[..2]);
    window.send(Shortcut::Undo);
    assert_eq!(window.game().path(), path);
}

#[test]
fn hints_win_every_game_of_5x5() {
    let mut window = Window::game_on("5x5");
    window.send(PlayMessage::Hint(HintLevel::Best));
    let board: Board = "5x5".parse().unwrap();
    let mut all = StartMap::new(&board, Goal::Any);
    while !all.is_done() {
        all.decide();
    }
    let feasible =
        starts(&board, Goal::Any).filter(|start| all.at(*start) == Some(&Decided::Yes(())));
    let feasible: Vec<Square> = feasible.collect();
    assert_eq!(feasible.len(), 13);
    for start in feasible {
        window.send(Request::PlayBoard);
        window.click_at(start);
        while window.game().status() == GameStatus::Going {
            window.until_shown("the best move");
            window.press_any("the best move");
        }
        assert_eq!(window.game().status(), GameStatus::Won, "from {}", board.name(start));
        window.press("Stay here");
    }
}

#[test]
fn saved_loaded_and_undone_to_the_first_move() {
    let folder = Folder::new("undone");
    let file = folder.file("mine.tour");
    let mut window = Window::game_on("3x4");
    window.go(&TOUR[..5].join(" "));
    window.send(Shortcut::Undo);
    let game = window.game().clone();
    window.use_file(Purpose::Save(PageId::Play), file.clone());
    window.until(|_| file.exists());
    let mut window = Window::start(None, Some(file));
    window.until(|window| window.length() == 4);
    assert_eq!(window.game().record().changes, game.record().changes);
    window.send(Shortcut::Redo);
    assert_eq!(window.length(), 5);
    for left in (0..5).rev() {
        window.send(Shortcut::Undo);
        assert_eq!(window.length(), left);
    }
}

#[test]
fn a_game_is_kept_at_every_move() {
    let folder = Folder::new("every-move");
    for length in 1..4 {
        let mut window = Window::past_welcome(Some(&folder));
        window.send(ShellMessage::Enter(PageId::Play));
        assert_eq!(window.length(), length - 1, "what was placed last time");
        window.click_at(window.game().open().first().copied().unwrap_or(Square::at(0)));
        // It is stored without waiting for the end of the program.
        let moves = format!("\"done\":{length}");
        let stored = || fs::read_to_string(folder.file("session-1.game")).unwrap_or_default();
        window.until(|_| stored().contains(&moves));
        std::mem::forget(window);
        // The lock of a process that was killed is free; this one has only been forgotten.
        let _ = fs::remove_file(folder.file("session-1.lock"));
    }
}

#[test]
fn a_method_finishes_the_path() {
    let mut window = Window::game_on("6x6");
    window.go("a1 b3 c5");
    window.key(Key::F);
    window.until(|window| window.played().frame().is_some());
    assert!(window.shows("Back to my game"));
    window.send(Shortcut::ToEnd);
    window.until_shown("has finished your path");
    window.key(Key::Escape);
    assert_eq!(window.length(), 3);
    assert!(!window.shows("Back to my game"));
    window.key(Key::F);
    window.until_shown("Back to my game");
    window.send(Shortcut::Undo);
    assert!(!window.shows("Back to my game"), "undo ends what is shown");
    assert_eq!(window.length(), 3, "and leaves the game as it is");
}

#[test]
fn help_is_counted_once_at_each_position() {
    let mut window = Window::game_on("5x5");
    let hints = |window: &Window| window.game().record().hints;
    window.go("a1");
    assert_eq!(hints(&window), 0);
    toggle_hints(&mut window);
    window.key(Key::W);
    assert_eq!(hints(&window), 1);
    window.go("b3");
    assert_eq!(hints(&window), 2);
    toggle_hints(&mut window);
    window.go("c5");
    assert_eq!(hints(&window), 2, "without help there is none to count");
    window.key(Key::F);
    assert_eq!(hints(&window), 3, "a method that goes on is help");
}

/// A game by a clock that the test moves, in a folder.
fn timed(folder: &Path) -> (Window, Arc<Manual>) {
    let (mut window, clock) = Window::with_manual_clock(Some(folder));
    window.send(ShellMessage::Enter(PageId::Play));
    (window, clock)
}

/// While nothing moves, the window wakes up when the clock shows another second, and not before.
#[test]
fn a_game_that_waits_wakes_up_once_a_second() {
    let folder = Folder::new("timed");
    let (mut window, clock) = timed(&folder);
    window.click_at(Square::at(0));
    window.0.run_steps(120);
    assert!(window.repaint_seconds() > 0.9, "{:?}", window.repaint_seconds());
    clock.advance(0.75);
    window.0.run_steps(3);
    let left = window.repaint_seconds();
    assert!((0.2..0.3).contains(&left), "{left}");
    window.key(Key::W);
    window.until(|window| window.repaint_seconds() > 0.2);
    window.key(Key::Space);
    window.0.run_steps(120);
    assert!(window.repaint_seconds() > 10.0, "paused: {:?}", window.repaint_seconds());
}

#[test]
fn the_clock_stops_while_the_window_is_minimised() {
    let folder = Folder::new("timed");
    let (mut window, clock) = timed(&folder);
    window.click_at(Square::at(0));
    let wait = |window: &mut Window, minimised: bool| {
        let root = egui::ViewportId::ROOT;
        let viewports = &mut window.0.input_mut().viewports;
        viewports.entry(root).or_default().minimized = Some(minimised);
        window.0.run_steps(2);
        let before = window.game().record().milliseconds;
        clock.advance(3.0);
        window.0.run_steps(2);
        window.game().record().milliseconds - before
    };
    assert_eq!(wait(&mut window, false), 3_000);
    assert_eq!(wait(&mut window, true), 0);
    assert_eq!(wait(&mut window, false), 3_000);
}

#[test]
fn the_time_after_the_last_move_is_kept() {
    let folder = Folder::new("timed");
    let (mut window, clock) = timed(&folder);
    window.click_at(Square::at(0));
    clock.advance(4.0);
    window.end();
    let (window, _) = timed(&folder);
    assert_eq!(window.game().record().milliseconds, 4_000);
}

#[test]
fn a_picture_of_a_game_with_hints() {
    let mut window = Window::still_game("5x5", LARGE, Theme::Dark);
    window.go("a1 b3 c5 e4");
    toggle_hints(&mut window);
    window.until_shown("no tour can follow");
    window.until_shown("the best move");
    window.until(|window| window.advice().is_done);
    window.picture("play-dark-large");
}

#[test]
fn squares_have_the_same_names_on_all_pages() {
    let folder = Folder::new("naming");
    let mut window = Window::past_welcome(Some(&folder));
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
    window.find_tour("a1");
    assert!(window.session().with_base_tour().is_ok());
    window.send(ShellMessage::Enter(PageId::Play));
    let before = (window.state(), window.setup().clone());
    for key in [Key::U, Key::P, Key::C, Key::Space, Key::Home, Key::ArrowLeft] {
        window.key(key);
    }
    assert!(before == (window.state(), window.setup().clone()));
    assert_eq!(window.page(), PageId::Play);
    window.send(ShellMessage::Enter(PageId::Board));
    assert!(window.shows("Rows"), "the board is not presented");
}

#[test]
fn a_game_is_saved_again_without_a_question() {
    let folder = Folder::new("save-game");
    let file = folder.file("game.tour");
    let mut window = Window::game_on("5x5");
    window.click_at(Square::at(0));
    window.use_file(Purpose::Save(PageId::Play), file.clone());
    window.until(|_| file.is_file());
    let before = fs::read(&file).unwrap();
    window.click_at(Square::at(7));
    window.key_with(Modifiers::COMMAND, Key::S);
    window.until(|_| fs::read(&file).unwrap() != before);
    assert!(!window.shows("File name"));
    let mut other = Window::game_on("6x6");
    other.use_file(Purpose::Open, file.clone());
    other.until(|window| window.length() == 2);
    let before = fs::read(&file).unwrap();
    other.click_at(Square::at(14));
    other.key_with(Modifiers::COMMAND, Key::S);
    other.until(|_| fs::read(&file).unwrap() != before);
}

/// A file belongs to the game that was saved to it, even if another one has begun meanwhile.
#[test]
fn a_game_that_begins_during_a_save_has_no_file() {
    let folder = Folder::new("save-game-before");
    let file = folder.file("game.tour");
    let mut window = Window::game_on("5x5");
    window.click_at(Square::at(0));
    window.hold(true);
    window.use_file(Purpose::Save(PageId::Play), file.clone());
    window.key(Key::R);
    window.click_at(Square::at(2));
    window.hold(false);
    window.until_shown("Saved as game.tour");
    let before = fs::read(&file).unwrap();
    window.key_with(Modifiers::COMMAND, Key::S);
    assert!(window.shows("File name"), "the new game asks for a name");
    window.key(Key::Escape);
    window.press("Earlier game: 5×5, 1 visited");
    window.click_at(Square::at(7));
    window.key_with(Modifiers::COMMAND, Key::S);
    assert!(!window.shows("File name"), "the game that was saved has its file");
    window.until(|_| fs::read(&file).unwrap() != before);
}
