//! What HTTP itself asks for.

use http::{Method, Request, StatusCode};
use serde_json::json;

use super::stage::{stage, stage_with};
use crate::access::Access;

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[test]
fn only_post_and_options_are_spoken() {
    for method in ["GET", "HEAD", "PUT", "DELETE", "PATCH", "PROPFIND"] {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let request = Request::builder()
            .method(method.clone())
            .uri("/mcp")
            .header("accept", "text/event-stream")
            .body(Vec::new())
            .unwrap();
        let answer = stage().send(request);
        assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED, "{method}");
        assert_eq!(answer.header("allow"), Some("POST, OPTIONS"), "{method}");
        assert_eq!(answer.header("www-authenticate"), None);
    }
}

#[test]
fn a_message_is_json_and_says_so() {
    let table = [
        ("application/json", 200),
        ("application/json; charset=utf-8", 200),
        ("Application/JSON", 200),
        ("text/plain", 415),
        ("application/json-patch+json", 415),
        ("text/plain; note=application/json", 415),
        ("", 415),
    ];
    for (kind, status) in table {
        let answer = stage().post(PING, &[("content-type", kind)]);
        assert_eq!(answer.status().as_u16(), status, "{kind}");
    }
}

#[test]
fn a_message_over_the_limit_is_refused_unread() {
    let padded = format!("{PING}{}", " ".repeat(2 * 1024 * 1024));
    assert_eq!(stage().post(padded, &[]).status(), StatusCode::PAYLOAD_TOO_LARGE);
}

#[test]
fn an_answer_is_not_to_be_stored_or_guessed_at() {
    let answer = stage().post(PING, &[]);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
}

#[test]
fn a_login_that_nobody_asked_for_is_ignored() {
    let answer = stage().post(PING, &[("authorization", "Bearer left-over")]);
    assert_eq!(answer.status(), StatusCode::OK);
}

#[test]
fn a_local_process_refuses_other_hosts_and_origins() {
    let local = || stage_with(Access { local_only: true, trusted_origins: Vec::new() });
    let table = [
        ("127.0.0.1:8787", "", 200),
        ("localhost:8787", "http://localhost:8787", 200),
        ("localhost:8787", "http://127.0.0.1:3000", 200),
        ("evil.example", "", 403),
        ("localhost:8787", "https://evil.example", 403),
        ("localhost:8787", "null", 403),
    ];
    for (host, origin, status) in table {
        let answer = local().post(PING, &[("host", host), ("origin", origin)]);
        assert_eq!(answer.status().as_u16(), status, "{host} {origin}");
        assert_eq!(answer.header("access-control-allow-origin").is_some(), status == 200);
    }
}

#[test]
fn a_foreign_page_may_read_and_not_change() {
    let call = |name: &str, origin: &str| {
        let stage = stage();
        let params = json!({"name": name, "arguments": {"title": "a"}});
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let answer = stage.post(body.to_string(), &[("origin", origin)]);
        let ran = stage.ports.ran.borrow().len();
        (answer.status().as_u16(), ran)
    };
    assert_eq!(call("notes_find", "https://other.example"), (200, 1));
    assert_eq!(call("notes_add", "https://other.example"), (403, 0));
    assert_eq!(call("notes_add", "https://site.example"), (200, 1));
    assert_eq!(call("notes_add", ""), (200, 1));
}
