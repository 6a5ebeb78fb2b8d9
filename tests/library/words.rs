//! The words about a step are true: each claim in them is read and checked against the board, by rules
//! written down here once more.

use std::collections::BTreeMap;

use knights_tour::board::{Board, MoveOrder, Naming, Square};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{Event, Recipe, Solver, Status};

use crate::brute;
use crate::recipes::recipes;

/// Beyond this many free squares, whether a tour is still possible is not tried out.
const FEW: usize = 12;

/// A search as seen from outside, step by step.
struct Witness<'a> {
    puzzle: &'a Puzzle,
    recipe: &'a Recipe,
    /// The path before the last step.
    before: Vec<Square>,
    path: Vec<Square>,
    /// For each square of the path, the squares that were tried from it since it was placed.
    tried: Vec<Vec<Square>>,
    /// What was tried from the square that the last step took back.
    tried_there: Vec<Square>,
    restarts: u64,
    /// Restarts that count for nothing, since they look for another tour.
    free_restarts: u64,
    /// Placements since the last restart, and the number that ended the attempt before.
    placed: u64,
    placed_before: u64,
}

impl Witness<'_> {
    /// Takes note of a step, after which this is the path.
    fn see(&mut self, event: Event, path: &[Square]) {
        self.before.clone_from(&self.path);
        match event {
            Event::Advance(square) => {
                self.tried.last_mut().into_iter().for_each(|tried| tried.push(square));
                self.tried.push(Vec::new());
                self.path.push(square);
                self.placed += 1;
            }
            Event::Retreat(_) => {
                self.path.pop();
                self.tried_there = self.tried.pop().unwrap();
            }
            Event::Restart => {
                let given = self.puzzle.given().len();
                self.path.truncate(given);
                self.tried.truncate(given);
                self.tried[given - 1].clear();
                self.restarts += 1;
                (self.placed_before, self.placed) = (self.placed, 0);
            }
            Event::Rewire => {
                self.path = path.to_vec();
                self.tried.resize(path.len(), Vec::new());
            }
        }
    }

    fn board(&self) -> &Board {
        self.puzzle.board()
    }

    fn option(&self, key: &str) -> String {
        let mut options = self.recipe.options.iter();
        options.find(|(name, _)| *name == key).map_or(String::new(), |(_, value)| value.to_string())
    }

    fn order(&self) -> MoveOrder {
        let order = self.option("order");
        if order.is_empty() { MoveOrder::CLOCKWISE } else { order.parse().unwrap() }
    }

    /// The free squares one move from the last square of a path, in move order.
    fn free(&self, path: &[Square]) -> Vec<Square> {
        let head = path[path.len() - 1];
        let mut near: Vec<Square> = self.board().neighbours(head, &self.order()).to_vec();
        near.retain(|square| !path.contains(square));
        near
    }

    /// Whether the end is free, a move away, and not yet to be entered.
    fn end_is_early(&self, path: &[Square]) -> bool {
        let Goal::End(end) = self.puzzle.goal() else { return false };
        path.len() + 1 < self.board().squares_to_visit() && self.free(path).contains(&end)
    }

    /// The free squares that may come next.
    fn open(&self, path: &[Square]) -> Vec<Square> {
        let mut free = self.free(path);
        if self.end_is_early(path) {
            free.retain(|square| self.puzzle.goal() != Goal::End(*square));
        }
        free
    }

    /// Whether some tour begins with a path; `None` if that takes too long to find out.
    fn can_finish(&self, path: &[Square]) -> Option<bool> {
        if self.board().squares_to_visit() - path.len() > FEW {
            return None;
        }
        let puzzle = Puzzle::new(self.board().clone(), path.to_vec(), self.puzzle.goal(), 0);
        // A path that visits the end too early is no puzzle, and begins no tour.
        Some(puzzle.is_ok_and(|puzzle| brute::tour_exists(&puzzle)))
    }

    /// The number of moves that a method compares, by its name in the words.
    fn moves(&self, path: &[Square], square: Square, measure: &str) -> usize {
        let near = self.board().neighbours(square, &self.order());
        match measure {
            "onward moves" => near.iter().filter(|near| !path.contains(near)).count(),
            "moves on the empty board" => near.len(),
            other => panic!("unknown measure {other}"),
        }
    }

    /// All onward moves of a square's free neighbours together: what Pohl compares.
    fn second_moves(&self, path: &[Square], square: Square) -> usize {
        let near = self.board().neighbours(square, &self.order());
        let free = near.iter().filter(|near| !path.contains(near));
        free.map(|near| self.moves(path, *near, "onward moves")).sum()
    }

    /// The square of twice the distance from the centre of the board.
    fn distance(&self, square: Square) -> i64 {
        let board = self.board();
        let down = 2 * i64::from(board.row(square)) - i64::from(board.rows()) + 1;
        let right = 2 * i64::from(board.col(square)) - i64::from(board.cols()) + 1;
        down * down + right * right
    }

    /// Checks every claim in the words about the last step. Returns the kind of each claim.
    fn check(&self, event: Option<Event>, status: Status, words: &str) -> Vec<&'static str> {
        let (first, rest) = words.split_once("; ").unwrap_or((words, ""));
        let mut rest: Vec<&str> = rest.split("; ").filter(|part| !part.is_empty()).collect();
        let mut kinds = match event {
            None => {
                assert_eq!(first, "nothing has been tried yet");
                vec!["nothing"]
            }
            Some(Event::Restart) => vec![self.check_restart(first, &mut rest)],
            Some(Event::Rewire) => panic!("nobody checks these words: {words}"),
            Some(Event::Retreat(square)) => vec![self.check_retreat(square, first, &mut rest)],
            Some(Event::Advance(square)) if self.path.len() <= self.puzzle.given().len() => {
                let word = if self.path.len() == 1 { "the start" } else { "given" };
                assert_eq!(first, format!("{} is {word}", self.board().name(square)));
                vec!["given"]
            }
            Some(Event::Advance(square)) => self.check_chosen(square, first, &mut rest),
        };
        kinds.extend(rest.into_iter().map(|part| self.check_end(status, part)));
        kinds
    }

    fn check_restart(&self, first: &str, rest: &mut Vec<&str>) -> &'static str {
        if first == "starting again from the given squares" {
            let left = rest.remove(0);
            let most: u64 = self.option("restarts").parse().unwrap();
            let number: u64 = left.split(' ').next().unwrap().parse().unwrap();
            assert_eq!(number, most + self.free_restarts - self.restarts, "{left}");
            return "restart";
        }
        assert_eq!(first, format!("attempt {} took too long", self.restarts));
        let squares = self.board().squares_to_visit() as u64;
        let mut budget = squares * 5 / 4 + 50;
        for _ in 4..self.restarts {
            budget = (budget + budget / 8).min(250_000 + 100 * squares);
        }
        assert_eq!(self.placed_before, budget, "placements of attempt {}", self.restarts);
        let ties = if self.restarts.is_multiple_of(2) { "towards the border" } else { "at random" };
        assert_eq!(rest.remove(0), format!("attempt {} breaks ties {ties}", self.restarts + 1));
        "attempt"
    }

    fn check_retreat(&self, square: Square, first: &str, rest: &mut Vec<&str>) -> &'static str {
        let name = self.board().name(square);
        let (free, open) = (self.free(&self.before), self.open(&self.before));
        let whole = self.before.len() == self.board().squares_to_visit();
        let left: Vec<&Square> =
            open.iter().filter(|square| !self.tried_there.contains(square)).collect();
        let ruled_out = |left: &[&Square]| {
            assert_eq!(self.option_prune(), "on", "only looking ahead rules anything out");
            left.iter().for_each(|square| self.check_skipped(&self.before, **square));
        };
        if let Some(why) = first.strip_prefix(&format!("{name} leads nowhere: ")) {
            assert!(!whole && self.tried_there.is_empty());
            return match why {
                "no free square can be reached from it" => {
                    assert!(free.is_empty());
                    "stuck"
                }
                "only the end can be reached from it, and it is too early" => {
                    assert!(self.end_is_early(&self.before) && open.is_empty());
                    "only the end"
                }
                "every move from it would make a tour impossible" => {
                    assert!(!open.is_empty());
                    ruled_out(&left);
                    "all ruled out"
                }
                other => panic!("unknown reason {other}"),
            };
        }
        match first {
            _ if first == format!("everything that follows from {name} was tried") => {
                let given = self.puzzle.given();
                let is_given = self.before.len() < given.len();
                assert!(!whole || self.before.len() == given.len());
                assert!(is_given || left.is_empty() && !self.tried_there.is_empty());
                "all tried"
            }
            _ if first == format!("everything worth trying from {name} was tried") => {
                assert!(!whole && !left.is_empty() && !self.tried_there.is_empty());
                ruled_out(&left);
                "all tried or ruled out"
            }
            _ if first == format!("from {name} the tour cannot be closed") => {
                assert!(whole && self.puzzle.goal() == Goal::Closed);
                assert!(!self.puzzle.is_reached_by(&self.before));
                "not closed"
            }
            _ if first == format!("the tour ended at {name}") => {
                assert!(whole && self.puzzle.is_reached_by(&self.before));
                assert_eq!(rest.remove(0), "looking for the next one");
                "tour"
            }
            other => panic!("unknown words {other}"),
        }
    }

    fn option_prune(&self) -> String {
        let prune = self.option("prune");
        if prune.is_empty() && self.recipe.method.name == "restarting" {
            "on".into()
        } else {
            prune
        }
    }

    /// Checks that no tour begins with a path and this square.
    fn check_skipped(&self, path: &[Square], square: Square) {
        let mut path = path.to_vec();
        path.push(square);
        assert_ne!(self.can_finish(&path), Some(true), "{square:?} leads to a tour");
    }

    fn check_chosen(&self, square: Square, first: &str, rest: &mut Vec<&str>) -> Vec<&'static str> {
        let path = &self.before;
        let (head, name) = (self.board().name(path[path.len() - 1]), self.board().name(square));
        let tried = &self.tried[path.len() - 1];
        let tried = &tried[..tried.len() - 1];
        let mut open = self.open(path);
        open.retain(|square| !tried.contains(square));
        // Squares that were skipped are told at the end.
        let skipped = rest.iter().position(|part| part.contains("skipped: ")).map(|place| {
            let part = rest.remove(place);
            let number = part.strip_suffix(" skipped: moving there would make a tour impossible");
            let number = number.unwrap_or_else(|| panic!("unknown words {part}"));
            let number =
                number.strip_suffix(" square was").or(number.strip_suffix(" squares were"));
            number.unwrap_or_else(|| panic!("unknown words {part}")).parse::<usize>().unwrap()
        });
        let mut kinds = Vec::new();
        let mut number = open.len();
        if let Some(skipped) = skipped {
            assert!(skipped > 0 && skipped < open.len());
            assert_eq!(self.option_prune(), "on");
            number -= skipped;
            kinds.push("skipped");
            if number == 1 {
                let others = open.iter().filter(|other| **other != square);
                others.for_each(|other| self.check_skipped(path, *other));
            }
        }
        assert!(open.contains(&square));
        let besides = if self.end_is_early(path) { " besides the end" } else { "" };
        if first == format!("{name} was the only free square within reach of {head}{besides}") {
            assert!(number == 1 && tried.is_empty() && skipped.is_none());
            kinds.push("only one");
        } else if first == format!("{name} had to come now") {
            assert!(number == 1 && tried.is_empty() && skipped.is_some());
            kinds.push("forced");
        } else if first == format!("{name} was the last square left to try from {head}") {
            assert!(number == 1 && !tried.is_empty());
            kinds.push("last one");
        } else if first == format!("{name} came next in move order") {
            let left = rest.remove(0);
            let plural = if number == 2 { "" } else { "s" };
            assert_eq!(left, format!("{} square{plural} left to try from {head}", number - 1));
            assert!(self.option("by") == "fixed" && number > 1);
            if skipped.is_none() {
                assert_eq!(open[0], square, "the first in move order");
            }
            kinds.push("next in order");
        } else {
            let start = match (tried.is_empty(), skipped) {
                (true, None) => {
                    format!("of the {number} squares within reach{besides}, {name} had the fewest ")
                }
                (true, Some(_)) => {
                    format!("of the {number} squares worth trying, {name} had the fewest ")
                }
                _ => format!("of the {number} squares left to try, {name} had the fewest "),
            };
            let said = first.strip_prefix(&start).unwrap_or_else(|| panic!("expected {start}"));
            let (measure, said) = said.split_once(" (").unwrap();
            let (own, tie) = said.split_once(')').unwrap();
            let own: usize = own.parse().unwrap();
            assert!(number > 1);
            assert_eq!(self.moves(path, square, measure), own);
            let by = if measure == "onward moves" { "warnsdorff" } else { "static-degree" };
            assert!([by, ""].contains(&self.option("by").as_str()));
            let value = |square: &Square| self.moves(path, *square, measure);
            let mut tied: Vec<Square> =
                open.iter().copied().filter(|other| value(other) == own).collect();
            if skipped.is_none() {
                assert!(open.iter().all(|other| value(other) >= own), "the fewest");
            }
            tied.retain(|other| *other != square);
            match tie.strip_prefix(", tied with ") {
                None => {
                    assert_eq!(tie, "");
                    assert!(tied.is_empty() || skipped.is_some(), "a tie is not told");
                    kinds.push("fewest");
                }
                Some(others) => {
                    let others: usize = others.split(' ').next().unwrap().parse().unwrap();
                    assert!(if skipped.is_none() {
                        others == tied.len()
                    } else {
                        others <= tied.len()
                    });
                    kinds.push(self.check_tie(square, &tied, skipped.is_none(), rest.remove(0)));
                }
            }
        }
        kinds
    }

    /// Checks what is said to have decided between tied squares. If not all of them were candidates,
    /// comparisons with the others prove nothing.
    fn check_tie(&self, square: Square, tied: &[Square], all: bool, why: &str) -> &'static str {
        let path = &self.before;
        let ties = self.option("ties");
        let ties = match ties.as_str() {
            "" if self.restarts.is_multiple_of(2) => "roth",
            "" => "uniform",
            ties => ties,
        };
        let random_last = self.recipe.method.name == "restarting" && self.restarts > 0;
        let near = self.free(path);
        let place = |square: Square| near.iter().position(|other| *other == square);
        let is_first = |others: &[Square]| others.iter().all(|other| place(*other) > place(square));
        let second = |square: Square| self.second_moves(path, square);
        let distance = |square: Square| self.distance(square);
        match why {
            "the tie is broken by move order" => {
                assert_eq!(ties, "order");
                assert!(!all || is_first(tied));
                "by order"
            }
            "the tie is broken by move order, from a random starting point" => {
                assert_eq!(ties, "rotate");
                "by order from a random point"
            }
            "the tie is broken at random" => {
                assert_eq!(ties, "uniform");
                "at random"
            }
            "the tie goes to the square whose neighbours have the fewest moves" => {
                assert_eq!(ties, "pohl");
                assert!(!all || tied.iter().all(|other| second(*other) > second(square)));
                "by neighbours"
            }
            "none has neighbours with fewer moves, so the tie is broken at random" => {
                assert_eq!(ties, "pohl");
                assert!(!all || tied.iter().all(|other| second(*other) >= second(square)));
                assert!(tied.iter().any(|other| second(*other) == second(square)));
                "neighbours alike"
            }
            "the tie goes to the square farthest from the centre" => {
                assert_eq!(ties, "roth");
                assert!(!all || tied.iter().all(|other| distance(*other) < distance(square)));
                "by distance"
            }
            _ => {
                let last = if random_last { "at random" } else { "by move order" };
                assert_eq!(
                    why,
                    format!("none is farther from the centre, so the tie is broken {last}")
                );
                assert_eq!(ties, "roth");
                assert!(!all || tied.iter().all(|other| distance(*other) <= distance(square)));
                let mut alike = tied.to_vec();
                alike.retain(|other| distance(*other) == distance(square));
                assert!(!alike.is_empty() && (!all || random_last || is_first(&alike)));
                "distances alike"
            }
        }
    }

    /// Checks what is said at the end: that a walk or an attempt is over, and why.
    fn check_end(&self, status: Status, part: &str) -> &'static str {
        if part == "this attempt has taken too long" {
            assert_eq!(status, Status::Searching);
            return "attempt over";
        }
        let why = match part.strip_suffix(", and the search gives up") {
            Some(why) => {
                assert_eq!(status, Status::GaveUp);
                why
            }
            None => {
                assert_eq!(status, Status::Searching);
                part.strip_suffix(", so it starts again").unwrap_or_else(|| panic!("{part}"))
            }
        };
        let whole = self.path.len() == self.board().squares_to_visit();
        match why {
            "the knight is stuck" => {
                assert!(!whole && self.free(&self.path).is_empty());
                "walk stuck"
            }
            "only the end is within reach, and it is too early" => {
                assert!(self.end_is_early(&self.path) && self.open(&self.path).is_empty());
                "walk has only the end"
            }
            "the tour cannot be closed from here" => {
                assert!(whole && !self.puzzle.is_reached_by(&self.path));
                "walk not closed"
            }
            "this tour is complete" => {
                assert!(whole && self.puzzle.is_reached_by(&self.path));
                "walk complete"
            }
            other => panic!("unknown words {other}"),
        }
    }
}

