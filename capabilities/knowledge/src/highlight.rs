//! Which parts of a piece of code are words, texts, numbers and remarks of its language?
//!
//! A scanner with a table for each language, not a grammar: it goes over the text once and never
//! back, holds nothing but where it is, and gives eleven classes, so that one small stylesheet
//! serves. Its whole work on a book is some milliseconds, about what the digest of a cache would
//! cost, so nothing is kept. The same function may be called from any number of threads.

mod languages;
mod lines;
mod markup;
mod scan;

use std::ops::Range;

use languages::{LANGUAGES, Way};

/// Bytes of one block that are told apart; a longer one is shown in one colour.
pub const BLOCK_BYTES_MAX: usize = 256 * 1024;
/// Bytes of a line, likewise.
pub const LINE_BYTES_MAX: usize = 8 * 1024;

/// What a part of a code is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// A remark.
    Comment,
    /// A text in quotes.
    Text,
    /// A number, or a constant that is as plain.
    Number,
    /// A word of the language.
    Keyword,
    /// The name of a type.
    Type,
    /// The name of what is called.
    Function,
    /// What is said about the code, or names a value: an attribute, a key, a tag.
    Meta,
    /// A name that is marked as one: a lifetime, a variable of a shell.
    Variable,
    /// A line that came.
    Inserted,
    /// A line that went.
    Deleted,
    /// What a shell writes before a command.
    Prompt,
}

impl Class {
    /// The class of its `<span>`.
    pub fn as_str(self) -> &'static str {
        match self {
            Class::Comment => "c",
            Class::Text => "s",
            Class::Number => "n",
            Class::Keyword => "k",
            Class::Type => "t",
            Class::Function => "f",
            Class::Meta => "m",
            Class::Variable => "v",
            Class::Inserted => "i",
            Class::Deleted => "d",
            Class::Prompt => "p",
        }
    }
}

/// A part of a code that has a class. Parts come in order and do not overlap.
pub type Token = (Range<usize>, Class);

/// The parts of a code. A language that is not known has none, nor has what is too long.
pub fn tokens_of(language: &str, text: &str) -> Vec<Token> {
    let is_bounded =
        text.len() <= BLOCK_BYTES_MAX && text.lines().all(|it| it.len() <= LINE_BYTES_MAX);
    let Some(found) = LANGUAGES.iter().find(|it| it.names.contains(&language)) else {
        return Vec::new();
    };
    if !is_bounded {
        return Vec::new();
    }
    let mut tokens = Tokens::default();
    match found.way {
        Way::Words => scan::scan(found, text, 0, &mut tokens),
        Way::Markup => markup::scan(text, &mut tokens),
        Way::Diff => lines::diff(text, &mut tokens),
        Way::Console => lines::console(text, &mut tokens),
        Way::Markdown => lines::markdown(text, &mut tokens),
    }
    tokens.0
}

#[derive(Default)]
struct Tokens(Vec<Token>);

impl Tokens {
    /// Adds a part; one that goes on where the last of its class ended is the same.
    fn push(&mut self, range: Range<usize>, class: Class) {
        if range.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some((last, same)) if *same == class && last.end == range.start => last.end = range.end,
            _ => self.0.push((range, class)),
        }
    }
}

#[cfg(test)]
mod tests;
