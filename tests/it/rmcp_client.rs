//! Does the Rust SDK's own client, in both eras, find every tool and read every answer?

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command as Process, Stdio},
};

use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt,
    model::{
        ArgumentInfo, CallToolRequestParams, CompleteRequestParams, GetPromptRequestParams,
        JsonObject, ProtocolVersion, ReadResourceRequestParams, Reference,
    },
    service::{RoleClient, RunningService, ServiceError},
};
use serde_json::{Value, json};
use tokio::process::Command;

const BINARY: &str = env!("CARGO_BIN_EXE_capstan-under-test");

/// Pages beyond those that are asked for: more than one list holds.
const MORE_PAGES: usize = 250;

#[derive(Clone, Default)]
struct Client;

impl ClientHandler for Client {}

/// Builds a small site, each test its own.
fn site(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let content = folder.join("content");
    fs::create_dir_all(&content).unwrap();
    let pages = [
        ("tides.md", "# Tides\n\nThe moon pulls the sea.\n\n## Spring tides\n\nTwice a month.\n"),
        ("moon.md", "# The moon\n\nIt turns around the earth, and makes the tides.\n"),
    ];
    for (name, text) in pages {
        fs::write(content.join(name), text).unwrap();
    }
    for number in 0..MORE_PAGES {
        let text = format!("# More, number {number}\n\nOne of many.\n");
        fs::write(content.join(format!("more-{number}.md")), text).unwrap();
    }
    let out = folder.join("site");
    let built = Process::new(BINARY)
        .arg("build")
        .arg(&content)
        .arg("--out")
        .arg(&out)
        .stdout(Stdio::null())
        .status();
    assert!(built.unwrap().success());
    out
}

fn stateless() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
}

type Running = RunningService<RoleClient, Client>;

/// Starts the binary and connects to it.
async fn connect(site: &Path, mode: ClientLifecycleMode) -> (Running, tokio::process::Child) {
    let mut child = Command::new(BINARY)
        .args(["mcp", "--site"])
        .arg(site)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let streams = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
    let running = Client.serve_with_lifecycle(streams, mode).await.unwrap();
    (running, child)
}

async fn call(client: &Running, name: &str, input: Value) -> Result<Value, ServiceError> {
    let arguments: JsonObject = input.as_object().unwrap().clone();
    let params = CallToolRequestParams::new(name.to_owned()).with_arguments(arguments);
    Ok(serde_json::to_value(client.call_tool(params).await?).unwrap())
}

/// The same conversation in either era.
async fn converse(site: &Path, mode: ClientLifecycleMode) {
    let (client, mut child) = connect(site, mode).await;
    let tools = client.list_all_tools().await.unwrap();
    let names: Vec<&str> = tools.iter().map(|it| it.name.as_ref()).collect();
    assert_eq!(names[..2], ["search", "read"]);
    // The conformance suite's fixtures are listed by name and schema alone.
    let own = |name: &str| !name.starts_with("test_") && name != "json_schema_2020_12_tool";
    for tool in tools.iter().filter(|it| own(&it.name)) {
        assert!(tool.title.is_some() && tool.description.is_some(), "{}", tool.name);
        let hints = serde_json::to_value(&tool.annotations).unwrap();
        for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
            assert!(hints[hint].is_boolean(), "{} {hint}", tool.name);
        }
    }

    let found = call(&client, "search", json!({"query": "tides"})).await.unwrap();
    let matches = found["structuredContent"]["matches"].as_array().unwrap();
    assert_eq!(matches[0]["id"], "tides");
    assert!(found["content"][0]["text"].as_str().unwrap().contains("tides"));

    let page = call(&client, "read", json!({"page": "tides", "anchor": "spring-tides"})).await;
    let page = page.unwrap();
    assert!(page["content"][0]["text"].as_str().unwrap().contains("Twice a month."));
    assert!(!page["content"][0]["text"].as_str().unwrap().contains("The moon"));

    let refused = call(&client, "search", json!({})).await.unwrap();
    assert_eq!(refused["isError"], true);
    assert!(refused.get("structuredContent").is_none());
    let failure: Value =
        serde_json::from_str(refused["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(failure["pointer"], "/query");

    documents(&client).await;

    let unknown = call(&client, "serach", json!({})).await;
    let Err(ServiceError::McpError(error)) = unknown else {
        panic!("a tool that is not there is no tool: {unknown:?}");
    };
    assert_eq!(error.code.0, -32602);
    assert_eq!(error.data.unwrap()["nearest"], json!(["search"]));

    client.cancel().await.unwrap();
    assert!(child.wait().await.unwrap().success(), "the end of input ends the process well");
}

/// Resources, completion and prompts.
async fn documents(client: &Running) {
    let resources = client.list_all_resources().await.unwrap();
    assert!(resources.len() > MORE_PAGES, "every page of the list");
    let uri = "capstan://page/tides";
    assert!(resources.iter().any(|it| it.uri == uri));
    let page = client.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
    let page = serde_json::to_value(page).unwrap();
    assert!(page["contents"][0]["text"].as_str().unwrap().contains("Twice a month."));

    let templates = client.list_all_resource_templates().await.unwrap();
    let of_pages = Reference::for_resource(templates[0].uri_template.clone());
    let asked = CompleteRequestParams::new(of_pages, ArgumentInfo::new("id", "tid"));
    assert_eq!(client.complete(asked).await.unwrap().completion.values, ["tides"]);

    let prompts = client.list_all_prompts().await.unwrap();
    let names: Vec<&str> = prompts.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names[..2], ["answer", "explain"]);
    let arguments = json!({"question": "why?"}).as_object().unwrap().clone();
    let asked = GetPromptRequestParams::new("answer").with_arguments(arguments);
    let filled = serde_json::to_value(client.get_prompt(asked).await.unwrap()).unwrap();
    let text = filled["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(text.ends_with("Question: why?"), "{text}");
}

fn run(future: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(future);
}

#[test]
fn the_client_shakes_hands_and_converses() {
    run(async { converse(&site("rmcp-handshake"), ClientLifecycleMode::Initialize).await });
}

#[test]
fn the_client_converses_without_a_handshake() {
    run(async { converse(&site("rmcp-stateless"), stateless()).await });
}

#[test]
fn the_client_finds_out_for_itself() {
    let mode = ClientLifecycleMode::Auto {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        legacy_version: None,
    };
    run(async { converse(&site("rmcp-auto"), mode).await });
}
