//! Every message of a test, held against the specification's own schemas.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use jsonschema::Validator;
use serde_json::{Value, json};

const HANDSHAKE: &str = include_str!("../../../../../tests/mcp/schema/2025-11-25.json");
const STATELESS: &str = include_str!("../../../../../tests/mcp/schema/2026-07-28.json");

thread_local! {
    static PREPARED: RefCell<BTreeMap<(bool, &'static str), Rc<Validator>>> = RefCell::default();
}

/// The check for one definition of an era's schema.
fn validator(stateless: bool, definition: &'static str) -> Rc<Validator> {
    let held = PREPARED.with_borrow(|it| it.get(&(stateless, definition)).cloned());
    held.unwrap_or_else(|| {
        let text = if stateless { STATELESS } else { HANDSHAKE };
        let mut schema: Value = serde_json::from_str(text).unwrap();
        schema["$ref"] = json!(format!("#/$defs/{definition}"));
        let made = Rc::new(jsonschema::validator_for(&schema).unwrap());
        PREPARED.with_borrow_mut(|it| it.insert((stateless, definition), Rc::clone(&made)));
        made
    })
}

fn check(stateless: bool, definition: &'static str, value: &Value) -> Result<(), String> {
    let validator = validator(stateless, definition);
    let complaints: Vec<String> =
        validator.iter_errors(value).map(|it| format!("{} {it}", it.instance_path())).collect();
    match complaints.as_slice() {
        [] => Ok(()),
        _ => Err(format!("{definition}: {} in {value}", complaints.join("; "))),
    }
}

fn result_of(method: &str) -> Option<&'static str> {
    Some(match method {
        "initialize" => "InitializeResult",
        "server/discover" => "DiscoverResult",
        "ping" => "EmptyResult",
        "tools/list" => "ListToolsResult",
        "tools/call" => "CallToolResult",
        "resources/list" => "ListResourcesResult",
        "resources/templates/list" => "ListResourceTemplatesResult",
        "resources/read" => "ReadResourceResult",
        "prompts/list" => "ListPromptsResult",
        "prompts/get" => "GetPromptResult",
        "completion/complete" => "CompleteResult",
        _ => return None,
    })
}

/// Holds one message of the server against the schema of the era that was spoken.
pub(super) fn hold(asked: &[u8], said: &str) {
    if let Err(complaint) = judged(asked, said) {
        panic!("{complaint}");
    }
}

fn judged(asked: &[u8], said: &str) -> Result<(), String> {
    let message: Value = serde_json::from_str(said).map_err(|it| format!("{it}: {said}"))?;
    let asked: Value = serde_json::from_slice(asked).unwrap_or_default();
    let claimed = &asked["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
    let method = asked["method"].as_str().unwrap_or_default();
    // Whatever surrounds it, a handshake is answered as one.
    let stateless = *claimed == "2026-07-28" && method != "initialize";
    check(stateless, "JSONRPCMessage", &message)?;
    match (message["method"].as_str(), message.get("result"), result_of(method)) {
        (Some("notifications/progress"), _, _) => {
            check(stateless, "ProgressNotification", &message)
        }
        (Some(other), _, _) => Err(format!("nothing says `{other}`")),
        (None, Some(result), Some(definition)) => check(stateless, definition, result),
        (None, Some(_), None) => Err(format!("`{method}` has a result")),
        (None, None, _) => Ok(()),
    }
}

#[test]
fn a_message_that_breaks_the_schema_is_seen() {
    let ask = |stateless: bool, method: &str| {
        let meta = match stateless {
            true => json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"}),
            false => json!({}),
        };
        json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": meta}}).to_string()
    };
    let table = [
        (false, "tools/list", json!({"id": 1, "result": {"tools": []}}), true),
        (false, "tools/list", json!({"id": 1, "result": {}}), false),
        (false, "tools/list", json!({"id": 1, "result": {"tools": [], "nextCursor": null}}), false),
        (false, "tools/list", json!({"id": null, "error": {"code": 1, "message": ""}}), false),
        (false, "tools/list", json!({"id": 1, "error": {"code": 1, "message": ""}}), true),
        (false, "tools/call", json!({"id": 1, "result": {"content": [{"type": "text"}]}}), false),
        (true, "tools/list", json!({"id": 1, "result": {"tools": []}}), false),
        (false, "ping", json!({"method": "notifications/progress", "params": {}}), false),
        (false, "ping", json!({"method": "roots/list", "id": 1}), false),
    ];
    for (stateless, method, mut said, fits) in table {
        said["jsonrpc"] = json!("2.0");
        let judged = judged(ask(stateless, method).as_bytes(), &said.to_string());
        assert_eq!(judged.is_ok(), fits, "{method} {said} {judged:?}");
    }
}
