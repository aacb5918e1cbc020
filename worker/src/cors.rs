//! What are browsers told about what anyone may read?

use http::{HeaderMap, HeaderValue, Response, header};
use projections::preflight;

/// Methods of what is only read.
pub(crate) const READING: &str = "GET, HEAD, OPTIONS";

/// Answers a browser that asks before it sends, which it does for `If-None-Match`.
pub(crate) fn preflight() -> Response<Vec<u8>> {
    preflight::answer(READING, "accept, if-none-match")
}

/// Lets pages of every origin see an answer, its validator and where it leads.
pub(crate) fn expose(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    let exposed =
        "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Markdown-Tokens, X-Request-Id";
    let exposed = HeaderValue::from_static(exposed);
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
}
