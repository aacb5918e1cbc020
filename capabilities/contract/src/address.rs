//! What a capability is called, and which names nobody may take.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{digest, limits};

/// A capability's address, such as `search` or `notes.archive`.
///
/// Invariant: 1 to 8 segments `[A-Za-z][A-Za-z0-9_]*` joined by `.`, at most 128 bytes. A dot is a
/// namespace. Stored, never recomputed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Address(String);

/// The text is not an address.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{text}` is not an address: use 1 to {segments} segments of letters, digits and `_`, each \
     starting with a letter, joined by `.`, at most {bytes} bytes, such as `notes.archive`",
    segments = limits::ADDRESS_SEGMENTS_MAX,
    bytes = limits::ADDRESS_BYTES_MAX
)]
pub struct NotAnAddress {
    /// The refused text, cut to a printable length.
    pub text: String,
}

impl Address {
    /// Checks the text.
    ///
    /// # Errors
    /// [`NotAnAddress`] where the form above is broken.
    pub fn parse(text: &str) -> Result<Address, NotAnAddress> {
        if is_well_formed(text.as_bytes()) {
            return Ok(Address(text.to_owned()));
        }
        Err(NotAnAddress { text: text.chars().take(limits::ADDRESS_BYTES_MAX).collect() })
    }

    /// The whole address, such as `notes.archive`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The segments in order.
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split('.')
    }

    /// Everything before the last dot; `None` for a name without a namespace.
    pub fn namespace(&self) -> Option<&str> {
        self.0.rsplit_once('.').map(|(namespace, _)| namespace)
    }

    /// The last segment.
    pub fn verb(&self) -> &str {
        self.0.rsplit_once('.').map_or(self.as_str(), |(_, verb)| verb)
    }

    /// One flat word for surfaces that know no namespaces: segments joined by `_`, cut to
    /// [`limits::FLAT_NAME_CHARACTERS_MAX`] with a hash of the whole. Never parsed back.
    pub fn flat(&self) -> String {
        let flat = self.0.replace('.', "_");
        if flat.len() <= limits::FLAT_NAME_CHARACTERS_MAX {
            return flat;
        }
        let hash = &digest::sha256_hex(self.0.as_bytes())[..8];
        let kept = limits::FLAT_NAME_CHARACTERS_MAX - hash.len() - 1;
        format!("{}_{hash}", &flat[..kept])
    }

    /// Whether `self` is `other`, or a dotted prefix of it.
    pub fn encloses(&self, other: &Address) -> bool {
        other.0.strip_prefix(&self.0).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

impl TryFrom<String> for Address {
    type Error = NotAnAddress;

    fn try_from(text: String) -> Result<Address, NotAnAddress> {
        Address::parse(&text)
    }
}

impl From<Address> for String {
    fn from(address: Address) -> String {
        address.0
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of a built-in capability: an [`Address`] in lower case, checked when compiled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Name(&'static str);

impl Name {
    /// Builds a name; a constant that breaks the form fails the build.
    pub const fn new(name: &'static str) -> Name {
        assert!(is_well_formed(name.as_bytes()), "a name looks like `search` or `notes.archive`");
        assert!(is_lower_case(name.as_bytes()), "a built-in name is lower case");
        Name(name)
    }

    /// The name as text.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// The same name as an address.
    pub fn address(self) -> Address {
        Address(self.0.to_owned())
    }
}

const fn is_well_formed(bytes: &[u8]) -> bool {
    if bytes.is_empty() || bytes.len() > limits::ADDRESS_BYTES_MAX {
        return false;
    }
    let mut segments = 1;
    let mut at_start = true;
    let mut index = 0;
    while index < bytes.len() {
        let byte = bytes[index];
        if at_start {
            if !byte.is_ascii_alphabetic() {
                return false;
            }
            at_start = false;
        } else if byte == b'.' {
            segments += 1;
            at_start = true;
        } else if !byte.is_ascii_alphanumeric() && byte != b'_' {
            return false;
        }
        index += 1;
    }
    !at_start && segments <= limits::ADDRESS_SEGMENTS_MAX
}

const fn is_lower_case(bytes: &[u8]) -> bool {
    let mut index = 0;
    while index < bytes.len() {
        if bytes[index].is_ascii_uppercase() {
            return false;
        }
        index += 1;
    }
    true
}

/// Words no segment may be: a program would take the object for a promise, for its own
/// constructor, or could not spell the declaration.
pub(crate) const RESERVED_SEGMENTS: &[&str] = &[
    "arguments",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "constructor",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "eval",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "prototype",
    "public",
    "return",
    "static",
    "super",
    "switch",
    "then",
    "this",
    "throw",
    "toJSON",
    "toString",
    "true",
    "try",
    "typeof",
    "valueOf",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// Words no first segment may be: the command line keeps them for itself.
pub const RESERVED_FIRST_SEGMENTS: &[&str] = &[
    "build",
    "catalog",
    "check",
    "completions",
    "connect",
    "find",
    "help",
    "index",
    "mcp",
    "openapi",
    "serve",
];

#[cfg(test)]
mod tests;
