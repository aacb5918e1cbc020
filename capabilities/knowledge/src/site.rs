//! How sources become a site.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::{
    embed::{Embedded, body_of},
    facts::Facts,
    fold::key_of,
    graph::Edge,
    link::{Linked, Surroundings, link},
    manuscript::{Manuscript, folder_of, is_folder_page, parse},
    page::Page,
    problem::Problem,
    settings::Settings,
    source::{Sources, is_markdown},
    summary::{Listing, SUMMARY},
    term::{Vocabulary, scan},
};

/// A whole site.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// Every page, in reading order.
    pub pages: Vec<Page>,
    /// How the pages lead to each other.
    pub edges: Vec<Edge>,
    /// Everything to mend, in order of file and line.
    pub problems: Vec<Problem>,
}

/// Makes a site of sources, all at once and with default settings.
pub fn site_of(sources: &Sources) -> Site {
    let listing = Listing::of(sources);
    let read: Vec<Manuscript> =
        page_files(sources).filter_map(|file| parse(file, sources, &listing)).collect();
    let facts: Vec<&Facts> = read.iter().map(|it| &it.facts).collect();
    let Arranged { order, mut problems } = arrange(&facts, &listing);
    let mut read: Vec<Option<Arc<Manuscript>>> =
        read.into_iter().map(|it| Some(Arc::new(it))).collect();
    let read: Vec<Arc<Manuscript>> = order.into_iter().filter_map(|it| read[it].take()).collect();
    let facts: Vec<Facts> = read.iter().map(|it| it.facts.clone()).collect();
    let vocabulary = Vocabulary::of(&facts);
    let occurrences: Vec<_> = read.iter().map(|it| scan(it, &vocabulary)).collect();
    let files = other_files(sources, &facts);
    let surroundings = Surroundings { files: &files, routes: &[] };
    let Linked { edges, pages: ties, problems: more } =
        link(&facts, &occurrences, surroundings, &Settings::default());
    problems.extend(more);
    let places: BTreeMap<&str, usize> =
        facts.iter().enumerate().map(|(place, it)| (it.id.as_str(), place)).collect();
    let other = |id: &str| {
        let place = *places.get(id)?;
        let (manuscript, edits) = (Arc::clone(&read[place]), ties[place].edits.clone());
        Some(Embedded { manuscript, edits })
    };
    let pages = read
        .iter()
        .zip(&ties)
        .map(|(it, ties)| Page::of(&it.facts, body_of(it, &ties.edits, &other)))
        .collect();
    problems.sort();
    problems.dedup();
    Site { pages, edges, problems }
}

/// The files that are pages, drafts among them, in order of their paths.
pub fn page_files(sources: &Sources) -> impl Iterator<Item = &str> {
    let is_page =
        |file: &&str| sources.below_base(file).is_some_and(|it| is_markdown(it) && it != SUMMARY);
    sources.files.keys().map(String::as_str).filter(is_page)
}

/// The paths of all files that lie where pages do and are none: [`Surroundings::files`].
pub fn other_files(sources: &Sources, facts: &[Facts]) -> BTreeSet<String> {
    let pages: BTreeSet<&str> = facts.iter().map(|it| it.file.as_str()).collect();
    let others = sources.files.keys().filter(|it| !pages.contains(it.as_str()));
    others.filter_map(|it| sources.below_base(it)).map(str::to_owned).collect()
}

/// The order in which pages are read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arranged {
    /// The pages of the site, as places in the facts that were given.
    pub order: Vec<usize>,
    /// What is to be mended in SUMMARY.md, and the pages that have no place: of two on one route
    /// only the first can be served.
    pub problems: Vec<Problem>,
}

/// Arranges pages: those that SUMMARY.md lists in its order, then all others by folder, the
/// folder's own page first, then by weight and path.
pub fn arrange(facts: &[&Facts], listing: &Listing) -> Arranged {
    let mut problems = listing.problems.clone();
    let weights: BTreeMap<&str, i64> = facts
        .iter()
        .filter(|it| is_folder_page(&it.file))
        .filter_map(|it| Some((folder_of(&it.id), it.weight?)))
        .collect();
    // A folder takes the weight of its own page.
    let folder_key = |id: &str| -> Vec<(i64, String)> {
        let folder = folder_of(id);
        let ends = folder.match_indices('/').map(|(at, _)| at).chain([folder.len()]);
        let mut start = 0;
        let mut key = Vec::new();
        for end in ends.filter(|_| !folder.is_empty()) {
            let weight = weights.get(&folder[..end]).copied().unwrap_or(i64::MAX);
            key.push((weight, folder[start..end].to_owned()));
            start = end + 1;
        }
        key
    };
    let mut order: Vec<usize> = (0..facts.len()).collect();
    order.sort_by_cached_key(|it| {
        let facts = facts[*it];
        let listed = listing.position(&facts.file).unwrap_or(usize::MAX);
        let weight = facts.weight.unwrap_or(i64::MAX);
        let is_other = !is_folder_page(&facts.file);
        // The order of SUMMARY.md is complete; ties are among what it does not list.
        (listed, folder_key(&facts.id), is_other, weight, facts.file.clone())
    });
    let mut routes: BTreeMap<String, &str> = BTreeMap::new();
    order.retain(|it| {
        let own = facts[*it];
        if own.id.starts_with("_/") {
            let message = "its route is one of the site's own";
            problems.push(Problem::new(&own.file, message, "rename its folder"));
            return false;
        }
        // On a host that ignores case the two could not both be served.
        let key = key_of(&own.id);
        if let Some(first) = routes.get(&key) {
            let message = format!("its route is the same as that of `{first}`");
            problems.push(Problem::new(&own.file, message, "rename one of the two"));
            return false;
        }
        routes.insert(key, &own.file);
        true
    });
    problems.sort();
    Arranged { order, problems }
}

#[cfg(test)]
mod tests;
