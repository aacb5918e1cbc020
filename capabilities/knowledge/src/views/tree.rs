//! Under which other page does a page stand, and which stand beside it?

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::{
    contents::Line,
    facts::Facts,
    manuscript::{folder_of, is_folder_page, name_of},
    view::NavigationEntry,
};

/// Entries of one level that are shown: those around the one that leads to the page.
const LEVEL_MAX: usize = 120;

/// Pages as the navigation nests them. Node 0 is the site itself.
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The node of each page.
    of_page: Vec<usize>,
}

#[derive(Default)]
struct Node {
    title: String,
    page: Option<usize>,
    parent: usize,
    children: Vec<usize>,
    /// Its place among its parent's children.
    place: usize,
}

/// The route of a page.
pub(super) type RouteOf<'r> = &'r dyn Fn(usize) -> &'r String;

impl Tree {
    /// What SUMMARY.md lists nests as it says, all else by folder.
    pub(super) fn of(facts: &[Facts], contents: &[Line]) -> Tree {
        let mut tree = Tree { nodes: vec![Node::default()], of_page: vec![0; facts.len()] };
        let by_file: BTreeMap<&str, usize> =
            facts.iter().enumerate().map(|(page, it)| (it.file.as_str(), page)).collect();
        // The last node at each depth.
        let mut open: Vec<usize> = Vec::new();
        for line in contents {
            let page = line.file.as_deref().and_then(|it| by_file.get(it).copied());
            let is_lost = line.file.is_some() && page.is_none();
            let is_again = page.is_some_and(|it| tree.of_page[it] != 0);
            if is_lost || is_again {
                continue;
            }
            open.truncate(line.depth);
            let parent = open.last().copied().unwrap_or(0);
            open.push(tree.add(parent, &line.title, page));
        }
        let mut folders: BTreeMap<String, usize> = BTreeMap::new();
        for (page, own) in facts.iter().enumerate() {
            if tree.of_page[page] != 0 {
                folders.entry(own.id.clone()).or_insert(tree.of_page[page]);
            }
        }
        for (page, own) in facts.iter().enumerate() {
            if tree.of_page[page] == 0 {
                tree.file(page, own, &mut folders);
            }
        }
        tree
    }

    fn add(&mut self, parent: usize, title: &str, page: Option<usize>) -> usize {
        let node = self.nodes.len();
        let place = self.nodes[parent].children.len();
        self.nodes[parent].children.push(node);
        let title = title.to_owned();
        self.nodes.push(Node { title, page, parent, children: Vec::new(), place });
        if let Some(page) = page {
            self.of_page[page] = node;
        }
        node
    }

    /// Puts a page where its folder is; `folders` are the nodes by the id that stands for them.
    fn file(&mut self, page: usize, own: &Facts, folders: &mut BTreeMap<String, usize>) {
        let folder = folder_of(&own.id);
        let key = if is_folder_page(&own.file) && !folder.is_empty() { folder } else { &own.id };
        let parent = self.folder(folder_of(key), folders);
        match folders.get(key).copied() {
            Some(node) if self.nodes[node].page.is_none() => {
                self.nodes[node].page = Some(page);
                self.nodes[node].title.clone_from(&own.title);
                self.of_page[page] = node;
            }
            taken => {
                let parent = taken.filter(|_| key == folder).unwrap_or(parent);
                let node = self.add(parent, &own.title, Some(page));
                folders.entry(key.to_owned()).or_insert(node);
            }
        }
    }

    /// The node of a folder, made with those above it where it is not there yet.
    fn folder(&mut self, folder: &str, folders: &mut BTreeMap<String, usize>) -> usize {
        let mut node = 0;
        let ends = folder.match_indices('/').map(|(at, _)| at).chain([folder.len()]);
        for end in ends.filter(|it| *it > 0) {
            let path = &folder[..end];
            node = match folders.get(path) {
                Some(known) => *known,
                None => {
                    let made = self.add(node, &spoken(name_of(path)), None);
                    folders.insert(path.to_owned(), made);
                    made
                }
            };
        }
        node
    }

