//! What a browser is told that asks before it sends.

use http::{HeaderValue, Response, StatusCode, header};

/// 204 with the methods of a path and the headers that may be sent there.
pub fn answer(methods: &'static str, sent: &'static str) -> Response<Vec<u8>> {
    let mut response = allowed(methods);
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(sent));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    response
}

/// 204 with the methods of a path to which nothing but the request itself need be sent.
pub fn allowed(methods: &'static str) -> Response<Vec<u8>> {
    let mut response = Response::new(Vec::new());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, HeaderValue::from_static(methods));
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(methods));
    response
}
