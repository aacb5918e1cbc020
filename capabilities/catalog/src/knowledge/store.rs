//! Which queries read a site: each a whole batch, one round trip.

use serde::Deserialize;

use super::{
    listing::{Fetched, Window, edition_of},
    page_name::PageName,
    read::OutlineEntry,
};
use crate::ports::sql::{Columns, Sql, SqlError, SqlRow, SqlValue, Statement};

/// Whether a row of `page p` belongs to the published generation.
pub(super) const VISIBLE: &str = "p.born <= (SELECT CAST(value AS INTEGER) FROM site WHERE name = 'generation') \
    AND (p.died IS NULL OR p.died > (SELECT CAST(value AS INTEGER) FROM site WHERE name = 'generation'))";

/// The digest of the whole published site.
pub(super) const STATE: &str = "SELECT value AS state FROM site WHERE name = 'state'";

/// Blocks that one reading gives.
pub(super) const BLOCKS_MAX: usize = 400;
/// Pages whose names are compared with one that was not found.
const NAMES_MAX: i64 = 5_000;

/// What a search asks the index.
pub(super) struct SearchQuery<'q> {
    /// In the index's language.
    pub(super) matching: &'q str,
    /// The whole query as names are compared, in each way it could be one.
    pub(super) spellings: &'q [String; 3],
    /// `page` or `skill`; none means all.
    pub(super) kinds: &'q [&'static str],
    /// The section, or a folder.
    pub(super) section: Option<&'q str>,
}

/// One block that was found.
pub(super) struct Hit {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) title: String,
    pub(super) heading: Option<String>,
    pub(super) anchor: Option<String>,
    pub(super) part: i64,
    pub(super) plain: String,
    pub(super) rank: f64,
    pub(super) exact: bool,
}

pub(super) async fn search(
    sql: &dyn Sql,
    query: &SearchQuery<'_>,
    window: Window,
) -> Result<Fetched<Hit>, SqlError> {
    let mut filters = String::new();
    let mut parameters = vec![SqlValue::from(query.matching)];
    if !query.kinds.is_empty() {
        let mut places = Vec::new();
        for kind in query.kinds {
            parameters.push(SqlValue::from(*kind));
            places.push(format!("?{}", parameters.len()));
        }
        filters.push_str(&format!(" AND p.kind IN ({})", places.join(", ")));
    }
    if let Some(section) = query.section {
        parameters.push(SqlValue::from(section));
        let at = parameters.len();
        filters.push_str(&format!(
            " AND (p.section = ?{at} OR p.id = ?{at} OR substr(p.id, 1, length(?{at}) + 1) = ?{at} || '/')"
        ));
    }
    let source = format!(
        "FROM block_search JOIN block b ON b.key = block_search.rowid JOIN page p ON p.key = b.page \
         WHERE block_search MATCH ?1 AND {VISIBLE}{filters}"
    );
    let count = Statement::new(format!("SELECT count(*) AS total {source}"), parameters.clone())?;
    let named = parameters.len() + 1;
    parameters.extend(query.spellings.iter().map(|it| SqlValue::from(it.as_str())));
    parameters.extend(window.values());
    let hits = Statement::new(
        format!(
            "SELECT p.id AS id, p.kind AS kind, p.title AS title, b.heading AS heading, \
             b.anchor AS anchor, b.part AS part, b.plain AS plain, \
             bm25(block_search, 2.0, 6.0, 1.0) AS rank, \
             (b.ordinal = 0 AND EXISTS (SELECT 1 FROM page_name n WHERE n.page = p.key \
             AND n.folded IN (?{named}, ?{}, ?{}))) AS exact \
             {source} ORDER BY exact DESC, rank, p.position, b.ordinal LIMIT ?{} OFFSET ?{}",
            named + 1,
            named + 2,
            named + 3,
            named + 4
        ),
        parameters,
    )?;
    let state = Statement::new(STATE, Vec::new())?;
    let answers = sql.batch(vec![state, count, hits]).await?;
    let [state, total, hits] = answers.as_slice() else { return Err(missing_answer()) };
    Ok(Fetched {
        edition: edition_of(&state_in(state)?)?,
        total: first(total)?.integer(0)?.unsigned_abs(),
        items: hits.iter().map(|row| hit_in(Columns(row))).collect::<Result<_, _>>()?,
    })
}

fn hit_in(row: Columns<'_>) -> Result<Hit, SqlError> {
    Ok(Hit {
        id: row.text(0)?,
        kind: row.text(1)?,
        title: row.text(2)?,
        heading: row.maybe_text(3)?,
        anchor: row.maybe_text(4)?,
        part: row.integer(5)?,
        plain: row.text(6)?,
        rank: row.real(7)?,
        exact: row.integer(8)? == 1,
    })
}

/// A page without its text.
pub(super) struct PageRow {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) title: String,
    pub(super) description: Option<String>,
    pub(super) digest: String,
    pub(super) updated: Option<String>,
    pub(super) outline: Vec<OutlineEntry>,
}

/// One block of a page, in its own Markdown.
pub(super) struct BlockRow {
    pub(super) ordinal: i64,
    pub(super) level: Option<i64>,
    pub(super) text: String,
    /// The anchor of its heading.
    pub(super) anchor: Option<String>,
    /// Its elements that have an anchor, as rows name them.
    anchors: Option<String>,
}

impl BlockRow {
    /// Where in the block the element with an anchor begins, and how many bytes it has, which may
    /// be more than the block.
    pub(super) fn element(&self, anchor: &str) -> Option<(usize, usize)> {
        let lines = self.anchors.as_deref().unwrap_or_default().lines();
        lines.map(|it| it.split('\t').collect::<Vec<_>>()).find_map(|it| match it.as_slice() {
            [name, start, bytes] if *name == anchor => {
                Some((start.parse().ok()?, bytes.parse().ok()?))
            }
            _ => None,
        })
    }
}

