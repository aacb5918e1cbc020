//! How a site's database moves from one generation to the next.
//!
//! The same statements move `site.db` and, as `delta.sql`, a D1 that holds the generation before.
//! They stage rows under the next generation, then publish it and change the search index; the
//! rows that readers saw until then go at the build after.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use catalog::{knowledge::search_text::indexed, ports::sql::SqlValue};
use knowledge::page::Page;
use rusqlite::{Connection, OptionalExtension};

use super::{
    BuildError, MIGRATIONS,
    rows::{self, Place, rows_of},
    sql_text::SqlText,
};

/// A site's database, opened for building.
pub(super) struct Database {
    file: PathBuf,
    connection: Connection,
}

/// What was published.
pub(super) struct Published {
    pub(super) generation: u64,
    pub(super) blocks: usize,
    pub(super) changed: usize,
    pub(super) removed: usize,
    /// `None` where nothing changed.
    pub(super) delta: Option<String>,
}

/// A page as the database holds it.
struct Held {
    key: i64,
    digest: String,
    position: i64,
}

impl Database {
    /// Opens the file; one of another layout, or a damaged one, is made anew.
    pub(super) fn open(file: &Path) -> Result<Database, BuildError> {
        let failed = |source| BuildError::Database { file: file.to_owned(), source };
        let digest = contract::digest::sha256_hex(MIGRATIONS.concat().as_bytes());
        if let Ok(database) = Database::connect(file)
            && database.layout().is_ok_and(|it| it.as_deref() == Some(digest.as_str()))
        {
            return Ok(database);
        }
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let mut name = file.as_os_str().to_owned();
            name.push(suffix);
            // What is not there need not be removed; what cannot be is reported by the next step.
            let _ = std::fs::remove_file(name);
        }
        let database = Database::connect(file).map_err(failed)?;
        database.connection.execute_batch(&fresh(&digest)).map_err(failed)?;
        Ok(database)
    }

    fn connect(file: &Path) -> Result<Database, rusqlite::Error> {
        let connection = Connection::open(file)?;
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        Ok(Database { file: file.to_owned(), connection })
    }

    fn layout(&self) -> Result<Option<String>, rusqlite::Error> {
        site_value(&self.connection, "layout")
    }

    /// Moves to the given pages. Where nothing changed the generation stays.
    pub(super) fn publish(&mut self, pages: &[Page]) -> Result<Published, BuildError> {
        let published = self.move_to(pages);
        published.map_err(|source| BuildError::Database { file: self.file.clone(), source })
    }

    fn move_to(&mut self, pages: &[Page]) -> Result<Published, rusqlite::Error> {
        let base = site_value(&self.connection, "generation")?;
        let base: i64 = base.and_then(|it| it.parse().ok()).unwrap_or(0);
        let held = self.held(base)?;
        let mut page_key = self.next_key("page")?;
        let mut block_key = self.next_key("block")?;
        let base_state = site_value(&self.connection, "state")?.unwrap_or_default();
        let mut staged = Staged::default();
        let mut state = String::new();
        let mut seen = BTreeSet::new();
        for (position, page) in (0_i64..).zip(pages) {
            seen.insert(page.id.as_str());
            staged.block_count += page.blocks.len();
            let digest = page.digest();
            state.push_str(&format!("{} {digest}\n", page.id));
            match held.get(&page.id) {
                Some(it) if it.digest == digest => {
                    if it.position != position {
                        staged.moved.push((it.key, position));
                    }
                    continue;
                }
                Some(it) => staged.dead.push(it.key),
                None => {}
            }
            let place = Place { page_key, first_block_key: block_key, position, born: base + 1 };
            let rows = rows_of(page, &digest, &place);
            page_key += 1;
            block_key += i64::try_from(rows.blocks.len()).unwrap_or(i64::MAX);
            staged.changed += 1;
            staged.pages.push(rows.page);
            staged.names.extend(rows.names);
            staged.blocks.extend(rows.blocks);
            staged.search.extend(rows.search);
        }
        let gone: Vec<i64> = held
            .iter()
            .filter(|(id, _)| !seen.contains(id.as_str()))
            .map(|(_, it)| it.key)
            .collect();
        let removed = gone.len();
        staged.dead.extend(gone);
        let (changed, blocks) = (staged.changed, staged.block_count);
        if changed + removed == 0 && staged.moved.is_empty() {
            let generation = base.unsigned_abs();
            return Ok(Published { generation, blocks, changed, removed, delta: None });
        }
        let state = contract::digest::sha256_hex(state.as_bytes());
        let delta = staged.into_delta(base, &base_state, &state);
        self.run(&delta)?;
        let generation = (base + 1).unsigned_abs();
        Ok(Published { generation, blocks, changed, removed, delta: Some(delta) })
    }

    /// Runs statements all or not at all.
    fn run(&mut self, text: &str) -> Result<(), rusqlite::Error> {
        let transaction = self.connection.transaction()?;
        transaction.execute_batch(text)?;
        transaction.commit()
    }

    fn held(&self, generation: i64) -> Result<BTreeMap<String, Held>, rusqlite::Error> {
        let mut statement = self.connection.prepare(
            "SELECT id, key, digest, position FROM page \
             WHERE born <= ?1 AND (died IS NULL OR died > ?1)",
        )?;
        let rows = statement.query_map([generation], |row| {
            Ok((row.get(0)?, Held { key: row.get(1)?, digest: row.get(2)?, position: row.get(3)? }))
        })?;
        rows.collect()
    }

    fn next_key(&self, table: &str) -> Result<i64, rusqlite::Error> {
        let query = format!("SELECT coalesce(max(key), 0) + 1 FROM {table}");
        self.connection.query_row(&query, [], |row| row.get(0))
    }

    /// SQL that makes any D1 hold exactly this site.
    pub(super) fn dump(&self) -> Result<String, BuildError> {
        self.dumped().map_err(|source| BuildError::Database { file: self.file.clone(), source })
    }

    fn dumped(&self) -> Result<String, rusqlite::Error> {
        let mut sql = SqlText::default();
        let layout = self.layout()?.unwrap_or_default();
        let mut text = fresh_tables();
        for table in ["page", "page_name", "block"] {
            sql.insert(
                &format!("INSERT INTO {table}"),
                &self.all(&format!("SELECT * FROM {table}"))?,
            );
        }
        sql.insert(rows::SEARCH, &self.search_rows()?);
        let generation = site_value(&self.connection, "generation")?.unwrap_or_default();
        let state = site_value(&self.connection, "state")?.unwrap_or_default();
        let rows = [("layout", layout), ("generation", generation), ("state", state)];
        let rows: Vec<Vec<SqlValue>> =
            rows.iter().map(|(name, value)| vec![(*name).into(), value.as_str().into()]).collect();
        sql.insert("INSERT INTO site (name, value)", &rows);
        text.push_str(&sql.into_text());
        Ok(text)
    }

    fn search_rows(&self) -> Result<Vec<Vec<SqlValue>>, rusqlite::Error> {
        let mut statement = self.connection.prepare(
            "SELECT b.key, p.title, coalesce(b.heading, ''), b.plain FROM block b \
             JOIN page p ON p.key = b.page WHERE p.died IS NULL ORDER BY b.key",
        )?;
        let rows = statement.query_map([], |row| {
            let part = |column| row.get::<_, String>(column).map(|it| indexed(&it));
            let [title, heading, body] = [part(1)?, part(2)?, part(3)?];
            let key: i64 = row.get(0)?;
            Ok(vec![
                key.into(),
                title.as_str().into(),
                heading.as_str().into(),
                body.as_str().into(),
            ])
        })?;
        rows.collect()
    }

    fn all(&self, query: &str) -> Result<Vec<Vec<SqlValue>>, rusqlite::Error> {
        let mut statement = self.connection.prepare(query)?;
        let columns = statement.column_count();
        let rows = statement.query_map([], |row| {
            (0..columns).map(|column| row.get_ref(column).map(crate::sqlite::read)).collect()
        })?;
        rows.collect()
    }
}

