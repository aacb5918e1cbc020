//! Which page leads to which, where, and in which words?

use serde::Serialize;

/// How one page leads to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    /// A link that its author wrote, or that a term became.
    Link,
    /// Words that name the page and link nowhere.
    Mention,
    /// A source that the page is based on.
    Source,
    /// A part of the page, shown on the other.
    Embed,
}

impl LinkKind {
    /// The word for it in rows and answers.
    pub fn as_str(self) -> &'static str {
        match self {
            LinkKind::Link => "link",
            LinkKind::Mention => "mention",
            LinkKind::Source => "source",
            LinkKind::Embed => "embed",
        }
    }
}

/// One way from one page to another. Of all links of one kind between the same two pages the
/// first is kept, so `(from, to, kind)` is unique, and no page leads to itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Edge {
    /// The id of the page it stands on.
    pub from: String,
    /// The id of the page it leads to.
    pub to: String,
    /// How.
    pub kind: LinkKind,
    /// The anchor of the block it stands in, on the page it stands on; empty where there is none.
    pub anchor: String,
    /// The sentence around it, without markup; for a mention an excerpt.
    pub context: String,
}
