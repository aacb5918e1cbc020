//! The SQL port over a site's SQLite file.

use std::path::Path;

use catalog::ports::sql::{Sql, SqlError, SqlRow, SqlValue};
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

    fn rows(
        &self,
        statement: &str,
        parameters: &[SqlValue],
    ) -> Result<Vec<SqlRow>, rusqlite::Error> {
        let mut prepared = self.connection.prepare_cached(statement)?;
        let columns = prepared.column_count();
        let mut rows = prepared.query(params_from_iter(parameters.iter().map(bound)))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let values = (0..columns).map(|column| row.get_ref(column).map(read));
            found.push(values.collect::<Result<SqlRow, _>>()?);
        }
        Ok(found)
    }
}

impl Sql for SqliteSql {
    fn query<'a>(
        &'a self,
        statement: &'a str,
        parameters: &'a [SqlValue],
    ) -> LocalFuture<'a, Result<Vec<SqlRow>, SqlError>> {
        let rows = self.rows(statement, parameters).map_err(|error| SqlError(Box::new(error)));
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

fn read(value: ValueRef<'_>) -> SqlValue {
    match value {
        ValueRef::Null => SqlValue::Null,
        ValueRef::Integer(number) => SqlValue::Integer(number),
        ValueRef::Real(number) => SqlValue::Real(number),
        ValueRef::Text(text) => SqlValue::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => SqlValue::Blob(bytes.to_vec()),
    }
}
