//! What is said when a program cannot run, or did not run to its end?

use serde::Serialize;

use crate::place::{Place, Sent};

/// What kind of thing went wrong. The list is closed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Kind {
    /// The text is not a program.
    ParseError,
    /// The program uses something that no program may use.
    ForbiddenConstruct,
    /// The program calls something that does not exist, or not for this caller.
    UnknownTool,
    /// A call's input does not fit its schema.
    InvalidToolInput,
    /// A call's output could not be given to the program.
    InvalidToolOutput,
    /// The program's result is not data.
    InvalidDataValue,
    /// A call failed as its contract declares, and the program did not catch it.
    ToolFailure,
    /// The program threw.
    ExecutionFailure,
    /// The program took longer than it may.
    TimeoutExceeded,
    /// The program made more steps than it may.
    StepLimitExceeded,
    /// The program made more calls than it may.
    ToolCallLimitExceeded,
    /// The host failed; it is no fault of the program.
    HostFailure,
}

/// Why a program has no result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    /// What kind of thing went wrong.
    pub kind: Kind,
    /// What went wrong.
    pub message: String,
    /// The tag of the failure behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The line of the text as sent, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column in that line, from 1, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The lines around the place, with a mark under it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// What to write instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// Characters of a message; a longer one is cut.
const MESSAGE_CHARACTERS_MAX: usize = 512;

impl Diagnostic {
    /// A diagnostic that speaks of no place.
    pub fn new(kind: Kind, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            kind,
            message: bounded(message.into()),
            tag: None,
            line: None,
            column: None,
            frame: None,
            hint: None,
        }
    }

    /// The same, about a place in the text as sent.
    #[must_use]
    pub fn at(self, sent: &Sent<'_>, place: Place) -> Diagnostic {
        let frame = Some(sent.frame(place));
        Diagnostic { line: Some(place.line), column: Some(place.column), frame, ..self }
    }

    /// The same, with what to write instead.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Diagnostic {
        Diagnostic { hint: Some(bounded(hint.into())), ..self }
    }

    /// The same, with the tag of the failure behind it.
    #[must_use]
    pub fn tag(self, tag: impl Into<String>) -> Diagnostic {
        Diagnostic { tag: Some(tag.into()), ..self }
    }
}

fn bounded(text: String) -> String {
    match text.char_indices().nth(MESSAGE_CHARACTERS_MAX) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
