//! Methods made for the tests: one that claims a wrong tour, one that panics, one whose steps are
//! slow, and one that never ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use knights_tour::board::Square;
use knights_tour::engine::{
    Control, Limits, PlaybackCommand, PlaybackSettings, Recording, Replay, Speed, Stop, Stopwatch,
    Worker, count_tours, drive, refusal, run,
};
use knights_tour::puzzle::Puzzle;
use knights_tour::session::{Refusal, Session, Setup, State};
use knights_tour::solver::{
    Event, Insight, Method, MethodConfig, Options, SearchState, Solver, Status, StepKind,
};

use crate::watch::{begin, until, wait};

const fn method(name: &'static str, build: fn(SearchState, &Options) -> Box<dyn Solver>) -> Method {
    Method {
        name,
        title: "Made for a test",
        summary: "",
        about: "",
        credit: "",
        options: &[],
        counters: &[],
        steps: &[StepKind::Rewire],
        enumerates: false,
        looks_ahead: |_| false,
        is_random: |_| false,
        refuses: |puzzle, _| {
            (puzzle.given().len() > 1).then(|| "takes one given square, not more".to_owned())
        },
        build,
    }
}

/// It claims that the board in reading order is a tour.
static WRONG_TOUR: Method = method("wrong", |state, _| {
    Faulty::boxed(state, |state| {
        state.path = state.puzzle.board().squares().collect();
        state.status = Status::Found;
    })
});

static PANICS: Method = method("panics", |state, _| {
    Faulty::boxed(state, |state| assert!(state.steps() < 3, "the third step panics on purpose"))
});

#[expect(clippy::disallowed_methods, reason = "a slow step is what the test is about")]
static SLOW: Method = method("slow", |state, _| {
    Faulty::boxed(state, |_| {
        SLOW_STEPS.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(5));
    })
});

static NEVER_ENDS: Method = method("never-ends", |state, _| Faulty::boxed(state, |_| {}));

/// All slow steps that were taken, on any thread.
static SLOW_STEPS: AtomicU64 = AtomicU64::new(0);

#[derive(Clone)]
struct Faulty {
    state: SearchState,
    /// What goes wrong in a step.
    fault: fn(&mut SearchState),
}

impl Faulty {
    fn boxed(state: SearchState, fault: fn(&mut SearchState)) -> Box<dyn Solver> {
        Box::new(Faulty { state, fault })
    }
}

impl Solver for Faulty {
    fn step(&mut self) -> Option<Event> {
        if self.state.status != Status::Searching {
            return None;
        }
        self.state.tally.work.rewires += 1;
        (self.fault)(&mut self.state);
        self.state.last = Some(Event::Rewire);
        self.state.last
    }

    fn find_next(&mut self) {}

    fn state(&self) -> &SearchState {
        &self.state
    }

    fn insight(&self) -> Insight {
        Insight::NotBegun
    }

    fn bytes(&self) -> usize {
        size_of_val(self)
    }
}

fn puzzle() -> Puzzle {
    "8x8 given=7,0".parse().unwrap()
}

#[test]
fn a_wrong_tour_is_never_reported_as_one() {
    let (limits, control) = (Limits::default(), Control::default());
    let config = MethodConfig::new(&WRONG_TOUR);
    let wrong = run(&puzzle(), &config, limits, false, &control).unwrap_err().to_string();
    assert!(wrong.starts_with("internal error: the search found an invalid tour"), "{wrong}");
    assert!(count_tours(&puzzle(), &config, limits, &control).is_err());
}

#[test]
fn the_session_says_that_a_method_is_faulty() {
    for (method, words) in
        [(&WRONG_TOUR, "invalid tour"), (&PANICS, "the search stopped unexpectedly")]
    {
        let setup = Setup { config: MethodConfig::new(method), ..Setup::usual().unwrap() };
        let mut session = Session::new(setup, Arc::new(|| ()));
        session.start(Square::at(0)).unwrap();
        session.set_speed(Speed::UNLIMITED);
        wait(&mut session, |session| session.state() == State::Broken);
        assert!(session.broken().unwrap().contains(words), "{:?}", session.broken());
        assert!(session.active().unwrap().tour.is_none());
        // The next search is not touched by it.
        session.change(Setup { config: MethodConfig::default(), ..session.setup().clone() });
        session.start(Square::at(0)).unwrap();
        wait(&mut session, |session| matches!(session.state(), State::Found { .. }));
    }
}

