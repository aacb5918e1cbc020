//! Can anything that travels over a wire approve a call?

use serde_json::{Value, json};

#[cfg(not(feature = "no-cli"))]
use super::capstan;
use super::{
    capstan::Serve,
    reaching::{runs, worker},
    surface::{Surface, query, tool_call},
    wire::{Address, Answer},
};

const NAME: &str = "fixture.approve";

/// Headers that some service somewhere would take for a yes.
const HEADERS: &[(&str, &str)] = &[
    ("x-approve", "true"),
    ("x-approved", "yes"),
    ("x-capstan-approve", "1"),
    ("x-capstan-yes", "1"),
    ("x-human-approved", "true"),
    ("approval", "granted"),
    ("authorization", "Bearer approve"),
    ("cookie", "approve=yes; approved=1"),
    ("x-forwarded-for", "127.0.0.1"),
    ("x-http-method-override", "APPROVE"),
    ("prefer", "approve"),
    ("mcp-approve", "true"),
];

/// Members that would be a yes, were anyone to read them.
const MEMBERS: &[(&str, &str)] = &[
    ("approve", "true"),
    ("approved", "true"),
    ("approval", "\"granted\""),
    ("yes", "true"),
    ("_yes", "true"),
    ("confirm", "true"),
    ("force", "true"),
    ("dryRun", "false"),
    ("_meta", "{\"approve\": true, \"capstan/approve\": true}"),
    ("caller", "{\"identity\": \"local\", \"scopes\": [\"*\"]}"),
    ("rules", "[\"allow *\"]"),
    ("approver", "\"yes\""),
];

fn input() -> Value {
    json!({"what": "launch"})
}

fn with(mut object: Value, at: &str, name: &str, text: &str) -> Value {
    object.pointer_mut(at).unwrap()[name] = serde_json::from_str(text).unwrap();
    object
}

/// Whatever was said, it is an error that says so, and not an output.
fn is_refused(answer: &Answer) -> bool {
    let json = answer.json();
    let result = &json["result"];
    answer.status >= 400
        || json["ok"] == false
        || result["isError"] == true
        || json["error"].is_object()
}

fn attempts(service: &Address) -> Vec<(String, Answer)> {
    let mut made = Vec::new();
    let mut attempt = |what: String, answer: Answer| made.push((what, answer));
    let path = format!("/api/{NAME}");
    let mcp =
        [("accept", "application/json, text/event-stream"), ("mcp-protocol-version", "2025-11-25")];
    let call = || tool_call(NAME, &input());
    let rpc = || json!({"name": NAME, "input": input()});
    for (name, value) in HEADERS {
        let header = (*name, *value);
        if Surface::Post.is_here() {
            attempt(format!("POST with {name}"), service.post(&path, &[header], &input()));
        }
        if Surface::Mcp.is_here() {
            let headers = [mcp[0], mcp[1], header];
            attempt(format!("MCP with {name}"), service.post("/mcp", &headers, &call()));
        }
        if Surface::Rpc.is_here() {
            attempt(format!("RPC with {name}"), service.post("/rpc", &[header], &rpc()));
        }
    }
    for (name, value) in MEMBERS {
        let larger = with(input(), "", name, value);
        if Surface::Post.is_here() {
            attempt(format!("POST of {name}"), service.post(&path, &[], &larger));
            let query = format!("{path}?{name}={}", super::wire::encoded(value));
            attempt(format!("POST to ?{name}"), service.post(&query, &[], &input()));
            let get = format!("{path}?{}&{name}=true", query_of_input());
            attempt(format!("GET of ?{name}"), service.get(&get));
        }
        if Surface::Mcp.is_here() {
            for at in ["", "/params", "/params/arguments"] {
                let message = with(call(), at, name, value);
                attempt(format!("MCP with {at}/{name}"), service.post("/mcp", &mcp, &message));
            }
            let query = format!("/mcp?{name}=true");
            attempt(format!("MCP to ?{name}"), service.post(&query, &mcp, &call()));
        }
        if Surface::Rpc.is_here() {
            for at in ["", "/input"] {
                let message = with(rpc(), at, name, value);
                attempt(format!("RPC with {at}/{name}"), service.post("/rpc", &[], &message));
            }
            let query = format!("/rpc?{name}=true");
            attempt(format!("RPC to ?{name}"), service.post(&query, &[], &rpc()));
        }
    }
    made
}

fn query_of_input() -> String {
    query(&input())
}

fn hold(service: &Address) {
    let before = runs(service);
    let attempts = attempts(service);
    let run: Vec<&String> =
        attempts.iter().filter(|(_, answer)| !is_refused(answer)).map(|(what, _)| what).collect();
    assert!(run.is_empty(), "these were not refused: {run:?}");
    // What changed nothing about the call itself is answered as the call itself is.
    for (what, answer) in attempts.iter().filter(|(what, _)| what.starts_with("POST with ")) {
        assert_eq!(
            (answer.status, &answer.json()["tag"]),
            (403, &json!("ApprovalDenied")),
            "{what}"
        );
    }
    assert_eq!(runs(service), before, "a handler ran");
    assert!(attempts.len() > 30, "only {} attempts", attempts.len());
}

#[test]
fn nothing_that_travels_to_the_binary_approves() {
    hold(&Serve::start().address);
}

#[test]
fn nothing_that_travels_to_the_worker_approves() {
    let Some((worker, _alone)) = worker() else { return };
    hold(&worker);
}

#[cfg(not(feature = "no-cli"))]
#[test]
fn a_yes_is_for_calls_of_this_process_alone() {
    let site = capstan::site().to_str().unwrap();
    let call = ["fixture", "approve", "--what=launch", "--json"];
    let with = |more: &[&str]| capstan::run(&[&call[..], more].concat());

    let here = with(&["--yes", "--site", site]);
    assert_eq!(here.status.code(), Some(0));
    let said: Value = serde_json::from_slice(&here.stdout).unwrap();
    assert_eq!(said, json!({"done": "launch"}));

    let serve = Serve::start();
    let before = runs(&serve.address);
    let elsewhere = with(&["--yes", "--url", &serve.address.url()]);
    assert_eq!(elsewhere.status.code(), Some(2));
    let said = String::from_utf8(elsewhere.stderr).unwrap();
    assert!(said.contains("--yes") && said.contains("--url"), "{said}");
    assert_eq!(runs(&serve.address), before);
}

/// Standard input that is no terminal is no person, whatever it says.
#[cfg(not(feature = "no-cli"))]
#[test]
fn a_yes_that_is_piped_in_is_no_yes() {
    let site = capstan::site().to_str().unwrap();
    let call = ["fixture", "approve", "--what=launch", "--json", "--site", site];
    let output = capstan::run_with_input(&call, "y\nyes\n");
    assert_eq!(output.status.code(), Some(7));
    let said: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(said["tag"], "ApprovalDenied");
}
