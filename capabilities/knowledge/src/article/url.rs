//! Which URLs may an article hold?

use std::fmt::Write;

/// Schemes that a link may have.
const LINK_SCHEMES: &[&str] = &["http", "https", "mailto", "tel"];
/// Pictures written into the page itself: what they begin with, and how long they may be.
const DATA_PICTURES: &[&str] = &[
    "data:image/png;base64,",
    "data:image/gif;base64,",
    "data:image/jpeg;base64,",
    "data:image/webp;base64,",
];
const DATA_PICTURE_BYTES_MAX: usize = 16 * 1024;

/// Where a link leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// Into the site, or to a part of the page.
    Inside,
    /// To another site.
    Outside,
}

/// The URL as it can stand in `href`, and where it leads; `None` where it could run.
pub(crate) fn link(url: &str) -> Option<(String, Target)> {
    let url = trimmed(url);
    let target = match scheme_of(&url) {
        None if is_relative_to_scheme(&url) => Target::Outside,
        None => Target::Inside,
        Some(scheme) if LINK_SCHEMES.contains(&scheme.as_str()) => Target::Outside,
        Some(_) => return None,
    };
    Some((encoded(&url), target))
}

/// The URL as it can stand in `src` of a picture.
pub(crate) fn picture(url: &str) -> Option<String> {
    let url = trimmed(url);
    match scheme_of(&url).as_deref() {
        None | Some("http" | "https") => Some(encoded(&url)),
        Some("data") => {
            let rest = DATA_PICTURES.iter().find_map(|it| url.strip_prefix(it))?;
            let is_base64 = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'+' | b'/' | b'=');
            (rest.len() <= DATA_PICTURE_BYTES_MAX && rest.bytes().all(is_base64)).then_some(url)
        }
        Some(_) => None,
    }
}

/// A URL as a browser reads it: without white space and control characters around it, and
/// without tabs and line ends anywhere.
fn trimmed(url: &str) -> String {
    let around = |it: char| it <= ' ';
    url.trim_matches(around).chars().filter(|it| !matches!(it, '\t' | '\n' | '\r')).collect()
}

/// The scheme in lower case. A colon after `/`, `?` or `#` ends none; anything odd before a colon
/// counts as a scheme, which none allows.
fn scheme_of(url: &str) -> Option<String> {
    let end = url.find([':', '/', '?', '#'])?;
    url[end..].starts_with(':').then(|| url[..end].to_ascii_lowercase())
}

/// `//host` and what browsers take for it.
fn is_relative_to_scheme(url: &str) -> bool {
    let mut start = url.chars().take(2);
    let is_slash = |it: Option<char>| matches!(it, Some('/' | '\\'));
    is_slash(start.next()) && is_slash(start.next())
}

fn encoded(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    for byte in url.bytes() {
        match byte {
            b'!' | b'#'..=b';' | b'=' | b'?'..=b'[' | b']' | b'_' | b'a'..=b'z' | b'~' => {
                out.push(char::from(byte));
            }
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_somewhere_and_runs_nothing() {
        let inside = |url: &str, written: &str| {
            assert_eq!(link(url), Some((written.to_owned(), Target::Inside)), "{url}");
        };
        let outside = |url: &str, written: &str| {
            assert_eq!(link(url), Some((written.to_owned(), Target::Outside)), "{url}");
        };
        inside("/a/b%20c#d", "/a/b%20c#d");
        inside("#ünï", "#%C3%BCn%C3%AF");
        inside("a b.png", "a%20b.png");
        inside("./a:b", "./a:b");
        inside("", "");
        outside("https://example.org/?a=1&b='\"", "https://example.org/?a=1&b='%22");
        outside(" HTTP://x ", "HTTP://x");
        outside("//evil.example/x", "//evil.example/x");
        outside("\\/evil.example", "%5C/evil.example");
        outside("mailto:a@b.example", "mailto:a@b.example");
        for url in [
            "javascript:alert(1)",
            " JaVaScRiPt:alert(1)",
            "java\tscript:alert(1)",
            "java\nscript:x",
            "\u{1}javascript:x",
            "javascript\u{0}:x",
            "vbscript:x",
            "data:text/html,x",
            "file:///etc/passwd",
            "blob:x",
            ":x",
        ] {
            assert_eq!(link(url), None, "{url:?}");
        }
    }

    #[test]
    fn a_picture_is_a_picture() {
        assert_eq!(picture("/a.svg").as_deref(), Some("/a.svg"));
        assert_eq!(picture("https://x/a.png").as_deref(), Some("https://x/a.png"));
        let small = "data:image/png;base64,iVBORw0KGgo=";
        assert_eq!(picture(small).as_deref(), Some(small));
        let large = format!("{small}{}", "A".repeat(DATA_PICTURE_BYTES_MAX));
        for url in [
            large.as_str(),
            "data:image/svg+xml;base64,AAAA",
            "data:image/png;base64,\"onerror=",
            "javascript:x",
            "mailto:a@b",
        ] {
            assert_eq!(picture(url), None, "{url}");
        }
    }
}
