//! Which version of a body a client holds already.

use contract::digest::sha256_hex;
use http::{HeaderMap, HeaderValue, Response, StatusCode, header};

/// A strong validator: a hash of the body.
pub fn etag_of(body: &[u8]) -> String {
    format!("\"{}\"", &sha256_hex(body)[..32])
}

/// Whether `If-None-Match` names the version, compared weakly (RFC 9110 section 13.1.2).
pub fn is_held(headers: &HeaderMap, etag: &str) -> bool {
    let mut listed = headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|it| it.to_str().ok())
        .flat_map(|it| it.split(','))
        .map(str::trim);
    listed.any(|it| it == "*" || it.strip_prefix("W/").unwrap_or(it) == etag)
}

/// The body with its validator, or 304 where the client holds that version already.
///
/// `body` is asked for only where it is sent.
pub fn revalidated(
    headers: &HeaderMap,
    etag: &str,
    media_type: &'static str,
    body: impl FnOnce() -> Vec<u8>,
) -> Response<Vec<u8>> {
    let is_held = is_held(headers, etag);
    let mut response = Response::new(if is_held { Vec::new() } else { body() });
    if is_held {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        let media_type = HeaderValue::from_static(media_type);
        response.headers_mut().insert(header::CONTENT_TYPE, media_type);
    }
    let headers = response.headers_mut();
    headers.insert(header::ETAG, header_value(etag));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// The validator as a header; hex and quotes always are one.
fn header_value(etag: &str) -> HeaderValue {
    HeaderValue::from_str(etag).unwrap_or(HeaderValue::from_static("\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_may_name_several_versions_or_any() {
        let etag = etag_of(b"body");
        assert_ne!(etag, etag_of(b"Body"));
        let held = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, HeaderValue::from_str(value).unwrap());
            is_held(&headers, &etag)
        };
        assert!(held(&etag) && held("*") && held(&format!("W/{etag}")));
        assert!(held(&format!("\"x\", {etag}")));
        assert!(!held("\"x\"") && !held("") && !is_held(&HeaderMap::new(), &etag));
    }
}
