//! Of which tags and texts does a piece of raw HTML consist, and which of them may stay?

use std::cell::RefCell;

use html5ever::{
    TokenizerResult,
    tendril::StrTendril,
    tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer},
};

use crate::article::url;

/// One part of a piece of HTML, fit to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// A tag that begins an element, or stands for a whole one.
    Start(Element),
    /// A tag that ends one.
    End(String),
    /// A text, without character references.
    Text(String),
    /// A listing of a book: its parts.
    Listing(Listing),
    /// Where a listing ends.
    ListingEnd,
    /// What cannot stay, by its name.
    Refused(String),
}

/// An element with its allowed attributes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(&'static str, String)>,
    /// The name it gives itself, where it may have it.
    pub(crate) id: Option<String>,
    /// Whether it has no content and no end.
    pub(crate) is_void: bool,
}

/// `<Listing number= file-name= caption=>`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Listing {
    pub(crate) number: String,
    pub(crate) file_name: String,
    pub(crate) caption: String,
}

/// Elements that stay, with the attributes that they may have beside those of all.
pub(crate) const ELEMENTS: &[(&str, &[&str])] = &[
    ("a", &["href"]),
    ("abbr", &[]),
    ("b", &[]),
    ("bdi", &[]),
    ("bdo", &[]),
    ("blockquote", &[]),
    ("br", &[]),
    ("caption", &[]),
    ("center", &[]),
    ("cite", &[]),
    ("code", &[]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
    ("dd", &[]),
    ("del", &[]),
    ("details", &["open"]),
    ("dfn", &[]),
    ("div", &["align"]),
    ("dl", &[]),
    ("dt", &[]),
    ("em", &[]),
    ("figcaption", &[]),
    ("figure", &[]),
    ("h1", &["align"]),
    ("h2", &["align"]),
    ("h3", &["align"]),
    ("h4", &["align"]),
    ("h5", &["align"]),
    ("h6", &["align"]),
    ("hr", &[]),
    ("i", &[]),
    ("img", &["src", "alt", "width", "height", "align"]),
    ("ins", &[]),
    ("kbd", &[]),
    ("li", &["value"]),
    ("mark", &[]),
    ("ol", &["start", "reversed"]),
    ("p", &["align"]),
    ("pre", &[]),
    ("q", &[]),
    ("rp", &[]),
    ("rt", &[]),
    ("ruby", &[]),
    ("s", &[]),
    ("samp", &[]),
    ("section", &[]),
    ("small", &[]),
    ("span", &[]),
    ("strong", &[]),
    ("sub", &[]),
    ("summary", &[]),
    ("sup", &[]),
    ("table", &[]),
    ("tbody", &[]),
    ("td", &["align", "colspan", "rowspan"]),
    ("tfoot", &[]),
    ("th", &["align", "colspan", "rowspan", "scope"]),
    ("thead", &[]),
    ("time", &["datetime"]),
    ("tr", &[]),
    ("u", &[]),
    ("ul", &[]),
    ("var", &[]),
    ("wbr", &[]),
];

/// Attributes that every element may have.
const ATTRIBUTES_OF_ALL: &[&str] = &["dir", "lang", "title"];

/// Classes that an author may give; any other could take on the look of what is around the page.
const CLASSES: &[&str] =
    &["caption", "center", "centered", "file-name", "filename", "left", "note", "right", "warning"];

/// Elements whose content is no text of the page: it goes with them.
const HIDDEN: &[&str] = &[
    "script", "style", "template", "title", "textarea", "iframe", "noscript", "noembed",
    "noframes", "xmp", "svg", "math", "object", "select",
];

const VOID: &[&str] = &["br", "col", "hr", "img", "wbr"];

/// Takes a piece of HTML apart. What ends within a tag or a comment is shown as it stands.
pub(crate) fn parts_of(html: &str) -> Vec<Part> {
    let (html, rest) = html.split_at(whole_bytes(html));
    let sink = Gathered::default();
    let tokenizer = Tokenizer::new(sink, Default::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(html));
    while let TokenizerResult::Script(()) = tokenizer.feed(&queue) {}
    tokenizer.end();
    let mut parts = tokenizer.sink.parts.take();
    if let Some((name, text)) = tokenizer.sink.hidden.take() {
        parts.push(Part::Refused(name));
        parts.push(Part::Text(text));
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest.to_owned()));
    }
    parts
}

