//! UTF-16, which some programs write text files in, as UTF-8.

/// Turns text into UTF-8, in pieces of any length. Without the byte order mark of UTF-16 it stays as it is.
#[derive(Debug, Default)]
pub struct Utf8 {
    has_begun: bool,
    /// How two bytes make a unit of UTF-16; `None` for other text.
    unit: Option<fn([u8; 2]) -> u16>,
    /// Bytes of a letter that is not complete yet, or of the byte order mark.
    rest: Vec<u8>,
}

impl Utf8 {
    /// Takes in a piece, and adds the text that is complete.
    pub fn add(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        self.rest.extend_from_slice(piece);
        if !self.has_begun {
            let Some(mark) = self.rest.first_chunk::<2>() else { return };
            self.unit = match mark {
                [0xff, 0xfe] => Some(u16::from_le_bytes),
                [0xfe, 0xff] => Some(u16::from_be_bytes),
                _ => None,
            };
            self.has_begun = true;
            if self.unit.is_some() {
                self.rest.drain(..2);
            }
        }
        let Some(unit) = self.unit else { return out.append(&mut self.rest) };
        let (pairs, _) = self.rest.as_chunks::<2>();
        let mut units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
        // The second half of a letter may come with the next piece.
        units.pop_if(|last| matches!(*last, 0xd800..0xdc00));
        self.rest.drain(..2 * units.len());
        out.extend_from_slice(String::from_utf16_lossy(&units).as_bytes());
    }

    pub fn end(&mut self, out: &mut Vec<u8>) {
        if self.unit.is_none() {
            out.append(&mut self.rest);
        } else if !std::mem::take(&mut self.rest).is_empty() {
            // Half a letter is left.
            out.extend_from_slice("\u{fffd}".as_bytes());
        }
    }
}

pub fn as_utf8(bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.starts_with(&[0xff, 0xfe]) && !bytes.starts_with(&[0xfe, 0xff]) {
        return bytes;
    }
    let (mut text, mut out) = (Utf8::default(), Vec::new());
    text.add(&bytes, &mut out);
    text.end(&mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8], piece: usize) -> String {
        let (mut text, mut out) = (Utf8::default(), Vec::new());
        bytes.chunks(piece).for_each(|piece| text.add(piece, &mut out));
        text.end(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn text_is_the_same_however_it_comes() {
        let text = "1 4\n♞ 𝄞 é\n";
        let with_mark = || [0xfeff].into_iter().chain(text.encode_utf16());
        let little: Vec<u8> = with_mark().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = with_mark().flat_map(u16::to_be_bytes).collect();
        for piece in 1..8 {
            for bytes in [text.as_bytes(), &little, &big] {
                assert_eq!(decoded(bytes, piece), text, "pieces of {piece}");
                assert_eq!(as_utf8(bytes.to_vec()), text.as_bytes());
            }
            assert_eq!(decoded(&little[..9], piece), "1 4\u{fffd}", "half a letter");
        }
        for short in ["", "1"] {
            assert_eq!(decoded(short.as_bytes(), 1), short);
        }
    }
}
