//! Experiments: what is run, what is measured, and what comes out of it. Nothing is drawn or written
//! here.

mod record;
mod simulation;
mod spread;

pub use record::{Ledger, Measure, Record};
pub use simulation::{Plan, PlanError, Simulation, Starts, Verdict};
pub use spread::Spread;
