//! Where in a JSON value something is: JSON Pointers (RFC 6901).

use std::fmt::Write;

use serde_json::Value;

use crate::limits;

/// A JSON Pointer, `""` for the whole value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Pointer(String);

impl Pointer {
    /// The whole value.
    pub fn root() -> Pointer {
        Pointer::default()
    }

    /// The member or item below this one.
    #[must_use]
    pub fn child(&self, token: &str) -> Pointer {
        let mut text = self.0.clone();
        text.push('/');
        for character in token.chars() {
            match character {
                '~' => text.push_str("~0"),
                '/' => text.push_str("~1"),
                plain => text.push(plain),
            }
        }
        Pointer(text)
    }

    /// The item below this one.
    #[must_use]
    pub fn item(&self, index: usize) -> Pointer {
        let mut text = self.0.clone();
        // Writing to a String cannot fail.
        let _ = write!(text, "/{index}");
        Pointer(text)
    }

    /// The pointer as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The pointer as an answer shows it: cut to [`limits::POINTER_BYTES_MAX`].
    pub fn shown(&self) -> String {
        if self.0.len() <= limits::POINTER_BYTES_MAX {
            return self.0.clone();
        }
        let mut end = limits::POINTER_BYTES_MAX;
        while !self.0.is_char_boundary(end) {
            end -= 1;
        }
        format!("{}…", &self.0[..end])
    }

    /// What is there in a value.
    pub fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        value.pointer(&self.0)
    }

    pub(crate) fn depth(&self) -> usize {
        self.0.bytes().filter(|byte| *byte == b'/').count()
    }
}
