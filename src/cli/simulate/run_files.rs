//! The files of a simulation.

use std::path::PathBuf;

use super::SimulationSetup;
use crate::cli::args::Save;
use crate::cli::output::{Failure, print_error};
use crate::engine::Stopwatch;
use crate::format::csv;
use crate::lab::{Record, RunStats};
use crate::storage::{self, Growing, WriteError};
use crate::text::counted;

const SUMMARY: &str = "summary.csv";
/// The beginning of the line above a tour.
pub(super) const TOUR_HEAD: &str = "# tour ";

/// Which tours a file takes, by whether they are closed and structured; `None` if it takes a line for
/// every run.
type Takes = Option<fn(bool, bool) -> bool>;

const FILES: [(Save, &str, Takes); 6] = [
    (Save::Tours, "tours.txt", Some(|_, _| true)),
    (Save::Times, "times.csv", None),
    (Save::Closed, "open.txt", Some(|closed, _| !closed)),
    (Save::Closed, "closed.txt", Some(|closed, _| closed)),
    (Save::Structured, "unstructured.txt", Some(|_, structured| !structured)),
    (Save::Structured, "structured.txt", Some(|_, structured| structured)),
];

/// The files that are asked for; none if nothing is saved.
pub(super) struct RunFiles {
    folder: PathBuf,
    files: Vec<RunFile>,
    /// When the files were last published, and how long that took, in seconds.
    published: (f64, f64),
}

struct RunFile {
    name: &'static str,
    file: Growing,
    takes: Takes,
}

impl RunFiles {
    pub(super) fn new(setup: &SimulationSetup) -> Result<RunFiles, WriteError> {
        let mut files = Vec::new();
        if !setup.save.is_empty() {
            let start = |takes: Takes| takes.map_or(csv::RECORD_START, |_| TOUR_HEAD);
            let mut names = FILES.map(|(_, name, takes)| (name, start(takes))).to_vec();
            names.push((SUMMARY, csv::SUMMARY_HEAD));
            storage::fresh_folder(&setup.out, &names, setup.force)?;
        }
        for (_, name, takes) in FILES.into_iter().filter(|(save, ..)| setup.save.contains(save)) {
            let mut file = Growing::new(setup.out.join(name))?;
            if takes.is_none() {
                file.add(&[&csv::record_head(setup.plan.config.method)])?;
            }
            files.push(RunFile { name, file, takes });
        }
        Ok(RunFiles { folder: setup.out.clone(), files, published: (0.0, 0.0) })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    pub(super) fn writes_times(&self) -> bool {
        self.files.iter().any(|file| file.takes.is_none())
    }

    pub(super) fn writes_tours(&self) -> bool {
        self.files.iter().any(|file| file.takes.is_some())
    }

    /// Adds a run, and its tour with this number if it found one.
    pub(super) fn add(
        &mut self,
        record: &Record,
        number: u64,
        [line, grid]: [&str; 2],
    ) -> Result<(), WriteError> {
        let tour = [TOUR_HEAD, &number.to_string(), grid];
        for RunFile { file, takes, .. } in &mut self.files {
            match (takes, record.kind) {
                (None, _) => file.add(&[line])?,
                (Some(takes), Some((closed, structured))) if takes(closed, structured) => {
                    file.add(&tour)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Publishes the files about once a second, or less often if that takes long.
    pub(super) fn publish_now_and_then(&mut self, watch: &Stopwatch) -> Result<(), WriteError> {
        let (last, cost) = self.published;
        let now = watch.seconds();
        if now < last + f64::max(1.0, 20.0 * cost) {
            return Ok(());
        }
        self.files.iter_mut().try_for_each(|file| file.file.publish())?;
        self.published = (now, watch.seconds() - now);
        Ok(())
    }

    /// Gives every file its name, even if one of them could not be completed, and returns the names.
    pub(super) fn finish(
        self,
        stats: &RunStats,
        mut failure: Option<Failure>,
    ) -> Result<Vec<&'static str>, Failure> {
        if self.is_empty() {
            return failure.map_or(Ok(Vec::new()), Err);
        }
        let mut names = Vec::new();
        for RunFile { name, mut file, takes } in self.files {
            let written = file.write();
            let pieces = file.pieces();
            let written = written.and(file.finish());
            names.push(name);
            if let (Err(error), None) = (written, &failure) {
                failure = Some(error.into());
            }
            if failure.is_some() {
                let what = if takes.is_some() { "tour" } else { "line" };
                print_error(&format!("{} saved in {name}", counted(pieces, what)));
            }
        }
        let written = storage::write(&self.folder.join(SUMMARY), csv::summary(stats).as_bytes());
        if let Some(failure) = failure {
            return Err(failure);
        }
        written?;
        names.push(SUMMARY);
        Ok(names)
    }
}
