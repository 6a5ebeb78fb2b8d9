//! A second board: another method on the same puzzle, beside a search or a game.

use super::{Refusal, Session};
use crate::board::Square;
use crate::solver::MethodConfig;

/// The second board: its search, and why its method did not start.
pub struct SecondBoard {
    pub(super) session: Session,
    pub(super) refusal: Option<Refusal>,
}

impl SecondBoard {
    /// A board on which nothing has begun.
    pub(super) fn new(session: Session) -> SecondBoard {
        SecondBoard { session, refusal: None }
    }

    /// Its set-up and its search.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The method for the next search.
    pub fn config(&self) -> &MethodConfig {
        &self.session.setup().config
    }

    /// Why its method did not start.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// Whether it has neither a search nor a reason for having none.
    pub(super) fn is_idle(&self) -> bool {
        self.session.active().is_none() && self.refusal.is_none()
    }

    /// Starts at a square.
    pub(super) fn start(
        &mut self,
        square: Square,
        start: fn(&mut Session, Square) -> Result<(), Refusal>,
    ) {
        self.refusal = start(&mut self.session, square).err();
    }
}
