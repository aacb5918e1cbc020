//! Which page, file or anchor may its author have meant?

use strsim::osa_distance;

use crate::{
    fold::key_of,
    manuscript::name_of,
    names::{Names, without_extension},
};

/// Names that are compared for one site. A site full of dead links gets suggestions for the first.
const COMPARISONS_MAX: usize = 2_000_000;
/// Characters of a name that are compared.
const COMPARED_CHARACTERS_MAX: usize = 60;

pub(super) struct Suggestions<'f> {
    /// Last part of each page's id, and its title, as they are compared, with the id.
    pages: Vec<(String, String)>,
    files: Vec<(String, &'f str)>,
    anchors: Vec<&'f [String]>,
    comparisons: usize,
}

impl<'f> Suggestions<'f> {
    pub(super) fn of(names: &Names<'f>) -> Suggestions<'f> {
        let mut pages = Vec::with_capacity(names.facts.len() * 2);
        for it in names.facts {
            pages.push((bounded(name_of(&it.id)), it.id.clone()));
            pages.push((bounded(&it.title), it.id.clone()));
        }
        let files = names.files().map(|it| (bounded(name_of(it)), it)).collect();
        let anchors = names.facts.iter().map(|it| it.anchors.as_slice()).collect();
        Suggestions { pages, files, anchors, comparisons: 0 }
    }

    /// What to do about a link to no page.
    pub(super) fn near(&mut self, target: &str) -> String {
        let path = target.split(['#', '?']).next().unwrap_or(target).trim_end_matches('/');
        let wanted = bounded(name_of(without_extension(path)));
        let near = self.nearest(&wanted, |it| {
            it.pages.iter().map(|(key, id)| (key.as_str(), id.as_str())).collect()
        });
        said(&near, "link to a page of the folder, or add the page")
    }

    /// What to do about a picture that is not there.
    pub(super) fn near_file(&mut self, target: &str) -> String {
        let wanted = bounded(name_of(target));
        let near = self
            .nearest(&wanted, |it| it.files.iter().map(|(key, it)| (key.as_str(), *it)).collect());
        said(&near, "add the file, or correct its path")
    }

    /// What to do about an anchor that a page lacks.
    pub(super) fn near_anchor(&mut self, page: usize, wanted: &str) -> String {
        let wanted = bounded(wanted);
        let near = self.nearest(&wanted, |it| {
            let named = it.anchors[page].iter().filter(|it| !is_digest(it));
            named.map(|it| (it.as_str(), it.as_str())).collect()
        });
        said(&near, "link to one of its headings")
    }

    fn nearest<'s>(
        &'s mut self,
        wanted: &str,
        known: impl FnOnce(&'s Suggestions<'f>) -> Vec<(&'s str, &'s str)>,
    ) -> Vec<String> {
        if self.comparisons >= COMPARISONS_MAX || wanted.is_empty() {
            return Vec::new();
        }
        let count = self.pages.len().max(self.files.len());
        self.comparisons += count;
        let length = wanted.chars().count();
        let mut near: Vec<(usize, &str)> = Vec::new();
        for (key, name) in known(self) {
            let edits_max = length.max(key.len()).div_ceil(3);
            if key.len().abs_diff(wanted.len()) > edits_max * 2 {
                continue;
            }
            let edits = osa_distance(wanted, key);
            if edits <= edits_max {
                near.push((edits, name));
            }
        }
        near.sort_unstable();
        let mut names: Vec<String> = Vec::new();
        for (_, name) in near {
            if names.len() < 3 && !names.iter().any(|it| it == name) {
                names.push(name.to_owned());
            }
        }
        names
    }
}

fn said(near: &[String], otherwise: &str) -> String {
    if near.is_empty() {
        return otherwise.to_owned();
    }
    let names: Vec<String> = near.iter().map(|it| format!("`{it}`")).collect();
    format!("did you mean {}", names.join(", "))
}

fn bounded(name: &str) -> String {
    key_of(name).chars().take(COMPARED_CHARACTERS_MAX).collect()
}

/// Whether an anchor is made of a digest, which nobody misspells.
fn is_digest(anchor: &str) -> bool {
    ["p-", "li-", "code-"].iter().any(|it| {
        anchor.strip_prefix(it).is_some_and(|it| {
            it.len() >= 12 && it.bytes().take(12).all(|it| it.is_ascii_hexdigit())
        })
    })
}
