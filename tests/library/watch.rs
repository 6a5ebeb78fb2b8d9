//! Searches on their own threads, watched the way the window does, but without a window.

use std::sync::Arc;

use knights_tour::board::{Board, Square};
use knights_tour::engine::PlaybackCommand::{
    Pause, Play, Seek, SeekPath, ShowBacktracking, Step, StepBack,
};
use knights_tour::engine::{
    Clock, Frame, Manual, PlaybackCommand, PlaybackSettings, SearchHandle, Speed, Stopwatch, View,
    Worker,
};
use knights_tour::session::{Session, Setup, State};
use knights_tour::solver::{Event, METHODS, MethodConfig, Overlay, Solver, Status};

const MAX_WAIT_SECONDS: f64 = 300.0;

fn speed(steps: u32) -> Speed {
    Speed::all().find(|speed| speed.steps_per_second() == Some(steps)).unwrap()
}

fn build(puzzle: &str, config: &str) -> Box<dyn Solver> {
    config.parse::<MethodConfig>().unwrap().build(&puzzle.parse().unwrap())
}

fn start(puzzle: &str, config: &str, speed: Speed, show: bool) -> SearchHandle {
    let settings = PlaybackSettings { backtracking: show, ..PlaybackSettings::at(speed) };
    begin(build(puzzle, config), &settings)
}

pub(crate) fn begin(solver: Box<dyn Solver>, settings: &PlaybackSettings) -> SearchHandle {
    SearchHandle::start(settings, Arc::new(|| {}), |settings| Worker::new(solver, settings))
}

/// A search by a clock that a test moves.
fn start_by_hand(
    puzzle: &str,
    config: &str,
    speed: Speed,
    show: bool,
) -> (SearchHandle, Arc<Manual>) {
    let hands = Arc::new(Manual::default());
    let clock = Clock::manual(&hands);
    let settings = PlaybackSettings { backtracking: show, clock, ..PlaybackSettings::at(speed) };
    (begin(build(puzzle, config), &settings), hands)
}

/// Waits for the right frame; every frame until then is passed to `is_right`.
pub(crate) fn until(search: &SearchHandle, mut is_right: impl FnMut(&Frame) -> bool) -> Frame {
    let watch = Stopwatch::start();
    while watch.seconds() < MAX_WAIT_SECONDS {
        if let Some(frame) = search.frame().unwrap()
            && is_right(&frame)
        {
            return frame;
        }
        std::thread::yield_now();
    }
    panic!("the expected frame never came");
}

/// Waits for the right frame after a command.
fn after(
    search: &SearchHandle,
    command: PlaybackCommand,
    is_right: impl FnMut(&Frame) -> bool,
) -> Frame {
    search.send(command);
    until(search, is_right)
}

fn settled(search: &SearchHandle) -> Frame {
    until(search, |frame| !frame.playing)
}

#[test]
fn every_step_and_retreat_is_streamed() {
    let (search, hands) = start_by_hand("5x5 given=0,0", "backtracking", speed(1_000), true);
    let mut events: Vec<Event> = Vec::new();
    let mut last = None;
    while events.len() < 300 {
        hands.advance(0.05);
        while let Some(frame) = search.frame().unwrap() {
            events.extend(&frame.events);
            last = Some(frame);
        }
    }
    let last = last.unwrap();
    let mut solver = build("5x5 given=0,0", "backtracking");
    let expected: Vec<Event> = (0..events.len()).map_while(|_| solver.step()).collect();
    assert_eq!(events, expected);
    assert_eq!(last.path, solver.state().path);
    assert_eq!(last.counts.visits, solver.state().tally.visits);
    assert_eq!(last.insight, Some(solver.insight()));
}

