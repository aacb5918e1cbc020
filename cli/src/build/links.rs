//! Which rows stand for how pages lead to each other?

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use catalog::ports::sql::SqlValue;
use knowledge::{
    anchor::{Anchor, AnchorKind, anchors_of},
    graph::{Edge, LinkKind},
};

pub(super) const NODE: &str = "INSERT OR IGNORE INTO node (key, id)";
pub(super) const EDGE: &str =
    "INSERT INTO edge (key, from_node, to_node, kind, anchor, context, born)";
pub(super) const GRAPH_PART: &str = "INSERT INTO graph_part (key, stretch, part, packed, born)";

/// Keys of nodes that are packed together: what one changed link writes again.
const STRETCH_NODES: i64 = 128;
/// Bytes of one packed row; spelt as SQL it fits a statement of 100 KB.
const PACKED_BYTES_MAX: usize = 32 * 1024;
/// Parts of a page before or after a tag among which its own is looked for.
const NEAR_MAX: usize = 50;
/// Characters around a link that are kept.
const CONTEXT_CHARACTERS_MAX: usize = 600;
/// Bytes of an anchor that is kept.
const ANCHOR_BYTES_MAX: usize = 1_000;

/// The edges that lead from a page, of all edges in order.
pub(super) fn leading_from<'e>(id: &str, edges: &'e [Edge]) -> &'e [Edge] {
    let start = edges.partition_point(|it| it.from.as_str() < id);
    let end = edges.partition_point(|it| it.from.as_str() <= id);
    &edges[start..end]
}

/// The elements of a page that have an anchor and are no headings, with their bytes, in order. A
/// name that raw HTML gives stands for the element it is in, or else for the next.
pub(super) fn elements_of(text: &str) -> Vec<(String, Range<usize>)> {
    let anchors = anchors_of(text);
    let is_element = |it: &&Anchor| match it.kind {
        AnchorKind::Paragraph | AnchorKind::Item | AnchorKind::Code => true,
        AnchorKind::Heading | AnchorKind::Html => false,
    };
    let mut elements = Vec::new();
    for (index, anchor) in anchors.iter().enumerate() {
        let range = match anchor.kind {
            AnchorKind::Heading => continue,
            AnchorKind::Paragraph | AnchorKind::Item | AnchorKind::Code => anchor.range.clone(),
            AnchorKind::Html => {
                let holds = |it: &&Anchor| it.range.end > anchor.range.start;
                let around = anchors[..index].iter().rev().take(NEAR_MAX).filter(is_element);
                let after = anchors[index..].iter().take(NEAR_MAX).find(is_element);
                let found = around.clone().find(holds).or(after);
                found.map_or(anchor.range.clone(), |it| it.range.clone())
            }
        };
        elements.push((anchor.anchor.clone(), range));
    }
    elements.sort_by_key(|(_, range)| range.start);
    elements
}

/// One edge, as its row holds it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct EdgeRow {
    pub(super) to_node: i64,
    pub(super) kind: i64,
    pub(super) anchor: String,
    pub(super) context: String,
}

impl EdgeRow {
    pub(super) fn values(&self, key: i64, from_node: i64, born: i64) -> Vec<SqlValue> {
        vec![
            key.into(),
            from_node.into(),
            self.to_node.into(),
            self.kind.into(),
            self.anchor.as_str().into(),
            self.context.as_str().into(),
            born.into(),
        ]
    }
}

/// The word for a kind in rows: its place in the order of kinds.
fn kind_number(kind: LinkKind) -> i64 {
    match kind {
        LinkKind::Link => 0,
        LinkKind::Mention => 1,
        LinkKind::Source => 2,
        LinkKind::Embed => 3,
    }
}

/// The rows of one page's edges, in order: one of a kind to each page, none to itself, and none to
/// what is no page of the site.
pub(super) fn edge_rows(id: &str, edges: &[Edge], nodes: &BTreeMap<&str, i64>) -> Vec<EdgeRow> {
    let mut rows: BTreeMap<(i64, i64), EdgeRow> = BTreeMap::new();
    for edge in edges.iter().filter(|it| it.to != id) {
        let Some(to_node) = nodes.get(edge.to.as_str()).copied() else { continue };
        let kind = kind_number(edge.kind);
        let is_anchor = edge.anchor.len() <= ANCHOR_BYTES_MAX;
        let anchor = if is_anchor { edge.anchor.clone() } else { String::new() };
        let context = edge.context.chars().take(CONTEXT_CHARACTERS_MAX).collect();
        rows.entry((to_node, kind)).or_insert(EdgeRow { to_node, kind, anchor, context });
    }
    rows.into_values().collect()
}

