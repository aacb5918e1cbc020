//! How a site's database moves from one generation to the next.
//!
//! The same statements move `site.db` and, as `delta.sql`, a D1 that holds the generation before.
//! They stage rows under the next generation, then publish it and change the search index; the
//! rows that readers saw until then go at the build after.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use catalog::{knowledge::search_text::indexed, ports::sql::SqlValue};
use rusqlite::{Connection, OptionalExtension};

use super::{
    BuildError, MIGRATIONS,
    links::{self, EdgeRow, Packed},
    rows::{self, Place, Written, rows_of},
    sql_text::SqlText,
    staged::{Keys, Staged},
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
    node: i64,
    digest: String,
    links_digest: String,
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

    /// The digest of each page's rows, as they are published.
    pub(super) fn digests(&self) -> Result<BTreeMap<String, String>, BuildError> {
        let digests = || {
            let generation = site_value(&self.connection, "generation")?;
            let held = self.held(generation.and_then(|it| it.parse().ok()).unwrap_or(0))?;
            Ok(held.into_iter().map(|(id, it)| (id, it.digest)).collect())
        };
        digests().map_err(|source| BuildError::Database { file: self.file.clone(), source })
    }

    /// Moves to the given pages. Where nothing changed the generation stays.
    pub(super) fn publish(&mut self, pages: &[Written<'_>]) -> Result<Published, BuildError> {
        let published = self.move_to(pages);
        published.map_err(|source| BuildError::Database { file: self.file.clone(), source })
    }

    fn move_to(&mut self, pages: &[Written<'_>]) -> Result<Published, rusqlite::Error> {
        let base = site_value(&self.connection, "generation")?;
        let base: i64 = base.and_then(|it| it.parse().ok()).unwrap_or(0);
        let held = self.held(base)?;
        let mut keys = Keys {
            page: self.next_key("page")?,
            block: self.next_key("block")?,
            edge: self.next_key("edge")?,
        };
        let base_state = site_value(&self.connection, "state")?.unwrap_or_default();
        let mut staged = Staged::default();
        let nodes = self.nodes(pages, &held, &mut staged)?;
        let mut state = String::new();
        let mut packed = Vec::new();
        let mut seen = BTreeSet::new();
        for (position, written) in (0_i64..).zip(pages) {
            let Written { id, digest, fresh, .. } = *written;
            let Some(node) = nodes.get(id).copied() else { continue };
            seen.insert(id);
            staged.block_count += written.blocks;
            let edges = links::edge_rows(id, written.edges, &nodes);
            let links_digest = links::digest_of(&edges);
            packed.push(Packed::new(node, id, &edges));
            state.push_str(&format!("{id} {digest} {links_digest}\n"));
            let old = held.get(id);
            if old.map_or("", |it| it.links_digest.as_str()) != links_digest {
                let held = self.held_edges(node, base)?;
                staged.relink(node, held, edges, &mut keys, base + 1);
            }
            match old {
                Some(it) if it.digest == digest => {
                    if it.position != position {
                        staged.moved.push((it.key, position));
                    }
                    if it.links_digest != links_digest {
                        staged.relinked.push((it.key, links_digest));
                    }
                    continue;
                }
                Some(it) => staged.dead.push(it.key),
                None => {}
            }
            // What is not held was made again.
            let Some(fresh) = fresh else { continue };
            let (page_key, first_block_key) = (keys.page, keys.block);
            let place = Place { page_key, node, first_block_key, position, born: base + 1 };
            let rows = rows_of(fresh, digest, &links_digest, &place);
            keys.page += 1;
            keys.block += i64::try_from(rows.blocks.len()).unwrap_or(i64::MAX);
            staged.changed += 1;
            staged.pages.push(rows.page);
            staged.names.extend(rows.names);
            staged.blocks.extend(rows.blocks);
            staged.search.extend(rows.search);
        }
        let gone = held.iter().filter(|(id, _)| !seen.contains(id.as_str()));
        let mut removed = 0;
        for (_, it) in gone {
            removed += 1;
            staged.dead.push(it.key);
            let held = self.held_edges(it.node, base)?;
            staged.dead_edges.extend(held.into_iter().map(|(key, _)| key));
        }
        self.repack(packed, &mut staged, base)?;
        let (changed, blocks) = (staged.changed, staged.block_count);
        if staged.is_empty() {
            let generation = base.unsigned_abs();
            return Ok(Published { generation, blocks, changed, removed, delta: None });
        }
        let state = contract::digest::sha256_hex(state.as_bytes());
        let delta = staged.into_delta(base, &base_state, &state);
        self.run(&delta)?;
        let generation = (base + 1).unsigned_abs();
        Ok(Published { generation, blocks, changed, removed, delta: Some(delta) })
    }

    /// The node of each page: the one that its id has had before, else a new one.
    fn nodes<'s>(
        &self,
        pages: &[Written<'s>],
        held: &BTreeMap<String, Held>,
        staged: &mut Staged,
    ) -> Result<BTreeMap<&'s str, i64>, rusqlite::Error> {
        let mut statement = self.connection.prepare("SELECT id, key FROM node")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let known = rows.collect::<Result<BTreeMap<String, i64>, _>>()?;
        let mut next = known.values().max().copied().unwrap_or(0) + 1;
        let mut nodes = BTreeMap::new();
        for written in pages {
            let id = written.id;
            let node = known.get(id).copied().unwrap_or(next);
            next = next.max(node + 1);
            // A page that comes back finds its node, unless that goes in this very step.
            if !held.contains_key(id) {
                staged.nodes.push(vec![node.into(), id.into()]);
            }
            nodes.insert(id, node);
        }
        Ok(nodes)
    }

    fn held_edges(
        &self,
        node: i64,
        generation: i64,
    ) -> Result<Vec<(i64, EdgeRow)>, rusqlite::Error> {
        let mut statement = self.connection.prepare_cached(
            "SELECT key, to_node, kind, anchor, context FROM edge \
             WHERE from_node = ?1 AND born <= ?2 AND (died IS NULL OR died > ?2)",
        )?;
        let rows = statement.query_map([node, generation], |row| {
            let (to_node, kind) = (row.get(1)?, row.get(2)?);
            let (anchor, context) = (row.get(3)?, row.get(4)?);
            Ok((row.get(0)?, EdgeRow { to_node, kind, anchor, context }))
        })?;
        rows.collect()
    }

    /// Stages the parts of the graph that differ.
    fn repack(
        &self,
        packed: Vec<Packed<'_>>,
        staged: &mut Staged,
        base: i64,
    ) -> Result<(), rusqlite::Error> {
        let mut statement = self.connection.prepare(
            "SELECT key, stretch, part, packed FROM graph_part \
             WHERE born <= ?1 AND (died IS NULL OR died > ?1)",
        )?;
        let rows = statement.query_map([base], |row| {
            Ok(((row.get(1)?, row.get(2)?), (row.get(0)?, row.get(3)?)))
        })?;
        let mut held = rows.collect::<Result<BTreeMap<(i64, i64), (i64, String)>, _>>()?;
        let mut key = self.next_key("graph_part")?;
        for ((stretch, part), text) in links::parts_of(packed) {
            let old = held.remove(&(stretch, part));
            if old.as_ref().is_some_and(|(_, it)| *it == text) {
                continue;
            }
            staged.dead_parts.extend(old.map(|(key, _)| key));
            let (place, packed) = ([key, stretch, part], SqlValue::from(text.as_str()));
            let mut row: Vec<SqlValue> = place.into_iter().map(SqlValue::from).collect();
            row.extend([packed, (base + 1).into()]);
            staged.parts.push(row);
            key += 1;
        }
        staged.dead_parts.extend(held.into_values().map(|(key, _)| key));
        Ok(())
    }

    /// Runs statements all or not at all.
    fn run(&mut self, text: &str) -> Result<(), rusqlite::Error> {
        let transaction = self.connection.transaction()?;
        transaction.execute_batch(text)?;
        transaction.commit()
    }

    fn held(&self, generation: i64) -> Result<BTreeMap<String, Held>, rusqlite::Error> {
        let mut statement = self.connection.prepare(
            "SELECT id, key, node, digest, links_digest, position FROM page \
             WHERE born <= ?1 AND (died IS NULL OR died > ?1)",
        )?;
        let rows = statement.query_map([generation], |row| {
            let (key, node) = (row.get(1)?, row.get(2)?);
            let (digest, links_digest) = (row.get(3)?, row.get(4)?);
            Ok((row.get(0)?, Held { key, node, digest, links_digest, position: row.get(5)? }))
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
        for table in ["node", "page", "page_name", "block", "edge", "graph_part"] {
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
            "SELECT b.key, p.title, coalesce(b.heading, ''), b.plain, \
             coalesce((SELECT group_concat(folded, char(10)) FROM (SELECT DISTINCT n.folded \
             FROM page_name n WHERE n.page = p.key AND n.grade <> 1 AND b.ordinal = 0 \
             ORDER BY n.folded)), '') FROM block b \
             JOIN page p ON p.key = b.page WHERE p.died IS NULL ORDER BY b.key",
        )?;
        let rows = statement.query_map([], |row| {
            let text = |column| row.get::<_, String>(column);
            let title = rows::title_words(&text(1)?, &text(4)?);
            let (heading, body) = (indexed(&text(2)?), indexed(&text(3)?));
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
    let drops =
        ["block_search", "graph_part", "edge", "block", "page_name", "page", "node", "site"];
    let mut text: String = drops.iter().map(|it| format!("DROP TABLE IF EXISTS {it};\n")).collect();
    text.push_str(&MIGRATIONS.concat());
    text
}

fn site_value(connection: &Connection, name: &str) -> Result<Option<String>, rusqlite::Error> {
    connection
        .query_row("SELECT value FROM site WHERE name = ?1", [name], |row| row.get(0))
        .optional()
}
