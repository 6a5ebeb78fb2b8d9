//! The questions of `simulate --interactive`. The options are the default answers.

use clap::ValueEnum;

use super::{FOLDER, SimulationSetup, name, usual_failures};
use crate::board::{Board, Naming, Square, parse_squares};
use crate::cli::args::{Print, RunKind, Save, Simulate, whole};
use crate::cli::output::Failure;
use crate::cli::questions::Questions;
use crate::feasibility::{Verdict, refused_starts, verdict};
use crate::lab::RunStarts;
use crate::puzzle::{Goal, Puzzle, parse_seed, starts};
use crate::solver::{METHODS, MethodConfig};
use crate::storage;
use crate::text::quoted;
use crate::words::{self, Names};

pub(super) fn ask(command: &Simulate) -> Result<SimulationSetup, Failure> {
    let (board, goal) = command.board.shape.read()?;
    if let Some(out) = &command.out
        && !command.force
    {
        storage::is_free(out)?;
    }
    let mut questions = Questions::default();
    let mut setup = SimulationSetup::new(command, board, goal, RunStarts::All);
    let plan = &mut setup.plan;
    let usual_goal = goal.text(&plan.board);
    plan.board = ask_board(&mut questions, &plan.board)?;
    let question = "Which tours count? (any, closed, or end:SQUARE)";
    plan.goal = questions.ask(question, &usual_goal, |text| Goal::parse(text, &plan.board))?;
    let methods = METHODS.iter().map(|method| method.name).collect::<Vec<_>>().join(", ");
    let question = format!("Which method? ({methods}; options as method:key=value)");
    let usual = plan.config.to_string();
    plan.config = questions.ask(&question, &usual, str::parse::<MethodConfig>)?;
    plan.starts = ask_starts(&mut questions, command, &plan.board, plan.goal)?;
    if plan.starts != RunStarts::All {
        let usual = plan.count.to_string();
        plan.count = questions.ask("How many tours?", &usual, |text| whole(text, 1))?;
    }
    plan.failures = command.max_failures.unwrap_or_else(|| usual_failures(plan.count));
    let question = "Which seed? (the same seed makes the same random choices)";
    plan.seed = questions.ask(question, &plan.seed.to_string(), parse_seed)?;
    setup.print = ask_print(&mut questions, command.print)?;
    setup.save.clear();
    for (kind, question) in [
        (Save::Tours, "Save all tours?"),
        (Save::Times, "Save the time and steps of every run?"),
        (Save::Closed, "Save open and closed tours in separate files?"),
        (Save::Structured, "Save structured and unstructured tours in separate files?"),
    ] {
        let is_usual = command.save.as_ref().is_some_and(|save| save.contains(&kind));
        if questions.yes(question, yes_or_no(is_usual))? {
            setup.save.push(kind);
        }
    }
    setup.out = command.out.clone().unwrap_or_else(|| storage::unused_name(FOLDER));
    Ok(setup)
}

/// Asks for the size of the board, its edges and its holes.
fn ask_board(questions: &mut Questions, usual: &Board) -> Result<Board, Failure> {
    let question = "Which board? (rows x columns, such as 6x6)";
    let size = questions.ask(question, &usual.to_string(), str::parse::<Board>)?;
    let question =
        "Wrap-around edges? (a knight that leaves on one side comes back on the other: yes or no)";
    let board = size.wrapped(questions.yes(question, yes_or_no(usual.is_wrapped()))?);
    let holes: Vec<String> = usual.holes().iter().map(|hole| usual.coordinates(*hole)).collect();
    let holes = if holes.is_empty() { "none".to_owned() } else { holes.join(" ") };
    questions.ask("Which squares are holes? (none, or squares such as a1 c3)", &holes, |text| {
        let holes = if text.eq_ignore_ascii_case("none") {
            Vec::new()
        } else {
            parse_squares(&board, text).map_err(|error| error.to_string())?
        };
        board.clone().with_holes(holes).map_err(|error| error.to_string())
    })
}

fn yes_or_no(is_yes: bool) -> &'static str {
    if is_yes { "yes" } else { "no" }
}

fn ask_print(questions: &mut Questions, usual: Option<Print>) -> Result<Option<Print>, Failure> {
    let question =
        "Print the tours? (no; grid: the board with numbers; path: the squares in order)";
    let usual = usual.map_or("no".to_owned(), |print| name(&print));
    questions.ask(question, &usual, |text| match text.to_lowercase().as_str() {
        "n" | "no" => Ok(None),
        word => {
            let print = Print::from_str(word, true).map(Some);
            print.map_err(|_| format!("{} is not no, grid or path", quoted(text)))
        }
    })
}

/// Asks for the kind of run and, if all runs start from one square, for that square. A square that no
/// tour can start from is refused, unless --search-anyway is given.
fn ask_starts(
    questions: &mut Questions,
    command: &Simulate,
    board: &Board,
    goal: Goal,
) -> Result<RunStarts, Failure> {
    let mut refused = refused_starts(board, goal);
    if command.search_anyway {
        refused.fill(false);
    }
    let first = starts(board, goal).find(|square| !refused[square.index()]);
    let question = "Where do the runs start? (all: every square once; random: a random square each \
                    time; specific: one square)";
    let kind = questions.ask(question, &name(&command.kind), |text| {
        let kind = RunKind::from_str(text, true)
            .map_err(|_| format!("{} is not all, random or specific", quoted(text)))?;
        if first.is_none() && kind != RunKind::All {
            return Err(format!("{}, so only 'all' makes sense", goal.none_on(board)));
        }
        Ok(kind)
    })?;
    let question = "From which square? (row,column counted from 0, or a name such as a1)";
    let corner = board.coordinates(first.unwrap_or(Square::at(0)));
    let usual = command.start.as_deref().unwrap_or(&corner);
    Ok(match kind {
        RunKind::All => RunStarts::All,
        RunKind::Random => RunStarts::Random,
        RunKind::Specific => RunStarts::Specific(questions.ask(question, usual, |text| {
            let start = board.parse_square(text).map_err(|error| error.to_string())?;
            let puzzle = Puzzle::new(board.clone(), vec![start], goal, 0)
                .map_err(|error| error.to_string())?;
            match verdict(&puzzle) {
                Verdict::No(reason) if !command.search_anyway => {
                    let reason = words::obstruction(&reason, Names::usual(board));
                    Err(format!("{}: {reason}", puzzle.none_exists(Naming::default())))
                }
                _ => Ok(start),
            }
        })?),
    })
}
