//! Looks at the puzzle, and picks the method for it.

use crate::feasibility::verdict;
use crate::puzzle::Puzzle;
use crate::solver::method::{Method, MethodConfig, StepKind};
use crate::solver::{LoadError, Saved, Solver, Status};
use crate::text::grouped;

pub(crate) const METHOD: Method = Method {
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
    refuses: |_, _| None,
    build: |state, _| pick(&state.puzzle).build(&state.puzzle),
};

/// The method that searches for the tour of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct AutoChoice {
    pub config: MethodConfig,
    /// After how many steps its search is stopped, if that is decided beforehand.
    pub most: Option<u64>,
    /// Why it was picked, in words that follow its name; nothing if it was asked for.
    pub why: Option<String>,
}

impl AutoChoice {
    pub fn build(&self, puzzle: &Puzzle) -> Box<dyn Solver> {
        self.config.build_limited(puzzle, self.most)
    }

    /// Whether the search of this trial is the one that was picked, and can go on.
    pub fn is_trial(&self, trial: &MethodTrial) -> bool {
        self.config == trial.config && self.most.is_none()
    }

    pub fn load(&self, puzzle: &Puzzle, saved: Saved) -> Result<Box<dyn Solver>, LoadError> {
        let mut search = self.build(puzzle);
        search.load(saved)?;
        Ok(search)
    }
}

const RESTARTING: &str = "restarting";
const SEEDED: &str = "backtracking:by=warnsdorff,ties=uniform,prune=on";
const CONSTRUCT: &str = "construct";
const EXACT: &str = "backtracking:by=warnsdorff,ties=roth,prune=strong";
const EULER: &str = "euler";

/// On larger plain boards a tour that looks natural is not worth a trial.
const MAX_NATURAL_SQUARES: u64 = 10_000;

/// Steps of a trial for each square of a plain board, and of others.
const PLAIN_TRIAL_STEPS: u64 = 12;
const OTHER_TRIAL_STEPS: u64 = 20;

const MAX_TRIAL_STEPS: u64 = 4_000_000;

/// The work of the exact search in its trial and in all. A step looks at every square, so this divided by
/// the number of squares is the number of steps.
const EXACT_TRIAL_WORK: u64 = 500_000;
const MAX_EXACT_WORK: u64 = 200_000_000;

const EULER_TRIAL_STEPS: u64 = 5_000;

/// Picks the method for a puzzle, one short trial after the other. The same puzzle always gets the same
/// one, because trials count steps and not time.
pub struct Picker {
    puzzle: Puzzle,
    is_impossible: bool,
    /// The trials made so far, each with its final status.
    results: Vec<(MethodTrial, Status)>,
}

/// A method to be tried for a number of steps.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodTrial {
    pub config: MethodConfig,
    pub steps: u64,
}

impl Picker {
    pub fn new(puzzle: Puzzle) -> Picker {
        let is_impossible = verdict(&puzzle).no().is_some();
        Picker { puzzle, is_impossible, results: Vec::new() }
    }

    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    pub fn tried(&mut self, trial: MethodTrial, status: Status) {
        self.results.push((trial, status));
    }

    /// What is picked, or the trial that has to be made first.
    pub fn pick(&self) -> Result<AutoChoice, MethodTrial> {
        let puzzle = &self.puzzle;
        let board = puzzle.board();
        let squares = board.squares_to_visit() as u64;
        let is_plain = !board.is_wrapped() && board.holes().is_empty();
        if puzzle.repair().is_some() {
            Ok(picked(EULER, "it rearranges an unfinished path"))
        } else if puzzle.given().len() as u64 == squares {
            Ok(picked(RESTARTING, "there is nothing to search for"))
        } else if is_plain && puzzle.given().len() == 1 && !self.is_impossible {
            self.pick_for_plain(squares)
        } else {
            self.pick_for_other(squares)
        }
    }

    /// The status at the end of a method's trial, or the trial as `Err` if it must be run first.
    fn trial(&self, name: &str, steps: u64) -> Result<Status, MethodTrial> {
        let trial = MethodTrial { config: config(name), steps };
        if trial.config.refusal(&self.puzzle).is_some() {
            return Ok(Status::GaveUp);
        }
        let result = self.results.iter().find(|(tried, _)| *tried == trial);
        result.map(|(_, status)| *status).ok_or(trial)
    }

