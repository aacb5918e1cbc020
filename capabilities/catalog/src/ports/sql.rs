//! How a capability asks the site's database: one port, whatever database answers.

use std::error::Error;

use contract::LocalFuture;

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

/// One row: its values in the order of the query's columns.
pub type SqlRow = Vec<SqlValue>;

/// The database did not answer a query.
#[derive(Debug, thiserror::Error)]
#[error("the database refused a query")]
pub struct SqlError(#[source] pub Box<dyn Error>);

/// The site's database. Parameters are numbered (`?1`), never spliced into the text.
pub trait Sql {
    /// Runs one statement and gives every row.
    fn query<'a>(
        &'a self,
        statement: &'a str,
        parameters: &'a [SqlValue],
    ) -> LocalFuture<'a, Result<Vec<SqlRow>, SqlError>>;
}
