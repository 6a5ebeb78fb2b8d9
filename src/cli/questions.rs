//! Questions on the terminal: one line, one answer, asked again until it can be used.

use std::fmt::Display;
use std::io::{self, BufRead, Write};

use super::output::{Failure, tell};

/// Asks questions in turn.
#[derive(Default)]
pub(super) struct Questions {
    asked: u32,
}

impl Questions {
    /// Asks until the answer can be read. An empty answer is the usual one.
    pub(super) fn ask<T, E: Display>(
        &mut self,
        question: &str,
        usual: &str,
        read: impl Fn(&str) -> Result<T, E>,
    ) -> Result<T, Failure> {
        self.asked += 1;
        loop {
            let mut out = io::stderr();
            // If it cannot be shown, an answer may still come.
            let _ = write!(out, "{:>2}. {question} [{usual}]: ", self.asked);
            let _ = out.flush();
            let mut line = Vec::new();
            let length = io::stdin().lock().read_until(b'\n', &mut line);
            match length {
                Ok(0) => {
                    tell("");
                    return Err(Failure::Bad(format!(
                        "the answers ended at question {}, '{question}'; nothing was run",
                        self.asked
                    )));
                }
                Ok(_) => {}
                Err(error) => {
                    return Err(Failure::Bad(format!("the answer cannot be read: {error}")));
                }
            }
            let line = String::from_utf8_lossy(&line);
            let answer = line.trim();
            match read(if answer.is_empty() { usual } else { answer }) {
                Ok(answer) => return Ok(answer),
                Err(why) => tell(&format!("    {why}")),
            }
        }
    }

    /// Asks for yes or no.
    pub(super) fn yes(&mut self, question: &str, usual: &str) -> Result<bool, Failure> {
        self.ask(question, usual, |answer| match answer.to_lowercase().as_str() {
            "y" | "yes" => Ok(true),
            "n" | "no" => Ok(false),
            _ => Err(format!("{} is neither yes nor no", crate::text::quoted(answer))),
        })
    }
}
