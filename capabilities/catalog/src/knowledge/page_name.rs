//! Which page does someone mean?

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::search_text::folded;

/// A page, by id, route, title or alias.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PageName(#[schemars(length(min = 1, max = 512))] String);

impl PageName {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// The id it would be, were it an id or a route.
    pub(super) fn as_id(&self) -> String {
        let name = self.0.strip_prefix("capstan://page").unwrap_or(&self.0);
        let name = name.strip_prefix('/').unwrap_or(name);
        let name = name.split(['#', '?']).next().unwrap_or(name);
        percent_decoded(name.strip_suffix(".md").unwrap_or(name))
    }

    /// What is looked up, as it is compared.
    pub(super) fn spellings(&self) -> [String; 2] {
        [folded(&self.0), folded(&self.as_id())]
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
    }

    #[test]
    fn a_route_is_a_path() {
        assert_eq!(route_of("a/b c"), "/a/b%20c");
        assert_eq!(route_of("é?#%"), "/%C3%A9%3F%23%25");
    }
}
