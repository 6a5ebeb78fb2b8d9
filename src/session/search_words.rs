//! Sentences about the search on the board and its answer.

use crate::engine::{Frame, Replay, View};
use crate::play::piece_of;
use crate::session::{ActiveSearch, LongSearch, Session, State};
use crate::solver::{MethodConfig, StepKind};
use crate::text::{capitalised, counted, grouped, is_or_are, message, power_of_ten, time_in_words};
use crate::words::{self, Names};

/// Shown if a replayed search came to another path than the saved one.
const REPLAYED: &str = "The saved search had another path at this step. It was searched again, and this is what it comes to.";

/// Shown until the automatic method has chosen the one that searches.
pub const CHOOSING: &str = "Choosing a method…";

impl Session {
    /// The position that is shown and the reason for the next step, or what the answer means.
    /// `invitation` replaces the sentence shown before anything has begun.
    pub fn explanation(&self, invitation: Option<&str>) -> String {
        if let Some(broken) = self.broken() {
            return message(&format!("{}.", capitalised(broken)));
        }
        if self.has_path_to_finish() {
            let length = counted(self.path().len() as u64, "square");
            return format!(
                "A path of {length} is on the board. Choose a method and press play to finish it, or clear it (R)."
            );
        }
        let Some(active) = self.active() else { return self.invitation(invitation) };
        if active.is_choosing() {
            return format!("{CHOOSING} Esc or Space ends that.");
        }
        let Some(frame) = &active.frame else { return String::new() };
        match frame.replay {
            Some(Replay::Running(steps)) => {
                let (steps, all) = (grouped(steps), grouped(frame.length));
                format!("Replaying the saved search: step {steps} of {all}.")
            }
            Some(Replay::Differs) => {
                format!("{REPLAYED} {}", self.step_or_answer(active, frame))
            }
            None => self.step_or_answer(active, frame),
        }
    }

    /// The step that is shown and the reason for it, or what the answer means.
    fn step_or_answer(&self, active: &ActiveSearch, frame: &Frame) -> String {
        let steps = counted(frame.counts.work.steps(), "step");
        let tried = all_tried(&active.pick.config);
        match (self.state(), frame.view) {
            (State::NoOther, _) if active.pick.config.method.enumerates => {
                let tours = counted(frame.progress.tours, "tour");
                let are = is_or_are(frame.progress.tours);
                format!("{}: {tried} ({steps}). There {are} {tours} in all.", self.proof(active))
            }
            (State::NoTour | State::NoOther, _) => {
                format!("{}: {tried} ({steps}).", self.proof(active))
            }
            (State::GaveUp, _) if frame.progress.tours > 0 => {
                format!(
                    "No other tour was found; the method gave up after {steps}. That is no proof that there is none."
                )
            }
            (State::GaveUp, _) => {
                let seed = if active.pick.config.is_random() { " or seed" } else { "" };
                format!(
                    "Gave up after {steps}. That is no proof: another method{seed} may find a tour."
                )
            }
            (state, View::Hidden) => format!(
                "{}. The longest path so far has {} of {} squares.",
                if state == State::Paused { "Paused" } else { "Searching in the background" },
                grouped(frame.counts.depth as u64),
                grouped(active.puzzle.board().squares_to_visit() as u64)
            ),
            (State::Found { .. }, _) => self.found(frame),
            (_, View::Tour) => match frame.visible().last() {
                Some(square) => {
                    format!("Square {} of the tour: {}.", grouped(frame.step), self.name(*square))
                }
                None => "The tour, move by move.".to_owned(),
            },
            _ if frame.step == 0 => {
                let places = active.pick.config.method.takes(StepKind::Placement);
                let next = if places { " The next step places the knight." } else { "" };
                format!("The empty board.{next}")
            }
            _ => frame.insight.as_ref().map_or(String::new(), |insight| {
                let names = Names { board: active.puzzle.board(), naming: self.naming() };
                words::insight(insight, names)
            }),
        }
    }

    fn invitation(&self, special: Option<&str>) -> String {
        if let Some(refusal) = self.method_refusal() {
            let (board, naming) = (&self.setup().board, self.naming());
            return format!("{}.", capitalised(&refusal.words(board, naming)));
        }
        if let Some(special) = special {
            special.to_owned()
        } else if self.starts().is_hopeless() {
            let none = self.none_exists();
            format!("{none}. Try another size or goal, or click a square to read why.")
        } else {
            "Click a square of the board to watch a tour being found from there.".to_owned()
        }
    }

    /// What the search proves once every path was tried: that no such tour exists, or no other one.
    /// A file is data, not proof, so a resumed search mentions what it rests on.
    pub fn proof(&self, active: &ActiveSearch) -> String {
        let mut proof = active.puzzle.none_exists(self.naming());
        let tours = active.frame.as_ref().map_or(0, |frame| frame.progress.tours);
        if let Some(rest) = proof.strip_prefix("no ")
            && tours > 0
        {
            proof = format!("no other {rest}");
        }
        if active.is_resumed {
            proof += ", continued from a saved search";
        }
        capitalised(&proof)
    }

    fn found(&self, frame: &Frame) -> String {
        let Some(active) = self.active() else { return String::new() };
        let board = active.puzzle.board();
        let number = match frame.progress.tours {
            0 | 1 => "Tour found".to_owned(),
            number => format!("Tour {} found", grouped(number)),
        };
        let given = active.puzzle.given().len();
        let only = frame.progress.knows_no_other && given < board.squares_to_visit();
        let other = if only {
            " The method always finds this tour; another method, option or seed may find more."
        } else {
            ""
        };
        let is_read = active.is_from_file();
        let piece = active.tour.as_deref().filter(|_| is_read).and_then(piece_of);
        let found = match (is_read, piece) {
            (true, Some(piece)) => format!("{} ({})", piece.title, piece.origin),
            (true, None) => active
                .source()
                .map_or_else(|| "A tour".to_owned(), |file| format!("A tour from {file}")),
            (false, _) => format!("{number} at step {}", grouped(frame.counts.work.steps())),
        };
        // Its story follows.
        let other = piece.map_or(other.to_owned(), |piece| format!(" {}", piece.story));
        format!(
            "{found}: {}, from {} to {}.{other}",
            active.tour.as_ref().map_or("", |tour| tour.kind()),
            self.name(active.puzzle.start()),
            frame.path.last().map_or(String::new(), |last| self.name(*last))
        )
    }
}

/// A search that looks ahead does not walk every path to its end.
pub fn all_tried(config: &MethodConfig) -> &'static str {
    if config.looks_ahead() { "every path was tried or ruled out" } else { "every path was tried" }
}

/// What a long search means in understandable numbers.
pub fn in_numbers(long: &LongSearch, frame: &Frame) -> String {
    let progress = &frame.progress;
    if frame.counts.work.restarts > 0 {
        return format!(
            "No tour after {} steps and {}. It may still find one, but nothing is certain.",
            grouped(progress.steps),
            counted(frame.counts.work.restarts, "restart")
        );
    }
    // A path ends with at least one placement and one retreat.
    let rate = progress.steps as f64 / progress.seconds.max(0.001);
    let seconds = long.paths + 2_f64.log10() - rate.max(1.0).log10();
    format!(
        "No tour yet. Plain backtracking has about {} paths to try here (an estimate). At this speed that takes {}.",
        power_of_ten(long.paths),
        time_in_words(seconds)
    )
}
