//! Which page, or which other file, goes by a name?

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    facts::Facts,
    fold::key_of,
    manuscript::{folder_of, is_folder_page, name_of},
    source::is_markdown,
};

/// All names of a site, as they are compared.
pub(crate) struct Names<'f> {
    pub(crate) facts: &'f [Facts],
    files: &'f BTreeSet<String>,
    ids: BTreeMap<&'f str, usize>,
    folded_ids: BTreeMap<String, usize>,
    /// Paths that pages were found at before, and folders.
    former: BTreeMap<String, usize>,
    /// Pages by the last part of their id.
    last: BTreeMap<String, Vec<usize>>,
    words: BTreeMap<String, Vec<usize>>,
    folded_files: BTreeMap<String, &'f str>,
    /// Other files by the last part of their path.
    last_files: BTreeMap<String, Vec<&'f str>>,
    anchors: Vec<BTreeSet<&'f str>>,
}

impl<'f> Names<'f> {
    /// The names of pages and of the other files of the folder.
    pub(crate) fn of(facts: &'f [Facts], files: &'f BTreeSet<String>) -> Names<'f> {
        let mut names = Names {
            facts,
            files,
            ids: BTreeMap::new(),
            folded_ids: BTreeMap::new(),
            former: BTreeMap::new(),
            last: BTreeMap::new(),
            words: BTreeMap::new(),
            folded_files: BTreeMap::new(),
            last_files: BTreeMap::new(),
            anchors: Vec::with_capacity(facts.len()),
        };
        for (page, it) in facts.iter().enumerate() {
            names.ids.entry(&it.id).or_insert(page);
            names.folded_ids.entry(key_of(&it.id)).or_insert(page);
            names.last.entry(key_of(name_of(&it.id))).or_default().push(page);
            if is_folder_page(&it.file) {
                names.former.entry(key_of(folder_of(&it.id))).or_insert(page);
            }
            for words in it.words().chain(it.heading.as_deref()) {
                let pages = names.words.entry(key_of(words)).or_default();
                if pages.last() != Some(&page) {
                    pages.push(page);
                }
            }
            names.anchors.push(it.anchors.iter().map(String::as_str).collect());
        }
        // A page that is there wins over one that was.
        for (page, it) in facts.iter().enumerate() {
            for path in it.former_paths() {
                names.former.entry(key_of(without_extension(path))).or_insert(page);
            }
        }
        for file in files {
            names.folded_files.entry(key_of(file)).or_insert(file);
            names.last_files.entry(key_of(name_of(file))).or_default().push(file);
        }
        names
    }

    /// The page at a path: with or without extension, a folder's, or one that was there before.
    pub(crate) fn page_at(&self, path: &str) -> Option<usize> {
        let path = path.trim_end_matches('/');
        let stem = without_extension(path);
        if let Some(page) = self.ids.get(stem).or_else(|| self.ids.get(path)) {
            return Some(*page);
        }
        let (key, stem) = (key_of(path), key_of(stem));
        let at =
            |names: &BTreeMap<String, usize>| names.get(&stem).or_else(|| names.get(&key)).copied();
        // `guide/index.html` is the page of `guide`, whatever its file is called.
        let folder = || {
            let is_index = matches!(name_of(&stem), "index" | "readme" | "_index");
            self.former.get(folder_of(&stem)).copied().filter(|_| is_index)
        };
        at(&self.folded_ids).or_else(|| at(&self.former)).or_else(folder)
    }

    /// The file at a path that is no page.
    pub(crate) fn file_at(&self, path: &str) -> Option<&'f str> {
        if let Some(file) = self.files.get(path) {
            return Some(file);
        }
        self.folded_files.get(&key_of(path)).copied()
    }

    /// The files that a wikilink can mean by a name without folder.
    pub(crate) fn files_named(&self, name: &str) -> &[&'f str] {
        self.last_files.get(&key_of(name)).map_or(&[], Vec::as_slice)
    }

    /// The pages whose id ends in a path.
    pub(crate) fn pages_ending(&self, path: &str) -> Vec<usize> {
        let key = key_of(without_extension(path.trim_matches('/')));
        let near = self.last.get(name_of(&key)).map_or(&[][..], Vec::as_slice);
        let ends = |id: &str| {
            let id = key_of(id);
            id.strip_suffix(&key).is_some_and(|it| it.is_empty() || it.ends_with('/'))
        };
        near.iter().copied().filter(|it| ends(&self.facts[*it].id)).collect()
    }

    /// The pages that go by a title, an alias or a term.
    pub(crate) fn pages_called(&self, words: &str) -> &[usize] {
        self.words.get(&key_of(words)).map_or(&[], Vec::as_slice)
    }

    /// The page with an id.
    pub(crate) fn page_with_id(&self, id: &str) -> Option<usize> {
        self.ids.get(id).copied()
    }

    /// All other files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &'f str> {
        self.files.iter().map(String::as_str)
    }

    /// Whether a page has an anchor.
    pub(crate) fn has_anchor(&self, page: usize, anchor: &str) -> bool {
        self.anchors[page].contains(anchor)
    }
}

/// A path without the extension of a page.
pub(crate) fn without_extension(path: &str) -> &str {
    let stem = path.rsplit_once('.').filter(|(_, extension)| {
        is_markdown(path)
            || extension.eq_ignore_ascii_case("html")
            || extension.eq_ignore_ascii_case("htm")
    });
    stem.map_or(path, |(stem, _)| stem)
}
