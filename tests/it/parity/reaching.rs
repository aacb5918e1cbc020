//! Does an invalid input reach a handler, over any wire?

use std::{
    io::Write,
    sync::{Mutex, MutexGuard},
};

use serde_json::{Value, json};

use super::{
    capstan::Serve,
    surface::{Surface, tool_call},
    wire::Address,
};
use crate::{corpus, stage::Stage};

/// Where the Worker runs, for one test at a time, since all share its counter. Where nobody says
/// where it is, the test says that it did not run.
#[expect(clippy::disallowed_methods, reason = "only whoever started the Worker knows where it is")]
pub(crate) fn worker() -> Option<(Address, MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    if let Ok(url) = std::env::var("CAPSTAN_URL") {
        let alone = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        return Some((Address::of_url(&url), alone));
    }
    let name = std::thread::current().name().unwrap_or_default().to_owned();
    let said = format!("NOT RUN: {name} needs the Worker: `cargo xtask test` starts it\n");
    std::io::stderr().write_all(said.as_bytes()).unwrap();
    None
}

/// How many handlers ran in the service so far, asked through whichever surface is there.
pub(crate) fn runs(service: &Address) -> u64 {
    let ways = [Surface::Post, Surface::Rpc, Surface::Mcp];
    let way = ways.into_iter().find(|it| it.is_here()).unwrap();
    let found = way.call(service, "fixture.runs", &json!({}), false);
    found.core.unwrap()["runs"].as_u64().unwrap()
}

/// Inputs that do not fit, by another judge than the pipeline's.
fn invalid(name: &str) -> Vec<Value> {
    let stage = Stage::open();
    let contract = stage.invoker.contract(name).unwrap();
    let schema = contract.input.json();
    let judge = jsonschema::draft202012::new(schema).unwrap();
    let values = corpus::around(schema, &contract.examples[0].input);
    values.into_iter().filter(|it| !judge.is_valid(it)).collect()
}

/// The tag with which a surface refuses an input, and where it says the fault is.
fn refusal(service: &Address, surface: Surface, name: &str, input: &Value) -> (Value, Value) {
    let told = match surface {
        Surface::Post => service.post(&format!("/api/{name}"), &[], input).json(),
        Surface::Rpc => {
            let call = json!({"name": name, "input": input});
            service.post("/rpc", &[], &call).json()["failure"].clone()
        }
        Surface::Mcp => {
            let headers = [("accept", "application/json, text/event-stream")];
            let answer = service.post("/mcp", &headers, &tool_call(name, input)).json();
            match answer["result"]["content"][0]["text"].as_str() {
                Some(text) => serde_json::from_str(text).unwrap(),
                // MCP's own rule: arguments are an object, and one that is null is none.
                None => panic!("{input}: {answer}"),
            }
        }
        Surface::Get | Surface::Url | Surface::Cli | Surface::Stdio => {
            panic!("{surface:?} cannot spell every input")
        }
    };
    (told["tag"].clone(), told["pointer"].clone())
}

fn hold(service: &Address) {
    let before = runs(service);
    let mut tried = 0;
    for name in ["fixture.fields", "fixture.fail", "fixture.twin.typed", "fixture.twin.described"] {
        for input in invalid(name) {
            let mut places = Vec::new();
            for surface in [Surface::Post, Surface::Rpc, Surface::Mcp] {
                // To MCP an argument that is no object is no call.
                if !surface.is_here() || surface == Surface::Mcp && !input.is_object() {
                    continue;
                }
                let (tag, pointer) = refusal(service, surface, name, &input);
                assert_eq!(tag, "InvalidInput", "{name} on {surface:?}: {input}");
                places.push(pointer);
                tried += 1;
            }
            places.dedup();
            assert!(places.len() <= 1, "{name}: {input} is wrong at {places:?}");
        }
    }
    if Surface::Get.is_here() {
        for query in [
            "",
            "name=",
            "name=a&name=b",
            "name=Ada&times=0",
            "name=Ada&times=01",
            "name=Ada&times=1e",
            "name=Ada&times=+1",
            "name=Ada&times=",
            "name=Ada&times=1&times=2",
            "name=Ada&x=1",
            "name=%ff",
            "name=%",
            "Name=Ada",
            "name=Ada&times=true",
            "name=Ada&times=0x1",
            "name=Ada&times=%201",
        ] {
            let answer = service.get(&format!("/api/fixture.twin.typed?{query}"));
            assert_eq!(
                (answer.status, &answer.json()["tag"]),
                (400, &json!("InvalidInput")),
                "{query}"
            );
            tried += 1;
        }
    }
    assert_eq!(runs(service), before, "a handler ran");
    assert!(tried > 400, "only {tried} inputs were tried");
    // The counter would have shown it.
    let ways = [Surface::Post, Surface::Rpc, Surface::Mcp];
    for surface in ways.into_iter().filter(|it| it.is_here()) {
        let before = runs(service);
        surface.call(service, "fixture.twin.typed", &json!({"name": "Ada"}), false);
        assert_eq!(runs(service), before + 1, "{surface:?}");
    }
}

#[test]
fn no_invalid_input_reaches_a_handler_of_the_binary() {
    hold(&Serve::start().address);
}

#[test]
fn no_invalid_input_reaches_a_handler_of_the_worker() {
    let Some((worker, _alone)) = worker() else { return };
    hold(&worker);
}
