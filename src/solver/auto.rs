//! Looks at the puzzle, and picks the method for it.

use super::method::{Method, Recipe, StepKind};
use super::{
    Candidates, Choice, Event, Gauge, Picture, Position, PositionError, Sketch, Solver, Status,
    Tally,
};
use crate::board::{Naming, Square};
use crate::feasibility::{Verdict, verdict};
use crate::puzzle::Puzzle;
use crate::text::grouped;

pub(super) const METHOD: Method = Method {
    name: "auto",
    title: "Automatic",
    summary: "Looks at the puzzle and picks the method for it. Every plain board is solved at once.",
    about: "It has no search of its own. On plain boards that are not too large it tries restarting for a \
            moment, since its tours look natural, and else picks the construction, which always \
            succeeds. On boards with holes or wrapped edges, and where a path is to be finished, it \
            makes short trials: with restarting, with backtracking that looks ahead at all free \
            squares, and with Euler's repair. The first that succeeds is picked. If none does, it picks \
            backtracking, which may still find a tour or prove that there is none, and stops it after \
            a number of steps that it names. The set-up panel says what it picked, and why.",
    credit: "It only chooses; the methods name their own authors",
    options: &[],
    counters: &[],
    steps: &[StepKind::Placement, StepKind::Retreat, StepKind::Restart, StepKind::Rewire],
    enumerates: false,
    looks_ahead: |_| true,
    is_random: |_| true,
    conflict: |_| None,
    refuses: |_, _| None,
    build: |puzzle, _| pick(puzzle).build(puzzle),
};

/// A method that is fit for a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    /// The method and its options.
    pub recipe: Recipe,
    /// After how many steps its search is stopped, if that is decided beforehand.
    pub most: Option<u64>,
    /// Why it was picked, in words that follow its name; nothing if it was asked for.
    pub why: Option<String>,
}

impl Pick {
    /// Starts the search.
    pub fn build(&self, puzzle: &Puzzle) -> Box<dyn Solver> {
        let search = self.recipe.build(puzzle);
        match self.most {
            None => search,
            Some(most) => Box::new(Stopped { search, most }),
        }
    }

    /// Resumes the search at a position.
    pub fn load(
        &self,
        puzzle: &Puzzle,
        position: &Position,
    ) -> Result<Box<dyn Solver>, PositionError> {
        position.check(puzzle)?;
        let mut search = self.build(puzzle);
        search.restore(position)?;
        Ok(search)
    }
}

const NATURAL: &str = "restarting";
const SEEDED: &str = "backtracking:by=warnsdorff,ties=uniform,prune=on";
const BUILT: &str = "construct";
const EXACT: &str = "backtracking:by=warnsdorff,ties=roth,prune=strong";
const MENDED: &str = "euler";

/// On larger plain boards nobody sees whether a tour looks natural.
const MOST_NATURAL: u64 = 10_000;

/// How many steps trials may take: for each square on plain boards, for each square elsewhere, and at most.
const PLAIN_STEPS: u64 = 12;
const OTHER_STEPS: u64 = 20;
const MOST_STEPS: u64 = 4_000_000;

/// A step of the exact search looks at every square: this divided by the number of squares is how many
/// steps a trial takes, and after how many the search is stopped.
const EXACT_TRIAL: u64 = 500_000;
const EXACT_MOST: u64 = 200_000_000;

/// How many steps a trial of Euler's repair takes.
const MENDED_STEPS: u64 = 5_000;

