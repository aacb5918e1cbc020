//! Which addresses are called, and which are refused?

use super::*;

#[test]
fn an_address_is_http_or_https_and_nothing_more() {
    for (text, base) in [
        ("http://127.0.0.1:8787", "http://127.0.0.1:8787"),
        ("https://docs.example.com/", "https://docs.example.com"),
        ("https://example.com/docs/", "https://example.com/docs"),
        ("http://[::1]:8787", "http://[::1]:8787"),
    ] {
        assert_eq!(Remote::parse(text), Ok(Remote { base: base.to_owned() }));
    }
    for (text, why) in [
        ("", "it is no URL"),
        ("example.com", "it does not begin with"),
        ("localhost:8787", "it does not begin with"),
        ("/rpc", "it does not begin with"),
        ("ftp://example.com", "it does not begin with"),
        ("https://me:secret@example.com", "it carries a user name"),
        ("https://example.com/?a=b", "it carries a query"),
        ("https://example.com/#a", "it carries a query or a fragment"),
    ] {
        let refused = Remote::parse(text).unwrap_err().to_string();
        assert!(refused.contains(why), "{text}: {refused}");
    }
}
