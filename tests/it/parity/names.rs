//! Does every surface list the same capabilities?

use serde_json::{Value, json};

use super::{
    capstan::{self, Serve},
    reaching::worker,
    surface::{Surface, flat},
    wire::Address,
};
use crate::stage::Stage;

/// What exists for a caller who holds no scope, in order.
fn listed() -> Vec<String> {
    Stage::open().invoker.listed().map(|it| it.address.to_string()).collect()
}

fn hold(service: &Address) {
    let names = listed();
    assert!(names.starts_with(&["search".to_owned(), "read".to_owned()]), "{names:?}");
    if cfg!(not(feature = "no-http")) {
        let catalog = service.get("/catalog.json").json();
        assert_eq!(catalog["version"], "1");
        let in_catalog: Vec<&str> =
            catalog["capabilities"].as_array().unwrap().iter().map(name_of).collect();
        assert_eq!(in_catalog, names, "the catalog");
        let openapi = service.get("/openapi.json").json();
        let paths = openapi["paths"].as_object().unwrap();
        let in_openapi: Vec<&str> =
            paths.keys().map(|it| it.strip_prefix("/api/").unwrap()).collect();
        assert_eq!(in_openapi, names, "OpenAPI");
        for (path, item) in paths {
            let answers_get = service.get(path).status != 405;
            assert_eq!(item.get("get").is_some(), answers_get, "GET {path}");
            assert!(item["post"]["operationId"].is_string(), "{path}");
        }
    }
    let flat_names: Vec<String> = names.iter().map(|it| flat(it)).collect();
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
    if Surface::Mcp.is_here() {
        let headers = [("accept", "application/json, text/event-stream")];
        let answer = service.post("/mcp", &headers, &list).json();
        assert_eq!(tools(&answer), flat_names, "MCP");
        assert_eq!(tools(&capstan::converse(&[list])), flat_names, "MCP on standard input");
    }
    if Surface::Rpc.is_here() {
        for (name, exists) in names
            .iter()
            .map(|it| (it.as_str(), true))
            .chain([("fixture.scoped", false), ("x", false)])
        {
            let call = json!({"name": name, "input": {"\u{0}": 0}});
            let kind = service.post("/rpc", &[], &call).json()["failure"]["kind"].clone();
            let expected = if exists { "invalidInput" } else { "unknownCapability" };
            assert_eq!(kind, expected, "RPC {name}");
        }
    }
}

fn name_of(capability: &Value) -> &str {
    capability["name"].as_str().unwrap()
}

/// Those of the conformance suite aside, which are no capabilities.
fn tools(answer: &Value) -> Vec<&str> {
    let names = answer["result"]["tools"].as_array().unwrap().iter().map(name_of);
    names.filter(|it| !it.starts_with("test_") && *it != "json_schema_2020_12_tool").collect()
}

/// A document's part about one twin, as it would be about the other.
fn swapped(part: &str) -> String {
    let described = part.replace("twin.described", "twin.typed");
    described.replace("twin_described", "twin_typed").replace("twin described", "twin typed")
}

/// Nobody can tell a capability made of types from one described by schemas alone.
fn hold_twins(service: &Address) {
    let mut compared = Vec::new();
    let mut compare = |what: &'static str, typed: &str, described: &str| {
        assert!(typed.len() > 100, "{what}: {typed}");
        assert_ne!(typed, described, "{what}: the names differ at least");
        assert_eq!(typed, swapped(described), "{what}");
        compared.push(what);
    };
    let twin = |list: &Value, ending: &str| {
        let mut all = list.as_array().unwrap().iter();
        let name = format!("fixture.twin.{ending}");
        all.find(|it| name_of(it) == name || name_of(it) == flat(&name)).unwrap().to_string()
    };
    if cfg!(not(feature = "no-http")) {
        let catalog = service.get("/catalog.json").json()["capabilities"].clone();
        compare("the catalog", &twin(&catalog, "typed"), &twin(&catalog, "described"));
        let paths = service.get("/openapi.json").json()["paths"].clone();
        let path = |ending: &str| paths[format!("/api/fixture.twin.{ending}")].to_string();
        compare("OpenAPI", &path("typed"), &path("described"));
    }
    if Surface::Mcp.is_here() {
        let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
        let headers = [("accept", "application/json, text/event-stream")];
        let tools = service.post("/mcp", &headers, &list).json()["result"]["tools"].clone();
        compare("MCP", &twin(&tools, "typed"), &twin(&tools, "described"));
    }
    if Surface::Cli.is_here() {
        let help = |ending: &str| {
            let output = capstan::run(&["fixture", "twin", ending, "--help"]);
            String::from_utf8(output.stdout).unwrap()
        };
        compare("the command line", &help("typed"), &help("described"));
    }
    assert!(compared.len() >= 2, "only {compared:?} were compared");
}

#[test]
fn the_twins_cannot_be_told_apart() {
    hold_twins(&Serve::start().address);
}

#[test]
fn every_surface_of_the_binary_lists_the_same() {
    hold(&Serve::start().address);
}

#[test]
fn every_surface_of_the_worker_lists_the_same() {
    let Some((worker, _alone)) = worker() else { return };
    hold(&worker);
    hold_twins(&worker);
}

#[test]
fn the_catalog_of_the_command_line_lists_the_same() {
    let output = capstan::run(&["catalog"]);
    let catalog: Value = serde_json::from_slice(&output.stdout).unwrap();
    let in_catalog: Vec<&str> =
        catalog["capabilities"].as_array().unwrap().iter().map(name_of).collect();
    assert_eq!(in_catalog, listed());
}

#[cfg(not(feature = "no-cli"))]
#[test]
fn every_capability_has_its_command_and_nothing_else_has() {
    let stage = Stage::open();
    let mut found = Vec::new();
    for command in projections::cli::commands(stage.invoker.listed()) {
        collect(&command, "", &mut found);
    }
    let mut names = listed();
    names.sort();
    found.sort();
    assert_eq!(found, names);
    for name in names {
        let mut path: Vec<&str> = name.split('.').collect();
        path.push("--help");
        let output = capstan::run(&path);
        assert_eq!(output.status.code(), Some(0), "{path:?}");
        let help = String::from_utf8(output.stdout).unwrap();
        assert!(help.contains(&format!(" {} [OPTIONS]", name.replace('.', " "))), "{help}");
    }
    let hidden = capstan::run(&["fixture", "scoped", "--help"]);
    assert_ne!(hidden.status.code(), Some(0), "a capability that does not exist has help");
}

/// The names of a command that has no command below it, joined by dots.
#[cfg(not(feature = "no-cli"))]
fn collect(command: &clap::Command, above: &str, found: &mut Vec<String>) {
    let name = format!("{above}{}", command.get_name());
    match command.has_subcommands() {
        true => {
            let above = format!("{name}.");
            command.get_subcommands().for_each(|it| collect(it, &above, found));
        }
        false => found.push(name),
    }
}
