//! Experiments: what is run, what is measured, and the tables and charts that result. Nothing is
//! drawn or written here.
//!
//! A new experiment is one file here and one line in [`EXPERIMENTS`]. Command line, window and tests
//! read the list.

mod ant_walks;
mod background;
mod compare;
mod distribution;
mod equal_time;
mod every_start;
mod example;
mod experiment;
mod genetic;
mod name;
mod networks;
mod parameter;
mod prelude;
mod record;
mod repeats;
mod scaling;
mod simulation;
mod solutions;
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
pub use name::{method_name, options_in_words};
pub use record::{Measure, Record, RunStats, answer_words};
pub use simulation::{
    PlanError, RunStarts, Simulation, SimulationPlan, SimulationRuns, StopReason,
};
pub use view::{
    Axis, Bar, Chart, ChartPoint, Column, HeatSquare, NamedBar, Plot, Row, Series, SquareState,
    Table, TableCell,
};
pub use workspace::{ExperimentForm, FormField, OpenExperiment, Workspace};

/// Every experiment, in the order in which they are listed.
pub const EXPERIMENTS: &[&Experiment] = &[
    &timing::EXPERIMENT,
    &every_start::EXPERIMENT,
    &scaling::EXPERIMENT,
    &solutions::EXPERIMENT,
    &repeats::EXPERIMENT,
    &ties::EXPERIMENT,
    &compare::EXPERIMENT,
    &equal_time::EXPERIMENT,
    &genetic::EXPERIMENT,
    &networks::EXPERIMENT,
    &ant_walks::EXPERIMENT,
];
