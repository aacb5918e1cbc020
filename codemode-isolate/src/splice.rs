//! Where in the text as sent did a line and column of the running text come from?

use crate::{
    edit::Edit,
    place::{Place, Sent},
};

/// The text that runs, and where its parts come from.
#[derive(Clone, Debug)]
pub struct SpliceTable {
    runs: Vec<Run>,
    text: String,
}

/// A stretch of the running text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Run {
    /// Where it starts in the running text.
    start: usize,
    /// Where it starts in the text as sent.
    from: usize,
    /// How much of it is the text as sent, byte for byte.
    copied: usize,
}

impl SpliceTable {
    /// Applies changes between a head and a tail. `shift` says where the text as sent begins in
    /// `source`: its own position minus this is the position sent.
    pub(crate) fn apply(
        head: &str,
        source: &str,
        edits: &[Edit],
        tail: &str,
        sent_offset: impl Fn(usize) -> usize,
    ) -> SpliceTable {
        let mut text = head.to_owned();
        let mut runs = vec![Run { start: 0, from: sent_offset(0), copied: 0 }];
        let mut at = 0;
        for edit in edits {
            let (start, end) = (edit.start as usize, edit.end as usize);
            runs.push(Run { start: text.len(), from: sent_offset(at), copied: start - at });
            text.push_str(&source[at..start]);
            runs.push(Run { start: text.len(), from: sent_offset(start), copied: 0 });
            text.push_str(&edit.text);
            at = end;
        }
        runs.push(Run { start: text.len(), from: sent_offset(at), copied: source.len() - at });
        text.push_str(&source[at..]);
        runs.push(Run { start: text.len(), from: sent_offset(source.len()), copied: 0 });
        text.push_str(tail);
        SpliceTable { runs, text }
    }

    /// The text that runs.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place in the text as sent of a line and a column, both from 1, of the running text.
    /// Engines count columns in units of UTF-16.
    pub fn place(&self, sent: &Sent<'_>, line: u32, column: u32) -> Option<Place> {
        let start = match line {
            0 => return None,
            1 => 0,
            _ => self.text.match_indices('\n').nth(line as usize - 2)?.0 + 1,
        };
        let mut units = column.saturating_sub(1) as usize;
        let mut offset = start;
        for character in self.text[start..].chars() {
            if units == 0 || character == '\n' {
                break;
            }
            units = units.saturating_sub(character.len_utf16());
            offset += character.len_utf8();
        }
        let run = self.runs.iter().rev().find(|it| it.start <= offset)?;
        Some(sent.place(run.from + (offset - run.start).min(run.copied)))
    }
}