/// Every method gives the same result on a thread as without one.
#[test]
fn the_thread_changes_nothing() {
    for method in METHODS {
        for puzzle in ["5x5 given=0,0", "6x6 given=2,3 seed=4", "4x4 given=0,0"] {
            let mut alone = build(puzzle, method.name);
            alone.run(50_000_000);
            for show in [true, false] {
                let end = settled(&start(puzzle, method.name, Speed::UNLIMITED, show));
                assert_eq!(end.progress.status, alone.state().status, "{} {puzzle}", method.name);
                assert_eq!(end.progress.steps, alone.state().steps());
                assert_eq!(end.counts.visits, alone.state().tally.visits);
                assert_eq!(end.counts.work, alone.state().tally.work);
                if alone.state().status == Status::Found {
                    assert_eq!(end.path, alone.state().path);
                    assert_eq!(end.view, if show { View::Search } else { View::Tour });
                }
                if show {
                    let (mut overlay, mut metrics) = (Overlay::default(), Vec::new());
                    alone.overlay(&mut overlay);
                    alone.metrics(&mut metrics);
                    assert_eq!((end.overlay, end.metrics), (overlay, metrics), "{}", method.name);
                    assert_eq!(end.candidates, alone.candidates(), "{}", method.name);
                    assert_eq!(end.insight, Some(alone.insight()), "{}", method.name);
                }
            }
        }
    }
}

#[test]
fn at_unlimited_speed_seeking_back_pauses_and_seeking_the_end_does_not() {
    let search = start("8x8 given=0,1", "backtracking", Speed::UNLIMITED, true);
    let newest = until(&search, |frame| frame.step > 1_000_000).step;
    after(&search, Seek(u64::MAX), |frame| frame.playing && frame.step > newest + 1_000_000);
    let past = after(&search, Seek(newest), |frame| frame.step == newest);
    assert!(!past.playing);
}

#[test]
fn pause_stops_the_search_and_the_playhead() {
    let search = start("8x8 given=0,1", "backtracking", speed(60), true);
    until(&search, |frame| frame.progress.steps > 1_000_000 && frame.step > 3);
    let paused = after(&search, Pause, |frame| !frame.playing);
    let later = after(&search, PlaybackCommand::Speed(speed(50)), |frame| !frame.playing);
    assert_eq!(later.progress.steps, paused.progress.steps, "the search is paused too");
    assert_eq!(later.step, paused.step);
    after(&search, Play, |frame| frame.progress.steps > paused.progress.steps);
}

#[test]
fn after_a_hidden_search_the_tour_is_played() {
    let (search, hands) = start_by_hand("8x8 given=7,0", "backtracking", speed(50), false);
    let mut hidden = 0;
    let mut squares = Vec::new();
    let end = until(&search, |frame| {
        match frame.view {
            View::Hidden => {
                hidden += 1;
                assert_eq!(frame.path.len(), frame.counts.depth, "the deepest path");
            }
            View::Tour => squares.push(frame.step),
            View::Search => panic!("the search itself is not shown"),
        }
        // Longer than the time between two frames.
        hands.turn(0.1);
        !frame.playing
    });
    assert!(hidden > 0, "the counters were shown meanwhile");
    assert!(squares.is_sorted() && squares.len() > 3, "the tour is played: {squares:?}");
    assert_eq!((end.step, end.length), (64, 64));
    assert_eq!(end.counts.work.steps(), 6_484_066, "the counters are the search's");
    let ten = after(&search, Seek(10), |frame| frame.step == 10);
    assert_eq!(ten.visible().len(), 10);
    search.send(ShowBacktracking(true));
    let shown = after(&search, Play, |frame| frame.view == View::Search);
    assert_eq!(shown.length, 6_484_066);
}

/// A search by a clock that stands still, which has found its tour.
fn found(puzzle: &str, config: &str, show: bool) -> (SearchHandle, Arc<Manual>) {
    let (search, hands) = start_by_hand(puzzle, config, speed(10), show);
    until(&search, |frame| frame.progress.status == Status::Found);
    search.send(Pause);
    (search, hands)
}

/// The step, and the path on the board, after all orders so far.
fn now(search: &SearchHandle) -> (u64, Vec<Square>) {
    let pending = search.recorder().record();
    let recording = std::iter::repeat_with(|| pending.poll().unwrap()).flatten().next().unwrap();
    (recording.playhead, recording.path().to_vec())
}