/// Where a piece stops within a comment or a tag: the tokenizer drops what begins there, and it
/// must not be lost.
fn whole_bytes(html: &str) -> usize {
    let mut at = 0;
    while let Some(found) = html[at..].find('<') {
        let start = at + found;
        let rest = &html[start + 1..];
        let length = if let Some(comment) = rest.strip_prefix("!--") {
            match comment.starts_with('>') || comment.starts_with("->") {
                true => Some(3),
                false => comment.find("-->").map(|it| it + 6),
            }
        } else if rest.starts_with(['!', '?']) {
            rest.find('>')
        } else {
            let name = rest.strip_prefix('/').unwrap_or(rest);
            match name.starts_with(|it: char| it.is_ascii_alphabetic()) {
                true => tag_bytes(rest),
                false => Some(0),
            }
        };
        match length {
            Some(length) => at = start + 1 + length,
            None => return start,
        }
    }
    html.len()
}

/// How long a tag is up to its `>`, which within a quoted value ends none.
fn tag_bytes(rest: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = b' ';
    for (at, byte) in rest.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), it) if it == open => quote = None,
            (Some(_), _) => {}
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            (None, _) => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    None
}

#[derive(Default)]
struct Gathered {
    parts: RefCell<Vec<Part>>,
    /// The element whose content goes with it, while it is open, and its text: where it never ends,
    /// that is shown.
    hidden: RefCell<Option<(String, String)>>,
}

impl TokenSink for Gathered {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut parts = self.parts.borrow_mut();
        let mut hidden = self.hidden.borrow_mut();
        match token {
            Token::TagToken(tag) => match (&*hidden, tag.kind) {
                (Some((name, _)), TagKind::EndTag) if tag.name == **name => {
                    parts.push(Part::Refused(name.clone()));
                    *hidden = None;
                }
                (Some(_), _) => {}
                (None, TagKind::StartTag) if HIDDEN.contains(&&*tag.name) && !tag.self_closing => {
                    *hidden = Some((tag.name.to_string(), String::new()));
                }
                (None, _) => parts.extend(part_of(&tag)),
            },
            Token::CharacterTokens(text) => match (&mut *hidden, parts.last_mut()) {
                (Some((_, inside)), _) => inside.push_str(&text),
                (None, Some(Part::Text(before))) => before.push_str(&text),
                (None, _) => parts.push(Part::Text(text.to_string())),
            },
            Token::NullCharacterToken
            | Token::DoctypeToken(_)
            | Token::CommentToken(_)
            | Token::EOFToken
            | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }
}

fn part_of(tag: &Tag) -> Option<Part> {
    let name = &*tag.name;
    let value = |wanted: &str| {
        let found = tag.attrs.iter().find(|it| &*it.name.local == wanted);
        found.map(|it| it.value.to_string())
    };
    let allowed = ELEMENTS.iter().find(|(it, _)| *it == name);
    match (allowed, tag.kind) {
        (None, TagKind::StartTag) if name == "listing" => Some(Part::Listing(Listing {
            number: value("number").unwrap_or_default(),
            file_name: value("file-name").unwrap_or_default(),
            caption: value("caption").unwrap_or_default(),
        })),
        (None, TagKind::EndTag) if name == "listing" => Some(Part::ListingEnd),
        (None, TagKind::StartTag) => Some(Part::Refused(name.to_owned())),
        (None, TagKind::EndTag) => None,
        (Some(_), TagKind::EndTag) => Some(Part::End(name.to_owned())),
        (Some((name, own)), TagKind::StartTag) => {
            let wanted = own.iter().chain(ATTRIBUTES_OF_ALL);
            let attributes = wanted.filter_map(|it| Some((*it, checked(name, it, value(it)?)?)));
            let mut attributes: Vec<(&'static str, String)> = attributes.collect();
            let classes = value("class").unwrap_or_default();
            let classes: Vec<&str> =
                classes.split_ascii_whitespace().filter(|it| CLASSES.contains(it)).collect();
            if !classes.is_empty() {
                attributes.push(("class", classes.join(" ")));
            }
            Some(Part::Start(Element {
                name: (*name).to_owned(),
                attributes,
                id: value("id").or_else(|| value("name").filter(|_| *name == "a")),
                is_void: VOID.contains(name),
            }))
        }
    }
}

/// The value of an attribute as it may stay.
fn checked(element: &str, name: &str, value: String) -> Option<String> {
    let is_number =
        |it: &str| (1..=5).contains(&it.len()) && it.bytes().all(|b| b.is_ascii_digit());
    match name {
        "href" => url::link(&value).map(|(it, _)| it),
        "src" if element == "img" => url::picture(&value),
        "width" | "height" | "colspan" | "rowspan" | "span" | "value" | "start" => {
            is_number(&value).then_some(value)
        }
        "open" | "reversed" => Some(String::new()),
        "align" => {
            let value = value.to_ascii_lowercase();
            matches!(value.as_str(), "left" | "right" | "center" | "justify").then_some(value)
        }
        "dir" => matches!(value.as_str(), "ltr" | "rtl" | "auto").then_some(value),
        "scope" => {
            matches!(value.as_str(), "row" | "col" | "rowgroup" | "colgroup").then_some(value)
        }
        _ => Some(value),
    }
}
