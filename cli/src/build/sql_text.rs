//! How a value is spelt in SQL text, and how many rows go into one statement.

use catalog::ports::sql::{STATEMENT_BYTES_MAX, SqlValue};

/// Bytes of one statement; below what the narrowest database takes.
const STATEMENT_BYTES: usize = STATEMENT_BYTES_MAX / 2;

/// SQL text that grows by whole statements.
#[derive(Default)]
pub(super) struct SqlText(String);

impl SqlText {
    /// Adds a statement without its semicolon.
    pub(super) fn statement(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push_str(";\n");
    }

    /// Adds rows, several in a statement up to its bound.
    pub(super) fn insert(&mut self, head: &str, rows: &[Vec<SqlValue>]) {
        let mut open = String::new();
        for row in rows {
            let spelt: Vec<String> = row.iter().map(spelt).collect();
            let tuple = format!("({})", spelt.join(", "));
            if !open.is_empty() && open.len() + tuple.len() > STATEMENT_BYTES {
                self.statement(&format!("{head} VALUES {open}"));
                open.clear();
            }
            if !open.is_empty() {
                open.push_str(", ");
            }
            open.push_str(&tuple);
        }
        if !open.is_empty() {
            self.statement(&format!("{head} VALUES {open}"));
        }
    }

    pub(super) fn into_text(self) -> String {
        self.0
    }
}

fn spelt(value: &SqlValue) -> String {
    match value {
        SqlValue::Null => "NULL".to_owned(),
        SqlValue::Integer(number) => number.to_string(),
        SqlValue::Real(number) => format!("{number:?}"),
        // Sources hold no NUL, which no SQL text can spell.
        SqlValue::Text(text) => format!("'{}'", text.replace('\'', "''")),
        SqlValue::Blob(bytes) => {
            let hex: String = bytes.iter().map(|it| format!("{it:02x}")).collect();
            format!("x'{hex}'")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_comes_back_from_its_spelling() {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        for text in ["", "it's", "''", "a;\n-- b /* c */", "\u{FFFD}🦀", "\\", "?1 :a @b $c"] {
            let spelt = spelt(&SqlValue::from(text));
            let back: String =
                connection.query_row(&format!("SELECT {spelt}"), [], |row| row.get(0)).unwrap();
            assert_eq!(back, text);
        }
    }

    #[test]
    fn a_statement_keeps_its_bound() {
        let mut sql = SqlText::default();
        let rows: Vec<Vec<SqlValue>> =
            (0..100).map(|_| vec![SqlValue::from("'".repeat(4_000).as_str())]).collect();
        sql.insert("INSERT INTO t (a)", &rows);
        let text = sql.into_text();
        assert!(text.lines().count() > 5);
        assert!(text.lines().all(|it| it.len() <= STATEMENT_BYTES_MAX));
    }
}
