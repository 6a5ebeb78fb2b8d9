//! Experiments: what is run, what is measured, and the tables and charts that result. Nothing is
//! drawn or written here.
//!
//! A new experiment is one file here and one line in [`EXPERIMENTS`]. Command line, window and tests
//! read the list.

mod ants;
mod background;
mod batch;
mod compare;
mod distribution;
mod example;
mod experiment;
mod fault;
mod genetic;
mod name;
mod networks;
mod parameter;
mod prelude;
mod race;
mod record;
mod scaling;
mod simulation;
mod solutions;
mod starts;
mod ties;
mod timing;
mod view;
mod workspace;

pub use background::BackgroundRun;
pub use distribution::Distribution;
pub use experiment::{
    Experiment, ExperimentRun, Findings, LabError, Measurement, Remark, Task, Trial, TrialResults,
    Trials, named,
};
pub use fault::Fault;
pub use name::{method_name, options_in_words};
pub use record::{Measure, Record, RunStats, answer_words};
pub use simulation::{
    PlanError, RunStarts, Simulation, SimulationPlan, SimulationRuns, StopReason,
};
pub use view::{
    Axis, Bar, Cell, Chart, Column, HeatSquare, NamedBar, Plot, Point, Row, Series, SquareState,
    Table,
};
pub use workspace::{Field, Form, OpenExperiment, Workspace};

/// Every experiment, in the order in which they are listed.
pub const EXPERIMENTS: &[&Experiment] = &[
    &timing::EXPERIMENT,
    &starts::EXPERIMENT,
    &scaling::EXPERIMENT,
    &solutions::EXPERIMENT,
    &batch::EXPERIMENT,
    &ties::EXPERIMENT,
    &compare::EXPERIMENT,
    &race::EXPERIMENT,
    &genetic::EXPERIMENT,
    &networks::EXPERIMENT,
    &ants::EXPERIMENT,
];