/// What is on the board stays there until the next step, whichever way the search is to be shown.
#[test]
fn switching_backtracking_in_a_pause_moves_nothing() {
    let (search, hands) = found("5x5 given=0,0", "backtracking", true);
    let mut solver = build("5x5 given=0,0", "backtracking");
    solver.run(300);
    after(&search, Seek(300), |frame| frame.step == 300);
    let at_step = (300, solver.state().path.clone());
    for show in [false, true, false] {
        search.send(ShowBacktracking(show));
        assert_eq!(now(&search), at_step, "{show}");
    }
    search.send(StepBack);
    assert_eq!(after(&search, Step, |frame| frame.step == 300).view, View::Search);
    let tour = after(&search, Play, |frame| frame.view == View::Tour);
    assert_eq!((tour.step, tour.length), (0, 25), "the tour from its first square");
    hands.advance(0.75);
    let some = after(&search, Pause, |frame| !frame.playing);
    assert_eq!((some.view, some.step), (View::Tour, 7));

    let seven = some.path[..7].to_vec();
    search.send(ShowBacktracking(true));
    assert_eq!(now(&search).1, seven);
    let again = after(&search, Play, |frame| frame.view == View::Search);
    assert_eq!((&again.path, again.last), (&seven, Some(Event::Advance(seven[6]))));
    assert!(again.playing && again.step < again.length, "the search from there");
    hands.advance(0.15);
    until(&search, |frame| frame.step == again.step + 1);

    search.send(Pause);
    let end =
        after(&search, Seek(u64::MAX), |frame| frame.status == Status::Found && !frame.playing);
    let tour = after(&search, ShowBacktracking(false), |frame| frame.view == View::Tour);
    assert_eq!((tour.step, &tour.path), (25, &end.path), "a whole tour is the same either way");
    assert_eq!(
        after(&search, ShowBacktracking(true), |frame| frame.view == View::Search).step,
        17_655
    );
}

/// A method that rearranges its path never had a part of its tour on the board: its search is played
/// from the beginning.
#[test]
fn a_search_without_the_path_on_the_board_is_played_from_its_beginning() {
    let (search, hands) = found("6x6 given=3,3 goal=closed", "euler", false);
    let mut solver = build("6x6 given=3,3 goal=closed", "euler");
    let mut paths = Vec::new();
    while solver.step().is_some() {
        paths.push(solver.state().path.clone());
    }
    let tour = paths.last().unwrap();
    let new = (1..36).find(|length| !paths.contains(&tour[..*length].to_vec())).unwrap();
    after(&search, Seek(new as u64), |frame| frame.view == View::Tour && frame.step == new as u64);
    search.send(ShowBacktracking(true));
    assert_eq!(now(&search).1, tour[..new]);
    after(&search, Play, |frame| frame.view == View::Search && frame.step == 0 && frame.playing);
    hands.advance(0.35);
    until(&search, |frame| frame.step == 3);
}

/// Commands that make no sense while a search is hidden change nothing. When it is paused, it keeps its longest path
/// on the board, and is shown with the next step.
#[test]
fn a_hidden_search_ignores_the_player_until_it_is_paused() {
    let search = start("8x8 given=0,1", "backtracking", speed(1_000), false);
    until(&search, |frame| frame.progress.steps > 1_000);
    [Step, StepBack, Seek(u64::MAX)].into_iter().for_each(|command| search.send(command));
    let later = after(&search, SeekPath(7), |frame| frame.progress.steps > 5_000_000);
    assert!(later.playing);
    let hidden = after(&search, Pause, |frame| !frame.playing);
    assert_eq!(hidden.view, View::Hidden);
    search.send(ShowBacktracking(true));
    assert_eq!(now(&search), (hidden.progress.steps, hidden.path));
    let step = after(&search, Step, |frame| frame.view == View::Search);
    assert_eq!((step.step, step.playing), (hidden.progress.steps + 1, false));
}

