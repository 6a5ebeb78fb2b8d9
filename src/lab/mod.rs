//! Experiments: what is run, what is measured, and what comes out of it. Nothing is drawn or written
//! here.
//!
//! A new experiment is one file here and one line in [`EXPERIMENTS`]. Command line, window and tests
//! read the list.

mod batch;
mod compare;
mod experiment;
mod live;
mod record;
mod scaling;
mod settings;
mod simulation;
mod solutions;
mod spread;
mod starts;
mod ties;
mod timing;
mod view;

pub use experiment::{
    Experiment, Finding, LabError, Report, Results, Running, Trial, Trials, named,
};
pub use live::Live;
pub use record::{Ledger, Measure, Record};
pub use settings::{Parameter, ParameterKind, Settings};
pub use simulation::{Plan, PlanError, Runs, Simulation, Starts, StopReason};
pub use spread::Spread;
pub use view::{
    Axis, Bar, Cell, Chart, HeatSquare, Mark, NamedBar, Plot, Point, Row, Series, Table,
};

/// Every experiment, in the order in which they are offered.
pub const EXPERIMENTS: &[&Experiment] = &[
    &timing::EXPERIMENT,
    &starts::EXPERIMENT,
    &scaling::EXPERIMENT,
    &solutions::EXPERIMENT,
    &batch::EXPERIMENT,
    &ties::EXPERIMENT,
    &compare::EXPERIMENT,
];
