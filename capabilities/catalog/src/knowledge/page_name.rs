//! Which page does someone mean?

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use super::search_text::folded;

/// Characters of a page's name.
pub(super) const PAGE_NAME_CHARACTERS_MAX: usize = 512;

/// A page, by id, route, title or alias.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PageName(#[schemars(length(min = 1, max = PAGE_NAME_CHARACTERS_MAX))] String);

impl From<&str> for PageName {
    fn from(name: &str) -> PageName {
        PageName(name.to_owned())
    }
}

impl PageName {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// The id it would be, were it an id or a route; empty where it is the route of the site itself.
    pub(super) fn as_id(&self) -> String {
        let path = self.as_path();
        let suffixes = [".md", ".html"];
        let bare = suffixes.iter().find_map(|it| path.strip_suffix(it));
        bare.filter(|it| !it.is_empty()).unwrap_or(&path).to_owned()
    }

    /// The path it would be, were it a route.
    fn as_path(&self) -> String {
        let name = self.0.strip_prefix("capstan://page").unwrap_or(&self.0);
        let name = name.split(['#', '?']).next().unwrap_or(name);
        let decoded = percent_decoded(name);
        let path = decoded.strip_prefix('/').unwrap_or(&decoded);
        path.strip_suffix('/').unwrap_or(path).nfc().collect()
    }

    /// What is looked up, as it is compared: as it stands, as a path, and as an id.
    pub(super) fn spellings(&self) -> [String; 3] {
        [folded(&self.0), folded(&self.as_path()), folded(&self.as_id())]
    }

    /// The ids that it may spell exactly, the likelier first.
    pub(super) fn exact_ids(&self) -> [String; 2] {
        [self.as_path(), self.as_id()]
    }

    /// Whether it is the route of the site itself, which is its first page.
    pub(super) fn is_front(&self) -> bool {
        let is_route = ["/", "capstan://page/"].iter().any(|it| self.0.starts_with(it));
        is_route && self.as_path().is_empty()
    }
}

/// Decodes `%20` and its like; what is no such escape, or no UTF-8, stays as it is.
fn percent_decoded(text: &str) -> String {
    let decoded = percent_encoding::percent_decode_str(text).decode_utf8();
    decoded.map_or_else(|_| text.to_owned(), Into::into)
}

/// The route of a page: `/` and its id, percent-encoded (RFC 3986 `pchar` and `/` stay).
pub(super) fn route_of(id: &str) -> String {
    let mut route = String::with_capacity(id.len() + 1);
    route.push('/');
    for byte in id.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/".contains(&byte);
        if plain {
            route.push(char::from(byte));
        } else {
            route.push_str(&format!("%{byte:02X}"));
        }
    }
    route
}

/// A page of the site.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkedPage {
    /// Its id: every capability takes it as `page`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its path on the site.
    pub route: String,
}

impl LinkedPage {
    pub(super) fn new(id: String, title: String) -> LinkedPage {
        LinkedPage { route: route_of(&id), id, title }
    }
}

/// Names near the one asked for, as ids.
pub(super) fn nearest_ids(wanted: &PageName, known: &[(String, String)]) -> Vec<String> {
    let mut ids = BTreeMap::new();
    for (id, title) in known {
        ids.insert(id.to_lowercase(), id);
        ids.entry(title.to_lowercase()).or_insert(id);
    }
    let spelling = folded(&wanted.as_id());
    let near = contract::nearest::nearest(&spelling, ids.keys().map(String::as_str));
    let mut found: Vec<String> = Vec::new();
    for id in near.into_iter().filter_map(|it| ids.get(it)) {
        if !found.contains(id) {
            found.push((*id).clone());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_may_be_named_in_many_ways() {
        let id = |name: &str| PageName(name.to_owned()).as_id();
        for name in [
            "/a/b%20c/",
            "a/b c/",
            "a/b c.html",
            "/a/b%20c.html?x",
            "capstan://page/a/b%20c/",
            "a/b c",
            "/a/b c",
            "/a/b%20c",
            "a/b c.md",
            "/a/b%20c.md",
            "capstan://page/a/b%20c",
            "/a/b%20c#part",
            "/a/b%20c?x=1",
        ] {
            assert_eq!(id(name), "a/b c", "{name}");
        }
        assert_eq!(id("100%"), "100%");
        assert_eq!(id("%ff"), "%ff");
        assert_eq!(id("/cafe\u{301}"), "café");
        assert_eq!(id("/.md"), ".md");
        let ids = PageName("/a.html.md".to_owned()).exact_ids();
        assert_eq!(ids, ["a.html.md", "a.html"]);
    }

    #[test]
    fn the_route_of_the_site_is_its_first_page() {
        let is_front = |name: &str| PageName(name.to_owned()).is_front();
        for name in ["/", "/?x=1", "/#top", "//", "capstan://page/"] {
            assert!(is_front(name), "{name}");
        }
        for name in ["?", "#", "/a", " ", "index", "/.md"] {
            assert!(!is_front(name), "{name}");
        }
    }

    #[test]
    fn a_route_is_a_path() {
        assert_eq!(route_of("a/b c"), "/a/b%20c");
        assert_eq!(route_of("é?#%"), "/%C3%A9%3F%23%25");
    }
}