/// What the next generation adds and takes away.
#[derive(Default)]
struct Staged {
    pages: Vec<Vec<SqlValue>>,
    names: Vec<Vec<SqlValue>>,
    blocks: Vec<Vec<SqlValue>>,
    search: Vec<Vec<SqlValue>>,
    /// Keys of pages that are replaced or gone.
    dead: Vec<i64>,
    /// Keys of unchanged pages with their new place in the order.
    moved: Vec<(i64, i64)>,
    changed: usize,
    block_count: usize,
}

impl Staged {
    fn into_delta(self, base: i64, base_state: &str, state: &str) -> String {
        let next = base + 1;
        let mut sql = SqlText::default();
        // Against any other site or generation the sum overflows, and nothing is changed.
        sql.statement(&format!(
            "SELECT iif((SELECT count(*) FROM site WHERE (name = 'generation' AND value = '{base}') \
             OR (name = 'state' AND value = '{base_state}')) = 2, 1, \
             abs(-9223372036854775807 - 1)) AS applies"
        ));
        let leftover = format!("SELECT key FROM page WHERE died <= {base} OR born > {base}");
        sql.statement(&format!("DELETE FROM block WHERE page IN ({leftover})"));
        sql.statement(&format!("DELETE FROM page_name WHERE page IN ({leftover})"));
        sql.statement(&format!("DELETE FROM page WHERE died <= {base} OR born > {base}"));
        sql.insert(rows::PAGE, &self.pages);
        sql.insert(rows::NAME, &self.names);
        sql.insert(rows::BLOCK, &self.blocks);
        for keys in self.dead.chunks(500) {
            let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            let keys = keys.join(", ");
            sql.statement(&format!("UPDATE page SET died = {next} WHERE key IN ({keys})"));
        }
        for (key, position) in &self.moved {
            sql.statement(&format!("UPDATE page SET position = {position} WHERE key = {key}"));
        }
        let dead = format!(
            "SELECT b.key FROM block b JOIN page p ON p.key = b.page WHERE p.died = {next}"
        );
        sql.statement(&format!("DELETE FROM block_search WHERE rowid IN ({dead})"));
        sql.insert(rows::SEARCH, &self.search);
        sql.statement(&format!("UPDATE site SET value = '{state}' WHERE name = 'state'"));
        sql.statement(&format!("UPDATE site SET value = '{next}' WHERE name = 'generation'"));
        sql.into_text()
    }
}

