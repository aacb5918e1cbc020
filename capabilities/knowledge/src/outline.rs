//! Which headings does a page have?

use serde::{Deserialize, Serialize};

/// One heading.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Its text without markup.
    pub title: String,
    /// Its own anchor.
    pub anchor: String,
}

/// Bytes of titles and anchors that one outline lists; it is one row's column, and is sent whole.
pub const OUTLINE_BYTES_MAX: usize = 32 * 1024;
