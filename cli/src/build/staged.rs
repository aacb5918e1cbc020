//! Which statements move a site to its next generation?

use catalog::ports::sql::SqlValue;

use super::{
    links::{self, EdgeRow},
    rows,
    sql_text::SqlText,
};

/// The keys that the next rows get.
pub(super) struct Keys {
    pub(super) page: i64,
    pub(super) block: i64,
    pub(super) edge: i64,
}

/// What the next generation adds and takes away.
#[derive(Default)]
pub(super) struct Staged {
    pub(super) nodes: Vec<Vec<SqlValue>>,
    pub(super) pages: Vec<Vec<SqlValue>>,
    pub(super) names: Vec<Vec<SqlValue>>,
    pub(super) blocks: Vec<Vec<SqlValue>>,
    pub(super) search: Vec<Vec<SqlValue>>,
    /// Keys of pages that are replaced or gone.
    pub(super) dead: Vec<i64>,
    /// Keys of unchanged pages with their new place in the order.
    pub(super) moved: Vec<(i64, i64)>,
    edges: Vec<Vec<SqlValue>>,
    /// Keys of edges that are gone.
    pub(super) dead_edges: Vec<i64>,
    /// Keys of pages that stay while what leads from them changed, with the new digest.
    pub(super) relinked: Vec<(i64, String)>,
    pub(super) parts: Vec<Vec<SqlValue>>,
    /// Keys of parts of the graph that are replaced or gone.
    pub(super) dead_parts: Vec<i64>,
    pub(super) changed: usize,
    pub(super) block_count: usize,
}

impl Staged {
    /// Whether nothing changes.
    pub(super) fn is_empty(&self) -> bool {
        self.pages.is_empty()
            && self.dead.is_empty()
            && self.moved.is_empty()
            && self.relinked.is_empty()
    }

    /// Moves one page's edges from those it has to those it should have.
    pub(super) fn relink(
        &mut self,
        node: i64,
        held: Vec<(i64, EdgeRow)>,
        wanted: Vec<EdgeRow>,
        keys: &mut Keys,
        born: i64,
    ) {
        let (dead, new) = links::difference(held, wanted);
        self.dead_edges.extend(dead);
        for row in new {
            self.edges.push(row.values(keys.edge, node, born));
            keys.edge += 1;
        }
    }

    /// The statements, as one text.
    pub(super) fn into_delta(self, base: i64, base_state: &str, state: &str) -> String {
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
        // A node goes with the last page that has it; what leads to it went before, or goes now.
        let leftover = leftover.replace("key", "node");
        sql.statement(&format!(
            "DELETE FROM node WHERE key IN ({leftover}) \
             AND key NOT IN (SELECT node FROM page WHERE born <= {base} AND died IS NULL)"
        ));
        for table in ["page", "edge", "graph_part"] {
            sql.statement(&format!("DELETE FROM {table} WHERE died <= {base} OR born > {base}"));
        }
        sql.insert(links::NODE, &self.nodes);
        sql.insert(rows::PAGE, &self.pages);
        sql.insert(rows::NAME, &self.names);
        sql.insert(rows::BLOCK, &self.blocks);
        sql.insert(links::EDGE, &self.edges);
        sql.insert(links::GRAPH_PART, &self.parts);
        let dead =
            [("page", &self.dead), ("edge", &self.dead_edges), ("graph_part", &self.dead_parts)];
        for (table, keys) in dead {
            for keys in keys.chunks(500) {
                let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
                let keys = keys.join(", ");
                sql.statement(&format!("UPDATE {table} SET died = {next} WHERE key IN ({keys})"));
            }
        }
        for (key, digest) in &self.relinked {
            sql.statement(&format!("UPDATE page SET links_digest = '{digest}' WHERE key = {key}"));
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
