//! What the experiments have in common: parameters, trials, and the values that reports are made of.

pub(super) use super::example;
pub(super) use super::experiment::{most_and_fewest, squares_named};
pub(super) use super::name::{method_cells, short_title};
pub(super) use super::parameter::{
    BOARD, GOAL, MAX_SECONDS, MAX_STEPS, METHOD, METHODS, RUNS, SEED, SIZES, START,
    START_IN_CORNER, spec, square_board, start_on,
};
pub(super) use super::{
    Axis, Bar, Chart, ChartPoint, Experiment, Findings, HeatSquare, LabError, Measure, Measurement,
    NamedBar, Plot, Record, Remark, Row, RunStats, Series, SquareState, Table, TableCell, Task,
    Trial, TrialResults, Trials, answer_words,
};
pub(super) use crate::board::{Board, Naming, Square};
pub(super) use crate::engine::{Answer, Limits};
pub(super) use crate::feasibility::{refused_starts, verdict};
pub(super) use crate::puzzle::{Goal, Puzzle, starts};
pub(super) use crate::solver::{
    ChoicesOption, Decimal, Kind, MethodConfig, OptionSpec, OptionValue, Options, Whole, Work,
};
pub(super) use crate::text::{counted, grouped};
