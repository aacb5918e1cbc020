//! What must be known of a page to make the others?
//!
//! Facts are small and can be kept: while a page's bytes, the files it includes and its line of
//! SUMMARY.md stay the same, so do its facts, and it need not be read again.

use serde::{Deserialize, Serialize};

pub use crate::leaf::Form;
use crate::{outline::Heading, page::PageKind, problem::Problem, view::Source};

/// One page, as all others see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Facts {
    /// Its path without extension, in normal form C.
    pub id: String,
    /// The file it came from.
    pub file: String,
    /// What it is.
    pub kind: PageKind,
    /// Its title.
    pub title: String,
    /// Its first heading, where that is not its title.
    pub heading: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// Other names it goes by: words, and paths it was found at before.
    pub aliases: Vec<String>,
    /// Words that mean it wherever they stand.
    pub terms: Vec<String>,
    /// What it is filed under.
    pub tags: Vec<String>,
    /// What it is based on, as its author wrote it.
    pub sources: Vec<Source>,
    /// The folder or chapter it belongs to; empty at the top.
    pub section: String,
    /// When it was written, as it says.
    pub date: Option<String>,
    /// When it was last changed, as it says; else when it was written.
    pub updated: Option<String>,
    /// Its place among the pages of its folder, in thousandths: lighter ones come first, those
    /// without last.
    pub weight: Option<i64>,
    /// Its headings, up to [`crate::outline::OUTLINE_BYTES_MAX`].
    pub outline: Vec<Heading>,
    /// The name of each of its parts, in order; then those that raw HTML gives itself.
    pub anchors: Vec<String>,
    /// What leads away from it, as written, in order.
    pub links: Vec<Written>,
    /// Where its reference links lead.
    pub definitions: Vec<Definition>,
    /// The sentences that links stand in.
    pub sentences: Vec<String>,
    /// The files that it asks to include, whether they are there or not.
    pub includes: Vec<String>,
    /// What is to be mended on it, other pages aside.
    pub problems: Vec<Problem>,
}

/// One link as written. Links that leave the site at once (`https:` and others) are not listed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Written {
    /// How it is written.
    pub form: Form,
    /// Where it leads, as written, without the escapes of Markdown.
    pub target: String,
    /// The title that it shows when pointed at.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// All of it, as bytes of the page's Markdown; of raw HTML the value of the attribute.
    pub range: (usize, usize),
    /// Its words, as bytes of the page's Markdown.
    pub inner: (usize, usize),
    /// Whether it is all that its paragraph holds.
    #[serde(default)]
    pub is_alone: bool,
    /// Whether its words alone could begin a heading, a list or the like.
    #[serde(default)]
    pub is_mark: bool,
    /// The line of the file.
    pub line: usize,
    /// The sentence around it, in [`Facts::sentences`].
    pub sentence: usize,
    /// The part it stands in, in [`Facts::anchors`].
    pub part: Option<usize>,
}

/// `[label]: target "title"`, where the target is no other site's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Definition {
    /// Where it leads, as written.
    pub target: String,
    /// The title of its links.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What stands behind the label and its colon, as bytes of the page's Markdown.
    pub range: (usize, usize),
}

/// A change to a page's Markdown on its way to its body.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Edit {
    /// The bytes that it replaces. No two edits of a page overlap.
    pub range: (usize, usize),
    /// What stands there instead.
    pub with: Replacement,
}

/// What an edit puts into the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Replacement {
    /// Markdown.
    Text(String),
    /// A page, or a part of it.
    Embed {
        /// The page's id.
        page: String,
        /// The part's anchor; empty for the whole page. A heading stands for its section.
        anchor: String,
        /// What stands there where the part cannot: a link to it.
        link: String,
    },
}

impl Facts {
    /// Its names as words: the title, aliases that are no paths, and its terms.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let aliases = self.aliases.iter().filter(|it| !is_path(it));
        [&self.title].into_iter().chain(aliases).chain(&self.terms).map(String::as_str)
    }

    /// The paths among its aliases, without the first `/`.
    pub fn former_paths(&self) -> impl Iterator<Item = &str> {
        self.aliases.iter().filter(|it| is_path(it)).map(|it| it.trim_matches('/'))
    }
}

/// Whether an alias is a path that the page was found at, and no words.
pub fn is_path(alias: &str) -> bool {
    let has_space = alias.contains(char::is_whitespace);
    alias.starts_with('/')
        || !has_space && (alias.contains('/') || alias.ends_with(".html") || alias.ends_with(".md"))
}
