//! Random boards, paths and puzzles, the same every time, and the tours of puzzles.

use std::fs;
use std::path::Path;

use knights_tour::board::{Board, MoveOrder, Square};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{Generator, MethodConfig, Status};
use knights_tour::tour::Tour;

pub(crate) fn any_of(squares: &[Square], rng: &mut Generator) -> Square {
    squares[rng.below(squares.len() as u64) as usize]
}

/// The board with this many of its squares removed.
pub(crate) fn holed(board: &Board, holes: u64, rng: &mut Generator) -> Board {
    let mut squares: Vec<Square> = board.squares().collect();
    let take = |_| squares.swap_remove(rng.below(squares.len() as u64) as usize);
    let holes: Vec<Square> = (0..holes).map(take).collect();
    board.clone().with_holes(holes).unwrap()
}

/// Random moves from a random start until none is left. The knight stays away from an end.
pub(crate) fn walk(board: &Board, goal: Goal, rng: &mut Generator) -> Vec<Square> {
    let squares: Vec<Square> =
        board.squares().filter(|square| goal.end() != Some(*square)).collect();
    let mut path = vec![any_of(&squares, rng)];
    loop {
        let near = board.neighbours(path[path.len() - 1], &MoveOrder::CLOCKWISE);
        let free = near.filter(|square| squares.contains(square) && !path.contains(square));
        let free: Vec<Square> = free.collect();
        if free.is_empty() {
            return path;
        }
        path.push(any_of(&free, rng));
    }
}

/// The beginning of a random walk, of at least this many squares if it gets that far, with any goal.
pub(crate) fn position(board: &Board, least: usize, rng: &mut Generator) -> Puzzle {
    let squares: Vec<Square> = board.squares().collect();
    let goal = match rng.below(3) {
        0 if squares.len() > 1 => Goal::End(any_of(&squares, rng)),
        1 => Goal::Closed,
        _ => Goal::Any,
    };
    let mut path = walk(board, goal, rng);
    let least = least.clamp(1, path.len());
    path.truncate(least + rng.below((path.len() + 1 - least) as u64) as usize);
    Puzzle::new(board.clone(), path, goal, 0).unwrap()
}

/// The tour that a method finds.
pub(crate) fn solved(puzzle: &Puzzle, config: &MethodConfig) -> Tour {
    let mut solver = config.build(puzzle);
    assert_eq!(solver.run(u64::MAX), Status::Found, "{config} on {puzzle}");
    checked(puzzle, &solver.state().path)
}

/// The tour that a path is said to be.
pub(crate) fn checked(puzzle: &Puzzle, path: &[Square]) -> Tour {
    assert!(path.starts_with(puzzle.given()) && puzzle.is_reached_by(path), "{puzzle}");
    let tour = Tour::new(puzzle.board().clone(), path.to_vec());
    tour.unwrap_or_else(|error| panic!("{puzzle}: {error}"))
}

/// The text of a file of the tests; `UPDATE_SNAPSHOTS=1` writes it anew.
pub(crate) fn stored(file: &str, actual: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&file, actual).unwrap();
    }
    fs::read_to_string(file).unwrap().replace('\r', "")
}