#[test]
fn the_speed_is_limited() {
    let (search, hands) = start_by_hand("5x5 given=0,0", "backtracking", speed(50), true);
    let mut before = 0;
    for (seconds, steps) in [(1.0, 50), (0.5, 25), (10.0, 500)] {
        hands.advance(seconds);
        let step = after(&search, Pause, |frame| !frame.playing).step;
        assert!((step - before).abs_diff(steps) <= 1, "{before} to {step} in {seconds} s");
        before = step;
        after(&search, Play, |frame| frame.playing);
    }
}

fn session(board: &str) -> Session {
    let config = "backtracking".parse().unwrap();
    let usual = Setup { config, ..Setup::usual().unwrap() };
    let setup = usual.with_board(board.parse::<Board>().unwrap());
    let mut session = Session::new(setup, Arc::new(|| {}));
    session.set_speed(Speed::UNLIMITED);
    session
}

pub(crate) fn wait(session: &mut Session, is_right: impl Fn(&Session) -> bool) {
    let watch = Stopwatch::start();
    while !is_right(session) {
        session.update();
        std::thread::yield_now();
        assert!(watch.seconds() < MAX_WAIT_SECONDS, "{:?}", session.state());
    }
}

#[test]
fn a_new_start_shows_nothing_of_the_old_search() {
    let mut session = session("8x8");
    for start in 0..40 {
        session.start(Square::at(start)).unwrap();
        assert!(session.frame().is_none(), "the board is empty at once");
        wait(&mut session, |session| session.frame().is_some());
        assert_eq!(session.active().unwrap().puzzle.start(), Square::at(start));
        let frame = session.frame().unwrap();
        assert!(frame.path.is_empty() || frame.path[0] == Square::at(start));
    }
}

#[test]
fn undo_restores_a_board_with_its_search() {
    let mut session = session("8x8");
    session.start(Square::at(56)).unwrap();
    let found = State::Found { closed: false };
    wait(&mut session, |session| session.state() == found);
    for side in [9, 10, 11, 12] {
        session.change(session.setup().resized(side, side).unwrap());
    }
    assert_eq!(session.state(), State::Ready);
    session.undo();
    assert_eq!((session.setup().board.rows(), session.state()), (8, found));
    assert_eq!(session.frame().unwrap().step, 6_484_066);
    session.redo();
    assert_eq!(session.setup().board.rows(), 12, "one drag over many sizes is one change");
    session.undo();
    session.playback(Seek(5));
    wait(&mut session, |session| session.frame().unwrap().step == 5);
    session.start(Square::at(0)).unwrap();
    session.undo();
    assert_eq!(session.active().unwrap().puzzle.start(), Square::at(56));
    session.replace_setup(session.setup().clone());
    assert_eq!(session.state(), State::Ready);
    session.undo();
    assert_eq!(session.frame().unwrap().step, 5);
    for hole in 0..6 {
        session.change(session.setup().with_hole_toggled(Square::at(hole)).unwrap());
    }
    for _ in 0..6 {
        session.undo();
    }
    assert_eq!(session.frame().unwrap().step, 5, "no matter how many boards came after it");
}

#[test]
fn holes_keep_their_names_on_another_board() {
    let setup = Setup::usual().unwrap();
    let names = ["a1", "a8", "h1"];
    let holes = names.map(|name| setup.board.parse_square(name).unwrap());
    let setup = setup.with_board(setup.board.clone().with_holes(holes).unwrap());
    for (rows, cols, holes) in [(7, 7, 1), (9, 9, 3), (8, 5, 2), (3, 26, 2)] {
        let board = setup.resized(rows, cols).unwrap().board;
        let kept: Vec<_> = board.holes().iter().map(|hole| board.name(*hole)).collect();
        assert_eq!(kept.len(), holes, "{rows}x{cols}: {kept:?}");
        assert!(kept.iter().all(|name| names.contains(&name.as_str())), "{kept:?}");
    }
    let one = setup.resized(1, 1).unwrap();
    assert!(one.board.holes().is_empty(), "a board needs a square");
    assert!(one.with_hole_toggled(Square::at(0)).is_err());
}
