//! Which queries read how pages lead to each other: each a whole batch, one round trip.

use std::rc::Rc;

use serde_json::json;

use super::{
    graph::{Direction, Graph, GraphMemory, Near, Step},
    link_kind::LinkKind,
    listing::{Fetched, NotFetched, Window, edition_of},
    page_name::{LinkedPage, PageName},
    store::{Located, STATE, VISIBLE, first, located, missing_answer, state_in},
};
use crate::ports::sql::{Columns, Sql, SqlError, SqlRow, Statement};

/// Attempts to answer from one state of the site, when it changes meanwhile.
pub(super) const ATTEMPTS_MAX: usize = 4;

/// A page, as a name found it.
pub(super) struct Place {
    pub(super) id: String,
    pub(super) title: String,
}

/// One link that leads to a page.
pub(super) struct Incoming {
    pub(super) page: LinkedPage,
    pub(super) kind: LinkKind,
    pub(super) anchor: String,
    pub(super) context: String,
}

/// Whether a row of another table that has generations belongs to the published one.
fn visible(alias: &str) -> String {
    VISIBLE.replace("p.", &format!("{alias}."))
}

/// The links of some kinds that lead to a page, by title, kind and id.
pub(super) async fn incoming(
    sql: &dyn Sql,
    name: &PageName,
    kinds: &[LinkKind],
    window: Window,
) -> Result<Fetched<Incoming>, NotFetched> {
    let Located { from: chosen, mut parameters } = located(name);
    let place = place_statement(name)?;
    let kinds: Vec<String> = kinds.iter().map(|it| it.number().to_string()).collect();
    let source = format!(
        "FROM edge e JOIN page p ON p.node = e.from_node \
         WHERE e.to_node = (SELECT p.node {chosen}) AND e.kind IN ({}) AND {} AND {VISIBLE}",
        kinds.join(", "),
        visible("e")
    );
    let total = Statement::new(format!("SELECT count(*) AS total {source}"), parameters.clone())?;
    let at = parameters.len();
    parameters.extend(window.values());
    let rows = Statement::new(
        format!(
            "SELECT p.id AS id, p.title AS title, e.kind AS kind, e.anchor AS anchor, \
             e.context AS context {source} \
             ORDER BY p.folded_title, e.kind, p.id LIMIT ?{} OFFSET ?{}",
            at + 1,
            at + 2
        ),
        parameters,
    )?;
    let state = Statement::new(STATE, Vec::new())?;
    let answers = sql.batch(vec![state, place, total, rows]).await?;
    let [state, place, total, rows] = answers.as_slice() else {
        return Err(missing_answer().into());
    };
    if place_in(place)?.is_none() {
        return Err(NotFetched::Missing);
    }
    Ok(Fetched {
        edition: edition_of(&state_in(state)?)?,
        total: first(total)?.integer(0)?.unsigned_abs(),
        items: rows.iter().map(|row| incoming_in(Columns(row))).collect::<Result<_, _>>()?,
    })
}

fn incoming_in(row: Columns<'_>) -> Result<Incoming, SqlError> {
    Ok(Incoming {
        page: LinkedPage::new(row.text(0)?, row.text(1)?),
        kind: LinkKind::of(row.integer(2)?)?,
        anchor: row.text(3)?,
        context: row.text(4)?,
    })
}

/// The pages that names mean, and the graph of the same state of the site.
pub(super) async fn places<const N: usize>(
    sql: &dyn Sql,
    memory: &GraphMemory,
    names: [&PageName; N],
) -> Result<([Option<Place>; N], Rc<Graph>), SqlError> {
    let mut kept = String::new();
    for _ in 0..ATTEMPTS_MAX {
        let mut statements = vec![Statement::new(STATE, Vec::new())?];
        for name in names {
            statements.push(place_statement(name)?);
        }
        let answers = sql.batch(statements).await?;
        let [state, found @ ..] = answers.as_slice() else { return Err(missing_answer()) };
        let state = state_in(state)?;
        let mut places = [const { None }; N];
        for (place, rows) in places.iter_mut().zip(found) {
            *place = place_in(rows)?;
        }
        if let Some(graph) = memory.of_state(&state) {
            return Ok((places, graph));
        }
        let graph = memory.keep(read(sql).await?);
        if graph.state == state {
            return Ok((places, graph));
        }
        kept = graph.state.clone();
    }
    Err(changing(&kept))
}

async fn read(sql: &dyn Sql) -> Result<Graph, SqlError> {
    let parts = Statement::new(
        format!(
            "SELECT g.packed AS packed FROM graph_part g WHERE {} ORDER BY g.stretch, g.part",
            visible("g")
        ),
        Vec::new(),
    )?;
    let answers = sql.batch(vec![Statement::new(STATE, Vec::new())?, parts]).await?;
    let [state, parts] = answers.as_slice() else { return Err(missing_answer()) };
    let texts: Vec<String> =
        parts.iter().map(|row| Columns(row).text(0)).collect::<Result<_, _>>()?;
    Graph::of(state_in(state)?, texts.iter().map(String::as_str))
}

