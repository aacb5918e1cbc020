//! How a capability asks the site's database: one port, whatever database answers.

use std::error::Error;

use contract::LocalFuture;

/// Parameters that one statement may bind. The narrowest database that answers is D1.
pub const PARAMETERS_MAX: usize = 100;
/// Bytes of one statement's text.
pub const STATEMENT_BYTES_MAX: usize = 100_000;
/// Bytes of one row.
pub const ROW_BYTES_MAX: usize = 2_000_000;

/// A value that goes into a query or comes out of one.
#[derive(Clone, PartialEq, Debug)]
pub enum SqlValue {
    /// Nothing.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// Text.
    Text(String),
    /// Bytes.
    Blob(Vec<u8>),
}

impl From<&str> for SqlValue {
    fn from(text: &str) -> SqlValue {
        SqlValue::Text(text.to_owned())
    }
}

impl From<i64> for SqlValue {
    fn from(number: i64) -> SqlValue {
        SqlValue::Integer(number)
    }
}

/// One row: its values in the order of the query's columns.
pub type SqlRow = Vec<SqlValue>;

/// One statement with its parameters, numbered `?1` onwards and never spliced into the text.
///
/// Invariant: within [`PARAMETERS_MAX`] and [`STATEMENT_BYTES_MAX`].
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    text: String,
    parameters: Vec<SqlValue>,
}

impl Statement {
    /// Takes a statement. Its columns have distinct names.
    ///
    /// # Errors
    /// Where it passes a bound of the port.
    pub fn new(text: impl Into<String>, parameters: Vec<SqlValue>) -> Result<Statement, SqlError> {
        let text = text.into();
        if text.len() > STATEMENT_BYTES_MAX {
            return Err(SqlError::TooLarge {
                what: "the text of a statement",
                max: STATEMENT_BYTES_MAX,
            });
        }
        if parameters.len() > PARAMETERS_MAX {
            return Err(SqlError::TooLarge { what: "its parameters", max: PARAMETERS_MAX });
        }
        Ok(Statement { text, parameters })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The parameters, `?1` first.
    pub fn parameters(&self) -> &[SqlValue] {
        &self.parameters
    }
}

/// The database gave no answer that can be used.
#[derive(Debug, thiserror::Error)]
pub enum SqlError {
    /// A query passes a bound of the port.
    #[error("{what} passes the bound of {max}")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// The bound.
        max: usize,
    },
    /// The database refused, or did not answer.
    #[error("the database did not answer a query")]
    Refused(#[source] Box<dyn Error>),
    /// A column holds another type than the query promises.
    #[error("column {column} of a row is not {expected}")]
    Column {
        /// Which column, from 0.
        column: usize,
        /// What it should be.
        expected: &'static str,
    },
}

/// The site's database.
pub trait Sql {
    /// Runs the statements in order, in one transaction and one round trip, and gives the rows
    /// of each.
    fn batch(
        &self,
        statements: Vec<Statement>,
    ) -> LocalFuture<'_, Result<Vec<Vec<SqlRow>>, SqlError>>;
}

/// Reads one row's columns by place.
#[derive(Clone, Copy)]
pub struct Columns<'r>(pub &'r [SqlValue]);

impl Columns<'_> {
    /// A text column.
    ///
    /// # Errors
    /// Where it holds none.
    pub fn text(self, column: usize) -> Result<String, SqlError> {
        match self.0.get(column) {
            Some(SqlValue::Text(text)) => Ok(text.clone()),
            Some(_) | None => Err(SqlError::Column { column, expected: "text" }),
        }
    }

    /// A text column that may hold nothing.
    ///
    /// # Errors
    /// Where it holds something else.
    pub fn maybe_text(self, column: usize) -> Result<Option<String>, SqlError> {
        match self.0.get(column) {
            Some(SqlValue::Null) => Ok(None),
            Some(_) | None => self.text(column).map(Some),
        }
    }

    /// A column of whole numbers. A database behind JavaScript gives them as floats.
    ///
    /// # Errors
    /// Where it holds none.
    pub fn integer(self, column: usize) -> Result<i64, SqlError> {
        match self.0.get(column) {
            Some(SqlValue::Integer(number)) => Ok(*number),
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a whole float is converted exactly"
            )]
            Some(SqlValue::Real(number)) if number.fract() == 0.0 => Ok(*number as i64),
            Some(_) | None => Err(SqlError::Column { column, expected: "a whole number" }),
        }
    }

    /// A column of whole numbers that may hold nothing.
    ///
    /// # Errors
    /// Where it holds something else.
    pub fn maybe_integer(self, column: usize) -> Result<Option<i64>, SqlError> {
        match self.0.get(column) {
            Some(SqlValue::Null) => Ok(None),
            Some(_) | None => self.integer(column).map(Some),
        }
    }

    /// A column of numbers.
    ///
    /// # Errors
    /// Where it holds none.
    pub fn real(self, column: usize) -> Result<f64, SqlError> {
        match self.0.get(column) {
            #[expect(clippy::cast_precision_loss, reason = "scores and counts are far below 2^53")]
            Some(SqlValue::Integer(number)) => Ok(*number as f64),
            Some(SqlValue::Real(number)) => Ok(*number),
            Some(_) | None => Err(SqlError::Column { column, expected: "a number" }),
        }
    }
}
