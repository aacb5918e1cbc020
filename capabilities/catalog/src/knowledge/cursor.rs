//! Where a listing goes on: opaque to callers, bound to the question and to what was given.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use contract::digest::sha256_hex;

/// Items that a cursor remembers one by one, so that none is given again after the site changed.
pub const REMEMBERED_MAX: usize = 400;
/// Bytes of a cursor's text.
pub const CURSOR_BYTES_MAX: usize = 4096;

/// The edition of a listing that went on across a change: it stands no more, whatever comes back.
pub const CHANGED: u64 = 0;

const VERSION: u8 = 2;
const HEADER_BYTES: usize = 1 + 8 + 8 + 4 + 1;
/// Bytes of a mark.
const MARK_BYTES: usize = 6;

/// Where a listing goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// What was asked, as [`question_of`].
    pub question: [u8; 8],
    /// What answered so far: while it stands, what was given is the beginning of the listing.
    pub edition: u64,
    /// How many were given.
    pub given: u32,
    /// What else the capability keeps.
    pub note: u8,
    /// Which ones, as [`mark_of`]; all of them up to [`REMEMBERED_MAX`].
    pub marks: Vec<u64>,
}

/// The text is no cursor of this listing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the cursor does not belong to this question")]
pub struct NotThisCursor;

impl Cursor {
    /// The cursor as callers see it.
    pub fn encode(&self) -> String {
        let mut bytes = Vec::with_capacity(HEADER_BYTES + self.marks.len() * MARK_BYTES);
        bytes.push(VERSION);
        bytes.extend(self.question);
        bytes.extend(self.edition.to_be_bytes());
        bytes.extend(self.given.to_be_bytes());
        bytes.push(self.note);
        for mark in self.marks.iter().take(REMEMBERED_MAX) {
            bytes.extend(&mark.to_be_bytes()[8 - MARK_BYTES..]);
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
        if header[0] != VERSION
            || header[1..9] != question
            || !rest.len().is_multiple_of(MARK_BYTES)
        {
            return Err(NotThisCursor);
        }
        let number = |it: &[u8]| it.iter().fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
        let marks: Vec<u64> = rest.chunks(MARK_BYTES).map(number).collect();
        let given = u32::try_from(number(&header[17..21])).map_err(|_| NotThisCursor)?;
        if marks.len() > REMEMBERED_MAX || marks.len() > given as usize {
            return Err(NotThisCursor);
        }
        let (edition, note) = (number(&header[9..17]), header[21]);
        Ok(Cursor { question, edition, given, note, marks })
    }

    /// Whether every item that was given is remembered.
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

/// What names an item across changes: 48 bits of FNV-1a of what tells it apart.
pub fn mark_of(parts: &[&str]) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = parts.iter().fold(0xcbf2_9ce4_8422_2325, |hash, part| {
        // No text holds this byte, so it keeps the parts apart.
        step(part.bytes().fold(hash, step), 0xff)
    });
    (hash >> 48) ^ (hash & 0xffff_ffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_comes_back_for_its_own_question_alone() {
        let question = question_of("search", &["ownership", "page"]);
        let marks = vec![mark_of(&["a"]), mark_of(&["a", "b"])];
        let cursor = Cursor { question, edition: 7, given: 2, note: 3, marks };
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
        let marks = vec![u64::MAX; REMEMBERED_MAX];
        let (edition, note) = (u64::MAX, u8::MAX);
        let cursor = Cursor { question: [0; 8], edition, given: u32::MAX, note, marks };
        assert!(cursor.encode().len() <= CURSOR_BYTES_MAX);
    }

    #[test]
    fn no_two_items_share_a_mark() {
        // Of so many items, marks of 32 bits would let about five pairs collide.
        let marks: std::collections::BTreeSet<u64> =
            (0..200_000).map(|it| mark_of(&[&format!("page{it}"), "anchor", "0"])).collect();
        assert_eq!(marks.len(), 200_000);
        assert!(marks.iter().all(|it| *it < 1 << 48));
        assert_ne!(mark_of(&["ab", "c"]), mark_of(&["a", "bc"]));
    }
}