    /// For a board without holes and wrapped edges, on which a tour exists from the given square.
    fn pick_for_plain(&self, squares: u64) -> Result<AutoChoice, MethodTrial> {
        if squares > MAX_NATURAL_SQUARES {
            return Ok(picked(CONSTRUCT, "the board is large, and it builds a tour at once"));
        }
        let steps = PLAIN_TRIAL_STEPS * squares + 1_000;
        // With a seed another tour is wanted, and restarting makes no random choice at first.
        if self.puzzle.seed() != 0 && self.trial(SEEDED, steps)? == Status::Found {
            let why = "it finds a tour of this board in no time, and another one for each seed";
            return Ok(picked(SEEDED, why));
        }
        if self.trial(RESTARTING, steps)? == Status::Found {
            return Ok(picked(RESTARTING, "it finds a tour of this board in no time"));
        }
        let (idea, steps) = ("it builds a tour without a search", grouped(steps));
        Ok(picked(CONSTRUCT, &format!("{idea}, and restarting found none in {steps} steps")))
    }

    fn pick_for_other(&self, squares: u64) -> Result<AutoChoice, MethodTrial> {
        let steps = (OTHER_TRIAL_STEPS * squares + 1_000).min(MAX_TRIAL_STEPS);
        match self.trial(RESTARTING, steps)? {
            Status::Found => return Ok(picked(RESTARTING, "it found a tour in a short trial")),
            Status::Exhausted => {
                let why = "it proved in a short trial that no tour exists";
                return Ok(picked(RESTARTING, why));
            }
            Status::Searching | Status::GaveUp => {}
        }
        let tried = format!("restarting found no tour in {} steps", grouped(steps));
        if config(EXACT).refusal(&self.puzzle).is_some() {
            let most = MAX_TRIAL_STEPS * 25;
            let reason = "the board is too large for an exact search";
            let why = format!("{reason}; it gives up after {} steps", grouped(most));
            return Ok(AutoChoice { most: Some(most), ..picked(RESTARTING, &why) });
        }
        let exact = self.trial(EXACT, (EXACT_TRIAL_WORK / squares).max(100))?;
        if matches!(exact, Status::Found | Status::Exhausted) {
            return Ok(picked(EXACT, &format!("{tried}, and an exact search decides it")));
        }
        if !self.is_impossible && self.trial(EULER, EULER_TRIAL_STEPS)? == Status::Found {
            let why = format!("{tried}, and it finishes the path by rearranging it");
            return Ok(picked(EULER, &why));
        }
        let most = rounded(MAX_EXACT_WORK / squares);
        let limit = format!("gives up after {} steps", grouped(most));
        let why = format!("{tried}; it tries every path, and {limit}");
        Ok(AutoChoice { most: Some(most), ..picked(EXACT, &why) })
    }
}

fn picked(name: &str, why: &str) -> AutoChoice {
    AutoChoice { config: config(name), most: None, why: Some(why.to_owned()) }
}

/// The method for a puzzle, with all its trials made now.
pub(crate) fn pick(puzzle: &Puzzle) -> AutoChoice {
    let mut picker = Picker::new(puzzle.clone());
    loop {
        match picker.pick() {
            Ok(pick) => return pick,
            Err(trial) => {
                let status = trial.config.build(puzzle).run(trial.steps);
                picker.tried(trial, status);
            }
        }
    }
}

fn config(name: &str) -> MethodConfig {
    name.parse().expect("auto names methods that exist")
}

/// The number with all digits but the first replaced by zeros.
fn rounded(number: u64) -> u64 {
    let unit = 10_u64.pow(number.max(1).ilog10());
    number / unit * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_round() {
        let seen = [1, 9, 10, 19, 3_125_000, 200_000_000].map(rounded);
        assert_eq!(seen, [1, 9, 10, 10, 3_000_000, 200_000_000]);
    }

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
            let pick = pick(&text.parse().unwrap());
            assert_eq!(pick.config.to_string(), expected, "{text}: {:?}", pick.why);
        }
    }

    /// A search with a limit takes the same steps as one without, until it gives up.
    #[test]
    fn a_search_is_stopped() {
        let puzzle: Puzzle = "8x8 given=0,0 seed=3".parse().unwrap();
        let pick = AutoChoice { config: config("backtracking"), most: Some(1_000), why: None };
        let (mut stopped, mut free) = (pick.build(&puzzle), pick.config.build(&puzzle));
        for steps in [1, 500, 498] {
            assert_eq!(stopped.run(steps), free.run(steps));
            assert_eq!(stopped.save(), free.save());
            assert_eq!(pick.load(&puzzle, stopped.save().unwrap()).unwrap().save(), free.save());
        }
        free.run(1);
        assert_eq!(stopped.run(1), Status::GaveUp);
        assert_eq!(stopped.state().path, free.state().path);
        assert!(stopped.step().is_none() && stopped.state().steps_left() == 0);
        let mut again = pick.load(&puzzle, stopped.save().unwrap()).unwrap();
        assert!(again.step().is_none() && again.state().status == Status::GaveUp);
        assert_eq!(again.save(), stopped.save());
    }
}
