//! Why a call gave no output: one closed list that every surface maps by hand.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{
    address::Address,
    failure::FailureKind,
    next_action::NextAction,
    schema::{Mismatch, MismatchKind},
};

/// The tag of [`InvokeError::ApprovalDenied`].
pub const APPROVAL_DENIED: &str = "ApprovalDenied";
/// The tag of [`InvokeError::InvalidInput`].
pub const INVALID_INPUT: &str = "InvalidInput";
/// The tag of [`InvokeError::UnknownCapability`].
pub const UNKNOWN_CAPABILITY: &str = "UnknownCapability";
/// The tag of [`InvokeError::Internal`].
pub const INTERNAL_ERROR: &str = "InternalError";

/// Why a call gave no output.
#[derive(Clone, PartialEq, Debug)]
pub enum InvokeError {
    /// There is no such capability, or policy keeps it from this caller: the two look the same.
    UnknownCapability {
        /// What was asked for.
        capability: String,
        /// What the caller may have meant.
        nearest: Vec<Address>,
    },
    /// The input does not fit.
    InvalidInput(Box<InvalidInput>),
    /// Nobody approved it.
    ApprovalDenied {
        /// The capability.
        capability: Address,
        /// Why not.
        reason: String,
    },
    /// A failure that the contract declares.
    Declared(Box<DeclaredFailure>),
    /// Something the caller cannot act on; its cause is in the log.
    Internal {
        /// What to quote when reporting it.
        request_id: String,
    },
}

/// Where an input does not fit, what would, and a value that does. Never the value that was sent.
#[derive(Clone, PartialEq, Debug)]
pub struct InvalidInput {
    /// A JSON Pointer into the input.
    pub pointer: String,
    /// What is wrong there.
    pub problem: MismatchKind,
    /// What would fit, as a phrase.
    pub expected: String,
    /// A value that fits there, or for an unknown member a whole input.
    pub example: Value,
}

impl InvalidInput {
    pub(crate) fn new(mismatch: Mismatch, example: Value) -> InvalidInput {
        let Mismatch { pointer, kind, expected } = mismatch;
        InvalidInput { pointer: pointer.shown(), problem: kind, expected, example }
    }

    /// One sentence for people and models.
    pub fn message(&self) -> String {
        let place = match self.pointer.as_str() {
            "" => "the input".to_owned(),
            pointer => format!("`{pointer}`"),
        };
        let expected = &self.expected;
        match self.problem {
            MismatchKind::Missing => format!("{place} is missing: expected {expected}"),
            MismatchKind::Unknown => format!("{place} is not known: expected {expected}"),
            MismatchKind::Wrong => format!("{place} does not fit: expected {expected}"),
            MismatchKind::TooDeep => format!("{place} nests too deep: expected {expected}"),
        }
    }
}

/// A failure that the contract declares, encoded.
#[derive(Clone, PartialEq, Debug)]
pub struct DeclaredFailure {
    /// What it means.
    pub kind: FailureKind,
    /// The variant's name.
    pub tag: String,
    /// One sentence for people.
    pub message: String,
    /// The declared fields.
    pub fields: Map<String, Value>,
    /// What can be done next.
    pub next: Vec<NextAction>,
}

/// What an error means, as one flat list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ErrorKind {
    /// [`InvokeError::UnknownCapability`].
    UnknownCapability,
    /// [`InvokeError::InvalidInput`].
    InvalidInput,
    /// [`InvokeError::ApprovalDenied`].
    ApprovalDenied,
    /// [`InvokeError::Internal`].
    Internal,
    /// A declared failure.
    #[serde(untagged)]
    Declared(FailureKind),
}

impl ErrorKind {
    /// Every kind, for tables.
    pub const ALL: [ErrorKind; 9] = [
        ErrorKind::UnknownCapability,
        ErrorKind::InvalidInput,
        ErrorKind::ApprovalDenied,
        ErrorKind::Internal,
        ErrorKind::Declared(FailureKind::Invalid),
        ErrorKind::Declared(FailureKind::NotFound),
        ErrorKind::Declared(FailureKind::Conflict),
        ErrorKind::Declared(FailureKind::Limited),
        ErrorKind::Declared(FailureKind::Unavailable),
    ];
}

impl InvokeError {
    /// What it means.
    pub fn kind(&self) -> ErrorKind {
        match self {
            InvokeError::UnknownCapability { .. } => ErrorKind::UnknownCapability,
            InvokeError::InvalidInput(_) => ErrorKind::InvalidInput,
            InvokeError::ApprovalDenied { .. } => ErrorKind::ApprovalDenied,
            InvokeError::Internal { .. } => ErrorKind::Internal,
            InvokeError::Declared(failure) => ErrorKind::Declared(failure.kind),
        }
    }

