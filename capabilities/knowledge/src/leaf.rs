//! Which runs of words does a page's Markdown hold, where, and what leads away from them?
//!
//! The one walk over a page that anchors, links and terms are all taken from.

use std::ops::Range;

use crate::{anchor::Anchor, outline::Heading};

mod inline;
mod marker;
mod walk;

pub(crate) use inline::shown_name;
pub(crate) use walk::{leaves_of, walk};

/// Characters of a heading's title and of its anchor.
pub(crate) const HEADING_CHARACTERS_MAX: usize = 200;

/// What Markdown is read as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// As authors write it: with `[[wikilinks]]`.
    Written,
    /// As it is served: without.
    Plain,
}

/// The words of one paragraph, tight item, heading, table cell or code block.
#[derive(Default, Debug)]
pub(crate) struct Leaf {
    pub(crate) kind: LeafKind,
    /// The anchor of the innermost part it belongs to, as an index; the heading's above where it
    /// has none of its own.
    pub(crate) holder: Option<usize>,
    /// The anchor of the heading above.
    pub(crate) heading: Option<usize>,
    /// Whether it is a paragraph at the top of the page.
    pub(crate) is_top: bool,
    /// Its words without markup.
    pub(crate) plain: String,
    /// Where its words come from, in order.
    pub(crate) pieces: Vec<Piece>,
    pub(crate) links: Vec<LeafLink>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum LeafKind {
    /// Prose that may hold new links.
    #[default]
    Prose,
    Heading,
    /// A cell of a table's first row.
    TableHead,
    Code,
}

/// Words in one piece of the source.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// Where they begin in the leaf's `plain`.
    pub(crate) at: usize,
    pub(crate) source: Range<usize>,
    /// Whether they may become a link.
    pub(crate) is_prose: bool,
    /// Whether no markup stands between them and the piece before.
    pub(crate) joins: bool,
}

/// Something that leads away from a leaf.
#[derive(Clone, Debug)]
pub(crate) struct LeafLink {
    pub(crate) form: Form,
    /// As written, without the escapes of Markdown.
    pub(crate) target: String,
    pub(crate) title: String,
    /// All of it in the source; for HTML the value of the attribute.
    pub(crate) range: Range<usize>,
    /// Its words in the source.
    pub(crate) inner: Range<usize>,
    /// Its words in the leaf's `plain`.
    pub(crate) words: Range<usize>,
    /// Whether it is all that its leaf holds.
    pub(crate) is_alone: bool,
}

/// How a link is written.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// `[text](target)`
    Inline,
    /// `[text][label]` and its shorter spellings.
    Reference,
    /// `![text](target)`
    Image,
    /// `![text][label]` and its shorter spellings.
    ImageReference,
    /// `<a href="target">`
    HtmlLink,
    /// `<img src="target">` and other tags that show something.
    HtmlImage,
    /// `[[target]]`
    Wiki,
    /// `[[target|text]]`
    WikiWithText,
    /// `![[target]]`, also where its words are a size.
    Embed,
    /// `![[target|text]]`
    EmbedWithText,
}

/// `[label]: target "title"`
#[derive(Clone, Debug)]
pub(crate) struct WrittenDefinition {
    pub(crate) range: Range<usize>,
    pub(crate) target: String,
    pub(crate) title: String,
}

/// What a walk finds besides leaves.
pub(crate) struct Walked {
    /// The parts that leaves belong to, in order of their beginning.
    pub(crate) anchors: Vec<Anchor>,
    /// The names that tags give themselves.
    pub(crate) tags: Vec<Anchor>,
    /// The headings at the top of the page, with the index of their anchor.
    pub(crate) headings: Vec<Heading>,
    pub(crate) definitions: Vec<WrittenDefinition>,
}
