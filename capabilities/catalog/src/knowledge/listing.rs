//! Which stretch of a listing is asked for, and where does it go on?
//!
//! While the site stands as it was, what was given is the beginning of the listing, and it goes on
//! after that. Once it changed, everything from the first item on is looked at again, and what was
//! given is left out.

use std::future::Future;

use super::cursor::{CHANGED, Cursor, NotThisCursor, REMEMBERED_MAX};
use crate::ports::sql::{SqlError, SqlValue};

/// What a caller should know of an answer that goes on across a change.
const INDEX_CHANGED: &str = "the index changed since the first part of this answer";

/// A listing that was asked for.
pub(super) struct Listing {
    cursor: Cursor,
    limit: u32,
}

/// Which items to fetch, in the order of the listing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) offset: u32,
    pub(super) limit: u32,
}

impl Window {
    /// As the last two parameters of a query: `LIMIT` and `OFFSET`.
    pub(super) fn values(self) -> [SqlValue; 2] {
        [i64::from(self.limit).into(), i64::from(self.offset).into()]
    }
}

/// What the site answers for a window.
pub(super) struct Fetched<T> {
    /// What answered.
    pub(super) edition: u64,
    /// Items in all.
    pub(super) total: u64,
    /// Those of the window.
    pub(super) items: Vec<T>,
}

/// What is given.
pub(super) struct Listed<T> {
    pub(super) total: u64,
    pub(super) items: Vec<T>,
    /// Where it goes on; the capability adds its note.
    pub(super) next: Option<Cursor>,
    pub(super) warnings: Vec<String>,
}

impl Listing {
    /// Opens a listing at its beginning, or where a cursor left it.
    pub(super) fn open(
        cursor: Option<&str>,
        question: [u8; 8],
        limit: u32,
    ) -> Result<Listing, NotThisCursor> {
        let cursor = match cursor {
            Some(text) => Cursor::decode(text, question)?,
            None => Cursor { question, edition: CHANGED, given: 0, note: 0, marks: Vec::new() },
        };
        Ok(Listing { cursor, limit })
    }

    /// Whether it goes on from an earlier answer.
    pub(super) fn is_continued(&self) -> bool {
        self.cursor.given > 0
    }

    /// What the capability kept in the cursor.
    pub(super) fn note(&self) -> u8 {
        self.cursor.note
    }

    /// Fetches what is asked for, once more where the site changed since the first answer.
    pub(super) async fn fetch<T, E, F>(
        self,
        fetch: impl Fn(Window) -> F,
        mark: impl Fn(&T) -> u64,
    ) -> Result<Listed<T>, E>
    where
        F: Future<Output = Result<Fetched<T>, E>>,
    {
        let window = Window { offset: self.cursor.given, limit: self.limit + 1 };
        let first = fetch(window).await?;
        if !self.is_continued() || first.edition == self.cursor.edition {
            return Ok(self.closed(first, Vec::new(), mark));
        }
        let mut warnings = vec![INDEX_CHANGED.to_owned()];
        if !self.cursor.remembers_all() {
            // Past what a cursor can remember, a changed site could only repeat.
            warnings.push("ask again without the cursor to see the rest".to_owned());
            let Fetched { total, .. } = first;
            return Ok(Listed { total, items: Vec::new(), next: None, warnings });
        }
        let window = Window { offset: 0, limit: self.cursor.given + self.limit + 1 };
        let mut again = fetch(window).await?;
        again.items.retain(|it| !self.cursor.marks.contains(&mark(it)));
        again.edition = CHANGED;
        Ok(self.closed(again, warnings, mark))
    }

    fn closed<T>(
        self,
        fetched: Fetched<T>,
        warnings: Vec<String>,
        mark: impl Fn(&T) -> u64,
    ) -> Listed<T> {
        let Fetched { edition, total, mut items } = fetched;
        let Cursor { question, mut given, note, mut marks, .. } = self.cursor;
        let limit = self.limit as usize;
        let goes_on = items.len() > limit;
        items.truncate(limit);
        marks.extend(items.iter().map(mark));
        marks.truncate(REMEMBERED_MAX);
        given = given.saturating_add(u32::try_from(items.len()).unwrap_or(u32::MAX));
        let next = goes_on.then_some(Cursor { question, edition, given, note, marks });
        Listed { total, items, next, warnings }
    }
}

/// Why a window was not fetched.
pub(super) enum NotFetched {
    /// The page that it is about is not there.
    Missing,
    /// The database gave no answer.
    Sql(SqlError),
}

impl From<SqlError> for NotFetched {
    fn from(error: SqlError) -> NotFetched {
        NotFetched::Sql(error)
    }
}

/// What an answer is bound to: 64 bits of the digest of the whole site.
pub(super) fn edition_of(state: &str) -> Result<u64, SqlError> {
    let wrong = SqlError::Column { column: 0, expected: "a digest of the site" };
    let Some(start) = state.get(..16) else {
        // Nothing was published yet.
        return if state.is_empty() { Ok(1) } else { Err(wrong) };
    };
    let edition = u64::from_str_radix(start, 16).map_err(|_| wrong)?;
    Ok(edition.max(1))
}

#[cfg(test)]
mod tests;
