//! What does a tag of raw HTML lead to, and which name does it give itself?

use std::borrow::Cow;
use std::ops::Range;

/// One attribute that matters.
pub(crate) struct Attribute<'t> {
    pub(crate) meaning: Meaning,
    /// Its value, without character references.
    pub(crate) value: Cow<'t, str>,
    /// Where the value stands, without quotes.
    pub(crate) range: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// `href` of `a` and `area`.
    Link,
    /// `src` of what is shown in place.
    Image,
    /// `id`, and `name` of `a`.
    Name,
}

/// Whether a tag begins or ends something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Opens,
    Closes,
    /// It is a comment or an element without content.
    Stands,
}

const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// Which side of an element a tag is.
pub(crate) fn side_of(tag: &str) -> Side {
    let Some(rest) = tag.strip_prefix('<') else { return Side::Stands };
    if rest.starts_with('/') {
        return Side::Closes;
    }
    if !rest.starts_with(|it: char| it.is_ascii_alphabetic()) || tag.ends_with("/>") {
        return Side::Stands;
    }
    let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '-');
    let name = rest[..end.unwrap_or(rest.len())].to_ascii_lowercase();
    if VOID.contains(&name.as_str()) { Side::Stands } else { Side::Opens }
}

/// Hands over the attributes of all tags that matter, in order. Comments, and what scripts and
/// styles hold, are passed over.
pub(crate) fn attributes<'t>(text: &'t str, each: &mut dyn FnMut(Attribute<'t>)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        at += found + 1;
        if text[at..].starts_with("!--") {
            at = text[at..].find("-->").map_or(text.len(), |it| at + it + 3);
            continue;
        }
        if !bytes.get(at).is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        let name_end = at
            + text[at..]
                .find(|it: char| !it.is_ascii_alphanumeric() && it != '-')
                .unwrap_or(text.len() - at);
        let name = text[at..name_end].to_ascii_lowercase();
        at = tag(text, &name, name_end, each);
        if matches!(name.as_str(), "script" | "style") {
            let close = format!("</{name}");
            let rest = &text.as_bytes()[at..];
            let end =
                rest.windows(close.len()).position(|it| it.eq_ignore_ascii_case(close.as_bytes()));
            at = end.map_or(text.len(), |it| at + it);
        }
    }
}

/// Reads the attributes of one tag; gives where it ends.
fn tag<'t>(text: &'t str, name: &str, mut at: usize, each: &mut dyn FnMut(Attribute<'t>)) -> usize {
    let bytes = text.as_bytes();
    let skip_space = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        at
    };
    let ends_name = |it: &u8| it.is_ascii_whitespace() || matches!(it, b'=' | b'>' | b'/' | b'<');
    loop {
        at = skip_space(at);
        match bytes.get(at) {
            None => return text.len(),
            Some(b'>') => return at + 1,
            // A tag that was never closed ends where the next begins.
            Some(b'<') => return at,
            Some(b'/') => {
                at += 1;
                continue;
            }
            Some(_) => {}
        }
        let start = at;
        while bytes.get(at).is_some_and(|it| !ends_name(it)) {
            at += 1;
        }
        if at == start {
            at += 1;
            continue;
        }
        let attribute = text[start..at].to_ascii_lowercase();
        let equals = skip_space(at);
        if bytes.get(equals) != Some(&b'=') {
            continue;
        }
        at = skip_space(equals + 1);
        let range = match bytes.get(at) {
            Some(quote @ (b'"' | b'\'')) => {
                let start = at + 1;
                let Some(length) = bytes[start..].iter().position(|it| it == quote) else {
                    return text.len();
                };
                at = start + length + 1;
                start..start + length
            }
            _ => {
                let start = at;
                while bytes.get(at).is_some_and(|it| !it.is_ascii_whitespace() && *it != b'>') {
                    at += 1;
                }
                start..at
            }
        };
        let Some(meaning) = meaning_of(name, &attribute) else { continue };
        if !range.is_empty() {
            each(Attribute { meaning, value: unescaped(&text[range.clone()]), range });
        }
    }
}

fn meaning_of(tag: &str, attribute: &str) -> Option<Meaning> {
    match (tag, attribute) {
        (_, "id") | ("a", "name") => Some(Meaning::Name),
        ("a" | "area", "href") => Some(Meaning::Link),
        ("img" | "source" | "video" | "audio", "src") | ("video", "poster") => Some(Meaning::Image),
        _ => None,
    }
}

/// The character references that URLs hold.
fn unescaped(value: &str) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    Cow::Owned(value.replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, &str)> {
        let mut found = Vec::new();
        attributes(text, &mut |it| found.push((it.value.into_owned(), &text[it.range])));
        found
    }

    #[test]
    fn links_images_and_names_are_found() {
        let text = "<p><A HREF=\"x.md?a&amp;b\">x</a> <img alt='a > b'\n src='i.png'/><a name=n></a>\
            <!-- <a href=no> --><script>'<a href=no>'</SCRIPT ><h2 id = i >";
        let values: Vec<String> = found(text).into_iter().map(|it| it.0).collect();
        assert_eq!(values, ["x.md?a&b", "i.png", "n", "i"]);
        for text in ["<", "<a", "<a href", "<a href=", "<a href='x", "<<<a<a href=>", "< a href=x>"]
        {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn a_tag_has_a_side() {
        assert_eq!(side_of("<b>"), Side::Opens);
        assert_eq!(side_of("</b>"), Side::Closes);
        for text in ["<br>", "<IMG src=x>", "<a/>", "<!-- x -->", "<?x?>"] {
            assert_eq!(side_of(text), Side::Stands);
        }
    }
}
