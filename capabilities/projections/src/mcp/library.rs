//! Where documents come from: what a site holds beside what it can do.

use std::{cell::OnceCell, fmt};

use contract::LocalFuture;

/// A site's pages, as they are listed and read whole.
pub trait Library {
    /// Pages in their order, after a place, or from the first.
    fn pages(
        &self,
        after: Option<u64>,
        limit: usize,
    ) -> LocalFuture<'_, Result<Vec<Listed>, LibrarySilent>>;

    /// A page by its id, with its whole text.
    fn page<'a>(
        &'a self,
        id: &'a str,
    ) -> LocalFuture<'a, Result<Option<PageDocument>, LibrarySilent>>;

    /// The pages that are skills, in their order.
    fn skills(&self, limit: usize) -> LocalFuture<'_, Result<Vec<Listed>, LibrarySilent>>;

    /// Ids that begin with a text, in order, and how many there are.
    fn ids<'a>(
        &'a self,
        beginning: &'a str,
        limit: usize,
    ) -> LocalFuture<'a, Result<(Vec<String>, u64), LibrarySilent>>;

    /// What agents read first, where the site has such a guide: its map, as llmstxt.org has it.
    /// `origin` is the one that was asked, such as `https://docs.example.org`, where there is one.
    fn guide<'a>(
        &'a self,
        origin: Option<&'a str>,
    ) -> LocalFuture<'a, Result<Option<String>, LibrarySilent>>;
}

/// The library does not answer. Why is for its own log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibrarySilent;

/// A page without its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Where it stands among all pages; each has its own.
    pub place: u64,
    /// Its id: `/`-separated, not encoded.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub description: Option<String>,
    /// When it was last changed, as the page says.
    pub updated: Option<String>,
    /// Bytes of its text.
    pub bytes: u64,
    /// Whether it is a skill: instructions for an agent.
    pub is_skill: bool,
}

/// A page with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageDocument {
    /// The page.
    pub listed: Listed,
    /// Its Markdown.
    pub text: String,
}

/// A document that does not come from the library, such as a guide or a generated one.
#[derive(Debug)]
pub struct FixedDocument {
    /// What names it, such as `capstan://guide`.
    pub uri: String,
    /// A short name for programs.
    pub name: String,
    /// A title for people.
    pub title: String,
    /// What is in it.
    pub description: String,
    /// Its media type.
    pub media_type: String,
    /// The text.
    pub text: DocumentText,
}

/// A text that is made when it is first asked for, and kept.
pub struct DocumentText {
    make: Box<dyn Fn() -> String>,
    made: OnceCell<String>,
}

impl DocumentText {
    /// The text that a function makes; the same each time.
    pub fn made_by(make: impl Fn() -> String + 'static) -> DocumentText {
        DocumentText { make: Box::new(make), made: OnceCell::new() }
    }

    /// The text.
    pub(super) fn get(&self) -> &str {
        self.made.get_or_init(&self.make)
    }
}

impl From<String> for DocumentText {
    fn from(text: String) -> DocumentText {
        DocumentText { make: Box::new(String::new), made: OnceCell::from(text) }
    }
}

impl fmt::Debug for DocumentText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DocumentText").field(&self.made.get()).finish()
    }
}

/// A prompt that people choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// A short name.
    pub name: String,
    /// A title for people.
    pub title: String,
    /// What it does.
    pub description: String,
    /// What it is filled in with.
    pub arguments: Vec<PromptArgument>,
    /// The text, with `{name}` where an argument's value goes.
    pub text: String,
}

/// What a prompt is filled in with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PromptArgument {
    /// Its name.
    pub name: String,
    /// What it means.
    pub description: String,
    /// Whether it must be given.
    pub required: bool,
    /// Whether it is the id of a page, so that ids can be suggested.
    pub is_page: bool,
}