/// The method for a puzzle. The same puzzle always gets the same one, because trials count steps and not
/// time.
pub(super) fn pick(puzzle: &Puzzle) -> Pick {
    let board = puzzle.board();
    let squares = board.squares_to_visit() as u64;
    let is_plain = !board.is_wrapped() && board.holes().is_empty();
    let picked =
        |name: &str, why: String| Pick { recipe: recipe(name), most: None, why: Some(why) };
    if puzzle.repair().is_some() {
        return picked(MENDED, "it rearranges an unfinished path".to_owned());
    }
    if puzzle.given().len() as u64 == squares {
        return picked(NATURAL, "there is nothing to search for".to_owned());
    }
    let is_impossible = matches!(verdict(puzzle), Verdict::Impossible(_));
    if is_plain && puzzle.given().len() == 1 && !is_impossible {
        let steps = PLAIN_STEPS * squares + 1_000;
        // With a seed another tour is wanted, and restarting makes no random choice at first.
        if puzzle.seed() != 0
            && squares <= MOST_NATURAL
            && trial(SEEDED, puzzle, steps) == Status::Found
        {
            let why = "it finds a tour of this board in no time, and another one for each seed";
            return picked(SEEDED, why.to_owned());
        }
        return match squares <= MOST_NATURAL {
            true if trial(NATURAL, puzzle, steps) == Status::Found => {
                picked(NATURAL, "it finds a tour of this board in no time".to_owned())
            }
            true => {
                let steps = grouped(steps);
                let why = format!(
                    "it builds a tour without a search, and restarting found none in {steps} steps"
                );
                picked(BUILT, why)
            }
            false => picked(BUILT, "the board is large, and it builds a tour at once".to_owned()),
        };
    }
    let steps = (OTHER_STEPS * squares + 1_000).min(MOST_STEPS);
    match trial(NATURAL, puzzle, steps) {
        Status::Found => return picked(NATURAL, "it found a tour in a short trial".to_owned()),
        Status::Exhausted => {
            return picked(NATURAL, "it proved in a short trial that no tour exists".to_owned());
        }
        Status::Searching | Status::GaveUp => {}
    }
    let tried = format!("restarting found no tour in {} steps", grouped(steps));
    if recipe(EXACT).refusal(puzzle).is_some() {
        let most = MOST_STEPS * 25;
        let why = format!(
            "the board is too large for an exact search; it gives up after {} steps",
            grouped(most)
        );
        return Pick { most: Some(most), ..picked(NATURAL, why) };
    }
    let is_decided = |status: Status| matches!(status, Status::Found | Status::Exhausted);
    if is_decided(trial(EXACT, puzzle, (EXACT_TRIAL / squares).max(100))) {
        return picked(EXACT, format!("{tried}, and an exact search decides it"));
    }
    if !is_impossible && trial(MENDED, puzzle, MENDED_STEPS) == Status::Found {
        return picked(MENDED, format!("{tried}, and it finishes the path by rearranging it"));
    }
    let most = rounded(EXACT_MOST / squares);
    let why = format!("{tried}; it tries every path, and gives up after {} steps", grouped(most));
    Pick { most: Some(most), ..picked(EXACT, why) }
}

/// How a method stands after this many steps.
fn trial(name: &str, puzzle: &Puzzle, steps: u64) -> Status {
    let recipe = recipe(name);
    match recipe.refusal(puzzle) {
        None => recipe.build(puzzle).run(steps),
        Some(_) => Status::GaveUp,
    }
}

/// One of the methods above, whose names are checked by a test.
fn recipe(name: &str) -> Recipe {
    name.parse().unwrap_or_else(|_| Recipe::new(&super::restarting::METHOD))
}

/// The number with nothing but zeros behind its first digit.
fn rounded(number: u64) -> u64 {
    let unit = 10_u64.pow(number.max(1).ilog10());
    number / unit * unit
}

/// A search that is stopped after a number of steps.
#[derive(Clone)]
struct Stopped {
    search: Box<dyn Solver>,
    most: u64,
}

impl Stopped {
    fn left(&self) -> u64 {
        self.most.saturating_sub(self.search.tally().steps())
    }
}

impl Solver for Stopped {
    fn step(&mut self) -> Option<Event> {
        if self.left() > 0 { self.search.step() } else { None }
    }

    fn run(&mut self, steps: u64) -> Status {
        self.search.run(steps.min(self.left()));
        self.status()
    }

    fn quick_steps(&self) -> u64 {
        self.search.quick_steps()
    }

    fn status(&self) -> Status {
        match self.search.status() {
            Status::Searching if self.left() == 0 => Status::GaveUp,
            status => status,
        }
    }

