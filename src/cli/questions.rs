//! Questions on the terminal: one line each, asked again until the answer makes sense.

use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};

use super::output::{Failure, print_error, wait_for_input};
use crate::text::{grouped, message, quoted};

const MAX_ANSWER_BYTES: usize = 4_096;

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
            let line = wait_for_input(|| line(&mut io::stdin().lock()));
            let line = line.map_err(|e| Failure::Bad(format!("the answer cannot be read: {e}")))?;
            match line {
                AnswerLine::End => {
                    print_error("");
                    return Err(Failure::Bad(format!(
                        "no answer to question {}, '{question}'; nothing was run",
                        self.asked
                    )));
                }
                AnswerLine::TooLong => {
                    let most = grouped(MAX_ANSWER_BYTES as u64);
                    print_error(&format!(
                        "    the answer is longer than {most} bytes; give a shorter one"
                    ));
                }
                AnswerLine::Text(line) => {
                    let answer = line.trim();
                    match read(if answer.is_empty() { usual } else { answer }) {
                        Ok(answer) => return Ok(answer),
                        Err(why) => print_error(&format!("    {}", message(&why.to_string()))),
                    }
                }
            }
        }
    }

    /// Asks a question that is answered by yes or no.
    pub(super) fn yes(&mut self, question: &str, usual: &str) -> Result<bool, Failure> {
        self.ask(question, usual, |answer| match answer.to_lowercase().as_str() {
            "y" | "yes" => Ok(true),
            "n" | "no" => Ok(false),
            _ => Err(format!("{} is not an answer; type yes or no", quoted(answer))),
        })
    }
}

/// A line that was typed, or written by another program.
#[derive(Debug, PartialEq, Eq)]
enum AnswerLine {
    Text(String),
    /// It was skipped, since it is longer than any answer.
    TooLong,
    /// There are no more lines.
    End,
}

/// Reads a line, and never keeps more of it than an answer can have.
fn line(from: &mut impl BufRead) -> io::Result<AnswerLine> {
    let mut line = Vec::new();
    from.by_ref().take(MAX_ANSWER_BYTES as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(AnswerLine::End);
    }
    if line.len() <= MAX_ANSWER_BYTES || line.ends_with(b"\n") {
        return Ok(AnswerLine::Text(String::from_utf8_lossy(&line).into_owned()));
    }
    from.skip_until(b'\n')?;
    Ok(AnswerLine::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_or_skipped_as_a_whole() {
        let (longest, longer) = ("x".repeat(MAX_ANSWER_BYTES), "x".repeat(MAX_ANSWER_BYTES + 1));
        let mut from = io::Cursor::new(format!("8\n{longest}\n{longer}\n\nlast"));
        let text = |text: &str| AnswerLine::Text(text.to_owned());
        assert_eq!(line(&mut from).unwrap(), text("8\n"));
        assert_eq!(line(&mut from).unwrap(), text(&format!("{longest}\n")));
        assert_eq!(line(&mut from).unwrap(), AnswerLine::TooLong);
        assert_eq!(line(&mut from).unwrap(), text("\n"));
        assert_eq!(line(&mut from).unwrap(), text("last"));
        assert_eq!(line(&mut from).unwrap(), AnswerLine::End);
    }

    #[test]
    fn two_gigabytes_without_a_line_break_take_no_memory() {
        let endless = io::repeat(b'8').take(2 << 30);
        let mut from = io::BufReader::with_capacity(1 << 16, endless);
        assert_eq!(line(&mut from).unwrap(), AnswerLine::TooLong);
        assert_eq!(line(&mut from).unwrap(), AnswerLine::End);
    }
}
