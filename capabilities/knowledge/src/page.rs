//! What is one page?

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    block::{Block, blocks_of},
    facts::Facts,
    outline::{Heading, OUTLINE_BYTES_MAX},
};

/// One page, ready to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// Its path without extension, in normal form C.
    pub id: String,
    /// The file it came from.
    pub file: String,
    /// What it is.
    pub kind: PageKind,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub description: Option<String>,
    /// Other names it goes by.
    pub aliases: Vec<String>,
    /// The folder or chapter it belongs to; empty at the top.
    pub section: String,
    /// When it was last changed, as it says.
    pub updated: Option<String>,
    /// Its Markdown as it is served: without front matter, with includes and embeds in place and
    /// every link resolved.
    pub text: String,
    /// The text in parts.
    pub blocks: Vec<Block>,
}

/// What a page is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageKind {
    /// Something to read.
    Page,
    /// Instructions for an agent: `skills/<name>/SKILL.md`.
    Skill,
}

impl PageKind {
    /// The word for it in rows.
    pub fn as_str(self) -> &'static str {
        match self {
            PageKind::Page => "page",
            PageKind::Skill => "skill",
        }
    }
}

impl Page {
    /// The page that facts and a body make.
    pub fn of(facts: &Facts, body: String) -> Page {
        Page {
            id: facts.id.clone(),
            file: facts.file.clone(),
            kind: facts.kind,
            title: facts.title.clone(),
            description: facts.description.clone(),
            aliases: facts.aliases.iter().chain(&facts.heading).cloned().collect(),
            section: facts.section.clone(),
            updated: facts.updated.clone(),
            blocks: blocks_of(&body),
            text: body,
        }
    }

    /// Its headings, in order, up to [`OUTLINE_BYTES_MAX`].
    pub fn outline(&self) -> impl Iterator<Item = &Heading> {
        let mut bytes = 0;
        let begun = self.blocks.iter().filter(|it| it.begins).filter_map(|it| it.heading.as_ref());
        begun.take_while(move |it| {
            bytes += it.title.len() + it.anchor.len() + 8;
            bytes <= OUTLINE_BYTES_MAX
        })
    }

    /// Changes whenever anything that is written of the page changes: 32 hex digits of SHA-256.
    pub fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        let mut add = |part: &str| {
            hasher.update((part.len() as u64).to_be_bytes());
            hasher.update(part.as_bytes());
        };
        add(&self.id);
        add(self.kind.as_str());
        add(&self.title);
        add(self.description.as_deref().unwrap_or_default());
        self.aliases.iter().for_each(|it| add(it));
        add(&self.section);
        add(self.updated.as_deref().unwrap_or_default());
        for block in &self.blocks {
            // The text is the source's; what is made of it may change with the program.
            add(block.heading.as_ref().map_or("", |it| it.anchor.as_str()));
            add(&block.text);
            add(&block.plain);
        }
        hasher.finalize().iter().take(16).map(|it| format!("{it:02x}")).collect()
    }
}
