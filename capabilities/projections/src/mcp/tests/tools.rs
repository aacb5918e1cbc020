//! The list of tools, and how a call of each kind ends.

use http::StatusCode;
use serde_json::{Value, json};

use super::stage::{Stage, stage};

fn list(stage: &Stage) -> Vec<Value> {
    stage.ask("tools/list", json!({})).json()["result"]["tools"].as_array().unwrap().clone()
}

fn call(stage: &Stage, name: &str, arguments: Value) -> Value {
    stage.ask("tools/call", json!({"name": name, "arguments": arguments})).json()
}

/// The text of a failed call, decoded.
fn failed(answer: &Value) -> Value {
    let result = &answer["result"];
    assert_eq!(result["isError"], true, "{answer}");
    assert!(result.get("structuredContent").is_none(), "{answer}");
    serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap()
}

#[test]
fn a_tool_says_everything_that_its_contract_says() {
    let stage = stage();
    let tools = list(&stage);
    let names: Vec<&str> = tools.iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["notes_find", "notes_readable", "notes_add", "notes_burn"]);
    assert_eq!(
        tools[3],
        json!({
            "name": "notes_burn",
            "title": "The notes.burn",
            "description": "Finds one note. It is found by its title.",
            "inputSchema": {
                "type": "object",
                "required": ["title"],
                "properties": {"title": {"type": "string", "minLength": 1, "maxLength": 20}},
                "additionalProperties": false,
            },
            "outputSchema": {
                "type": "object",
                "required": ["text"],
                "properties": {
                    "text": {"type": "string"},
                    "next": {
                        "type": "array",
                        "items": {"type": "object"},
                    },
                },
            },
            "annotations": {
                "title": "The notes.burn",
                "readOnlyHint": false,
                "destructiveHint": true,
                "idempotentHint": false,
                "openWorldHint": false,
            },
        })
    );
    assert_eq!(tools, list(&stage), "the list is the same each time");
}

#[test]
fn a_success_holds_the_output_and_what_is_next() {
    let answer = call(&stage(), "notes_find", json!({"title": "a"}));
    let structured = json!({
        "text": "# a",
        "next": [{
            "capability": "notes.find",
            "tool": "notes_find",
            "input": {"title": "more"},
            "reason": "look there",
        }],
    });
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert_eq!(answer["result"]["structuredContent"], structured);
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), structured);
    assert!(answer["result"].get("isError").is_none());
}

#[test]
fn a_capability_that_reads_well_is_shown_as_it_reads() {
    let answer = call(&stage(), "notes_readable", json!({"title": "a"}));
    assert_eq!(
        answer["result"]["content"],
        json!([{
            "type": "text",
            "text": "# a\n\nNext:\n- notes_find {\"title\":\"more\"} (look there)",
        }])
    );
    assert_eq!(answer["result"]["structuredContent"]["text"], "# a");
}

#[test]
fn input_that_does_not_fit_says_where_and_what_would() {
    let stage = stage();
    let table = [
        (json!({}), "/title"),
        (json!({"title": 7}), "/title"),
        (json!({"title": ""}), "/title"),
        (json!({"title": "a", "extra": 1}), "/extra"),
        (json!([]), ""),
        (json!("title"), ""),
    ];
    for (input, pointer) in table {
        let failure = failed(&call(&stage, "notes_find", input.clone()));
        assert_eq!(failure["tag"], "InvalidInput", "{input}");
        assert_eq!(failure["pointer"], pointer, "{input}");
        assert!(failure["expected"].is_string() && failure.get("example").is_some());
        assert!(failure["message"].is_string());
    }
    assert!(stage.ports.ran.borrow().is_empty());
}

#[test]
fn a_declared_failure_holds_its_fields_and_what_is_next() {
    assert_eq!(
        failed(&call(&stage(), "notes_find", json!({"title": "gone"}))),
        json!({
            "tag": "NoteNotFound",
            "message": "there is no note `gone`",
            "wanted": "gone",
            "next": [{
                "capability": "notes.find",
                "tool": "notes_find",
                "input": {"title": "near"},
                "reason": "look there",
            }],
        })
    );
}

#[test]
fn a_denied_approval_and_an_internal_error_are_failures_of_the_call() {
    let stage = stage();
    let failure = failed(&call(&stage, "notes_burn", json!({"title": "a"})));
    assert_eq!(failure["tag"], "ApprovalDenied");
    assert_eq!(failure["capability"], "notes.burn");
    assert!(stage.ports.ran.borrow().is_empty());
    let failure = failed(&call(&stage, "notes_find", json!({"title": "fire"})));
    assert_eq!(failure["tag"], "InternalError");
    assert_eq!(failure["requestId"], "r-1");
}

/// Nothing in a message approves, whatever it is called.
#[test]
fn no_message_approves() {
    let stage = stage();
    let approving = json!({
        "name": "notes_burn",
        "arguments": {"title": "a"},
        "approved": true,
        "yes": true,
        "_meta": {"approval": "granted", "approved": true},
    });
    let answer = stage.ask("tools/call", approving).json();
    assert_eq!(failed(&answer)["tag"], "ApprovalDenied");
    for member in ["yes", "approved", "_approved", "confirm"] {
        let answer = call(&stage, "notes_burn", json!({"title": "a", member: true}));
        assert_eq!(failed(&answer)["tag"], "InvalidInput");
    }
    assert!(stage.ports.ran.borrow().is_empty());
}

#[test]
fn a_tool_that_is_not_there_and_one_that_is_denied_look_alike() {
    let stage = stage();
    for name in ["notes_hidden", "notes_nothing", "notes.find", "NOTES_FIND", ""] {
        let answer = call(&stage, name, json!({"title": "a"}));
        assert_eq!(answer["error"]["code"], -32602, "{name}");
        assert_eq!(answer["error"]["data"]["tag"], "UnknownCapability");
        let nearest = answer["error"]["data"]["nearest"].to_string();
        assert!(!nearest.contains("hidden"));
    }
    assert!(stage.ports.ran.borrow().is_empty());
    let slip = call(&stage, "notes_fnd", json!({}));
    assert_eq!(slip["error"]["data"]["nearest"], json!(["notes_find", "notes_add"]));
    assert_eq!(
        slip["error"]["message"],
        "there is no tool `notes_fnd`; did you mean `notes_find` or `notes_add`?"
    );
}

#[test]
fn a_call_without_a_name_is_no_call() {
    for params in [json!({}), json!({"name": 7}), json!({"name": null})] {
        let answer = stage().ask("tools/call", params);
        assert_eq!((answer.status(), answer.code()), (StatusCode::OK, -32602));
    }
}

#[test]
fn no_arguments_are_an_empty_object() {
    for params in [json!({"name": "notes_find"}), json!({"name": "notes_find", "arguments": null})]
    {
        assert_eq!(failed(&stage().ask("tools/call", params).json())["pointer"], "/title");
    }
}

#[test]
fn a_cursor_that_was_never_given_out_is_refused() {
    for cursor in [json!(""), json!("2"), json!(2)] {
        let answer = stage().ask("tools/list", json!({"cursor": cursor}));
        assert_eq!(answer.code(), -32602);
    }
    let whole = stage().ask("tools/list", json!({"cursor": null}));
    assert!(whole.json()["result"].get("nextCursor").is_none());
}
