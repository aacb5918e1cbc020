//! Which pages does a site have that nobody wrote?

use std::collections::{BTreeMap, BTreeSet};

use super::{Commit, Listed};
use crate::{
    markdown_form::{commit_of, escaped, link_of},
    page::PageKind,
    view::{PageRef, PageView},
};

/// The id of the page of titles and terms.
pub const GLOSSARY: &str = "glossary";
/// The id of the page of changes.
pub const CHANGES: &str = "changes";
/// Entries of the glossary, and changes of the change log, at most.
const ENTRIES_MAX: usize = 2_000;
/// Pages named beside one change.
const CHANGED_PAGES_MAX: usize = 20;

/// A page that is made of the others. It is rendered, listed and served as any page is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratedPage {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub description: String,
    /// Its Markdown.
    pub body: String,
}

/// The pages that can be made of these. Where an author has a page of that id already, theirs
/// stays and none is made.
pub fn pages_of(pages: &[Listed<'_>]) -> Vec<GeneratedPage> {
    let made = [glossary(pages), change_log(&history_of(pages))];
    let is_taken = |id: &str| pages.iter().any(|it| it.view.id.to_lowercase() == id);
    made.into_iter().flatten().filter(|it| !is_taken(&it.id)).collect()
}

/// The changes that were the last to touch a page, the newest first.
pub fn history_of(pages: &[Listed<'_>]) -> Vec<Commit> {
    let mut commits: BTreeMap<&str, Commit> = BTreeMap::new();
    for view in pages.iter().map(|it| it.view) {
        let Some(change) = &view.change else { continue };
        let commit = commits
            .entry(&change.commit)
            .or_insert_with(|| Commit { change: change.clone(), pages: Vec::new() });
        commit.pages.push(PageRef { title: view.title.clone(), route: view.route.clone() });
    }
    let mut commits: Vec<Commit> = commits.into_values().collect();
    commits.iter_mut().for_each(|it| it.pages.sort());
    commits.sort_by(|one, other| {
        let key = |it: &Commit| (it.change.date.clone(), it.change.commit.clone());
        key(other).cmp(&key(one))
    });
    commits
}

/// Every title, alias and term, from A to Z.
fn glossary(pages: &[Listed<'_>]) -> Option<GeneratedPage> {
    let mut entries: BTreeSet<(String, String, &str, &str)> = BTreeSet::new();
    let described: BTreeMap<&str, &PageView> =
        pages.iter().map(|it| (it.view.route.as_str(), it.view)).collect();
    for page in pages.iter().filter(|it| it.view.kind == PageKind::Page) {
        // An alias may be an old path, which is no word.
        let words = page.names.iter().filter(|it| !it.contains('/'));
        for name in words.chain([&page.view.title]) {
            let folded = name.to_lowercase();
            entries.insert((letter_of(&folded), folded, name, &page.view.route));
        }
    }
    if entries.is_empty() {
        return None;
    }
    let mut body = "# Glossary\n".to_owned();
    let mut letter = String::new();
    for (first, _, name, route) in entries.iter().take(ENTRIES_MAX) {
        if *first != letter {
            body.push_str(&format!("\n## {}\n\n", escaped(first)));
            letter.clone_from(first);
        }
        let view = described.get(route);
        let is_title = view.is_some_and(|it| it.title == *name);
        let note = match view {
            Some(view) if !is_title => format!(": see {}", escaped(&view.title)),
            Some(view) => view
                .description
                .as_deref()
                .map(|it| format!(": {}", escaped(it)))
                .unwrap_or_default(),
            None => String::new(),
        };
        body.push_str(&format!("- {}{note}\n", link_of(name, route)));
    }
    if entries.len() > ENTRIES_MAX {
        body.push_str(&format!("\n{} more are not listed.\n", entries.len() - ENTRIES_MAX));
    }
    Some(GeneratedPage {
        id: GLOSSARY.to_owned(),
        title: "Glossary".to_owned(),
        description: "Every title and term of this site, from A to Z.".to_owned(),
        body,
    })
}

/// The heading that a name stands under: its first letter, or `#` where it begins with none.
fn letter_of(folded: &str) -> String {
    let first = folded.chars().find(|it| it.is_alphanumeric());
    match first {
        Some(letter) if letter.is_alphabetic() => letter.to_uppercase().to_string(),
        Some(_) | None => "#".to_owned(),
    }
}

/// The history of the pages, a heading for each day.
fn change_log(history: &[Commit]) -> Option<GeneratedPage> {
    if history.is_empty() {
        return None;
    }
    let mut body = "# Changes\n".to_owned();
    let mut day = "";
    for commit in history.iter().take(ENTRIES_MAX) {
        if commit.change.date != day {
            day = &commit.change.date;
            body.push_str(&format!("\n## {day}\n\n"));
        }
        let subject = escaped(&commit.change.subject);
        let named = commit.pages.iter().take(CHANGED_PAGES_MAX);
        let mut pages: Vec<String> = named.map(|it| link_of(&it.title, &it.route)).collect();
        if commit.pages.len() > CHANGED_PAGES_MAX {
            pages.push(format!("and {} more", commit.pages.len() - CHANGED_PAGES_MAX));
        }
        let commit = commit_of(&commit.change);
        body.push_str(&format!("- {commit} {subject}: {}\n", pages.join(", ")));
    }
    if history.len() > ENTRIES_MAX {
        body.push_str(&format!("\n{} older ones are not listed.\n", history.len() - ENTRIES_MAX));
    }
    Some(GeneratedPage {
        id: CHANGES.to_owned(),
        title: "Changes".to_owned(),
        description: "What changed on this site, and when.".to_owned(),
        body,
    })
}