/// Where to start in a page.
pub(super) enum Start<'s> {
    Ordinal(i64),
    Anchor(&'s str),
}

/// Finds the page that a name means.
pub(super) struct Located {
    /// Goes on after `SELECT p.…`, and gives one row or none.
    pub(super) from: String,
    /// Its parameters, from `?1` on.
    pub(super) parameters: Vec<SqlValue>,
}

/// The page that a name means.
pub(super) fn located(name: &PageName) -> Located {
    if name.is_front() {
        let from = format!("FROM page p WHERE {VISIBLE} ORDER BY p.position LIMIT 1");
        return Located { from, parameters: Vec::new() };
    }
    let from = format!(
        "FROM page_name n JOIN page p ON p.key = n.page \
         WHERE n.folded IN (?1, ?2, ?3) AND {VISIBLE} \
         ORDER BY p.id <> ?4, p.id <> ?5, n.grade, p.position LIMIT 1"
    );
    let words = name.spellings().into_iter().chain(name.exact_ids());
    Located { from, parameters: words.map(|it| SqlValue::from(it.as_str())).collect() }
}

/// A page and some of its blocks, at most one more than [`BLOCKS_MAX`]; `None` where no page has
/// that name.
pub(super) async fn page(
    sql: &dyn Sql,
    name: &PageName,
    start: &Start<'_>,
) -> Result<Option<(PageRow, Vec<BlockRow>)>, SqlError> {
    let Located { from: chosen, mut parameters } = located(name);
    let page = Statement::new(
        format!(
            "SELECT p.id AS id, p.kind AS kind, p.title AS title, p.description AS description, \
             p.digest AS digest, p.updated AS updated, p.outline AS outline {chosen}"
        ),
        parameters.clone(),
    )?;
    let at = parameters.len() + 1;
    let from = match start {
        Start::Ordinal(ordinal) => {
            parameters.push(SqlValue::from(*ordinal));
            format!("?{at}")
        }
        Start::Anchor(anchor) => {
            parameters.push(SqlValue::from(*anchor));
            // A heading before an element, should both have the name.
            format!(
                "(SELECT a.ordinal FROM block a WHERE a.page = b.page AND (a.anchor = ?{at} \
                 OR instr(a.anchors, char(10) || ?{at} || char(9)) > 0) \
                 ORDER BY a.anchor IS NOT ?{at}, a.ordinal LIMIT 1)"
            )
        }
    };
    let blocks = Statement::new(
        format!(
            "SELECT b.ordinal AS ordinal, b.level AS level, b.text AS text, b.anchor AS anchor, \
             b.anchors AS anchors FROM block b \
             WHERE b.page = (SELECT p.key {chosen}) AND b.ordinal >= {from} \
             ORDER BY b.ordinal LIMIT {}",
            BLOCKS_MAX + 1
        ),
        parameters,
    )?;
    let answers = sql.batch(vec![page, blocks]).await?;
    let [page, blocks] = answers.as_slice() else { return Err(missing_answer()) };
    let Some(row) = page.first() else { return Ok(None) };
    let blocks = blocks.iter().map(|row| block_in(Columns(row))).collect::<Result<_, _>>()?;
    Ok(Some((page_in(Columns(row))?, blocks)))
}

fn page_in(row: Columns<'_>) -> Result<PageRow, SqlError> {
    #[derive(Deserialize)]
    struct Entry(u8, String, String);
    let outline: Vec<Entry> = serde_json::from_str(&row.text(6)?)
        .map_err(|_| SqlError::Column { column: 6, expected: "an outline" })?;
    Ok(PageRow {
        id: row.text(0)?,
        kind: row.text(1)?,
        title: row.text(2)?,
        description: row.maybe_text(3)?,
        digest: row.text(4)?,
        updated: row.maybe_text(5)?,
        outline: outline
            .into_iter()
            .map(|Entry(level, anchor, title)| OutlineEntry { title, level, anchor })
            .collect(),
    })
}

fn block_in(row: Columns<'_>) -> Result<BlockRow, SqlError> {
    Ok(BlockRow {
        ordinal: row.integer(0)?,
        level: row.maybe_integer(1)?,
        text: row.text(2)?,
        anchor: row.maybe_text(3)?,
        anchors: row.maybe_text(4)?,
    })
}

/// Ids and titles, for suggestions; of a very large site the first ones.
pub(super) async fn names(sql: &dyn Sql) -> Result<Vec<(String, String)>, SqlError> {
    let statement = Statement::new(
        format!(
            "SELECT p.id AS id, p.title AS title FROM page p WHERE {VISIBLE} \
             ORDER BY p.position LIMIT ?1"
        ),
        vec![SqlValue::from(NAMES_MAX)],
    )?;
    let answers = sql.batch(vec![statement]).await?;
    let rows = answers.first().ok_or_else(missing_answer)?;
    rows.iter().map(|row| Ok((Columns(row).text(0)?, Columns(row).text(1)?))).collect()
}

/// The digest of the site, of the answer to [`STATE`].
pub(super) fn state_in(rows: &[SqlRow]) -> Result<String, SqlError> {
    first(rows)?.text(0)
}

/// The one row of an answer.
pub(super) fn first(rows: &[SqlRow]) -> Result<Columns<'_>, SqlError> {
    rows.first().map(|it| Columns(it)).ok_or_else(missing_answer)
}

/// The database left out an answer.
pub(super) fn missing_answer() -> SqlError {
    SqlError::Column { column: 0, expected: "an answer to each statement" }
}
