//! A second board: another method on the same puzzle, beside a search or a game.

use super::{Refusal, Session};
use crate::board::Square;
use crate::solver::MethodConfig;

/// A second board, and why its method did not start.
pub struct SecondBoard {
    pub session: Session,
    pub refusal: Option<Refusal>,
}

impl SecondBoard {
    pub(super) fn new(session: Session) -> SecondBoard {
        SecondBoard { session, refusal: None }
    }

    pub fn config(&self) -> &MethodConfig {
        &self.session.setup().config
    }

    /// Whether its method has neither started nor been refused.
    pub(super) fn is_idle(&self) -> bool {
        self.session.active().is_none() && self.refusal.is_none()
    }

    pub(super) fn start(
        &mut self,
        square: Square,
        start: fn(&mut Session, Square) -> Result<(), Refusal>,
    ) {
        self.refusal = start(&mut self.session, square).err();
    }
}
