//! Opens a text as the program does: reads it and uses what it gives. Nothing of it can
//! crash the program or announce a tour that is not one.

use knights_tour::board::Naming;
use knights_tour::engine::{PlaybackCommand, PlaybackSettings, Recording, Speed, Worker, checked};
use knights_tour::format;
use knights_tour::format::tour::{Contents, write_search};
use knights_tour::puzzle::Puzzle;
use knights_tour::solver::{MethodConfig, Overlay, Solver, Status};
use knights_tour::tour::{Tour, check_path};
use knights_tour::words::{self, Names};

/// How far a search that came from a file is followed.
const MAX_STEPS: u64 = 10_000;
/// On boards with more squares a search is followed for a shorter time.
const SMALL_BOARD: usize = 10_000;

/// What a text turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// No reader took it.
    Refused,
    /// Paths to check.
    Paths,
    /// A path to finish, or a tour.
    Path,
    /// A search that is replayed.
    Replayed,
    /// A search that continues from its checkpoints.
    Resumed,
}

/// Reads a text in every way, and continues what it gives. Panics if anything is wrong with that.
pub(crate) fn open(text: &str) -> Kind {
    let mut kind = Kind::Refused;
    match format::read(text) {
        Err(error) => check_message(&error.to_string()),
        Ok(sheets) => {
            kind = Kind::Paths;
            for parsed in sheets {
                match parsed.path.map(|path| Tour::new(parsed.board.clone(), path)) {
                    Ok(Ok(tour)) => assert_eq!(tour.path().len(), tour.board().squares_to_visit()),
                    Ok(Err(error)) => check_message(&error.to_string()),
                    Err(error) => check_message(&error),
                }
            }
        }
    }
    match format::tour::read(text) {
        Err(error) => {
            check_message(&error.to_string());
            kind
        }
        Ok(Contents::Path { puzzle, config }) => {
            let config = config.unwrap_or_default();
            follow(&puzzle, &mut *config.build(&puzzle));
            Kind::Path
        }
        Ok(Contents::Search { puzzle, config, recording }) => resume(&puzzle, &config, recording),
        Ok(Contents::Game(mut game)) => {
            let before = game.clone();
            while game.can_undo() {
                game.undo();
                assert_eq!(check_path(game.board(), game.path()), Ok(()));
            }
            assert_eq!(game.path(), game.given());
            while game.can_redo() {
                game.redo();
            }
            assert_eq!(game.board(), before.board());
            Kind::Path
        }
    }
}

fn check_message(words: &str) {
    assert!(!words.is_empty());
    assert!(words.chars().count() < 1_000, "a message of {} characters", words.len());
}

/// Takes many steps. Every tour on the way must be one.
fn follow(puzzle: &Puzzle, solver: &mut dyn Solver) {
    let first = solver.state().steps();
    // On large boards, where a step may be slow, fewer of them are as much work.
    let most = match puzzle.board().size() {
        0..=100 => MAX_STEPS,
        _ => MAX_STEPS.min(solver.quick_steps().saturating_mul(50)),
    };
    let mut tours = 0;
    loop {
        let done = solver.state().steps() - first;
        if solver.run(most.saturating_sub(done)) != Status::Found || tours == 20 {
            break;
        }
        tours += 1;
        check_tour(puzzle, solver);
        assert!(!sentences(puzzle, solver).is_empty());
        solver.find_next();
    }
    assert!(!sentences(puzzle, solver).is_empty());
    assert!(solver.choices().len() <= 8);
    let (mut overlay, mut metrics) = (Overlay::default(), Vec::new());
    solver.overlay(&mut overlay);
    solver.metrics(&mut metrics);
    assert!(!metrics.is_empty() && overlay.links.len() <= puzzle.board().size());
    assert!(solver.candidates().list.len() <= puzzle.board().size().max(100));
    assert!(solver.state().deepest().len() >= solver.state().path.len());
}

/// What the window says of a step.
fn sentences(puzzle: &Puzzle, solver: &dyn Solver) -> String {
    let names = Names { board: puzzle.board(), naming: Naming::RowColumn };
    words::insight(&solver.insight(), names)
}

fn check_tour(puzzle: &Puzzle, solver: &dyn Solver) {
    let tour = Tour::new(puzzle.board().clone(), solver.state().path.clone());
    let tour = tour.unwrap_or_else(|error| panic!("a false tour of {puzzle}: {error}"));
    assert!(puzzle.is_reached_by(tour.path()), "a tour of {puzzle} misses its goal");
    assert!(tour.path().starts_with(puzzle.given()), "a tour of {puzzle} begins elsewhere");
}

/// Resumes a search as the window does: shows several of its steps, lets it run, saves it and reads
/// it again. What turns out to be wrong is replayed.
fn resume(puzzle: &Puzzle, config: &MethodConfig, recording: Recording) -> Kind {
    let kind = if recording.checkpoints.is_empty() { Kind::Replayed } else { Kind::Resumed };
    let pick = recording.pick.as_ref();
    let first = pick.map_or_else(|| config.build(puzzle), |pick| pick.build(puzzle));
    let length = recording.steps();
    let mut worker = Worker::resume(first, recording, &PlaybackSettings::at(Speed::UNLIMITED));
    let seeks = [3, 1, 4].map(|quarters| PlaybackCommand::Seek(length / 4 * quarters));
    let others = [PlaybackCommand::Step, PlaybackCommand::Play, PlaybackCommand::FindNext];
    let commands = seeks.into_iter().chain(others);
    let many = if puzzle.board().size() > SMALL_BOARD { 1 } else { 6 };
    for command in commands.take(many) {
        worker.playback(command);
        worker.advance(0.0);
        let Some(frame) = worker.frame() else { continue };
        assert!(frame.choices.len() <= 8 && frame.step <= frame.length);
        let found = frame.found.as_deref().into_iter();
        let is_found = frame.status == Status::Found;
        for path in found.chain(is_found.then_some(&frame.path[..])) {
            assert!(checked(puzzle, path.to_vec()).is_ok(), "a false tour of {puzzle}");
        }
    }
    let text = write_search(puzzle, config, &worker.recording());
    if let Err(error) = format::tour::read(&text) {
        panic!("a search of {puzzle} by {config} cannot be read again: {error}");
    }
    kind
}