/// The site changed each time it was asked.
pub(super) fn changing(state: &str) -> SqlError {
    SqlError::Refused(format!("the site changes too fast to be read; it was {state:?}").into())
}

fn place_statement(name: &PageName) -> Result<Statement, SqlError> {
    let Located { from, parameters } = located(name);
    Statement::new(format!("SELECT p.id AS id, p.title AS title {from}"), parameters)
}

fn place_in(rows: &[SqlRow]) -> Result<Option<Place>, SqlError> {
    let Some(row) = rows.first() else { return Ok(None) };
    Ok(Some(Place { id: Columns(row).text(0)?, title: Columns(row).text(1)? }))
}

/// A page at a distance.
pub(super) struct Neighbor {
    pub(super) page: LinkedPage,
    pub(super) distance: u8,
    pub(super) kind: LinkKind,
}

/// Some of the pages in rings around a page, by distance, title and id, and the state they are of.
pub(super) async fn neighbors(
    sql: &dyn Sql,
    rings: &[Vec<Near>],
    window: Window,
) -> Result<(String, Vec<Neighbor>), SqlError> {
    // Only the rings that the window touches are sent; what lies before them is skipped here.
    let (mut before, mut skipped) = (0, 0);
    let mut sent = Vec::new();
    let (start, end) = (window.offset as usize, (window.offset + window.limit) as usize);
    for (distance, ring) in (1_u8..).zip(rings) {
        if before + ring.len() <= start {
            skipped += ring.len();
        } else if before < end {
            sent.extend(ring.iter().map(|it| (distance, it.kind.number(), it.node)));
        }
        before += ring.len();
    }
    let offset = i64::try_from(start - skipped.min(start)).unwrap_or(i64::MAX);
    let nodes = json!(sent).to_string();
    let parameters = vec![nodes.as_str().into(), i64::from(window.limit).into(), offset.into()];
    let rows = Statement::new(
        format!(
            "SELECT p.id AS id, p.title AS title, json_extract(j.value, '$[0]') AS distance, \
             json_extract(j.value, '$[1]') AS kind FROM json_each(?1) j \
             CROSS JOIN page p ON p.node = json_extract(j.value, '$[2]') WHERE {VISIBLE} \
             ORDER BY distance, p.folded_title, p.id LIMIT ?2 OFFSET ?3"
        ),
        parameters,
    )?;
    let answers = sql.batch(vec![Statement::new(STATE, Vec::new())?, rows]).await?;
    let [state, rows] = answers.as_slice() else { return Err(missing_answer()) };
    let near = |row: &SqlRow| {
        let row = Columns(row);
        let wrong = SqlError::Column { column: 2, expected: "a distance" };
        Ok(Neighbor {
            page: LinkedPage::new(row.text(0)?, row.text(1)?),
            distance: u8::try_from(row.integer(2)?).map_err(|_| wrong)?,
            kind: LinkKind::of(row.integer(3)?)?,
        })
    };
    Ok((state_in(state)?, rows.iter().map(near).collect::<Result<_, SqlError>>()?))
}

/// Where a step leads, and the words that make it.
pub(super) struct Stride {
    pub(super) page: LinkedPage,
    pub(super) kind: LinkKind,
    /// The id of the page that the words stand on.
    pub(super) stands_on: String,
    pub(super) anchor: String,
    pub(super) context: String,
}

/// The pages and the words of a path's steps, in order, and the state of the site they are of.
pub(super) async fn strides(
    sql: &dyn Sql,
    steps: &[Step],
) -> Result<(String, Vec<Stride>), SqlError> {
    let sent: Vec<(i64, i64, i64, u8)> = steps
        .iter()
        .map(|it| match it.direction {
            Direction::Along => (it.to, it.from, it.to, it.kind.number()),
            Direction::Against => (it.to, it.to, it.from, it.kind.number()),
        })
        .collect();
    let rows = Statement::new(
        format!(
            "SELECT p.id AS id, p.title AS title, e.kind AS kind, n.id AS stands_on, \
             e.anchor AS anchor, e.context AS context FROM json_each(?1) j \
             CROSS JOIN page p ON p.node = json_extract(j.value, '$[0]') \
             CROSS JOIN edge e ON e.from_node = json_extract(j.value, '$[1]') \
             AND e.to_node = json_extract(j.value, '$[2]') \
             AND e.kind = json_extract(j.value, '$[3]') \
             CROSS JOIN node n ON n.key = e.from_node \
             WHERE {VISIBLE} AND {} ORDER BY j.key",
            visible("e")
        ),
        vec![json!(sent).to_string().as_str().into()],
    )?;
    let answers = sql.batch(vec![Statement::new(STATE, Vec::new())?, rows]).await?;
    let [state, rows] = answers.as_slice() else { return Err(missing_answer()) };
    let stride = |row: &SqlRow| {
        let row = Columns(row);
        Ok(Stride {
            page: LinkedPage::new(row.text(0)?, row.text(1)?),
            kind: LinkKind::of(row.integer(2)?)?,
            stands_on: row.text(3)?,
            anchor: row.text(4)?,
            context: row.text(5)?,
        })
    };
    Ok((state_in(state)?, rows.iter().map(stride).collect::<Result<_, SqlError>>()?))
}
