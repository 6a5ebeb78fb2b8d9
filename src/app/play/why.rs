//! Why a path cannot be finished: in words, as a theorem on the board, as squares that are marked.

use crate::app::play::Play;
use crate::board::Square;
use crate::feasibility::{Exhibit, Verdict, verdict};
use crate::play::Stand;
use crate::puzzle::{Puzzle, starts};
use crate::session::{Aside, State};
use crate::solver::{Loss, Outlook, WhyNot, why_not};
use crate::text::capitalised;

/// Why a path cannot be finished.
#[derive(Default)]
pub(super) struct Why {
    /// What is wrong with the position itself, in words.
    pub(super) words: Option<String>,
    /// A theorem, shown on the board.
    pub(super) exhibit: Option<Exhibit>,
    /// The squares that are marked, and the square that they are said about.
    pub(super) pointed: (Option<Square>, Vec<Square>),
    /// Whether a method was to finish the path, and this is said instead.
    pub(super) is_answer: bool,
}

impl Play {
    /// Finds out why the path cannot be finished, as far as that needs no long search: the squares that can
    /// be next, and where the game was lost, are decided in the background.
    pub(super) fn ask_why(&mut self) {
        let (game, session) = (self.table.game(), self.table.session());
        let (naming, stand) = (session.naming(), game.stand());
        let from = |start| Puzzle::new(game.board().clone(), vec![start], game.goal(), 0).ok();
        let first = || starts(game.board(), game.goal()).next().and_then(from);
        let Some(puzzle) = game.puzzle().or_else(first) else { return };
        // Before the first square, only what holds from every square counts.
        let is_final = stand != Stand::Empty || session.is_hopeless();
        let reason = match verdict(&puzzle) {
            Verdict::Impossible(reason) if is_final => Some(reason),
            _ => None,
        };
        let exhibit = reason.as_ref().and_then(|reason| {
            let is_empty = stand == Stand::Empty;
            let of_board = reason.exhibit_without_knight(game.board(), game.goal());
            of_board.filter(|_| is_empty).or_else(|| reason.exhibit(&puzzle, naming))
        });
        let is_over = matches!(stand, Stand::Stuck | Stand::Missed);
        let stuck = if is_over { why_not(&puzzle) } else { None };
        let words = match (&reason, stand) {
            (Some(_), _) if exhibit.is_some() => None,
            (Some(reason), _) => Some(reason.words(naming)),
            (None, Stand::Empty) if is_final => {
                Some("every square was tried as a start, and no tour exists".to_owned())
            }
            (None, Stand::Empty) => {
                Some("a tour can exist here; click a square to begin".to_owned())
            }
            (None, _) => stuck.as_ref().map(|why| why.words(naming)),
        };
        let squares = stuck.map_or(Vec::new(), |why| why.squares().to_vec());
        if exhibit.is_some() {
            self.progress.saw_proof();
        }
        let words = words.map(|words| capitalised(&words) + ".");
        self.why = Some(Why { words, exhibit, pointed: (None, squares), is_answer: false });
    }

    /// Says that the path cannot be finished, and where the game was lost, in place of a method that was to
    /// finish it.
    pub(super) fn answer_finish(&mut self) {
        self.table.back_to_game();
        self.ask_why();
        if let Some(why) = &mut self.why {
            why.is_answer = true;
        }
    }

    /// Takes up where the game was lost, if that is asked for. A method that tries to finish a lost game
    /// ends with that answer.
    pub(super) fn look_for_loss(&mut self) {
        let is_finishing = self.table.aside() == Some(Aside::Finish);
        let is_asked = is_finishing || self.why.is_some();
        self.loss = if is_asked { self.table.loss() } else { None };
        let has_tried_all = self.table.session().state() == State::NoTour;
        if is_finishing && (has_tried_all || self.lost().is_some()) {
            self.answer_finish();
        }
    }

    /// Where the game was lost, if it is known to be.
    pub(super) fn lost(&self) -> Option<Loss> {
        self.loss.filter(|loss| loss.lost <= self.table.game().path().len())
    }

    /// The last square from which a tour was possible and the one that lost it, where that is known.
    pub(super) fn turning_point(&self) -> Option<[Square; 2]> {
        let loss = self.lost().filter(|loss| loss.is_exact() && self.why.is_some())?;
        let path = self.table.game().path();
        Some([*path.get(loss.possible.checked_sub(1)?)?, *path.get(loss.possible)?])
    }

    /// The squares that are marked: those chosen, or else those of the commonest reason against the
    /// squares that can be next.
    pub(super) fn pointed(&self) -> Vec<Square> {
        let Some(why) = &self.why else { return Vec::new() };
        if !why.pointed.1.is_empty() || why.exhibit.is_some() {
            return why.pointed.1.clone();
        }
        let reasons = self.advice.list.iter().filter_map(|hint| match &hint.outlook {
            Some(Outlook::No(reason)) => Some(reason),
            _ => None,
        });
        let mut counted: Vec<(&WhyNot, usize)> = Vec::new();
        for reason in reasons {
            match counted.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => counted.push((reason, 1)),
            }
        }
        // Of reasons that are as common, the first.
        let commonest = counted.iter().rev().max_by_key(|(_, count)| *count);
        commonest.map_or(Vec::new(), |(reason, _)| reason.squares().to_vec())
    }

    /// Marks the squares because of which no tour follows after a square.
    pub(super) fn point(&mut self, square: Square) {
        let hint = self.advice.list.iter().find(|hint| hint.square == square);
        let Some(Outlook::No(reason)) = hint.and_then(|hint| hint.outlook.as_ref()) else { return };
        let why = self.why.get_or_insert_with(Why::default);
        why.pointed = (Some(square), reason.squares().to_vec());
    }

    /// The classes of squares that show a theorem.
    pub(super) fn classes(&self) -> Vec<Vec<Square>> {
        let exhibit = self.why.as_ref().and_then(|why| why.exhibit.as_ref());
        let squares =
            |exhibit: &Exhibit| exhibit.classes.iter().map(|class| class.squares.clone()).collect();
        exhibit.map_or(Vec::new(), squares)
    }
}
