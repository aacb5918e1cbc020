//! Which pages are there, whole and one after another, for surfaces that show a site as it stands?

use crate::ports::sql::{Columns, Sql, SqlError, SqlRow, SqlValue, Statement};

use super::store::VISIBLE;

/// Blocks of one page that are read at once.
const BLOCKS_MAX: i64 = 10_000;

/// A page on the shelf.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShelvedPage {
    /// Where it stands; no two pages of a site stand at one place.
    pub position: u64,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub description: Option<String>,
    /// When it was last changed, as the page says.
    pub updated: Option<String>,
    /// Bytes of its Markdown.
    pub bytes: u64,
    /// Whether it is instructions for an agent.
    pub is_skill: bool,
}

const COLUMNS: &str = "p.position AS position, p.id AS id, p.title AS title, \
    p.description AS description, p.updated AS updated, p.kind AS kind, \
    (SELECT coalesce(sum(length(CAST(b.text AS BLOB))), 0) FROM block b WHERE b.page = p.key) \
    AS bytes";

/// Pages in their order, after a position, or from the first.
///
/// # Errors
/// Where the database does not answer.
pub async fn pages(
    sql: &dyn Sql,
    after: Option<u64>,
    limit: usize,
) -> Result<Vec<ShelvedPage>, SqlError> {
    let after = after.map_or(-1, |it| i64::try_from(it).unwrap_or(i64::MAX));
    let statement = Statement::new(
        format!(
            "SELECT {COLUMNS} FROM page p WHERE {VISIBLE} AND p.position > ?1 \
             ORDER BY p.position LIMIT ?2"
        ),
        vec![SqlValue::from(after), limit_value(limit)],
    )?;
    rows(sql, statement).await
}

/// The pages that are instructions for an agent, in their order.
///
/// # Errors
/// Where the database does not answer.
pub async fn skills(sql: &dyn Sql, limit: usize) -> Result<Vec<ShelvedPage>, SqlError> {
    let statement = Statement::new(
        format!(
            "SELECT {COLUMNS} FROM page p WHERE {VISIBLE} AND p.kind = 'skill' \
             ORDER BY p.position LIMIT ?1"
        ),
        vec![limit_value(limit)],
    )?;
    rows(sql, statement).await
}

/// A page by its exact id, with its whole Markdown.
///
/// # Errors
/// Where the database does not answer.
pub async fn page(sql: &dyn Sql, id: &str) -> Result<Option<(ShelvedPage, String)>, SqlError> {
    let head = Statement::new(
        format!("SELECT {COLUMNS} FROM page p WHERE {VISIBLE} AND p.id = ?1 LIMIT 1"),
        vec![SqlValue::from(id)],
    )?;
    let blocks = Statement::new(
        format!(
            "SELECT b.text AS text FROM block b WHERE b.page = \
             (SELECT p.key FROM page p WHERE {VISIBLE} AND p.id = ?1 LIMIT 1) \
             ORDER BY b.ordinal, b.part LIMIT ?2"
        ),
        vec![SqlValue::from(id), SqlValue::from(BLOCKS_MAX)],
    )?;
    let answers = sql.batch(vec![head, blocks]).await?;
    let [head, blocks] = answers.as_slice() else {
        return Err(SqlError::Column { column: 0, expected: "an answer to each statement" });
    };
    let Some(head) = head.first() else { return Ok(None) };
    let text = blocks.iter().map(|row| Columns(row).text(0)).collect::<Result<String, _>>()?;
    Ok(Some((page_in(head)?, text)))
}

/// Ids that begin with a text, in order, and how many there are.
///
/// # Errors
/// Where the database does not answer.
pub async fn ids(
    sql: &dyn Sql,
    beginning: &str,
    limit: usize,
) -> Result<(Vec<String>, u64), SqlError> {
    let begins = "substr(p.id, 1, length(?1)) = ?1";
    let count = Statement::new(
        format!("SELECT count(*) AS total FROM page p WHERE {VISIBLE} AND {begins}"),
        vec![SqlValue::from(beginning)],
    )?;
    let ids = Statement::new(
        format!(
            "SELECT p.id AS id FROM page p WHERE {VISIBLE} AND {begins} \
             ORDER BY p.position LIMIT ?2"
        ),
        vec![SqlValue::from(beginning), limit_value(limit)],
    )?;
    let answers = sql.batch(vec![count, ids]).await?;
    let total = match answers.first().and_then(|it| it.first()) {
        Some(row) => Columns(row).integer(0)?.unsigned_abs(),
        None => 0,
    };
    let ids = answers.get(1).into_iter().flatten().map(|row| Columns(row).text(0));
    Ok((ids.collect::<Result<_, _>>()?, total))
}

async fn rows(sql: &dyn Sql, statement: Statement) -> Result<Vec<ShelvedPage>, SqlError> {
    let answers = sql.batch(vec![statement]).await?;
    answers.first().into_iter().flatten().map(page_in).collect()
}

fn page_in(row: &SqlRow) -> Result<ShelvedPage, SqlError> {
    let row = Columns(row);
    Ok(ShelvedPage {
        position: row.integer(0)?.unsigned_abs(),
        id: row.text(1)?,
        title: row.text(2)?,
        description: row.maybe_text(3)?,
        updated: row.maybe_text(4)?,
        is_skill: row.text(5)? == "skill",
        bytes: row.integer(6)?.unsigned_abs(),
    })
}

fn limit_value(limit: usize) -> SqlValue {
    SqlValue::from(i64::try_from(limit).unwrap_or(i64::MAX))
}
