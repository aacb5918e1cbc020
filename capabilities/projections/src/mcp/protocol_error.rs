//! How a message is refused before, or instead of, being a call.

use http::StatusCode;
use serde_json::{Value, json};

/// A JSON-RPC error, and what HTTP says of it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ProtocolError {
    pub(super) code: i64,
    pub(super) message: String,
    /// For programs; boxed to keep a refusal small enough to pass by value.
    pub(super) data: Option<Box<Value>>,
    /// Over stdio there is none.
    pub(super) status: StatusCode,
}

impl ProtocolError {
    /// The text is not JSON.
    pub(super) const PARSE: i64 = -32700;
    /// The JSON is not a message that is taken here.
    pub(super) const INVALID_REQUEST: i64 = -32600;
    /// There is no such method.
    pub(super) const METHOD_NOT_FOUND: i64 = -32601;
    /// The parameters do not fit, or name something that does not exist.
    pub(super) const INVALID_PARAMS: i64 = -32602;
    /// Something went wrong inside.
    pub(super) const INTERNAL: i64 = -32603;
    /// There is no such resource, to those who begin with a handshake.
    pub(super) const RESOURCE_NOT_FOUND: i64 = -32002;
    /// A header does not say what the body says.
    pub(super) const HEADER_MISMATCH: i64 = -32020;
    /// The revision is not spoken.
    pub(super) const UNSUPPORTED_VERSION: i64 = -32022;

    /// A refusal that HTTP shows as a status.
    pub(super) fn refused(status: StatusCode, code: i64, message: impl Into<String>) -> Self {
        ProtocolError { code, message: message.into(), data: None, status }
    }

    /// A malformed message.
    pub(super) fn bad_request(code: i64, message: impl Into<String>) -> Self {
        ProtocolError::refused(StatusCode::BAD_REQUEST, code, message)
    }

    /// A well-formed message that asks for what cannot be given; an answer like any other.
    pub(super) fn answered(code: i64, message: impl Into<String>) -> Self {
        ProtocolError::refused(StatusCode::OK, code, message)
    }

    /// The same, with data for programs.
    pub(super) fn with_data(mut self, data: Value) -> Self {
        self.data = Some(Box::new(data));
        self
    }

    /// The `error` member of the answer.
    pub(super) fn json(&self) -> Value {
        let mut json = json!({"code": self.code, "message": self.message});
        if let (Some(data), Some(members)) = (&self.data, json.as_object_mut()) {
            members.insert("data".to_owned(), (**data).clone());
        }
        json
    }
}
