//! Faults that were reported against other servers, each with its input and the right answer.

use http::{Method, Request, StatusCode};
use serde_json::json;

use super::stage::stage;

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

/// A client drops a server whose stateless lists say nothing on how long they hold.
#[test]
fn a_stateless_list_carries_its_cache_fields_on_the_only_page_too() {
    let result = &stage().ask_stateless("tools/list", json!({})).json()["result"];
    assert_eq!(result["resultType"], "complete");
    assert!(result["ttlMs"].is_u64());
    assert_eq!(result["cacheScope"], "public");
}

/// Anything but 405 makes clients connect again and again.
#[test]
fn a_get_for_a_stream_is_refused_with_405() {
    let request = Request::get("/mcp").header("accept", "text/event-stream").body(Vec::new());
    let answer = stage().send(request.unwrap());
    assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert!(answer.header("allow").unwrap().contains("POST"));
    assert!(answer.text().len() < 300);
    assert_eq!(answer.header("location"), None);
    assert_eq!(answer.header("www-authenticate"), None);
}

/// Clients ask both ways round on one connection.
#[test]
fn a_handshake_after_a_discovery_is_answered() {
    let stage = stage();
    let found = stage.ask_stateless("server/discover", json!({}));
    assert_eq!(found.status(), StatusCode::OK);
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {}});
    let greeted = stage.ask("initialize", params);
    assert_eq!(greeted.json()["result"]["protocolVersion"], "2025-11-25");
}

/// A version that is not spoken must not be echoed, and the stateless one has no handshake.
#[test]
fn a_handshake_never_echoes_what_it_does_not_speak() {
    for (asked, settled) in [
        ("2099-01-01", "2025-11-25"),
        ("2025-06-18", "2025-06-18"),
        ("2026-07-28", "2025-11-25"),
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("", "2025-11-25"),
    ] {
        let params = json!({"protocolVersion": asked, "capabilities": {}, "clientInfo": {}});
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
        let answer = stage().post(body.to_string(), &[]);
        assert_eq!(answer.json()["result"]["protocolVersion"], settled, "{asked}");
    }
}

/// Proxies and hosts list one form, none, or a wildcard.
#[test]
fn an_accept_header_that_excludes_nothing_is_answered() {
    let table = [
        ("", 200, Some("application/json")),
        ("*/*", 200, Some("application/json")),
        ("application/json", 200, Some("application/json")),
        ("text/event-stream", 200, Some("text/event-stream")),
        ("application/json;q=0.9, text/event-stream;q=0.1", 200, Some("application/json")),
        ("application/json;q=0, text/event-stream;q=0", 406, Some("application/json")),
    ];
    for (accept, status, kind) in table {
        let answer = stage().post(PING, &[("accept", accept)]);
        assert_eq!(answer.status().as_u16(), status, "{accept}");
        assert_eq!(answer.header("content-type"), kind, "{accept}");
    }
    let streamed = stage().post(PING, &[("accept", "text/event-stream")]);
    assert_eq!(
        streamed.text(),
        "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n"
    );
    assert_eq!(streamed.header("cache-control"), Some("no-cache"));
    assert_eq!(streamed.header("x-accel-buffering"), Some("no"));
}

/// A client checks structured content against the output schema, which no failure fits.
#[test]
fn a_failed_call_has_no_structured_content() {
    let params = json!({"name": "notes_find", "arguments": {"title": "gone"}});
    let result = &stage().ask("tools/call", params).json()["result"];
    assert_eq!(result["isError"], true);
    assert!(result.get("structuredContent").is_none());
    assert_eq!(result["content"][0]["type"], "text");
}

/// Older clients lose the whole list over one output that is no object.
#[test]
fn every_schema_of_a_tool_has_an_object_at_its_root() {
    let answer = stage().ask("tools/list", json!({})).json();
    for tool in answer["result"]["tools"].as_array().unwrap() {
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert_eq!(tool["outputSchema"]["type"], "object");
        for keyword in ["oneOf", "anyOf", "allOf", "not", "if", "$ref"] {
            assert!(tool["inputSchema"].get(keyword).is_none());
        }
    }
}

/// An answer to a notification breaks clients that count answers.
#[test]
fn a_notification_is_answered_with_an_empty_202() {
    for method in ["notifications/initialized", "notifications/no-such-thing", "ping"] {
        let body = json!({"jsonrpc": "2.0", "method": method}).to_string();
        let answer = stage().post(body, &[]);
        assert_eq!((answer.status(), answer.text()), (StatusCode::ACCEPTED, ""), "{method}");
        assert_eq!(answer.header("content-type"), None);
    }
}

/// Browsers ask first, and the answer to the real request, an error too, must let them see it.
#[test]
fn a_browser_may_ask_first_and_see_every_answer() {
    let request = Request::builder()
        .method(Method::OPTIONS)
        .uri("/mcp")
        .header("origin", "https://inspector.example")
        .header("access-control-request-method", "POST")
        .header(
            "access-control-request-headers",
            "content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-param-region, x-evil",
        )
        .body(Vec::new());
    let answer = stage().send(request.unwrap());
    assert_eq!((answer.status(), answer.text()), (StatusCode::NO_CONTENT, ""));
    let allowed = answer.header("access-control-allow-headers").unwrap().to_owned();
    let allowed: Vec<&str> = allowed.split(", ").collect();
    for name in
        ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name", "mcp-param-region"]
    {
        assert!(allowed.contains(&name), "{name}");
    }
    assert!(!allowed.contains(&"x-evil"));
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert_eq!(answer.header("access-control-max-age"), Some("86400"));
    for body in [PING, "not json"] {
        let answer = stage().post(body, &[("origin", "https://inspector.example")]);
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    }
}

/// The names of the members of this error have been got wrong before.
#[test]
fn an_unknown_revision_is_refused_in_the_right_shape() {
    let mut body = super::stage::stateless_body("tools/list", json!({}));
    body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("v999.0.0");
    body["id"] = json!("seven");
    let headers = [("mcp-protocol-version", "v999.0.0"), ("mcp-method", "tools/list")];
    let answer = stage().post(body.to_string(), &headers);
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
    let json = answer.json();
    assert_eq!(json["id"], "seven");
    assert_eq!(json["error"]["code"], -32022);
    let data = json!({"supported": ["2026-07-28"], "requested": "v999.0.0"});
    assert_eq!(json["error"]["data"], data);
}

/// A 4xx to a plain handshake sends editors down a path that was given up years ago.
#[test]
fn a_plain_handshake_is_never_a_client_error() {
    let body = json!({
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"roots": {"listChanged": true}, "sampling": {}, "elicitation": {}},
            "clientInfo": {"name": "editor", "version": "1.132.0"},
        },
    });
    let answer = stage().post(body.to_string(), &[]);
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.json()["id"], 0);
}
