//! The revision without a handshake: each request says what it speaks.

use http::StatusCode;
use serde_json::{Value, json};

use super::stage::{Answer, stage, stateless_body};

#[track_caller]
fn check(answer: &Answer, status: u16, code: i64) {
    assert_eq!((answer.status().as_u16(), answer.code()), (status, code), "{}", answer.text());
    assert_eq!(answer.json()["id"], 1);
}

#[test]
fn discovery_says_what_is_spoken_and_may_be_kept() {
    let answer = stage().ask_stateless("server/discover", json!({}));
    check(&answer, 200, 0);
    assert_eq!(
        answer.json()["result"],
        json!({
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}},
            "instructions": "Find a note first.",
            "resultType": "complete",
            "ttlMs": 300_000,
            "cacheScope": "public",
            "_meta": {"io.modelcontextprotocol/serverInfo": {
                "name": "notes",
                "title": "Notes",
                "version": "1.2.3",
                "description": "Notes, for tests.",
            }},
        })
    );
}

#[test]
fn a_result_of_the_moment_is_complete_and_not_to_be_kept() {
    let params = json!({"name": "notes_find", "arguments": {"title": "a"}});
    let answer = stage().ask_stateless("tools/call", params);
    check(&answer, 200, 0);
    let result = &answer.json()["result"];
    assert_eq!(result["resultType"], "complete");
    assert!(result.get("ttlMs").is_none() && result.get("cacheScope").is_none());
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "notes");
}

#[test]
fn what_the_handshake_era_had_is_not_there() {
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "subscriptions/listen",
        "no/such",
    ] {
        check(&stage().ask_stateless(method, json!({})), 404, -32601);
    }
}

#[test]
fn a_request_must_say_everything_about_itself() {
    const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
    const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
    let whole = stateless_body("tools/list", json!({}));
    let send = |body: &Value| {
        let headers = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/list")];
        stage().post(body.to_string(), &headers)
    };
    check(&send(&whole), 200, 0);
    for member in [VERSION, CAPABILITIES] {
        let mut body = whole.clone();
        body["params"]["_meta"].as_object_mut().unwrap().remove(member);
        let answer = send(&body);
        check(&answer, 400, -32602);
        assert_eq!(answer.json()["error"]["data"]["member"], member);
        body["params"]["_meta"][member] = json!(7);
        check(&send(&body), 400, -32602);
    }
    let mut body = whole.clone();
    body["params"].as_object_mut().unwrap().remove("_meta");
    check(&send(&body), 400, -32602);
    let mut body = whole;
    let meta = body["params"]["_meta"].as_object_mut().unwrap();
    meta.remove("io.modelcontextprotocol/clientInfo");
    check(&send(&body), 200, 0);
}

#[test]
fn headers_must_say_what_the_body_says() {
    let find = || json!({"name": "notes_find", "arguments": {"title": "a"}});
    type Row = (&'static [(&'static str, &'static str)], u16, i64);
    let table: &[Row] = &[
        (&[], 200, 0),
        (&[("mcp-method", " tools/call\t")], 200, 0),
        (&[("mcp-name", "=?base64?bm90ZXNfZmluZA==?=")], 200, 0),
        (&[("mcp-method", "")], 400, -32020),
        (&[("mcp-method", "tools/list")], 400, -32020),
        (&[("mcp-method", "TOOLS/CALL")], 400, -32020),
        (&[("mcp-name", "")], 400, -32020),
        (&[("mcp-name", "notes_add")], 400, -32020),
        (&[("mcp-name", "Notes_find")], 400, -32020),
        (&[("mcp-name", "=?base64?bm90ZXNfZmluZA?=")], 400, -32020),
        (&[("mcp-name", "notes_find"), ("mcp-name", "notes_find")], 400, -32020),
        (&[("mcp-protocol-version", "")], 400, -32020),
        (&[("mcp-protocol-version", "2025-11-25")], 400, -32020),
        (&[("mcp-protocol-version", "v999.0.0")], 400, -32020),
        (&[("mcp-session-id", "x"), ("last-event-id", "1")], 200, 0),
    ];
    for (headers, status, code) in table {
        let stage = stage();
        let answer = stage.ask_stateless_with("tools/call", find(), headers);
        check(&answer, *status, *code);
        let ran = usize::from(*status == 200);
        assert_eq!(stage.ports.ran.borrow().len(), ran, "{headers:?}");
    }
}

#[test]
fn a_handshake_stays_one_unless_the_whole_envelope_is_there() {
    let body = json!({
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "tester", "version": "1"},
            "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"},
        },
    });
    let answer = stage().post(body.to_string(), &[]);
    check(&answer, 200, 0);
    assert_eq!(answer.json()["result"]["protocolVersion"], "2025-11-25");
    let answer = stage().post(body.to_string(), &[("mcp-protocol-version", "2026-07-28")]);
    check(&answer, 400, -32020);
}

#[test]
fn notifications_are_taken_and_answers_are_not() {
    let headers = [("mcp-protocol-version", "2026-07-28")];
    let taken = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    let answer = stage().post(taken, &headers);
    assert_eq!((answer.status(), answer.text()), (StatusCode::ACCEPTED, ""));
    let answer = stage().post(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, &headers);
    assert_eq!((answer.status(), answer.code()), (StatusCode::BAD_REQUEST, -32600));
}
