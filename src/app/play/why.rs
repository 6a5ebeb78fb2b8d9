//! Why a path cannot be finished: in words, as a theorem on the board, as squares that are marked.

use super::super::menu::capitalised;
use super::Play;
use crate::board::Square;
use crate::feasibility::{Exhibit, Verdict, verdict};
use crate::play::Stand;
use crate::puzzle::{Puzzle, starts};
use crate::solver::{Outlook, last_hope, why_not};

/// How many steps it may take to decide one position: a few milliseconds.
const QUICK: u64 = 10_000;
/// Where a game was lost is looked for on boards of at most this many squares.
const SMALL: usize = 400;

/// Why a path cannot be finished.
#[derive(Default)]
pub(super) struct Why {
    /// What is wrong with the position itself, in words.
    pub(super) words: Option<String>,
    /// A theorem, shown on the board.
    pub(super) exhibit: Option<Exhibit>,
    /// How many squares the path had when a tour was possible last, if that is found quickly.
    pub(super) lost_after: Option<usize>,
    /// The squares that are marked, and the square that they are said about.
    pub(super) pointed: (Option<Square>, Vec<Square>),
}

impl Play {
    /// Finds out why the path cannot be finished, as far as that needs no long search: the squares that can
    /// be next are decided in the background.
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
        let exhibit = reason.as_ref().and_then(|reason| reason.exhibit(&puzzle, naming));
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
        let lost_after = Some(&puzzle).filter(|_| is_over && game.board().size() <= SMALL);
        let lost_after = lost_after.and_then(|puzzle| last_hope(puzzle, QUICK));
        self.why = Some(Why { words, exhibit, lost_after, pointed: (None, squares) });
        if stand != Stand::Empty {
            self.table.game_mut().hinted();
        }
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
