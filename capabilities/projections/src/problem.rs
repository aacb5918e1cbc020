//! How an error appears over HTTP: problem details (RFC 9457).

use contract::{
    failure::FailureKind,
    invoke_error::{ErrorKind, InvokeError},
};
use http::{HeaderValue, Response, StatusCode, header};
use serde_json::{Map, Value, json};

/// The media type of every error.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// The whole mapping from outcomes to statuses.
pub fn status_of(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::InvalidInput => StatusCode::BAD_REQUEST,
        ErrorKind::ApprovalDenied => StatusCode::FORBIDDEN,
        ErrorKind::UnknownCapability => StatusCode::NOT_FOUND,
        ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorKind::Declared(FailureKind::Invalid) => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorKind::Declared(FailureKind::NotFound) => StatusCode::NOT_FOUND,
        ErrorKind::Declared(FailureKind::Conflict) => StatusCode::CONFLICT,
        ErrorKind::Declared(FailureKind::Limited) => StatusCode::TOO_MANY_REQUESTS,
        ErrorKind::Declared(FailureKind::Unavailable) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// Why a request was refused before any capability was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The status.
    pub status: StatusCode,
    /// A PascalCase name for programs.
    pub tag: &'static str,
    /// What was wrong and what would be right, in one sentence.
    pub message: String,
    /// The methods that would do, where another one was used.
    pub allow: Option<&'static str>,
    /// What else is said.
    pub more: Vec<(&'static str, Value)>,
}

impl Refusal {
    /// A refusal without a hint at methods.
    pub fn new(status: StatusCode, tag: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { status, tag, message: message.into(), allow: None, more: Vec::new() }
    }

    /// The path exists, and this method does not do anything there.
    pub fn method(allow: &'static str) -> Refusal {
        let message = format!("this path takes {allow}");
        let status = StatusCode::METHOD_NOT_ALLOWED;
        Refusal { allow: Some(allow), ..Refusal::new(status, "MethodNotAllowed", message) }
    }

    /// Nothing is at this path.
    pub fn unknown_path(hint: &str) -> Refusal {
        let message = format!("there is nothing at this path; {hint}");
        Refusal::new(StatusCode::NOT_FOUND, "UnknownPath", message)
    }

    /// The same, saying one thing more.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Value) -> Refusal {
        self.more.push((name, value));
        self
    }

    /// The answer.
    pub fn response(&self, request_id: &str) -> Response<Vec<u8>> {
        let members = [("tag", json!(self.tag)), ("message", json!(self.message))];
        let members = members.into_iter().chain(self.more.clone());
        let members = members.map(|(name, it)| (name.to_owned(), it)).collect();
        let mut response = problem(self.status, &members, request_id);
        if let Some(allow) = self.allow {
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allow));
        }
        response
    }
}

/// The answer to a call that gave no output; `next` stands in the members already, if at all.
pub fn response_of(
    error: &InvokeError,
    members: &Map<String, Value>,
    request_id: &str,
) -> Response<Vec<u8>> {
    problem(status_of(error.kind()), members, request_id)
}

/// Members that problem details add to a failure, in front of its own.
pub(crate) fn added(
    status: StatusCode,
    tag: &str,
    message: &str,
    instance: &str,
) -> Map<String, Value> {
    let members = [
        ("type", json!(format!("/docs#{tag}"))),
        ("title", json!(words_of(tag))),
        ("status", json!(status.as_u16())),
        ("detail", json!(message)),
        ("instance", json!(instance)),
    ];
    members.into_iter().map(|(name, it)| (name.to_owned(), it)).collect()
}

fn problem(
    status: StatusCode,
    members: &Map<String, Value>,
    request_id: &str,
) -> Response<Vec<u8>> {
    let text = |name: &str| members.get(name).and_then(Value::as_str).unwrap_or_default();
    let instance = format!("urn:capstan:request:{request_id}");
    let mut body = added(status, text("tag"), text("message"), &instance);
    body.extend(members.clone());
    let mut response = Response::new(Value::Object(body).to_string().into_bytes());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let wait = members.get("retryAfterSeconds").and_then(Value::as_u64);
    if let Some(seconds) = wait.or_else(|| retry_after_seconds(status)) {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// How long to wait before another try, where that may help and nothing more exact is known.
fn retry_after_seconds(status: StatusCode) -> Option<u64> {
    match status {
        StatusCode::TOO_MANY_REQUESTS => Some(60),
        StatusCode::SERVICE_UNAVAILABLE => Some(5),
        _ => None,
    }
}

/// `PageNotFound` is `Page not found`.
pub(crate) fn words_of(tag: &str) -> String {
    let mut words = String::with_capacity(tag.len() + 8);
    for (index, character) in tag.chars().enumerate() {
        if index > 0 && character.is_ascii_uppercase() {
            words.push(' ');
            words.extend(character.to_lowercase());
        } else {
            words.push(character);
        }
    }
    words
}
