//! What browsers are told about the endpoint.

use http::{HeaderMap, HeaderValue, header};

/// Headers that clients send, for browsers that ask first.
const ALLOWED: &str = "content-type, accept, authorization, mcp-protocol-version, mcp-method, \
                       mcp-name, mcp-session-id, last-event-id";

/// Lets pages of other origins see an answer.
pub(super) fn expose(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    let exposed = HeaderValue::from_static("retry-after, ratelimit, ratelimit-policy");
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
}

/// Answers a browser that asks before it sends.
pub(super) fn allow(asked: &HeaderMap, headers: &mut HeaderMap) {
    let methods = HeaderValue::from_static("POST, GET, DELETE, OPTIONS");
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
    let parameters = asked
        .get(header::ACCESS_CONTROL_REQUEST_HEADERS)
        .and_then(|it| it.to_str().ok())
        .into_iter()
        .flat_map(|it| it.split(','))
        .map(|it| it.trim().to_ascii_lowercase())
        .filter(|it| it.starts_with("mcp-param-") && it.bytes().all(is_token))
        .take(32);
    let allowed = parameters.fold(ALLOWED.to_owned(), |all, one| format!("{all}, {one}"));
    let allowed = HeaderValue::try_from(allowed).unwrap_or(HeaderValue::from_static(ALLOWED));
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, allowed);
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
