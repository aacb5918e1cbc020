//! Which of an author's HTML is shown, and how is the rest kept from running?
//!
//! Two lists, one after the other. `raw` takes each piece of HTML apart with html5ever's tokenizer
//! and hands over only whole tags with allowed names and attributes; all else becomes text or
//! goes. The writer closes each of them where its Markdown ends. Then a page that holds any is
//! parsed as a browser would by ammonia, with a list of its own, so that an error in one of the
//! two alone lets nothing through. A page without HTML is only what the writer made, and is not
//! parsed again: every text and attribute in it went through one function that escapes.

pub(crate) mod raw;

use std::{borrow::Cow, sync::LazyLock};

use ammonia::{Builder, UrlRelative};

/// Elements that the second list lets pass: what an author may write, and what the writer makes.
const ELEMENTS: &[&str] = &[
    "a",
    "abbr",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "u",
    "ul",
    "var",
    "wbr",
];

/// Attributes that the second list lets pass, by element.
const ATTRIBUTES: &[(&str, &[&str])] = &[
    ("a", &["href", "rel", "tabindex", "aria-hidden"]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
    ("details", &["open", "data-callout"]),
    ("div", &["tabindex", "data-callout"]),
    ("img", &["src", "alt", "width", "height", "loading", "decoding"]),
    ("li", &["value"]),
    ("ol", &["start", "reversed"]),
    ("pre", &["tabindex"]),
    ("td", &["align", "colspan", "rowspan"]),
    ("th", &["align", "colspan", "rowspan", "scope"]),
    ("time", &["datetime"]),
];

/// Attributes of every element.
const ATTRIBUTES_OF_ALL: &[&str] =
    &["align", "aria-label", "class", "dir", "id", "lang", "role", "title"];

static SECOND_LIST: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(ELEMENTS.iter().copied().collect())
        .clean_content_tags(["script", "style"].into_iter().collect())
        .tag_attributes(
            ATTRIBUTES.iter().map(|(name, all)| (*name, all.iter().copied().collect())).collect(),
        )
        .generic_attributes(ATTRIBUTES_OF_ALL.iter().copied().collect())
        .url_schemes(["http", "https", "mailto", "tel", "data"].into_iter().collect())
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .strip_comments(true)
        .attribute_filter(|_, name, value| keeps(name, value).then_some(Cow::Borrowed(value)));
    builder
});

/// Whether a URL that the second list knows only by its scheme is one that this site allows.
fn keeps(name: &str, value: &str) -> bool {
    match name {
        "href" => crate::article::url::link(value).is_some(),
        "src" => crate::article::url::picture(value).is_some(),
        _ => true,
    }
}

/// The HTML as a tree that a browser reads in one way, with nothing in it that is not listed.
pub fn sanitised(html: &str) -> String {
    SECOND_LIST.clean(html).to_string()
}
