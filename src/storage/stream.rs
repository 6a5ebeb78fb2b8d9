//! Texts that are read piece by piece, so that they need not be in memory as a whole.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{check_length, unreadable};
use crate::text::Utf8;

const NOT_TEXT: &str = "it is not text";
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A text that is read piece by piece, from a file or, if that is called `-`, from standard input.
pub struct Stream {
    source: Box<dyn Read>,
    /// The last piece, unchanged; UTF-16 becomes UTF-8 in `unread`.
    piece: Vec<u8>,
    decoder: Utf8,
    /// What was not taken yet begins at `start`. It is valid up to `valid`, where a letter may be cut.
    unread: Vec<u8>,
    start: usize,
    valid: usize,
    /// How many bytes were decoded, and how many there may be.
    length: u64,
    max_bytes: u64,
    has_ended: bool,
    failure: Option<String>,
}

impl Stream {
    /// Bytes read at a time. Longer lines come in parts.
    const PIECE_BYTES: usize = 1 << 20;

    /// Opens a file, or says why it cannot be read. Anything longer than `max_bytes` is refused.
    pub fn open(file: &Path, max_bytes: u64) -> Result<Stream, String> {
        if file == Path::new("-") {
            return Stream::of(io::stdin().lock(), max_bytes);
        }
        Stream::of_file(File::open(file).map_err(|error| unreadable(&error))?, max_bytes)
    }

    pub(super) fn of_file(file: File, max_bytes: u64) -> Result<Stream, String> {
        let length = file.metadata().map_err(|error| unreadable(&error))?.len();
        check_length(length, max_bytes)?;
        Stream::of(file, max_bytes)
    }

    fn of(source: impl Read + 'static, max_bytes: u64) -> Result<Stream, String> {
        let mut stream = Stream {
            source: Box::new(source),
            piece: Vec::new(),
            decoder: Utf8::default(),
            unread: Vec::new(),
            start: 0,
            valid: 0,
            length: 0,
            max_bytes,
            has_ended: false,
            failure: None,
        };
        stream.fill()?;
        while stream.beginning().starts_with(BYTE_ORDER_MARK) {
            stream.start += BYTE_ORDER_MARK.len();
        }
        Ok(stream)
    }

    /// Reads another piece, and returns whether there was one.
    fn fill(&mut self) -> Result<bool, String> {
        if self.has_ended {
            return Ok(false);
        }
        self.unread.drain(..self.start);
        (self.start, self.valid) = (0, self.valid - self.start);
        let first = self.unread.len();
        self.piece.clear();
        let mut source = self.source.by_ref().take(Stream::PIECE_BYTES as u64);
        let count = source.read_to_end(&mut self.piece).map_err(|error| unreadable(&error))?;
        self.decoder.add(&self.piece, &mut self.unread);
        self.has_ended = count < Stream::PIECE_BYTES;
        if self.has_ended {
            self.decoder.end(&mut self.unread);
        }
        self.length += (self.unread.len() - first) as u64;
        check_length(self.length, self.max_bytes)?;
        if self.unread[first..].contains(&0) {
            return Err(NOT_TEXT.to_owned());
        }
        match str::from_utf8(&self.unread[self.valid..]) {
            Ok(_) => self.valid = self.unread.len(),
            // A letter may be cut in two by the end of the piece, but not by the end of the text.
            Err(error) if error.error_len().is_none() && !self.has_ended => {
                self.valid += error.valid_up_to();
            }
            Err(_) => return Err(NOT_TEXT.to_owned()),
        }
        Ok(self.unread.len() > first)
    }

    /// What was read and not taken yet.
    pub fn beginning(&self) -> &str {
        str::from_utf8(&self.unread[self.start..self.valid]).unwrap_or_default()
    }

    /// All of it, if it has at most this many bytes. Otherwise nothing is taken.
    pub fn whole(&mut self, max_bytes: usize) -> Result<Option<String>, String> {
        while self.unread.len() - self.start <= max_bytes && self.fill()? {}
        if self.unread.len() - self.start > max_bytes {
            return Ok(None);
        }
        let mut bytes = std::mem::take(&mut self.unread);
        bytes.drain(..self.start);
        String::from_utf8(bytes).map(Some).map_err(|_| NOT_TEXT.to_owned())
    }

    /// The next line, or a part of a long one, which is cut between two words; and whether the line
    /// ends there.
    pub fn line(&mut self) -> Result<Option<(&str, bool)>, String> {
        let (length, gap, ends) = loop {
            let unread = &self.unread[self.start..self.valid];
            if let Some(length) = unread.iter().position(|byte| *byte == b'\n') {
                break (length, 1, true);
            }
            if unread.len() >= Stream::PIECE_BYTES {
                let cut = unread.iter().rposition(|byte| b" \t,;]".contains(byte));
                let cut = cut.ok_or("it has a word of more than a megabyte")?;
                break (cut + 1, 0, false);
            }
            let length = unread.len();
            if !self.fill()? {
                if length == 0 {
                    return Ok(None);
                }
                break (length, 0, true);
            }
        };
        let line = self.start..self.start + length;
        self.start = line.end + gap;
        let line = str::from_utf8(&self.unread[line]).map_err(|_| NOT_TEXT)?;
        Ok(Some((line, ends)))
    }

    /// Why it could not be read to its end as a [`Read`], if that was so.
    pub fn failure(&mut self) -> Option<String> {
        self.failure.take()
    }
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.start == self.valid
            && let Err(failure) = self.fill()
        {
            self.failure = Some(failure.clone());
            return Err(io::Error::other(failure));
        }
        let count = (&self.unread[self.start..self.valid]).read(bytes)?;
        self.start += count;
        Ok(count)
    }
}
