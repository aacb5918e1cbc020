//! Which pages are near a page, and which way is the shortest?
//!
//! The whole graph is small without its words: it is read from a few packed rows once for each
//! state of the site, and kept. A walk then asks the database for nothing but the words of what it
//! gives. Links are walked both ways.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use serde::Deserialize;

use super::link_kind::{Kinds, LinkKind};
use crate::ports::sql::SqlError;

/// Steps of the longest path that is looked for.
pub const PATH_STEPS_MAX: usize = 64;

/// A site's graph as it was in one state of the site. Pages are numbered in the order of their ids.
#[derive(Debug)]
pub struct Graph {
    /// The digest of the site.
    pub(super) state: String,
    /// The node of each page.
    nodes: Vec<i64>,
    ids: Vec<String>,
    /// The ways from each page, the first to be preferred first.
    ways: Vec<Vec<Way>>,
}

/// One way from a page to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Way {
    to: u32,
    kind: LinkKind,
    direction: Direction,
}

/// Whether a link is walked as it leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Direction {
    /// From the page it stands on.
    Along,
    /// From the page it leads to.
    Against,
}

/// One step of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) from: i64,
    pub(super) to: i64,
    pub(super) kind: LinkKind,
    pub(super) direction: Direction,
}

/// A page near another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Near {
    pub(super) node: i64,
    pub(super) kind: LinkKind,
}

/// A node as packed rows hold it: its key, its id, and where each kind of link leads.
#[derive(Deserialize)]
struct PackedNode(i64, String, Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>);

impl Graph {
    /// Reads the packed rows.
    pub(super) fn of<'t>(
        state: String,
        parts: impl Iterator<Item = &'t str>,
    ) -> Result<Graph, SqlError> {
        let wrong = |_| SqlError::Column { column: 0, expected: "a part of the graph" };
        let mut packed: Vec<PackedNode> = Vec::new();
        for part in parts {
            packed.extend(serde_json::from_str::<Vec<PackedNode>>(part).map_err(wrong)?);
        }
        let ids: BTreeMap<&str, i64> = packed.iter().map(|it| (it.1.as_str(), it.0)).collect();
        let nodes: Vec<i64> = ids.values().copied().collect();
        let places: BTreeMap<i64, u32> = nodes.iter().copied().zip(0..).collect();
        let mut ways: Vec<Vec<Way>> = vec![Vec::new(); nodes.len()];
        for PackedNode(node, _, link, mention, source, embed) in &packed {
            let Some(from) = places.get(node).copied() else { continue };
            for (kind, list) in LinkKind::ALL.into_iter().zip([link, mention, source, embed]) {
                for to in list.iter().filter_map(|it| places.get(it).copied()) {
                    ways[from as usize].push(Way { to, kind, direction: Direction::Along });
                    let back = Way { to: from, kind, direction: Direction::Against };
                    ways[to as usize].push(back);
                }
            }
        }
        for list in &mut ways {
            list.sort_unstable();
            list.shrink_to_fit();
        }
        let ids = ids.into_keys().map(str::to_owned).collect();
        Ok(Graph { state, nodes, ids, ways })
    }

    fn place(&self, id: &str) -> Option<usize> {
        self.ids.binary_search_by(|it| it.as_str().cmp(id)).ok()
    }

    /// The pages around a page, a list for each distance from 1 on. Each has the first kind, in the
    /// order of kinds, of the links that lead to it from a page one step nearer.
    pub(super) fn around(&self, id: &str, depth: u8, kinds: Kinds) -> Vec<Vec<Near>> {
        let mut rings: Vec<Vec<Near>> = Vec::new();
        let Some(start) = self.place(id) else { return rings };
        let mut is_seen = vec![false; self.nodes.len()];
        is_seen[start] = true;
        let mut ring = vec![start];
        for _ in 0..depth {
            let mut found: BTreeMap<usize, LinkKind> = BTreeMap::new();
            for from in ring {
                for way in self.ways[from].iter().filter(|it| kinds.hold(it.kind)) {
                    let to = way.to as usize;
                    if !is_seen[to] {
                        found
                            .entry(to)
                            .and_modify(|it| *it = way.kind.min(*it))
                            .or_insert(way.kind);
                    }
                }
            }
            if found.is_empty() {
                break;
            }
            found.keys().for_each(|it| is_seen[*it] = true);
            rings.push(
                found
                    .iter()
                    .map(|(it, kind)| Near { node: self.nodes[*it], kind: *kind })
                    .collect(),
            );
            ring = found.into_keys().collect();
        }
        rings
    }

    /// A shortest path of at most [`PATH_STEPS_MAX`] steps; of several, the one whose ids come
    /// first. Of several links between two pages, the first kind in the order of kinds, and one
    /// walked as it leads before one walked back.
    pub(super) fn path(&self, from: &str, to: &str) -> Option<Vec<Step>> {
        let (start, end) = (self.place(from)?, self.place(to)?);
        let distances = self.distances(end, start);
        let mut left = distances.get(start).copied().flatten()?;
        let mut here = start;
        let mut steps = Vec::new();
        while left > 0 {
            left -= 1;
            // Ways are in the order of the pages they lead to, which is that of their ids.
            let mut ways = self.ways[here].iter();
            let way = ways.find(|it| distances[it.to as usize] == Some(left))?;
            let next = way.to as usize;
            let (kind, direction) = (way.kind, way.direction);
            steps.push(Step { from: self.nodes[here], to: self.nodes[next], kind, direction });
            here = next;
        }
        Some(steps)
    }

    /// How far each page is from `end`, as far as `start` is and no farther.
    fn distances(&self, end: usize, start: usize) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.nodes.len()];
        distances[end] = Some(0);
        let mut waiting = VecDeque::from([(end, 0)]);
        while let Some((here, distance)) = waiting.pop_front() {
            if here == start || distance == PATH_STEPS_MAX {
                break;
            }
            for way in &self.ways[here] {
                let next = way.to as usize;
                if distances[next].is_none() {
                    distances[next] = Some(distance + 1);
                    waiting.push_back((next, distance + 1));
                }
            }
        }
        distances
    }
}

/// The graph that was read last.
#[derive(Default)]
pub struct GraphMemory(RefCell<Option<Rc<Graph>>>);

impl GraphMemory {
    /// What is kept, where it is of this state of the site.
    pub(super) fn of_state(&self, state: &str) -> Option<Rc<Graph>> {
        self.0.borrow().as_ref().filter(|it| it.state == state).map(Rc::clone)
    }

    /// Keeps a graph instead of the one before.
    pub(super) fn keep(&self, graph: Graph) -> Rc<Graph> {
        let graph = Rc::new(graph);
        self.0.replace(Some(Rc::clone(&graph)));
        graph
    }
}

#[cfg(test)]
mod tests;