/// Moves another SQLite file that holds a site, such as a local D1, to the built one: by the delta
/// where it holds the generation before, else as a whole. It tells whether the delta was enough.
///
/// # Errors
/// Where the file refuses.
pub fn apply(site: &Path, file: &Path) -> Result<Applied, BuildError> {
    let failed = |source| BuildError::Database { file: file.to_owned(), source };
    let read = |name: &str| {
        let file = site.join(name);
        std::fs::read_to_string(&file).map_err(|source| BuildError::Write { file, source })
    };
    let built = Database::connect(&site.join("site.db")).map_err(failed)?;
    let wanted = site_value(&built.connection, "state").map_err(failed)?;
    let layout = built.layout().map_err(failed)?;
    let mut other = Database::connect(file).map_err(failed)?;
    // A file that holds no site yet has no such table, and is loaded as a whole.
    let held = site_value(&other.connection, "state").unwrap_or(None);
    let is_same_layout = other.layout().unwrap_or(None) == layout;
    if is_same_layout && held == wanted {
        return Ok(Applied::Nothing);
    }
    if is_same_layout && other.run(&read("delta.sql")?).is_ok() {
        return Ok(Applied::Delta);
    }
    other.run(&read("site.sql")?).map_err(failed)?;
    Ok(Applied::Whole)
}

/// What it took to move a database to the built site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Applied {
    /// It held the site already.
    Nothing,
    /// The delta.
    Delta,
    /// The whole site.
    Whole,
}

fn fresh(layout: &str) -> String {
    let mut sql = SqlText::default();
    let rows = [("layout", layout), ("generation", "0"), ("state", "")];
    let rows: Vec<Vec<SqlValue>> =
        rows.iter().map(|(name, value)| vec![(*name).into(), (*value).into()]).collect();
    sql.insert("INSERT INTO site (name, value)", &rows);
    format!("PRAGMA journal_mode = WAL;\n{}{}", fresh_tables(), sql.into_text())
}

/// Empty tables, whatever was there before.
fn fresh_tables() -> String {
    let drops = ["block_search", "block", "page_name", "page", "site"];
    let mut text: String = drops.iter().map(|it| format!("DROP TABLE IF EXISTS {it};\n")).collect();
    text.push_str(&MIGRATIONS.concat());
    text
}

fn site_value(connection: &Connection, name: &str) -> Result<Option<String>, rusqlite::Error> {
    connection
        .query_row("SELECT value FROM site WHERE name = ?1", [name], |row| row.get(0))
        .optional()
}
