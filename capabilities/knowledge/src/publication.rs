//! Which documents does a site publish beside its pages?
//!
//! Invariant: the same pages, settings and surfaces give the same bytes, and nothing is advertised
//! that is not among the surfaces.

pub mod facts;
mod feed;
pub mod generated;
mod guide;
mod redirects;
mod robots;
mod sitemap;
mod well_known;
mod xml;

use std::collections::BTreeMap;

use crate::{
    settings::Settings,
    view::{Change, PageRef, PageView},
};

pub use facts::SITE_FACTS;
pub use feed::FEED;
pub use redirects::REDIRECTS;
pub use well_known::{EXPIRY_MARKER, WELL_KNOWN};

/// What stands in documents for the origin under which a site is asked, where its settings do not
/// say where it is served; whoever serves them puts the origin in its place.
pub const ORIGIN_MARKER: &str = "https://origin.invalid";

/// One document: where it lies in the folder of assets, and what is in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Published {
    /// Such as `llms.txt`; what is served below `/.well-known/` lies below `_/well-known/`.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// A page as documents list it.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'s> {
    /// The page, and what stands around it.
    pub view: &'s PageView,
    /// Its aliases and terms, without its title.
    pub names: &'s [String],
}

/// A skill as agents load it: its file, byte for byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skill {
    /// Its name: the folder it lies in.
    pub name: String,
    /// When an agent should use it.
    pub description: String,
    /// Its file, with front matter.
    pub bytes: Vec<u8>,
}

/// One change to a site, and which of its pages it was the last to touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commit {
    /// The change.
    pub change: Change,
    /// The pages, by title.
    pub pages: Vec<PageRef>,
}

/// How the served site can be called, as this build of the product speaks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Surfaces {
    /// Whether capabilities answer under `/api/`, with a description in OpenAPI.
    pub http: bool,
    /// How it speaks MCP, where it does.
    pub mcp: Option<McpServer>,
    /// The version of the product.
    pub version: String,
}

/// What discovery documents say of the MCP server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct McpServer {
    /// Revisions of the protocol that it speaks, the newest first.
    pub revisions: Vec<String>,
    /// What it is called by programs.
    pub name: String,
    /// Each tool's name, and what it does.
    pub tools: Vec<(String, String)>,
}

/// Finds a page's Markdown form by the page's id.
pub type MarkdownOf<'s> = &'s dyn Fn(&str) -> Option<String>;

/// All that documents are made of.
#[derive(Clone, Copy)]
pub struct Publication<'s> {
    /// What the site says of itself.
    pub settings: &'s Settings,
    /// Every page, in reading order.
    pub pages: &'s [Listed<'s>],
    /// Every skill.
    pub skills: &'s [Skill],
    /// Old paths and the routes that took their place, as the settings give them.
    pub moved: &'s BTreeMap<String, String>,
    /// How it can be called.
    pub surfaces: &'s Surfaces,
    /// The Markdown forms that `llms-full.txt` joins.
    pub markdown_of: MarkdownOf<'s>,
}

impl<'s> Publication<'s> {
    /// Every document but the generated pages, which are built as pages are.
    pub fn documents(&self) -> Vec<Published> {
        let mut documents =
            vec![self.facts(), self.redirects(), self.robots(), self.guide(), self.whole_text()];
        documents.push(self.feed());
        documents.extend(self.sitemaps());
        documents.extend(self.well_known());
        documents.sort();
        documents
    }

    /// Where the site is served, or what stands for that.
    fn origin(&self) -> &'s str {
        origin_of(self.settings)
    }

    fn views(&self) -> impl Iterator<Item = &'s PageView> {
        self.pages.iter().map(|it| it.view)
    }
}

/// Whether the product itself answers at the path of a page with this id, so that nobody can reach
/// the page there.
pub fn is_taken(id: &str) -> bool {
    let (first, rest) = id.split_once('/').map_or((id, None), |(first, rest)| (first, Some(rest)));
    match first {
        "api" => rest.is_some(),
        "mcp" => rest.is_none() || rest == Some("server-card"),
        "docs" | "rpc" | "openapi.json" | "catalog.json" => rest.is_none(),
        "_" | ".well-known" => true,
        _ => false,
    }
}

/// Where a site is served, or what stands for that.
pub fn origin_of(settings: &Settings) -> &str {
    settings.base_url.as_deref().unwrap_or(ORIGIN_MARKER)
}

/// The path that always gives a page's Markdown: its id, percent-encoded, and `.md`.
fn markdown_route(view: &PageView) -> String {
    match view.route.as_str() {
        "/" => "/index.md".to_owned(),
        route => format!("{route}.md"),
    }
}

/// The day on which a page was last changed: `2026-01-31`.
fn day_of(view: &PageView) -> Option<&str> {
    let said = view.change.as_ref().map(|it| it.date.as_str()).or(view.updated.as_deref())?;
    let day = said.get(..10)?;
    let mut parts = day.split('-');
    let mut number = |digits: usize, max: u16| {
        let part = parts.next().filter(|it| it.len() == digits)?;
        let is_number = part.bytes().all(|it| it.is_ascii_digit());
        part.parse::<u16>().ok().filter(|it| is_number && (1..=max).contains(it))
    };
    number(4, 9999)?;
    number(2, 12)?;
    number(2, 31)?;
    Some(day)
}

fn published(path: impl Into<String>, text: impl Into<Vec<u8>>) -> Published {
    Published { path: path.into(), bytes: text.into() }
}

#[cfg(test)]
mod tests;
