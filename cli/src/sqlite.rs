//! The SQL port over a site's SQLite file.

use std::path::Path;

use catalog::ports::sql::{Sql, SqlError, SqlRow, SqlValue, Statement};
use contract::LocalFuture;
use rusqlite::{
    Connection, OpenFlags, params_from_iter,
    types::{Value, ValueRef},
};

/// A site's database, opened for reading.
pub struct SqliteSql {
    connection: Connection,
}

impl SqliteSql {
    /// Opens the file.
    ///
    /// # Errors
    /// Where it is not there, or is no database.
    pub fn open(file: &Path) -> Result<SqliteSql, rusqlite::Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()))?;
        Ok(SqliteSql { connection })
    }

    fn run(&self, statements: &[Statement]) -> Result<Vec<Vec<SqlRow>>, rusqlite::Error> {
        // One read transaction, so that a publication in between cannot split a batch.
        let transaction = self.connection.unchecked_transaction()?;
        let answers = statements.iter().map(|it| self.rows(it)).collect();
        transaction.finish()?;
        answers
    }

    fn rows(&self, statement: &Statement) -> Result<Vec<SqlRow>, rusqlite::Error> {
        let mut prepared = self.connection.prepare_cached(statement.text())?;
        let columns = prepared.column_count();
        let mut rows =
            prepared.query(params_from_iter(statement.parameters().iter().map(bound)))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let values = (0..columns).map(|column| row.get_ref(column).map(read));
            found.push(values.collect::<Result<SqlRow, _>>()?);
        }
        Ok(found)
    }
}

impl Sql for SqliteSql {
    fn batch(
        &self,
        statements: Vec<Statement>,
    ) -> LocalFuture<'_, Result<Vec<Vec<SqlRow>>, SqlError>> {
        let rows = self.run(&statements).map_err(|error| SqlError::Refused(Box::new(error)));
        Box::pin(std::future::ready(rows))
    }
}

fn bound(value: &SqlValue) -> Value {
    match value {
        SqlValue::Null => Value::Null,
        SqlValue::Integer(number) => Value::Integer(*number),
        SqlValue::Real(number) => Value::Real(*number),
        SqlValue::Text(text) => Value::Text(text.clone()),
        SqlValue::Blob(bytes) => Value::Blob(bytes.clone()),
    }
}

pub(crate) fn read(value: ValueRef<'_>) -> SqlValue {
    match value {
        ValueRef::Null => SqlValue::Null,
        ValueRef::Integer(number) => SqlValue::Integer(number),
        ValueRef::Real(number) => SqlValue::Real(number),
        ValueRef::Text(text) => SqlValue::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => SqlValue::Blob(bytes.to_vec()),
    }
}
