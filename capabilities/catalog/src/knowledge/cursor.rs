//! Where a listing goes on: opaque to callers, bound to the question and to what was given.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use contract::digest::sha256_hex;

/// Hits that a cursor remembers one by one, so that none is given again after the index changed.
pub const REMEMBERED_MAX: usize = 400;
/// Bytes of a cursor's text.
pub const CURSOR_BYTES_MAX: usize = 4096;

const VERSION: u8 = 1;
const HEADER_BYTES: usize = 1 + 8 + 8 + 4;

/// Where a listing goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// What was asked, as [`question_of`].
    pub question: [u8; 8],
    /// The generation that answered so far.
    pub generation: u64,
    /// How many were given.
    pub given: u32,
    /// Which ones, as [`mark_of`]; all of them up to [`REMEMBERED_MAX`].
    pub marks: Vec<u32>,
}

/// The text is no cursor of this listing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the cursor does not belong to this question")]
pub struct NotThisCursor;

impl Cursor {
    /// The cursor as callers see it.
    pub fn encode(&self) -> String {
        let mut bytes = Vec::with_capacity(HEADER_BYTES + self.marks.len() * 4);
        bytes.push(VERSION);
        bytes.extend(self.question);
        bytes.extend(self.generation.to_be_bytes());
        bytes.extend(self.given.to_be_bytes());
        for mark in self.marks.iter().take(REMEMBERED_MAX) {
            bytes.extend(mark.to_be_bytes());
        }
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads a cursor that was given for the same question.
    ///
    /// # Errors
    /// Where it is damaged, or belongs to another question.
    pub fn decode(text: &str, question: [u8; 8]) -> Result<Cursor, NotThisCursor> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| NotThisCursor)?;
        let (header, rest) = bytes.split_at_checked(HEADER_BYTES).ok_or(NotThisCursor)?;
        if header[0] != VERSION || header[1..9] != question || !rest.len().is_multiple_of(4) {
            return Err(NotThisCursor);
        }
        let eight = |from: usize| header[from..from + 8].try_into().map_err(|_| NotThisCursor);
        let four = |it: &[u8]| it.try_into().map(u32::from_be_bytes).map_err(|_| NotThisCursor);
        let marks = rest.chunks(4).map(four).collect::<Result<Vec<u32>, _>>()?;
        let given = four(&header[17..21])?;
        if marks.len() > REMEMBERED_MAX || marks.len() > given as usize {
            return Err(NotThisCursor);
        }
        Ok(Cursor { question, generation: u64::from_be_bytes(eight(9)?), given, marks })
    }

    /// Whether every hit that was given is remembered.
    pub fn remembers_all(&self) -> bool {
        self.marks.len() == self.given as usize
    }
}

/// What names a question: the capability and everything that shapes its answer.
pub fn question_of(capability: &str, parts: &[&str]) -> [u8; 8] {
    let mut text = capability.to_owned();
    for part in parts {
        // Lengths keep the parts apart, whatever they hold.
        text.push_str(&format!("\n{}:{part}", part.len()));
    }
    let hex = sha256_hex(text.as_bytes());
    let mut question = [0; 8];
    question.copy_from_slice(&hex.as_bytes()[..8]);
    question
}

/// What names a hit across generations: 32-bit FNV-1a of its page, anchor and part.
pub fn mark_of(page: &str, anchor: Option<&str>, part: i64) -> u32 {
    let text = format!("{page}#{}#{part}", anchor.unwrap_or_default());
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_comes_back_for_its_own_question_alone() {
        let question = question_of("search", &["ownership", "page"]);
        let marks = vec![mark_of("a", None, 0), mark_of("a", Some("b"), 1)];
        let cursor = Cursor { question, generation: 7, given: 2, marks };
        let text = cursor.encode();
        assert_eq!(Cursor::decode(&text, question), Ok(cursor));
        let other = question_of("search", &["ownershi", "ppage"]);
        assert_eq!(Cursor::decode(&text, other), Err(NotThisCursor));
        for damaged in ["", "x", "AAAA", &text[..text.len() - 2], &format!("{text}AA")] {
            assert_eq!(Cursor::decode(damaged, question), Err(NotThisCursor), "{damaged}");
        }
    }

    #[test]
    fn the_longest_cursor_keeps_its_bound() {
        let marks = vec![u32::MAX; REMEMBERED_MAX];
        let cursor = Cursor { question: [0; 8], generation: u64::MAX, given: u32::MAX, marks };
        assert!(cursor.encode().len() <= CURSOR_BYTES_MAX);
    }
}
