//! Do the rows of edges say what the edges say, from generation to generation?

mod walks;

use std::path::{Path, PathBuf};

use knowledge::page::{Page, PageKind};
use rusqlite::Connection;

use super::*;
use crate::build::{database::Database, rendered::Fresh, rows::Written};

/// A page with the ways that lead from it.
type Leading = (Page, Vec<Edge>);

fn page(id: &str, text: &str) -> Page {
    let text = text.to_owned();
    Page {
        id: id.to_owned(),
        file: format!("{id}.md"),
        kind: PageKind::Page,
        title: id.to_owned(),
        description: None,
        aliases: Vec::new(),
        section: String::new(),
        updated: None,
        blocks: knowledge::block::blocks_of(&text),
        text,
    }
}

fn edge(from: &str, to: &str, kind: LinkKind, context: &str) -> Edge {
    let [from, to, context] = [from, to, context].map(str::to_owned);
    Edge { from, to, kind, anchor: "p-1".to_owned(), context }
}

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("capstan-links-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("site.db")
    }

    /// Publishes, and gives the delta.
    fn publish(&self, pages: &[Leading]) -> Option<String> {
        let fresh: Vec<(String, Fresh)> = pages
            .iter()
            .map(|(page, _)| (page.digest(), Fresh { page: page.clone(), anchors: Vec::new() }))
            .collect();
        let written: Vec<Written<'_>> = pages
            .iter()
            .zip(&fresh)
            .map(|((page, edges), (digest, fresh))| Written {
                id: &page.id,
                digest,
                blocks: page.blocks.len(),
                fresh: Some(fresh),
                edges,
            })
            .collect();
        Database::open(&self.file()).unwrap().publish(&written).unwrap().delta
    }

    /// What a database loaded with the whole dump shows.
    fn dumped(&self) -> Vec<String> {
        let file = self.0.join("dumped.db");
        let sql = Database::open(&self.file()).unwrap().dump().unwrap();
        Connection::open(&file).unwrap().execute_batch(&sql).unwrap();
        visible(&file)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const NOW: &str = "(SELECT CAST(value AS INTEGER) FROM site WHERE name = 'generation')";

/// Every edge that readers see, by the ids of its pages.
fn visible(file: &Path) -> Vec<String> {
    let alive =
        |it: &str| format!("{it}.born <= {NOW} AND ({it}.died IS NULL OR {it}.died > {NOW})");
    let query = format!(
        "SELECT a.id || ' ' || e.kind || ' ' || b.id || ' ' || e.anchor || ' ' || e.context \
         FROM edge e JOIN node f ON f.key = e.from_node JOIN node t ON t.key = e.to_node \
         JOIN page a ON a.node = f.key AND a.id = f.id JOIN page b ON b.node = t.key AND b.id = t.id \
         WHERE {} AND {} AND {} ORDER BY 1",
        alive("e"),
        alive("a"),
        alive("b")
    );
    texts(file, &query)
}

/// Every edge that the packed graph holds.
fn packed(file: &Path) -> Vec<String> {
    type Nodes = Vec<(i64, String, Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>)>;
    let parts = texts(
        file,
        &format!(
            "SELECT packed FROM graph_part WHERE born <= {NOW} AND (died IS NULL OR died > {NOW})"
        ),
    );
    let nodes: Nodes =
        parts.iter().flat_map(|it| serde_json::from_str::<Nodes>(it).unwrap()).collect();
    let ids: BTreeMap<i64, &str> = nodes.iter().map(|it| (it.0, it.1.as_str())).collect();
    let mut found = Vec::new();
    for (_, id, link, mention, source, embed) in &nodes {
        for (kind, list) in [link, mention, source, embed].into_iter().enumerate() {
            found.extend(list.iter().map(|to| format!("{id} {kind} {}", ids[to])));
        }
    }
    found.sort();
    found
}

fn texts(file: &Path, query: &str) -> Vec<String> {
    let connection = Connection::open(file).unwrap();
    let mut statement = connection.prepare(query).unwrap();
    let rows = statement.query_map([], |row| row.get(0)).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

/// What the edges of a site are, said without any database.
fn expected(pages: &[Leading]) -> Vec<String> {
    let number = |kind: LinkKind| match kind {
        LinkKind::Link => 0,
        LinkKind::Mention => 1,
        LinkKind::Source => 2,
        LinkKind::Embed => 3,
    };
    let edges = pages.iter().flat_map(|(_, edges)| edges);
    let mut lines: Vec<String> = edges
        .map(|it| format!("{} {} {} {} {}", it.from, number(it.kind), it.to, it.anchor, it.context))
        .collect();
    lines.sort();
    lines
}

fn without_words(lines: &[String]) -> Vec<String> {
    lines.iter().map(|it| it.split(' ').take(3).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn what_is_no_edge_of_the_site_has_no_row() {
    let nodes = BTreeMap::from([("a", 1), ("b", 2)]);
    let edges = [
        edge("a", "b", LinkKind::Link, "first"),
        edge("a", "b", LinkKind::Link, "second"),
        edge("a", "a", LinkKind::Link, "itself"),
        edge("a", "gone", LinkKind::Link, "nowhere"),
        edge("a", "b", LinkKind::Embed, "shown"),
    ];
    let rows = edge_rows("a", &edges, &nodes);
    let said: Vec<(i64, i64, &str)> =
        rows.iter().map(|it| (it.to_node, it.kind, it.context.as_str())).collect();
    assert_eq!(said, [(2, 0, "first"), (2, 3, "shown")]);
}

#[test]
fn sites_follow_each_other_edge_by_edge() {
    let scratch = Scratch::new("follow");
    // A small generator with a fixed seed: the sites differ, and are the same in every run.
    let mut seed = 7_u64;
    let mut below = |bound: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % bound
    };
    let kinds = [LinkKind::Link, LinkKind::Mention, LinkKind::Source, LinkKind::Embed];
    for _ in 0..25 {
        let ids: Vec<String> =
            (0..12).filter(|_| below(3) > 0).map(|it| format!("page{it}")).collect();
        let mut pages: Vec<Leading> = Vec::new();
        for id in &ids {
            let mut edges: Vec<Edge> = Vec::new();
            for to in ids.iter().filter(|it| *it != id) {
                if below(3) == 0 {
                    let kind = kinds[usize::try_from(below(4)).unwrap()];
                    edges.push(edge(id, to, kind, &format!("words{}", below(2))));
                }
            }
            pages.push((page(id, &format!("text {}", below(2))), edges));
        }
        scratch.publish(&pages);
        let wanted = expected(&pages);
        assert_eq!(visible(&scratch.file()), wanted);
        assert_eq!(packed(&scratch.file()), without_words(&wanted));
        assert_eq!(scratch.dumped(), wanted);
        let nodes = texts(&scratch.file(), "SELECT id FROM node ORDER BY id");
        assert!(ids.iter().all(|it| nodes.contains(it)), "{ids:?} {nodes:?}");
        assert_eq!(scratch.publish(&pages), None, "nothing changed");
    }
}

#[test]
fn a_changed_edge_writes_itself_alone() {
    let scratch = Scratch::new("alone");
    let text = "# Words\n\nthat stay where they are";
    let site = |context: &str| -> Vec<Leading> {
        let edges = vec![
            edge("a", "b", LinkKind::Link, "one stays"),
            edge("a", "c", LinkKind::Link, context),
        ];
        vec![(page("a", text), edges), (page("b", text), vec![]), (page("c", text), vec![])]
    };
    scratch.publish(&site("before"));
    let delta = scratch.publish(&site("after")).unwrap();
    assert!(delta.contains("'after'"), "{delta}");
    for untouched in
        ["that stay", "one stays", "INSERT INTO page", "graph_part (", "block_search ("]
    {
        assert!(!delta.contains(untouched), "{untouched}: {delta}");
    }
}

#[test]
fn a_hub_is_packed_in_rows_within_their_bound() {
    let to: Vec<i64> = (1..=60_000).collect();
    let hub = Packed { node: 1, id: "it's a hub", to: [to.clone(), vec![], vec![], vec![2]] };
    let leaf = Packed { node: 2, id: "leaf", to: [const { Vec::new() }; 4] };
    let far = Packed { node: 9_000, id: "far", to: [vec![1], vec![], vec![], vec![]] };
    let parts = parts_of(vec![far, leaf, hub]);
    assert!(parts.len() > 5);
    let mut found = Vec::new();
    for ((stretch, _), text) in &parts {
        assert!(text.len() < PACKED_BYTES_MAX * 3 / 2, "{}", text.len());
        let nodes: serde_json::Value = serde_json::from_str(text).unwrap();
        for node in nodes.as_array().unwrap() {
            assert_eq!(node[0].as_i64().unwrap() / STRETCH_NODES, *stretch);
            if node[0] == 1 {
                found.extend(node[2].as_array().unwrap().iter().map(|it| it.as_i64().unwrap()));
            }
        }
    }
    assert_eq!(found, to);
}
