//! By which name can each part of a page be linked to?
//!
//! Invariant: a name depends on the words of its block alone, and on how often they stood before;
//! white space, markup and normal form change nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    article::RESERVED_NAMES,
    fold::{collapsed, composed},
    leaf::{Dialect, walk},
    slug::slug_of,
};

/// One part of a page that can be linked to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Anchor {
    /// Its name, unique on the page; the `id` of its element.
    pub anchor: String,
    /// Where it stands in the Markdown: the range that pulldown-cmark gives with the event that
    /// starts it, under [`crate::block::options`]; for [`AnchorKind::Html`] that of the tag.
    pub range: Range<usize>,
    /// What it is.
    pub kind: AnchorKind,
    /// Where the Markdown spells the name at the end of a paragraph or item (`{#name}` or
    /// `^name`, with the white space before it): to be left out where the block is shown.
    pub marker: Option<Range<usize>>,
}

/// What an anchor names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnchorKind {
    /// A heading.
    Heading,
    /// A paragraph.
    Paragraph,
    /// An item of a list.
    Item,
    /// A code block.
    Code,
    /// An `id` or `name` that a tag of raw HTML gives itself. One that something else on the page
    /// has already is not listed, and should not be shown.
    Html,
}

/// Every anchor of a page's Markdown, in order of where it begins. A name that the author gave
/// (`# Heading {#name}`, a paragraph or item that ends in `{#name}` or `^name`) wins; a heading
/// gets its words as GitHub spells them; anything else `p-`, `li-` or `code-` and 12 hex digits of
/// its words' SHA-256. What stands in a quotation takes its name last, so that a part of another
/// page shown here changes no name.
///
/// To find an element's, look for the start and kind of its event: of two events at one place
/// (an item and its first paragraph do not share one, a quotation's paragraph may) the kind tells.
pub fn anchors_of(text: &str) -> Vec<Anchor> {
    let walked = walk(text, Dialect::Plain, &mut |_| {});
    let mut anchors = walked.anchors;
    anchors.extend(walked.tags);
    anchors.sort_by_key(|it| it.range.start);
    anchors
}

/// A part that has no name yet.
pub(crate) struct Unnamed {
    pub(crate) range: Range<usize>,
    pub(crate) kind: AnchorKind,
    pub(crate) marker: Option<Range<usize>>,
    /// The name its author gave.
    pub(crate) explicit: Option<String>,
    /// The words of a heading; for the others the digest of theirs.
    pub(crate) words: String,
    pub(crate) standing: Standing,
}

/// How much of the page changes when the part does; the more, the earlier it takes its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    TopHeading,
    Own,
    Quoted,
    /// Another page stands there once it is served.
    Shown,
}

/// Names all parts of a page; the order stays. A tag whose name is taken gets an empty one.
pub(crate) fn named(parts: Vec<Unnamed>) -> Vec<Anchor> {
    let mut taken = Taken::default();
    let mut names: Vec<Option<String>> = vec![None; parts.len()];
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|it| {
        let part = &parts[*it];
        let is_tag = part.kind == AnchorKind::Html;
        (is_tag, part.explicit.is_none(), part.standing, *it)
    });
    for at in order {
        let part = &parts[at];
        let explicit = part.explicit.as_ref().filter(|it| !is_reserved(it));
        names[at] = match (explicit, part.kind) {
            (Some(name), AnchorKind::Html) => taken.claim_once(name),
            (Some(name), AnchorKind::Heading) => Some(taken.claim(composed(name), 1)),
            (Some(name), _) => Some(taken.claim(composed(name), 2)),
            (None, AnchorKind::Heading) => {
                let slug = slug_of(&part.words);
                let slug = if slug.is_empty() { "section".to_owned() } else { slug };
                Some(taken.claim(slug, 1))
            }
            (None, AnchorKind::Paragraph) => Some(taken.claim(format!("p-{}", part.words), 2)),
            (None, AnchorKind::Item) => Some(taken.claim(format!("li-{}", part.words), 2)),
            (None, AnchorKind::Code) => Some(taken.claim(format!("code-{}", part.words), 2)),
            (None, AnchorKind::Html) => None,
        };
    }
    let named = parts.into_iter().zip(names).map(|(part, name)| Anchor {
        anchor: name.unwrap_or_default(),
        range: part.range,
        kind: part.kind,
        marker: part.marker,
    });
    named.collect()
}

/// Whether a name is one of those that the page around an article uses.
fn is_reserved(name: &str) -> bool {
    RESERVED_NAMES.iter().any(|it| name.starts_with(it))
}

/// The first 12 hex digits of the SHA-256 of words: normal form C, white space collapsed.
pub(crate) fn digest_of_words(plain: &str) -> String {
    let words = collapsed(plain);
    let digest = if words.is_ascii() {
        Sha256::digest(words.as_bytes())
    } else {
        Sha256::digest(composed(&words).as_bytes())
    };
    digest.iter().take(6).map(|it| format!("{it:02x}")).collect()
}

#[derive(Default)]
struct Taken {
    names: BTreeSet<String>,
    /// The number that a repeated name tries next.
    next: BTreeMap<String, usize>,
}

impl Taken {
    /// The name, or where it is taken the name with the first free number from the given one.
    fn claim(&mut self, wanted: String, from: usize) -> String {
        if self.names.insert(wanted.clone()) {
            return wanted;
        }
        let next = self.next.entry(wanted.clone()).or_insert(from);
        loop {
            let name = format!("{wanted}-{next}");
            *next += 1;
            if self.names.insert(name.clone()) {
                return name;
            }
        }
    }

    fn claim_once(&mut self, wanted: &str) -> Option<String> {
        self.names.insert(wanted.to_owned()).then(|| wanted.to_owned())
    }
}

#[cfg(test)]
mod tests;