/// A step that panics behind the checkpoints of a file is not the end of the search.
#[test]
fn checkpoints_that_panic_are_dropped() {
    let mut wrong = MethodConfig::new(&PANICS).build(&puzzle());
    wrong.run(2);
    let checkpoints: Vec<Arc<dyn Solver>> = vec![Arc::from(wrong)];
    let mut recording = Recording { checkpoints, playhead: 2, ..Recording::default() };
    recording.stated = recording.summary().map(Box::new);
    let sound = MethodConfig::new(&NEVER_ENDS).build(&puzzle());
    let mut worker = Worker::resume(sound, recording, &PlaybackSettings::at(Speed::at(10)));
    assert_eq!(worker.frame().unwrap().replay, None);
    worker.playback(PlaybackCommand::Step);
    assert_eq!(worker.frame().unwrap().replay, Some(Replay::Running(0)));
    while worker.idle_for(false) <= 0.0 {
        worker.advance(0.0);
    }
    let frame = worker.frame().unwrap();
    assert_eq!((frame.replay, frame.step), (None, 2));
    worker.playback(PlaybackCommand::Step);
    assert_eq!(worker.frame().unwrap().step, 3);
}

/// Commands and limits take effect after the step that is under way, however slow steps are.
#[test]
#[expect(clippy::disallowed_methods, reason = "another thread stops the search")]
fn slow_steps_are_taken_one_at_a_time() {
    let solver = MethodConfig::new(&SLOW).build(&puzzle());
    let slow = begin(solver, &PlaybackSettings::at(Speed::UNLIMITED));
    until(&slow, |frame| frame.progress.steps > 5);
    let before = SLOW_STEPS.load(Ordering::SeqCst);
    slow.send(PlaybackCommand::Pause);
    until(&slow, |frame| !frame.playing);
    let more = SLOW_STEPS.load(Ordering::SeqCst) - before;
    assert!(more <= 3, "{more} steps of 5 ms after the order to pause");
    drop(slow);

    let control = Arc::new(Control::default());
    let stopper = Arc::clone(&control);
    let stopped = std::thread::spawn(move || {
        while SLOW_STEPS.load(Ordering::SeqCst) < before + 12 {
            std::thread::yield_now();
        }
        stopper.stop();
        SLOW_STEPS.load(Ordering::SeqCst)
    });
    let mut solver = MethodConfig::new(&SLOW).build(&puzzle());
    let stop = drive(&mut *solver, Limits::default(), &mut Stopwatch::start(), &control);
    assert_eq!(stop, Stop::Interrupted);
    let more = SLOW_STEPS.load(Ordering::SeqCst) - stopped.join().unwrap();
    assert!(more <= 3, "{more} steps of 5 ms after the order to stop");

    let mut solver = MethodConfig::new(&SLOW).build(&puzzle());
    let limits = Limits { steps: None, seconds: Some(0.05) };
    drive(&mut *solver, limits, &mut Stopwatch::start(), &Control::default());
    let steps = solver.state().steps();
    assert!((1..=11).contains(&steps), "{steps} steps of 5 ms in 50 ms");
}

/// A puzzle without a tour is impossible whatever the method; only then the method is asked.
#[test]
fn a_method_says_which_puzzles_it_refuses() {
    let config = MethodConfig::new(&NEVER_ENDS);
    let refused = |text: &str| refusal(&text.parse().unwrap(), &config, false);
    let words = "never-ends takes one given square, not more";
    assert_eq!(refused("8x8 given=7,0"), None);
    assert_eq!(refused("8x8 given=7,0;5,1").as_deref(), Some(words));
    assert_eq!(refused("5x5 given=0,1;1,3"), None, "no tour exists from there at all");

    let given = ["7,0", "5,1"].map(|text| puzzle().board().parse_square(text).unwrap());
    let setup = Setup { config, given: given.into(), ..Setup::usual().unwrap() };
    let mut session = Session::new(setup, Arc::new(|| ()));
    let why = Refusal::Method(words.replace("never-ends", "this method"));
    assert_eq!(session.method_refusal(), Some(why.clone()));
    assert_eq!(session.start(given[0]), Err(why));
    assert_eq!(session.refusal(Square::at(0)), None);
}
