//! What does a site say of itself, and what of it can its author choose?
//!
//! `capstan.toml` in the content folder, all of it optional; what is absent comes from mdBook's
//! `book.toml`, then from the pages.

mod chosen;
mod read;

use serde::Serialize;

pub use chosen::Chosen;

/// The file that holds a site's settings, in the folder of its pages.
pub const SETTINGS_FILE: &str = "capstan.toml";
/// The file that holds an mdBook's settings, at its root.
pub const BOOK_FILE: &str = "book.toml";

/// The settings of one site, complete: what its author left out has its default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Settings {
    /// Its name, for people.
    pub title: String,
    /// What it is about, in a sentence.
    pub description: Option<String>,
    /// Where it is served, such as `https://docs.example.org`, without a slash at its end; absent
    /// where it answers under whatever name it is asked.
    pub base_url: Option<String>,
    /// The language of its pages, as BCP 47 names it.
    pub language: String,
    /// Who answers for it: a `mailto:` or `https:` URL.
    pub contact: Option<String>,
    /// Under which licence its pages are, as SPDX names it.
    pub license: Option<String>,
    /// Where its sources are, such as `https://github.com/owner/name`.
    pub repository: Option<String>,
    /// Its colours.
    pub theme: Theme,
    /// How pages are linked without their author's doing.
    pub terms: Terms,
    /// What agents may do with it.
    pub signals: Signals,
}

/// The colours of a site, as CSS names them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Theme {
    /// Of links and marks on a light page.
    pub accent: String,
    /// The same on a dark one.
    pub accent_dark: String,
}

/// Links that terms become.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Terms {
    /// Whether the first mention of a page becomes a link to it.
    pub linked: bool,
    /// Such links on one page, at most.
    pub links_max: usize,
}

/// What agents may use pages for (contentsignals.org).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Signals {
    /// To be found by search.
    pub search: bool,
    /// To answer somebody.
    pub ai_input: bool,
    /// To train a model.
    pub ai_train: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            title: "Pages".to_owned(),
            description: None,
            base_url: None,
            language: "en".to_owned(),
            contact: None,
            license: None,
            repository: None,
            theme: Theme { accent: "#0b5cad".to_owned(), accent_dark: "#7cb7ff".to_owned() },
            terms: Terms { linked: true, links_max: 12 },
            signals: Signals { search: true, ai_input: true, ai_train: true },
        }
    }
}

#[cfg(test)]
mod tests;
