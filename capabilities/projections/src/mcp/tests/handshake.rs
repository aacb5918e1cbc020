//! The revisions that begin with `initialize`.

use http::StatusCode;
use serde_json::json;

use super::stage::stage;

#[test]
fn a_handshake_settles_on_a_revision_and_says_who_is_there() {
    let answer = stage().ask(
        "initialize",
        json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "tester", "version": "1"},
        }),
    );
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("mcp-session-id"), None);
    assert_eq!(
        answer.json(),
        json!({
            "jsonrpc": "2.0",
            "id": 1,
            "result": {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {
                    "name": "notes",
                    "title": "Notes",
                    "version": "1.2.3",
                    "description": "Notes, for tests.",
                },
                "instructions": "Find a note first.",
            },
        })
    );
}

#[test]
fn a_ping_is_answered_with_nothing() {
    let pong = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
    assert_eq!(stage().ask("ping", json!({})).json(), pong);
}

#[test]
fn methods_that_are_not_declared_are_not_there() {
    for method in [
        "logging/setLevel",
        "resources/subscribe",
        "tasks/list",
        "sampling/createMessage",
        "server/discover",
        "tools/LIST",
        "",
    ] {
        let answer = stage().ask(method, json!({}));
        assert_eq!((answer.status(), answer.code()), (StatusCode::OK, -32601), "{method}");
    }
}

#[test]
fn an_id_comes_back_with_its_type() {
    for id in [
        "0",
        "-7",
        "9007199254740993",
        "18446744073709551615",
        "\"\"",
        "\"7\"",
        "\"a\\\"b\\u0000\u{1f980}\"",
    ] {
        let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let text = stage().post(body, &[]).json();
        assert_eq!(text["id"], serde_json::from_str::<serde_json::Value>(id).unwrap(), "{id}");
    }
}

#[test]
fn what_is_no_message_is_refused_with_the_id_that_could_be_read() {
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"a":{}{}}}}}"#,
        "[".repeat(200),
        "]".repeat(200)
    );
    let table: &[(&str, i64, Option<i64>)] = &[
        ("", -32700, None),
        ("{", -32700, None),
        ("not json", -32700, None),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} x", -32700, None),
        ("\u{feff}\u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", -32700, None),
        ("null", -32600, None),
        ("1", -32600, None),
        ("\"ping\"", -32600, None),
        ("{}", -32600, None),
        ("[]", -32600, None),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, None),
        (r#"{"id":1,"method":"ping"}"#, -32600, Some(1)),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, Some(1)),
        (r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, -32600, Some(1)),
        (r#"{"jsonrpc":"2.0","id":1}"#, -32600, Some(1)),
        (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600, Some(1)),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, None),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, None),
        (r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, -32600, None),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, None),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, -32602, Some(1)),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}"#, -32602, Some(1)),
        (&deep, -32600, None),
    ];
    for (body, code, id) in table {
        let answer = stage().post(*body, &[]);
        assert_eq!((answer.status(), answer.code()), (StatusCode::BAD_REQUEST, *code), "{body}");
        let json = answer.json();
        assert_eq!(json.get("id").and_then(serde_json::Value::as_i64), *id, "{body}");
        assert_eq!(json["jsonrpc"], "2.0");
    }
    let answer = stage().post(b"\xff\xfe".to_vec(), &[]);
    assert_eq!((answer.status(), answer.code()), (StatusCode::BAD_REQUEST, -32700));
}

/// Sessions are optional, so each message stands for itself.
#[test]
fn a_list_needs_no_earlier_handshake() {
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    for version in ["", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let headers = [("mcp-protocol-version", version), ("mcp-session-id", "left-over")];
        let answer = stage().post(body, &headers);
        assert_eq!(answer.status(), StatusCode::OK, "{version}");
        assert!(answer.json()["result"]["tools"].is_array());
        assert_eq!(answer.header("mcp-session-id"), None);
    }
}

#[test]
fn an_unknown_version_in_the_header_is_refused() {
    let body = r#"{"jsonrpc":"2.0","id":"x","method":"tools/list"}"#;
    for version in ["2025-01-01", "latest", "2099-01-01"] {
        let answer = stage().post(body, &[("mcp-protocol-version", version)]);
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{version}");
        assert_eq!(answer.json()["id"], "x");
    }
}

#[test]
fn a_line_is_answered_like_a_request_without_its_headers() {
    let stage = stage();
    let pong = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
    assert_eq!(stage.line(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#), Some(pong));
    assert_eq!(stage.line(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#), None);
    assert_eq!(stage.line(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), None);
    assert_eq!(stage.line("nonsense").unwrap()["error"]["code"], -32700);
    let discover = super::stage::stateless_body("server/discover", json!({}));
    let answer = stage.line(&discover.to_string()).unwrap();
    assert_eq!(answer["result"]["supportedVersions"], json!(["2026-07-28"]));
}