/// Checks the words about the last step of a search.
fn hear(solver: &dyn Solver, witness: &Witness<'_>, kinds: &mut BTreeMap<&'static str, u64>) {
    let words = solver.explain(Naming::Chess);
    let check = || witness.check(solver.last(), solver.status(), &words);
    let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check));
    let checked = checked.unwrap_or_else(|_| {
        let step = solver.tally().steps();
        panic!("{} on {} at step {step}: {words}", witness.recipe, witness.puzzle)
    });
    for kind in checked {
        *kinds.entry(kind).or_default() += 1;
    }
}

/// Steps through a search and reads the words about many of its steps.
fn listen(puzzle: &Puzzle, recipe: &Recipe, steps: u64, kinds: &mut BTreeMap<&'static str, u64>) {
    let mut witness = Witness {
        puzzle,
        recipe,
        before: Vec::new(),
        path: Vec::new(),
        tried: Vec::new(),
        tried_there: Vec::new(),
        restarts: 0,
        free_restarts: 0,
        placed: 0,
        placed_before: 0,
    };
    let mut solver = recipe.build(puzzle);
    let mut tours = 0;
    for step in 0..steps {
        let is_near_the_end = puzzle.board().squares_to_visit() - witness.path.len() < 3;
        let listens =
            step < 40 || step % 7 == 0 || is_near_the_end || solver.last() == Some(Event::Restart);
        if listens {
            hear(&*solver, &witness, kinds);
        }
        if solver.status() == Status::Found {
            tours += 1;
            if tours == 5 {
                break;
            }
            solver.go_on();
            hear(&*solver, &witness, kinds);
            witness.placed = 0;
            witness.free_restarts = witness.restarts + 1;
        }
        let Some(event) = solver.step() else { break };
        witness.see(event, solver.sketch().path);
    }
}

