//! What is wrong with a folder, where, and what would be right.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One thing to mend. None of them loses a page.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// The file, relative to the folder.
    pub file: String,
    /// The line, from 1; absent where the whole file is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub suggestion: String,
}

impl Problem {
    /// A problem with a whole file.
    pub fn new(file: &str, message: impl Into<String>, suggestion: impl Into<String>) -> Problem {
        Problem {
            file: file.to_owned(),
            line: None,
            message: message.into(),
            suggestion: suggestion.into(),
        }
    }

    /// The same problem, at a line.
    #[must_use]
    pub fn at(mut self, line: usize) -> Problem {
        self.line = Some(line);
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}; {}", self.file, self.message, self.suggestion),
            None => write!(f, "{}: {}; {}", self.file, self.message, self.suggestion),
        }
    }
}
