//! Base tours from files, for `solve --base`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::check;
use super::output::{Failure, note};
use crate::board::Board;
use crate::format::ParsedTour;
use crate::puzzle::{BaseError, BaseTours, Puzzle};
use crate::solver::MethodConfig;
use crate::text::{counted, grouped};
use crate::tour::Tour;

/// The puzzle with the tours of these files added to its base tours. Writes to standard error what was
/// left out.
pub(super) fn add(puzzle: Puzzle, files: &[PathBuf]) -> Result<Puzzle, Failure> {
    let mut base = puzzle.base().clone();
    for file in files {
        base = read(file, base)?;
    }
    Ok(puzzle.with_base(base))
}

fn read(file: &Path, base: BaseTours) -> Result<BaseTours, Failure> {
    let name = check::shown(file);
    let mut reading = BaseReading { base, tours: 0, left: [0; 5], wrong: None };
    check::read(file, &mut |parsed| reading.add(parsed))
        .map_err(|what| Failure::Bad(format!("{name}: {what}")))?;
    if let Some(wrong) = reading.wrong {
        return Err(Failure::Bad(format!("{name}: {wrong}")));
    }
    let left = reading.left_out();
    let [open, unstructured, other, ..] = reading.left;
    if open + unstructured + other == reading.tours {
        let what = "use closed, structured tours of small boards, such as 6x6";
        return Err(Failure::Bad(format!("{name} has no base tour: {left}; {what}")));
    }
    if !left.is_empty() {
        note(&format!("{name}: not all tours are used: {left}"));
    }
    Ok(reading.base)
}

/// A file with base tours while it is read.
struct BaseReading {
    base: BaseTours,
    tours: u64,
    /// How many tours were left out: open ones, unstructured ones, those of other boards, repeated ones,
    /// and those beyond the maximum.
    left: [u64; 5],
    /// The first tour that is not valid.
    wrong: Option<String>,
}

impl BaseReading {
    fn add(&mut self, ParsedTour { board, path, from, .. }: ParsedTour) {
        self.tours += 1;
        if self.wrong.is_some() {
            return;
        }
        let tour = path.and_then(|path| {
            Tour::new(board, path).map_err(|error| error.counted_from(from).to_string())
        });
        let number = grouped(self.tours);
        match tour.map(|tour| self.base.with(&tour)) {
            Err(wrong) => self.wrong = Some(format!("tour {number} is not valid: {wrong}")),
            Ok(Ok(base)) => self.base = base,
            Ok(Err(BaseError::Open(_))) => self.left[0] += 1,
            Ok(Err(BaseError::Unstructured(_))) => self.left[1] += 1,
            Ok(Err(BaseError::Size(_) | BaseError::NotPlain(_))) => self.left[2] += 1,
            Ok(Err(BaseError::Twice(_))) => self.left[3] += 1,
            Ok(Err(BaseError::TooMany)) => self.left[4] += 1,
            Ok(Err(other)) => self.wrong = Some(format!("tour {number}: {other}")),
        }
    }

    /// How many tours were left out, by reason.
    fn left_out(&self) -> String {
        let why = [
            "open",
            "not structured",
            "not of a plain board with sides from 6 to 12",
            "the same as others",
            "beyond the 64 that can be kept",
        ];
        let parts = self.left.iter().zip(why).filter(|(many, _)| **many > 0);
        let verb = |many: u64| if many == 1 { "is" } else { "are" };
        let parts = parts.map(|(many, why)| format!("{} {} {why}", grouped(*many), verb(*many)));
        parts.collect::<Vec<String>>().join(", ")
    }
}

/// Writes a note about the base tours that a board has no place for.
pub(super) fn report_unused(puzzle: &Puzzle, config: &MethodConfig) {
    let needed = config.base_shapes(puzzle.board());
    let boards = puzzle.base().iter().map(Tour::board);
    let unused = boards.filter(|board| !needed.contains(&(board.rows(), board.cols())));
    let unused: Vec<String> = unused.map(Board::to_string).collect();
    if unused.is_empty() {
        return;
    }
    let many = counted(unused.len() as u64, "base tour");
    let verb = if unused.len() == 1 { "is" } else { "are" };
    let shapes = BTreeSet::from_iter(unused).into_iter().collect::<Vec<String>>().join(", ");
    let needed = needed.iter().map(|(rows, cols)| format!("{rows}x{cols}"));
    let (needed, board) = (needed.collect::<Vec<String>>().join(", "), puzzle.board());
    note(&format!(
        "{many} of {shapes} {verb} not used: the {board} board has places for tours of {needed}"
    ));
}
