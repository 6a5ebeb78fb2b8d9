//! Questions on the terminal: one line each, asked again until the answer makes sense.

use std::fmt::Display;
use std::io::{self, BufRead, Write};

use super::output::{Failure, tell};

/// Asks numbered questions.
#[derive(Default)]
pub(super) struct Questions {
    asked: u32,
}

impl Questions {
    /// Asks until the answer makes sense. An empty answer means the default.
    pub(super) fn ask<T, E: Display>(
        &mut self,
        question: &str,
        usual: &str,
        read: impl Fn(&str) -> Result<T, E>,
    ) -> Result<T, Failure> {
        self.asked += 1;
        loop {
            let mut out = io::stderr();
            // An answer may come even if the question cannot be shown.
            let _ = write!(out, "{:>2}. {question} [{usual}]: ", self.asked);
            let _ = out.flush();
            let mut line = Vec::new();
            let length = io::stdin().lock().read_until(b'\n', &mut line);
            match length {
                Ok(0) => {
                    tell("");
                    return Err(Failure::Bad(format!(
                        "no answer to question {}, '{question}'; nothing was run",
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

    /// Asks a question that is answered by yes or no.
    pub(super) fn yes(&mut self, question: &str, usual: &str) -> Result<bool, Failure> {
        self.ask(question, usual, |answer| match answer.to_lowercase().as_str() {
            "y" | "yes" => Ok(true),
            "n" | "no" => Ok(false),
            _ => Err(format!("{} is not an answer; type yes or no", crate::text::quoted(answer))),
        })
    }
}
