//! What names a page outside this site: `capstan://page/` and its id, encoded.

use crate::{access::is_loopback, percent};

/// The beginning of every page's name.
const PAGE: &str = "capstan://page/";
/// The pattern that all of them fit.
pub(super) const PAGE_TEMPLATE: &str = "capstan://page/{+id}";
/// The site's guide.
pub(super) const GUIDE: &str = "capstan://guide";

/// The origin that a host stands for; where that is this machine, without encryption.
pub(super) fn origin_of(host: &str) -> String {
    let scheme = if is_loopback(host) { "http" } else { "https" };
    format!("{scheme}://{host}")
}

/// The pattern that the addresses of pages fit on a host.
pub(super) fn address_template(host: &str) -> String {
    format!("{}/{{+id}}", origin_of(host))
}

/// The name of a page.
pub(super) fn uri_of(id: &str) -> String {
    let mut uri = PAGE.to_owned();
    for byte in id.bytes() {
        // What RFC 6570 leaves alone in `{+id}`, without what would begin a query or a fragment.
        let plain = byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/".contains(&byte);
        if plain {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

/// The id of the page that a name means: its own form, or the page's address on this host.
pub(super) fn page_of(uri: &str, host: Option<&str>) -> Option<String> {
    if let Some(encoded) = uri.strip_prefix(PAGE) {
        return decoded(encoded);
    }
    let address = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"))?;
    let (authority, path) = address.split_once('/')?;
    if !host?.eq_ignore_ascii_case(authority) {
        return None;
    }
    decoded(path.strip_suffix(".md").unwrap_or(path))
}

/// Decodes each escape once, and refuses what leads elsewhere than into the library.
fn decoded(encoded: &str) -> Option<String> {
    if encoded.contains(['?', '#', '\\']) {
        return None;
    }
    let id = percent::decoded(encoded)?;
    let leads_out = |it: &str| matches!(it, "" | "." | "..");
    let is_plain = !id.split('/').any(leads_out) && !id.chars().any(char::is_control);
    (is_plain && !id.contains('\\')).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::{page_of, uri_of};

    #[test]
    fn a_name_leads_back_to_its_page() {
        for id in ["a", "a/b", "a b/ü?#%41", "100%", "a+b&c=d", "{id}", "日本"] {
            assert_eq!(page_of(&uri_of(id), None).as_deref(), Some(id));
        }
        assert_eq!(uri_of("a b/ü?#%"), "capstan://page/a%20b/%C3%BC%3F%23%25");
    }

    #[test]
    fn an_escape_is_decoded_once_and_nothing_climbs() {
        let table = [
            ("capstan://page/%2541", Some("%41")),
            ("capstan://page/a%2Fb", Some("a/b")),
            ("capstan://page/", None),
            ("capstan://page/..", None),
            ("capstan://page/a/../b", None),
            ("capstan://page/%2e%2e/etc/passwd", None),
            ("capstan://page/a%5c..%5cb", None),
            ("capstan://page/a//b", None),
            ("capstan://page/a%00", None),
            ("capstan://page/%ff", None),
            ("capstan://page/%4", None),
            ("capstan://page/a?b", None),
            ("capstan://pages/a", None),
            ("file:///etc/passwd", None),
            ("", None),
            ("https://site.example/a/b", Some("a/b")),
            ("https://SITE.example/a/b.md", Some("a/b")),
            ("http://site.example/a", Some("a")),
            ("https://other.example/a", None),
            ("https://site.example/../a", None),
            ("https://site.example", None),
        ];
        for (uri, id) in table {
            assert_eq!(page_of(uri, Some("site.example")).as_deref(), id, "{uri}");
        }
        assert_eq!(page_of("https://site.example/a", None), None);
    }
}
