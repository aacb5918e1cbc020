//! Which headings does a page have?

/// One heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Its text without markup.
    pub title: String,
    /// Its own anchor.
    pub anchor: String,
}

/// Headings that one outline lists.
pub const HEADINGS_MAX: usize = 5_000;
