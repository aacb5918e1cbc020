//! Under which other paths is a page asked for?

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::UnicodeNormalization;

use super::{Publication, Published, published};
use crate::slug::slug_of;

/// Where the redirects lie: a JSON object from a path, in lower case, decoded and without slashes
/// at its ends, to the route of a page.
pub const REDIRECTS: &str = "_/redirects.json";

/// The files that hold a folder's own page.
const FOLDER_PAGES: [&str; 2] = ["index", "readme"];

impl Publication<'_> {
    pub(super) fn redirects(&self) -> Published {
        // A map of strings is always JSON.
        let json = serde_json::to_string(&self.other_paths()).unwrap_or_default();
        published(REDIRECTS, json + "\n")
    }

    /// Each other path with its route. What is a page's own path leads nowhere else; of two pages
    /// that go by one path the first in reading order has it.
    fn other_paths(&self) -> BTreeMap<String, String> {
        let own: BTreeSet<&str> = self.views().map(|it| it.id.as_str()).collect();
        let mut paths = BTreeMap::new();
        let mut add = |path: &str, route: &str| {
            let key = key_of(path);
            if !key.is_empty() && !own.contains(key.as_str()) {
                paths.entry(key).or_insert_with(|| route.to_owned());
            }
        };
        for (from, to) in self.moved {
            add(from, to);
        }
        for view in self.views() {
            // Only where case alone sets it apart: its own path is taken out above.
            add(&view.id, &view.route);
        }
        for view in self.views() {
            let (folder, name) = view.id.rsplit_once('/').unwrap_or(("", &view.id));
            if FOLDER_PAGES.contains(&name.to_lowercase().as_str()) {
                for other in FOLDER_PAGES {
                    add(&format!("{folder}/{other}"), &view.route);
                }
                add(folder, &view.route);
            }
        }
        for page in self.pages {
            for name in page.names {
                add(name, &page.view.route);
                if !name.contains('/') {
                    add(&slug_of(name), &page.view.route);
                }
            }
        }
        for view in self.views() {
            // Some systems spell accents apart.
            let apart: String = key_of(&view.id).nfd().collect();
            if apart != key_of(&view.id) {
                paths.entry(apart).or_insert_with(|| view.route.clone());
            }
        }
        paths
    }
}

/// A path as it is looked up.
fn key_of(path: &str) -> String {
    let path = path.trim().trim_matches('/');
    let path = path.strip_suffix(".md").or_else(|| path.strip_suffix(".html")).unwrap_or(path);
    path.nfc().flat_map(char::to_lowercase).collect()
}
