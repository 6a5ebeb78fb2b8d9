//! Hints for the game on the board, decided in the background, square by square.

use std::sync::{Arc, Mutex, OnceLock};

use crate::board::Square;
use crate::engine::{Wake, background, compute, lock};
use crate::play::Game;
use crate::puzzle::Puzzle;
use crate::solver::{Hint, Hints, KnownTours, Loss, loss};

/// What is known of the squares that can be next.
#[derive(Clone, Debug, Default)]
pub struct Advice {
    pub list: Vec<Hint>,
    /// The best square so far.
    pub best: Option<Square>,
    /// Whether everything is decided.
    pub is_done: bool,
}

struct HintJob {
    position: Puzzle,
    shared: Arc<Mutex<(Advice, KnownTours)>>,
}

/// Whether this is the position of a game.
fn is_of(position: &Puzzle, game: &Game) -> bool {
    (position.given(), position.board(), position.goal())
        == (game.path(), game.board(), game.goal())
}

/// Evaluates one position at a time, as long as its advice is wanted.
pub(super) struct Hinter {
    wake: Wake,
    job: Option<HintJob>,
    /// Tours that were found, which answer for later positions.
    known: KnownTours,
    /// Where a game was lost, once that is found.
    loss: Option<(Puzzle, Arc<OnceLock<Loss>>)>,
}

impl Hinter {
    /// `wake` is called whenever more is known.
    pub(super) fn new(wake: Wake) -> Hinter {
        Hinter { wake, job: None, known: KnownTours::default(), loss: None }
    }

    /// Stops the evaluation.
    pub(super) fn forget(&mut self) {
        if let Some(job) = self.job.take() {
            self.known = lock(&job.shared).1.clone();
        }
    }

    pub(super) fn advice(&mut self, game: &Game) -> Advice {
        if self.job.as_ref().is_some_and(|job| !is_of(&job.position, game)) {
            self.forget();
        }
        if self.job.is_none() {
            self.job = self.begin(game);
        }
        self.job.as_ref().map(|job| lock(&job.shared).0.clone()).unwrap_or_default()
    }

    fn begin(&self, game: &Game) -> Option<HintJob> {
        let position = game.puzzle()?;
        let mut hints = Hints::new(&position, self.known.clone());
        let so_far = |hints: &Hints| {
            let best = hints.best().map(|hint| hint.square);
            let advice = Advice { list: hints.list().to_vec(), best, is_done: hints.is_done() };
            (advice, hints.known().clone())
        };
        let shared = Arc::new(Mutex::new(so_far(&hints)));
        let job = HintJob { position, shared: Arc::clone(&shared) };
        if !hints.is_done() {
            let (wanted, wake) = (Arc::downgrade(&shared), Arc::clone(&self.wake));
            background(move || {
                while hints.decide_next().is_some() {
                    let Some(shared) = wanted.upgrade() else { return };
                    *lock(&shared) = so_far(&hints);
                    drop(shared);
                    wake();
                }
            });
        }
        Some(job)
    }

    /// Where a game was lost; `None` until that is found, and before the first square.
    pub(super) fn loss(&mut self, game: &Game) -> Option<Loss> {
        if !self.loss.as_ref().is_some_and(|(position, _)| is_of(position, game)) {
            let (position, wake) = (game.puzzle()?, Arc::clone(&self.wake));
            let puzzle = position.clone();
            self.loss = Some((position, compute(move || loss(&puzzle, u64::MAX), move || wake())));
        }
        self.loss.as_ref().and_then(|(_, found)| found.get().copied())
    }
}