#[test]
fn every_claim_about_a_step_is_true() {
    let mut kinds = BTreeMap::new();
    for text in [
        "1x1 goal=closed",
        "3x3 given=0,0",
        "3x4 given=0,0",
        "3x4 given=0,0 goal=end:1,0",
        "3x4 wrap given=1,1 goal=end:0,0",
        "4x4 given=1,2",
        "4x5 given=0,0;2,1;0,2",
        "4x5 given=0,0 goal=end:3,1 seed=2",
        "5x5 given=0,0 seed=1",
        "5x5 given=2,2 goal=end:0,0 seed=3",
        "5x5 wrap given=0,1 seed=3",
        "5x5 holes=0,0 given=0,1",
        "5x6 given=0,0 goal=closed seed=2",
        "3x10 given=0,2 goal=closed",
        "6x6 given=3,2 goal=closed seed=7",
        "6x6 given=0,0 goal=end:0,1 seed=7",
        "8x8 given=7,0 seed=4",
        "8x8 given=7,0;5,1;3,0 goal=end:0,3",
        "3x21 given=0,2;1,4",
        "20x20 given=3,3 seed=5",
    ] {
        let puzzle: Puzzle = text.parse().unwrap();
        for recipe in recipes() {
            listen(&puzzle, &recipe, 4_000, &mut kinds);
        }
    }
    let all: u64 = kinds.values().sum();
    assert!(all > 80_000, "only {all} claims were heard: {kinds:?}");
    assert!(kinds.len() == 29, "{} kinds of claims were heard: {kinds:?}", kinds.len());
}
