//! Which level does each heading of an article get, so that a page has one title and skips none?

use crate::view::PageView;

/// An article as it stands on its page.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Levelled {
    /// Its HTML.
    pub(super) html: String,
    /// The anchor of the heading that is the page's title, where the article has one.
    pub(super) title: Option<String>,
}

/// Raises and lowers headings: the first is the page's title where it is of the first level or says
/// the same, and each other is one deeper than the one that it stands under.
pub(super) fn levelled(article: &str, view: &PageView) -> Levelled {
    let mut html = String::with_capacity(article.len() + 64);
    let mut title = None;
    // The levels, as written, of the headings that the place reached stands under.
    let mut above: Vec<u8> = Vec::new();
    let mut is_first = true;
    let mut is_open_title = false;
    let mut rest = article;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        html.push_str(before);
        let Some(heading) = Tag::of(tag) else {
            html.push('<');
            rest = &tag[1..];
            continue;
        };
        rest = &tag[heading.length..];
        if heading.closes {
            let depth = if is_open_title { 1 } else { depth_of(&above) };
            is_open_title = false;
            html.push_str(&format!("</h{depth}"));
            continue;
        }
        let anchor = anchor_of(rest);
        let says_title = || {
            let first = view.outline.iter().find(|it| Some(it.anchor.as_str()) == anchor);
            first.is_some_and(|it| folded(&it.title) == folded(&view.title))
        };
        if is_first && (heading.level == 1 || says_title()) {
            title = Some(anchor.unwrap_or_default().to_owned());
            is_open_title = true;
            html.push_str("<h1");
        } else {
            above.retain(|it| *it < heading.level);
            above.push(heading.level);
            html.push_str(&format!("<h{}", depth_of(&above)));
        }
        is_first = false;
    }
    html.push_str(rest);
    Levelled { html, title }
}

/// A heading's tag, up to its attributes.
struct Tag {
    level: u8,
    closes: bool,
    length: usize,
}

impl Tag {
    fn of(text: &str) -> Option<Tag> {
        let bytes = text.as_bytes();
        let closes = bytes.get(1) == Some(&b'/');
        let at = if closes { 2 } else { 1 };
        let level = bytes.get(at + 1).filter(|it| (b'1'..=b'6').contains(it))? - b'0';
        let ends = matches!(bytes.get(at + 2), Some(b'>' | b' '));
        (bytes.get(at) == Some(&b'h') && ends).then_some(Tag { level, closes, length: at + 2 })
    }
}

/// The id that an opened tag has, where it is its first attribute.
fn anchor_of(rest: &str) -> Option<&str> {
    rest.strip_prefix(" id=\"")?.split('"').next()
}

fn depth_of(above: &[u8]) -> usize {
    (above.len() + 1).clamp(2, 6)
}

/// Letters and digits, whatever their case.
fn folded(text: &str) -> String {
    text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
