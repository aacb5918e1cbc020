//! Which page leads where, and what becomes of its links?

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    facts::{Edit, Facts, Replacement},
    fold::key_of,
    graph::{Edge, LinkKind},
    manuscript,
    names::{Names, without_extension},
    problem::Problem,
    settings::Settings,
    term::Occurrences,
    view::Source,
};

pub(crate) mod edits;
mod page_links;
mod suggestion;

use page_links::PageLinks;
use suggestion::Suggestions;

/// Mentions of other pages that are kept of one page.
const MENTIONS_MAX: usize = 200;

/// What pages are linked with.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'s> {
    /// The paths, below the pages' folder, of all files in it that are no pages of the site:
    /// pictures and what else is copied, and drafts.
    pub files: &'s BTreeSet<String>,
    /// Paths that the site serves besides, such as `/llms.txt`; one that ends in `/` stands for all
    /// below it.
    pub routes: &'s [&'s str],
}

/// All pages, linked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Linked {
    /// Sorted; each `(from, to, kind)` once.
    pub edges: Vec<Edge>,
    /// What is done to each page, in the order of the facts.
    pub pages: Vec<Ties>,
    /// What is to be mended, in order of file and line.
    pub problems: Vec<Problem>,
}

/// What linking does to one page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ties {
    /// The changes to its Markdown, in order; none overlaps another.
    pub edits: Vec<Edit>,
    /// Its sources; those that are pages of the site have their route.
    pub sources: Vec<Source>,
}

/// Links all pages. `facts` are in reading order, each with another id, as
/// [`crate::site::arrange`] gives them; the first is served at `/`. `occurrences` are those of
/// the same pages in the same order, found with the vocabulary of these facts.
///
/// A link to another page becomes `/route#anchor`; one that leads nowhere becomes its words, and a
/// problem. Of the terms that a page names and has no link to, the first
/// [`crate::settings::Terms::links_max`] become links, and all others are mentions.
pub fn link(
    facts: &[Facts],
    occurrences: &[Occurrences],
    surroundings: Surroundings<'_>,
    settings: &Settings,
) -> Linked {
    let names = Names::of(facts, surroundings.files);
    let routes: Vec<String> = facts
        .iter()
        .enumerate()
        .map(|(page, it)| if page == 0 { "/".to_owned() } else { crate::resolve::route_of(&it.id) })
        .collect();
    let mut linked = Linked::default();
    let mut suggestions = Suggestions::of(&names);
    for (page, own) in facts.iter().enumerate() {
        let first = linked.edges.len();
        let mut work = PageLinks {
            names: &names,
            routes: &routes,
            served: surroundings.routes,
            suggestions: &mut suggestions,
            page,
            edits: Vec::new(),
            linked: BTreeSet::new(),
            embedded: BTreeSet::new(),
            edges: &mut linked.edges,
            problems: &mut linked.problems,
        };
        work.links();
        work.definitions();
        let sources = work.sources();
        if let Some(found) = occurrences.get(page) {
            let links_max = if settings.terms.linked { settings.terms.links_max } else { 0 };
            work.terms(found, links_max, MENTIONS_MAX);
        }
        let mut edits = work.edits;
        edits.sort_by_key(|it| it.range);
        linked.pages.push(Ties { edits, sources });
        linked.problems.extend(own.problems.iter().cloned());
        // Short runs are quick to sort, and a sort of sorted runs is too.
        linked.edges[first..]
            .sort_by(|one, other| (&one.to, one.kind).cmp(&(&other.to, other.kind)));
    }
    shared_names(facts, &mut linked.problems);
    shared_paths(facts, surroundings.files, &mut linked.problems);
    linked.edges.sort_by(|one, other| {
        (&one.from, &one.to, one.kind).cmp(&(&other.from, &other.to, other.kind))
    });
    linked.problems.sort();
    linked.problems.dedup();
    linked
}

/// An edge between two pages.
fn edge(
    facts: &[Facts],
    from: usize,
    to: usize,
    kind: LinkKind,
    at: (Option<usize>, &str),
) -> Edge {
    let (part, context) = at;
    let anchor = part.and_then(|it| facts[from].anchors.get(it)).cloned().unwrap_or_default();
    let context = context.to_owned();
    Edge { from: facts[from].id.clone(), to: facts[to].id.clone(), kind, anchor, context }
}

fn insertion(at: usize, text: impl Into<String>) -> Edit {
    Edit { range: (at, at), with: Replacement::Text(text.into()) }
}

fn replacement(range: (usize, usize), text: impl Into<String>) -> Edit {
    Edit { range, with: Replacement::Text(text.into()) }
}

/// Names that two pages share: neither can be asked for by it, nor linked where it stands.
fn shared_names(facts: &[Facts], problems: &mut Vec<Problem>) {
    let mut owners: BTreeMap<String, (usize, &str)> = BTreeMap::new();
    for (page, it) in facts.iter().enumerate() {
        let title = [("title", it.title.as_str())];
        let aliases = it.aliases.iter().map(|it| ("alias", it.as_str()));
        let terms = it.terms.iter().map(|it| ("term", it.as_str()));
        for (what, name) in title.into_iter().chain(aliases).chain(terms) {
            let key = key_of(name);
            let Some((owner, other_what)) = owners.get(&key).copied() else {
                owners.insert(key, (page, what));
                continue;
            };
            if owner == page {
                continue;
            }
            let other = &facts[owner].file;
            let (message, suggestion) = if what == "title" && other_what == "title" {
                (
                    format!("its title `{name}` is also that of `{other}`"),
                    "give each page its own title, so that it can be asked for by name",
                )
            } else {
                (
                    format!("its {what} `{name}` is also the {other_what} of `{other}`"),
                    "keep it on one of the two, so that it means one page",
                )
            };
            problems.push(Problem::new(&it.file, message, suggestion));
        }
    }
    let ids: BTreeMap<String, usize> =
        facts.iter().enumerate().map(|(page, it)| (key_of(&it.id), page)).collect();
    for (page, it) in facts.iter().enumerate() {
        let folder = manuscript::folder_of(&it.id);
        for path in it.former_paths().filter(|it| *it != folder) {
            let owner = ids.get(&key_of(without_extension(path))).filter(|it| **it != page);
            if let Some(owner) = owner {
                let message =
                    format!("its alias `/{path}` is the path of `{}`", facts[*owner].file);
                let suggestion = "remove the alias, or move the other page";
                problems.push(Problem::new(&it.file, message, suggestion));
            }
        }
    }
}

/// Files that would be served where a page is.
fn shared_paths(facts: &[Facts], files: &BTreeSet<String>, problems: &mut Vec<Problem>) {
    for it in facts {
        for path in [it.id.clone(), format!("{}.html", it.id)] {
            if files.contains(&path) {
                let message =
                    format!("`{path}` is served at the same path as the page `{}`", it.id);
                problems.push(Problem::new(&it.file, message, "rename one of the two"));
            }
        }
    }
}

#[cfg(test)]
mod tests;
