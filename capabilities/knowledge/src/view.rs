//! What is shown of one page, whatever the form?
//!
//! A view is all that a page's two forms are made of, but its Markdown: two equal views of the
//! same Markdown give the same bytes, so a view that did not change need not be written again.

use serde::{Deserialize, Serialize};

use crate::{graph::LinkKind, outline::Heading, page::PageKind};

/// One page, and what stands around it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PageView {
    /// Its id.
    pub id: String,
    /// `/` and its id, percent-encoded; `/` for the first page of the site.
    pub route: String,
    /// What it is.
    pub kind: PageKind,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub description: Option<String>,
    /// What it is filed under, by its author.
    pub tags: Vec<String>,
    /// When it was written or last changed, as it says.
    pub updated: Option<String>,
    /// Its last change, as the folder's history tells it.
    pub change: Option<Change>,
    /// Its headings.
    pub outline: Vec<Heading>,
    /// The pages above it, the outermost first; the site's first page is not among them.
    pub trail: Vec<PageRef>,
    /// The page before it, in reading order.
    pub previous: Option<PageRef>,
    /// The page after it.
    pub next: Option<PageRef>,
    /// The top level of the site, and the page's own section opened.
    pub navigation: Vec<NavigationEntry>,
    /// What it is based on.
    pub sources: Vec<Source>,
    /// Which pages link to it, by title.
    pub linked_from: Vec<Reference>,
    /// Which pages name it without a link, by title.
    pub mentioned_in: Vec<Reference>,
    /// Which pages it links to, by title.
    pub links_to: Vec<PageRef>,
}

/// A page, as others name it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct PageRef {
    /// Its title.
    pub title: String,
    /// Its route.
    pub route: String,
}

/// A line of the navigation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NavigationEntry {
    /// Its words.
    pub title: String,
    /// Where it leads: a folder without a page of its own to the first one in it, or nowhere
    /// while it is open; a part's title nowhere.
    pub route: Option<String>,
    /// Whether it is the page itself.
    pub is_current: bool,
    /// What stands under it, where that is shown.
    pub children: Vec<NavigationEntry>,
}

/// Where another page speaks of this one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reference {
    /// The other page.
    pub page: PageRef,
    /// How it leads here.
    pub kind: LinkKind,
    /// The anchor of the block that does, on the other page; empty where there is none.
    pub anchor: String,
    /// The words around it.
    pub context: String,
}

/// Something that a page is based on, as its front matter says.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Source {
    /// Its title; the URL where the author gives none.
    pub title: String,
    /// Where it is: an `https:` URL, or the route of a page of the site.
    pub url: Option<String>,
    /// Who published it.
    pub publisher: Option<String>,
    /// What the author says of it.
    pub note: Option<String>,
    /// When the author read it.
    pub accessed: Option<String>,
}

/// A change to a page, from the history of its folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    /// The commit, as 40 hex digits.
    pub commit: String,
    /// Its date: `2026-01-31`.
    pub date: String,
    /// What its message says first.
    pub subject: String,
    /// Where it can be seen, where the settings say where the sources are.
    pub url: Option<String>,
}
