//! What stands around each page of a site?
//!
//! Invariant: making the view of one page costs what it shows, however many pages there are.

mod tree;

use std::collections::BTreeMap;

use crate::{
    contents::Line,
    facts::Facts,
    graph::{Edge, LinkKind},
    link::Ties,
    resolve::route_of,
    view::{Change, NavigationEntry, PageRef, PageView, Reference},
};

use tree::Tree;

/// Pages that one page says link to it, or name it, at most.
const REFERENCES_MAX: usize = 500;

/// All that views are made of.
#[derive(Clone, Copy, Debug)]
pub struct Site<'s> {
    /// Every page, in reading order; the first is served at `/`.
    pub facts: &'s [Facts],
    /// How they lead to each other.
    pub edges: &'s [Edge],
    /// What linking did to each, in the order of the facts.
    pub ties: &'s [Ties],
    /// The lines of SUMMARY.md.
    pub contents: &'s [Line],
    /// The last change to each file that the folder's history knows.
    pub changes: &'s BTreeMap<String, Change>,
}

/// The views of a site's pages.
pub struct Views<'s> {
    site: Site<'s>,
    routes: Vec<String>,
    tree: Tree,
    /// For each page the edges that lead to it, and those that lead from it, by the other's title.
    to: Vec<Vec<usize>>,
    from: Vec<Vec<usize>>,
    places: BTreeMap<&'s str, usize>,
}

impl<'s> Views<'s> {
    /// Gathers what views need.
    pub fn of(site: Site<'s>) -> Views<'s> {
        let Site { facts, edges, .. } = site;
        let route =
            |(at, it): (usize, &Facts)| if at == 0 { "/".to_owned() } else { route_of(&it.id) };
        let routes: Vec<String> = facts.iter().enumerate().map(route).collect();
        let places: BTreeMap<&str, usize> =
            facts.iter().enumerate().map(|(at, it)| (it.id.as_str(), at)).collect();
        let mut to = vec![Vec::new(); facts.len()];
        let mut from = vec![Vec::new(); facts.len()];
        // Edges of one page follow each other, so its place is looked up once.
        let mut index = 0;
        for own in edges.chunk_by(|one, other| one.from == other.from) {
            let one = places.get(own[0].from.as_str());
            for edge in own {
                if let (Some(one), Some(other)) = (one, places.get(edge.to.as_str())) {
                    to[*other].push(index);
                    from[*one].push(index);
                }
                index += 1;
            }
        }
        let tree = Tree::of(facts, site.contents);
        Views { site, routes, tree, to, from, places }
    }

    /// The view of the page at a place in the reading order, without its navigation, which is
    /// large and is made of few parts.
    pub fn view(&self, page: usize) -> PageView {
        let facts = &self.site.facts[page];
        let mut links_to: Vec<PageRef> = self.from[page]
            .iter()
            .map(|it| &self.site.edges[*it])
            .filter(|it| it.kind != LinkKind::Mention)
            .filter_map(|it| self.places.get(it.to.as_str()))
            .map(|it| self.page_ref(*it))
            .collect();
        links_to.sort();
        links_to.dedup();
        let is_mention = |it: &Reference| it.kind == LinkKind::Mention;
        let (mut mentioned_in, mut linked_from): (Vec<Reference>, Vec<Reference>) =
            self.references(page).partition(is_mention);
        mentioned_in.truncate(REFERENCES_MAX);
        linked_from.truncate(REFERENCES_MAX);
        PageView {
            id: facts.id.clone(),
            route: self.routes[page].clone(),
            kind: facts.kind,
            title: facts.title.clone(),
            description: facts.description.clone(),
            tags: facts.tags.clone(),
            updated: facts.updated.clone(),
            change: self.site.changes.get(&facts.file).cloned(),
            outline: facts.outline.clone(),
            trail: self
                .tree
                .above(page)
                .filter(|it| *it != 0)
                .map(|it| self.page_ref(it))
                .collect(),
            previous: page.checked_sub(1).map(|it| self.page_ref(it)),
            next: (page + 1 < self.routes.len()).then(|| self.page_ref(page + 1)),
            navigation: Vec::new(),
            sources: self.site.ties.get(page).map(|it| it.sources.clone()).unwrap_or_default(),
            linked_from,
            mentioned_in,
            links_to,
        }
    }

    /// The top level of the site, with the page's own section opened.
    pub fn navigation(&self, page: usize) -> Vec<NavigationEntry> {
        self.tree.navigation(page, &|it| &self.routes[it])
    }

    /// Changes whenever [`Views::navigation`] of the page does.
    pub fn navigation_key(&self, page: usize) -> String {
        self.tree.key(page, &|it| &self.routes[it])
    }

    /// The navigation of a page that nobody wrote, and that stands under no other.
    pub fn top_navigation(&self) -> Vec<NavigationEntry> {
        self.tree.top(&|it| &self.routes[it])
    }

    fn page_ref(&self, page: usize) -> PageRef {
        PageRef { title: self.site.facts[page].title.clone(), route: self.routes[page].clone() }
    }

    fn references(&self, page: usize) -> impl Iterator<Item = Reference> {
        let mut found: Vec<Reference> = self.to[page]
            .iter()
            .map(|it| &self.site.edges[*it])
            .filter_map(|it| {
                let page = self.page_ref(*self.places.get(it.from.as_str())?);
                let (anchor, context) = (it.anchor.clone(), it.context.clone());
                Some(Reference { page, kind: it.kind, anchor, context })
            })
            .collect();
        found.sort_by(|one, other| (&one.page, one.kind).cmp(&(&other.page, other.kind)));
        found.into_iter()
    }
}

#[cfg(test)]
mod tests;
