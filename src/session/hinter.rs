//! Hints for the game on the board, decided in the background, square by square.

use std::sync::{Arc, Mutex, OnceLock};

use crate::board::{Board, Square};
use crate::engine::{Wake, background, lock};
use crate::play::Game;
use crate::puzzle::Goal;
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

/// A path on a board, and the goal.
#[derive(PartialEq)]
struct HintedPosition {
    path: Vec<Square>,
    board: Board,
    goal: Goal,
}

impl HintedPosition {
    fn of(game: &Game) -> HintedPosition {
        HintedPosition {
            path: game.path().to_vec(),
            board: game.board().clone(),
            goal: game.goal(),
        }
    }

    fn is_of(&self, game: &Game) -> bool {
        (&self.path[..], &self.board, self.goal) == (game.path(), game.board(), game.goal())
    }
}

struct HintJob {
    position: HintedPosition,
    shared: Arc<Mutex<(Advice, KnownTours)>>,
}

/// Evaluates one position at a time, as long as its advice is wanted.
pub(super) struct Hinter {
    wake: Wake,
    job: Option<HintJob>,
    /// Tours that were found, which answer for later positions.
    known: KnownTours,
    /// Where a game was lost, once that is found.
    loss: Option<(HintedPosition, Arc<OnceLock<Loss>>)>,
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
        if self.job.as_ref().is_some_and(|job| !job.position.is_of(game)) {
            self.forget();
        }
        if self.job.is_none() {
            self.job = self.begin(game);
        }
        self.job.as_ref().map(|job| lock(&job.shared).0.clone()).unwrap_or_default()
    }

    fn begin(&self, game: &Game) -> Option<HintJob> {
        let mut hints = Hints::new(&game.puzzle()?, self.known.clone());
        let so_far = |hints: &Hints| {
            let best = hints.best().map(|hint| hint.square);
            let advice = Advice { list: hints.list().to_vec(), best, is_done: hints.is_done() };
            (advice, hints.known().clone())
        };
        let shared = Arc::new(Mutex::new(so_far(&hints)));
        let job = HintJob { position: HintedPosition::of(game), shared: Arc::clone(&shared) };
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
        if !self.loss.as_ref().is_some_and(|(position, _)| position.is_of(game)) {
            let puzzle = game.puzzle()?;
            let found: Arc<OnceLock<Loss>> = Arc::default();
            self.loss = Some((HintedPosition::of(game), Arc::clone(&found)));
            let wake = Arc::clone(&self.wake);
            background(move || {
                found.get_or_init(|| loss(&puzzle, u64::MAX));
                wake();
            });
        }
        self.loss.as_ref().and_then(|(_, found)| found.get().copied())
    }
}