    /// The pages above a page, the outermost first.
    pub(super) fn above(&self, page: usize) -> impl Iterator<Item = usize> {
        let chain = self.chain(page);
        let above = chain.len().saturating_sub(1);
        chain.into_iter().take(above).filter_map(|it| self.nodes[it].page)
    }

    /// The nodes from the top level down to a page's own.
    fn chain(&self, page: usize) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut node = self.of_page[page];
        while node != 0 {
            chain.push(node);
            node = self.nodes[node].parent;
        }
        chain.reverse();
        chain
    }

    pub(super) fn navigation(&self, page: usize, route: RouteOf<'_>) -> Vec<NavigationEntry> {
        self.level(0, &self.chain(page), Some(page), route)
    }

    pub(super) fn top(&self, route: RouteOf<'_>) -> Vec<NavigationEntry> {
        self.level(0, &[], None, route)
    }

    /// The children of a node; the one that leads to the page is opened.
    fn level(
        &self,
        node: usize,
        chain: &[usize],
        page: Option<usize>,
        route: RouteOf<'_>,
    ) -> Vec<NavigationEntry> {
        let children = &self.nodes[node].children;
        let (from, to) = self.window(node, chain.first().copied());
        let mut entries = Vec::with_capacity(to - from + 2);
        let left_out = |count: usize| NavigationEntry {
            title: format!("… {count} more"),
            route: None,
            is_current: false,
            children: Vec::new(),
        };
        if from > 0 {
            entries.push(left_out(from));
        }
        for child in &children[from..to] {
            let own = &self.nodes[*child];
            let is_open = chain.first() == Some(child);
            entries.push(NavigationEntry {
                title: own.title.clone(),
                route: self.shown(*child, is_open).map(|it| route(it).clone()),
                is_current: is_open && own.page.is_some() && own.page == page,
                children: if is_open {
                    self.level(*child, &chain[1..], page, route)
                } else {
                    Vec::new()
                },
            });
        }
        if to < children.len() {
            entries.push(left_out(children.len() - to));
        }
        entries
    }

    /// The page that an entry leads to: a folder without a page of its own leads to the first one
    /// in it, unless it is open and shows that.
    fn shown(&self, node: usize, is_open: bool) -> Option<usize> {
        let mut at = node;
        while self.nodes[at].page.is_none() && !is_open {
            at = *self.nodes[at].children.first()?;
        }
        self.nodes[at].page
    }

    /// Which children of a node are shown.
    fn window(&self, node: usize, open: Option<usize>) -> (usize, usize) {
        let count = self.nodes[node].children.len();
        if count <= LEVEL_MAX {
            return (0, count);
        }
        let place = open.map_or(0, |it| self.nodes[it].place);
        // Steps of half a window, so that neighbours mostly show the same.
        let from = (place / (LEVEL_MAX / 2) * (LEVEL_MAX / 2)).saturating_sub(LEVEL_MAX / 4);
        let from = from.min(count - LEVEL_MAX);
        (from, from + LEVEL_MAX)
    }

    pub(super) fn key(&self, page: usize, route: RouteOf<'_>) -> String {
        let mut hasher = Sha256::new();
        let mut add = |part: &str| {
            hasher.update((part.len() as u64).to_be_bytes());
            hasher.update(part.as_bytes());
        };
        let chain = self.chain(page);
        let mut node = 0;
        for open in chain.iter().copied().map(Some).chain([None]) {
            let (from, to) = self.window(node, open);
            add(&format!("{from} {to} {} {open:?}", self.nodes[node].children.len()));
            for child in &self.nodes[node].children[from..to] {
                add(&self.nodes[*child].title);
                add(self.shown(*child, open == Some(*child)).map_or("", |it| route(it)));
            }
            node = open.unwrap_or(node);
        }
        hasher.finalize().iter().take(16).map(|it| format!("{it:02x}")).collect()
    }
}

/// A folder's name as people would write it.
fn spoken(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut characters = words.trim().chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => name.to_owned(),
    }
}