    fn go_on(&mut self) {
        self.search.go_on();
    }

    fn sketch(&self) -> Sketch<'_> {
        self.search.sketch()
    }

    fn draw(&self, onto: &mut Picture) {
        self.search.draw(onto);
    }

    fn gauges(&self, onto: &mut Vec<Gauge>) {
        self.search.gauges(onto);
    }

    fn candidates(&self) -> Candidates {
        self.search.candidates()
    }

    fn tours(&self, each: &mut dyn FnMut(&[Square])) {
        self.search.tours(each);
    }

    fn tally(&self) -> &Tally {
        self.search.tally()
    }

    fn deepest(&self) -> &[Square] {
        self.search.deepest()
    }

    fn last(&self) -> Option<Event> {
        self.search.last()
    }

    fn choices(&self) -> Vec<Choice> {
        match self.status() {
            Status::GaveUp => Vec::new(),
            _ => self.search.choices(),
        }
    }

    fn explain(&self, naming: Naming) -> String {
        let over = match self.status() {
            Status::GaveUp => format!("; it gives up after {} steps", grouped(self.most)),
            _ => String::new(),
        };
        self.search.explain(naming) + &over
    }

    fn position(&self) -> Position {
        Position { status: self.status(), ..self.search.position() }
    }

    fn restore(&mut self, position: &Position) -> Result<(), PositionError> {
        let is_over = position.status == Status::GaveUp && position.work.steps() == self.most;
        match is_over {
            true => {
                let status = Status::Searching;
                self.search.restore(&Position { status, ..position.clone() })
            }
            false => self.search.restore(position),
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(self) + self.search.bytes()
    }

    fn boxed_clone(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_methods_it_picks_exist() {
        for name in [NATURAL, SEEDED, BUILT, EXACT, MENDED] {
            assert_eq!(recipe(name).to_string(), name);
        }
    }

    #[test]
    fn limits_are_round() {
        let seen = [1, 9, 10, 19, 3_125_000, 200_000_000].map(rounded);
        assert_eq!(seen, [1, 9, 10, 10, 3_000_000, 200_000_000]);
    }

    /// Every kind of puzzle gets a method that takes it, and the search ends.
    #[test]
    fn there_is_a_method_for_every_puzzle() {
        for (text, expected) in [
            ("8x8", "restarting"),
            ("8x8 goal=closed", "restarting"),
            ("200x200", "construct"),
            ("3x4 repair=0,0;2,1;0,2;1,0;2,2;0,1;2,0;1,2", "euler"),
            ("8x8 wrap", "restarting"),
            ("4x4", EXACT),
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let pick = pick(&puzzle);
            assert_eq!(pick.recipe.to_string(), expected, "{text}: {:?}", pick.why);
            assert_eq!(pick.recipe.refusal(&puzzle), None);
            let status = pick.build(&puzzle).run(u64::MAX);
            assert_ne!(status, Status::Searching, "{text}");
        }
    }

    /// A search that is stopped stands like the search within it, until it gives up.
    #[test]
    fn a_search_is_stopped() {
        let puzzle: Puzzle = "8x8 given=0,0 seed=3".parse().unwrap();
        let pick = Pick { recipe: recipe("backtracking"), most: Some(1_000), why: None };
        let (mut stopped, mut free) = (pick.build(&puzzle), pick.recipe.build(&puzzle));
        for steps in [1, 500, 498] {
            assert_eq!(stopped.run(steps), free.run(steps));
            assert_eq!(stopped.position(), free.position());
            assert_eq!(
                pick.load(&puzzle, &stopped.position()).unwrap().position(),
                free.position()
            );
        }
        free.run(1);
        assert_eq!(stopped.run(1), Status::GaveUp);
        assert_eq!(stopped.sketch().path, free.sketch().path);
        assert!(
            stopped.step().is_none() && stopped.explain(Naming::default()).contains("gives up")
        );
        let mut again = pick.load(&puzzle, &stopped.position()).unwrap();
        assert!(again.step().is_none() && again.status() == Status::GaveUp);
        assert_eq!(again.position(), stopped.position());
    }
}
