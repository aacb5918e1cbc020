//! Which version of a body a client holds already.

use contract::digest::sha256_hex;
use http::{HeaderMap, HeaderValue, header};

/// A strong validator: a hash of the body.
pub fn etag_of(body: &[u8]) -> String {
    format!("\"{}\"", &sha256_hex(body)[..32])
}

/// Whether `If-None-Match` names the version, compared weakly (RFC 9110 section 13.1.2).
pub fn matches(headers: &HeaderMap, etag: &str) -> bool {
    let mut listed = headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|it| it.to_str().ok())
        .flat_map(|it| it.split(','))
        .map(str::trim);
    listed.any(|it| it == "*" || it.strip_prefix("W/").unwrap_or(it) == etag)
}

/// The validator as a header; hex and quotes always are one.
pub fn header_value(etag: &str) -> HeaderValue {
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
            matches(&headers, &etag)
        };
        assert!(held(&etag) && held("*") && held(&format!("W/{etag}")));
        assert!(held(&format!("\"x\", {etag}")));
        assert!(!held("\"x\"") && !held("") && !matches(&HeaderMap::new(), &etag));
    }
}