/// Changes whenever a row does; empty where there is none.
pub(super) fn digest_of(rows: &[EdgeRow]) -> String {
    let mut text = String::new();
    for EdgeRow { to_node, kind, anchor, context } in rows {
        let (anchors, contexts) = (anchor.len(), context.len());
        text.push_str(&format!("{to_node} {kind} {anchors} {anchor} {contexts} {context}\n"));
    }
    if text.is_empty() {
        return String::new();
    }
    contract::digest::sha256_hex(text.as_bytes()).chars().take(32).collect()
}

/// Which edges of a page go and which come, of those it has and those it should have.
pub(super) fn difference(
    held: Vec<(i64, EdgeRow)>,
    wanted: Vec<EdgeRow>,
) -> (Vec<i64>, Vec<EdgeRow>) {
    let known: BTreeSet<&EdgeRow> = held.iter().map(|(_, it)| it).collect();
    let kept: BTreeSet<&EdgeRow> = wanted.iter().filter(|it| known.contains(it)).collect();
    let dead = held.iter().filter(|(_, it)| !kept.contains(it)).map(|(key, _)| *key).collect();
    let is_new: Vec<bool> = wanted.iter().map(|it| !known.contains(it)).collect();
    let new = wanted.into_iter().zip(is_new).filter(|(_, new)| *new).map(|(it, _)| it).collect();
    (dead, new)
}

/// What a walk needs of one page: its node, its id, and where each kind of edge leads.
pub(super) struct Packed<'s> {
    pub(super) node: i64,
    pub(super) id: &'s str,
    pub(super) to: [Vec<i64>; 4],
}

impl<'s> Packed<'s> {
    pub(super) fn new(node: i64, id: &'s str, edges: &[EdgeRow]) -> Packed<'s> {
        let mut to = [const { Vec::new() }; 4];
        for edge in edges {
            if let Some(list) = usize::try_from(edge.kind).ok().and_then(|it| to.get_mut(it)) {
                list.push(edge.to_node);
            }
        }
        Packed { node, id, to }
    }

    /// The page, and again where its edges are too many for one row.
    fn texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        let mut open: [Vec<String>; 4] = [const { Vec::new() }; 4];
        let mut bytes = 0;
        let id = serde_json::Value::from(self.id);
        let close = |open: &mut [Vec<String>; 4]| {
            let lists: Vec<String> =
                std::mem::take(open).iter().map(|it| format!("[{}]", it.join(","))).collect();
            format!("[{},{id},{}]", self.node, lists.join(","))
        };
        for (kind, list) in self.to.iter().enumerate() {
            for to in list {
                let spelt = to.to_string();
                bytes += spelt.len() + 1;
                if bytes > PACKED_BYTES_MAX / 2 {
                    texts.push(close(&mut open));
                    bytes = spelt.len() + 1;
                }
                open[kind].push(spelt);
            }
        }
        texts.push(close(&mut open));
        texts
    }
}

/// The graph in parts, by stretch and part.
pub(super) fn parts_of(mut pages: Vec<Packed<'_>>) -> BTreeMap<(i64, i64), String> {
    pages.sort_by_key(|it| it.node);
    let mut parts = BTreeMap::new();
    let mut open = String::new();
    let mut place = (0, 0);
    let close = |place: (i64, i64), open: &mut String, parts: &mut BTreeMap<_, _>| {
        if !open.is_empty() {
            parts.insert(place, format!("[{}]", std::mem::take(open)));
        }
    };
    for page in &pages {
        let stretch = page.node / STRETCH_NODES;
        if stretch != place.0 {
            close(place, &mut open, &mut parts);
            place = (stretch, 0);
        }
        for text in page.texts() {
            if !open.is_empty() && open.len() + text.len() > PACKED_BYTES_MAX {
                close(place, &mut open, &mut parts);
                place.1 += 1;
            }
            if !open.is_empty() {
                open.push(',');
            }
            open.push_str(&text);
        }
    }
    close(place, &mut open, &mut parts);
    parts
}

#[cfg(test)]
mod tests;