    /// The variant's name.
    pub fn tag(&self) -> &str {
        match self {
            InvokeError::UnknownCapability { .. } => UNKNOWN_CAPABILITY,
            InvokeError::InvalidInput(_) => INVALID_INPUT,
            InvokeError::ApprovalDenied { .. } => APPROVAL_DENIED,
            InvokeError::Internal { .. } => INTERNAL_ERROR,
            InvokeError::Declared(failure) => &failure.tag,
        }
    }

    /// One sentence for people.
    pub fn message(&self) -> String {
        match self {
            InvokeError::UnknownCapability { capability, nearest } => {
                let shown: String = capability.chars().take(128).collect();
                let hint: Vec<String> = nearest.iter().map(|it| format!("`{it}`")).collect();
                match hint.as_slice() {
                    [] => format!("there is no capability `{shown}`"),
                    _ => format!(
                        "there is no capability `{shown}`; did you mean {}?",
                        hint.join(" or ")
                    ),
                }
            }
            InvokeError::InvalidInput(invalid) => invalid.message(),
            InvokeError::ApprovalDenied { capability, reason } => {
                format!("`{capability}` was not approved: {reason}")
            }
            InvokeError::Internal { request_id } => {
                format!("something went wrong inside; quote the request id {request_id}")
            }
            InvokeError::Declared(failure) => failure.message.clone(),
        }
    }

    /// The fields beside tag and message.
    pub fn fields(&self) -> Map<String, Value> {
        match self {
            InvokeError::UnknownCapability { capability, nearest } => {
                let shown: String = capability.chars().take(128).collect();
                members([("capability", json!(shown)), ("nearest", json!(nearest))])
            }
            InvokeError::InvalidInput(invalid) => {
                let InvalidInput { pointer, expected, example, .. } = &**invalid;
                members([
                    ("pointer", json!(pointer)),
                    ("expected", json!(expected)),
                    ("example", example.clone()),
                ])
            }
            InvokeError::ApprovalDenied { capability, reason } => {
                members([("capability", json!(capability)), ("reason", json!(reason))])
            }
            InvokeError::Internal { request_id } => members([("requestId", json!(request_id))]),
            InvokeError::Declared(failure) => failure.fields.clone(),
        }
    }

    /// What can be done next.
    pub fn next(&self) -> &[NextAction] {
        match self {
            InvokeError::Declared(failure) => &failure.next,
            InvokeError::UnknownCapability { .. }
            | InvokeError::InvalidInput(_)
            | InvokeError::ApprovalDenied { .. }
            | InvokeError::Internal { .. } => &[],
        }
    }

    /// `{tag, message, …fields}`, the form every surface starts from.
    pub fn to_json(&self) -> Map<String, Value> {
        let mut json = Map::new();
        json.insert("tag".to_owned(), self.tag().into());
        json.insert("message".to_owned(), self.message().into());
        json.extend(self.fields());
        json
    }
}

fn members<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The published shape of [`InvokeError::ApprovalDenied`].
pub fn approval_denied_schema() -> Value {
    closed(
        APPROVAL_DENIED,
        json!({
            "capability": {"type": "string", "description": "What was not approved."},
            "reason": {"type": "string", "description": "Why nobody approved it."},
        }),
    )
}

/// The published shape of [`InvokeError::InvalidInput`].
pub fn invalid_input_schema() -> Value {
    closed(
        INVALID_INPUT,
        json!({
            "pointer": {"type": "string", "description": "Where in the input, as a JSON Pointer."},
            "expected": {"type": "string", "description": "What would fit there."},
            "example": {"description": "A value that fits."},
        }),
    )
}

/// The published shape of [`InvokeError::UnknownCapability`].
pub fn unknown_capability_schema() -> Value {
    closed(
        UNKNOWN_CAPABILITY,
        json!({
            "capability": {"type": "string", "description": "What was asked for."},
            "nearest": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Names near it.",
            },
        }),
    )
}

/// The published shape of [`InvokeError::Internal`].
pub fn internal_error_schema() -> Value {
    closed(
        INTERNAL_ERROR,
        json!({
            "requestId": {"type": "string", "description": "What to quote when reporting it."},
        }),
    )
}

fn closed(tag: &str, fields: Value) -> Value {
    let mut properties = Map::new();
    properties.insert("tag".to_owned(), json!({"type": "string", "const": tag}));
    properties.insert("message".to_owned(), json!({"type": "string"}));
    if let Value::Object(fields) = fields {
        properties.extend(fields);
    }
    let required: Vec<&String> = properties.keys().collect();
    json!({
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": false,
    })
}
