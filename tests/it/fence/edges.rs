//! Does any package depend on something that is not written down?

use std::{
    collections::BTreeSet,
    fmt::Write,
    process::{Command, Stdio},
};

use serde_json::Value;

/// The whole picture of dependencies. Edited by hand: adding an edge is a design change, with its
/// reason in the commit. An edge for one platform says which.
///
/// Never renewed by a snapshot tool, which would accept an edge unread.
const EDGES: &str = "\
capstan -> catalog clap clap_complete contract futures-util gateway http http-body-util hyper hyper-util knowledge projections rusqlite serde serde_json thiserror tokio toml ureq
catalog -> base64 contract percent-encoding schemars serde serde_json thiserror unicode-normalization
codemode-isolate -> oxc_allocator oxc_ast oxc_ast_visit oxc_parser oxc_span serde serde_json
contract -> regex-lite schemars serde serde_json serde_path_to_error sha2 strsim thiserror
gateway -> base64 catalog console_error_panic_hook@wasm32 contract futures-util@wasm32 http js-sys@wasm32 projections serde serde_json thiserror wasm-bindgen@wasm32 worker@wasm32
knowledge -> aho-corasick ammonia encoding_rs html5ever percent-encoding pulldown-cmark serde serde-saphyr serde_json sha2 strsim toml unicase unicode-normalization unicode-segmentation
projections -> base64 clap@native contract http serde serde_json thiserror
tests -> capstan
xtask -> ctrlc
";

/// Crates that no pure package may reach, under whatever name: each can do something that only a
/// port may do, or makes a surface by itself. Where the picture above is edited in haste, this
/// still speaks.
const NEVER_IN_PURE: &[&str] = &[
    "axum",
    "cap-std",
    "getrandom",
    "hyper",
    "hyper-util",
    "js-sys",
    "reqwest",
    "rmcp",
    "rquickjs",
    "rusqlite",
    "tokio",
    "ureq",
    "wasm-bindgen",
    "wasm-bindgen-futures",
    "web-sys",
    "worker",
];

const PURE: &[&str] = &["catalog", "codemode-isolate", "contract", "knowledge", "projections"];

fn metadata(folder: &std::path::Path) -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(folder)
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

fn packages(metadata: &Value) -> &[Value] {
    metadata["packages"].as_array().unwrap()
}

/// One line a package: its direct dependencies by real name, those of its tests aside.
fn picture(metadata: &Value) -> BTreeSet<String> {
    let line = |package: &Value| {
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        let names: BTreeSet<String> = dependencies
            .filter(|it| it["kind"] != "dev")
            .map(|it| {
                let platform = match it["target"].as_str() {
                    None => "",
                    Some("cfg(target_arch = \"wasm32\")") => "@wasm32",
                    Some("cfg(not(target_arch = \"wasm32\"))") => "@native",
                    Some(other) => panic!("a platform that the fence does not know: {other}"),
                };
                format!("{}{platform}", it["name"].as_str().unwrap())
            })
            .collect();
        let mut line = format!("{} ->", package["name"].as_str().unwrap());
        for name in names {
            write!(line, " {name}").unwrap();
        }
        line
    };
    packages(metadata).iter().map(line).collect()
}

/// What differs from the written picture, as sentences.
fn undocumented(metadata: &Value) -> Vec<String> {
    let written: BTreeSet<String> = EDGES.lines().map(str::to_owned).collect();
    let found = picture(metadata);
    let extra = found.difference(&written).map(|it| format!("not written down: {it}"));
    let gone = written.difference(&found).map(|it| format!("written down, and not so: {it}"));
    extra.chain(gone).collect()
}

fn impure(metadata: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for package in packages(metadata) {
        let name = package["name"].as_str().unwrap();
        for dependency in package["dependencies"].as_array().unwrap() {
            let on = dependency["name"].as_str().unwrap();
            let is_pure = PURE.contains(&name);
            if is_pure && dependency["kind"] != "dev" && NEVER_IN_PURE.contains(&on) {
                found.push(format!("`{name}` is pure and depends on `{on}`: ask for a port"));
            }
            if on == "tests" {
                found.push(format!("`{name}` depends on `tests`, which nothing may"));
            }
            let siblings = [("catalog", "projections"), ("projections", "catalog")];
            if siblings.contains(&(name, on)) {
                found.push(format!("`{name}` sees `{on}`: only a composition root joins them"));
            }
        }
    }
    found
}

/// Ways in which a build that nobody asked for fixtures would hold them, or lack a surface.
fn features_by_default(metadata: &Value) -> Vec<String> {
    let wanted_by_none =
        |it: &str| it == "fixtures" || it.starts_with("no-") || it.contains("/no-");
    let mut found = Vec::new();
    for package in packages(metadata) {
        let name = package["name"].as_str().unwrap();
        let defaults = package["features"]["default"].as_array().into_iter().flatten();
        let asked = package["dependencies"].as_array().unwrap().iter();
        let asked = asked.flat_map(|it| it["features"].as_array().unwrap());
        for feature in defaults.chain(asked).filter_map(Value::as_str) {
            if wanted_by_none(feature) || feature.ends_with("/fixtures") {
                found.push(format!("`{name}` turns on `{feature}` by default"));
            }
        }
    }
    found
}

fn ours() -> Value {
    metadata(&crate::sources::root())
}

#[test]
fn every_edge_is_written_down() {
    assert_eq!(undocumented(&ours()), [""; 0], "see EDGES in tests/it/fence/edges.rs");
}

#[test]
fn pure_packages_reach_no_platform_and_siblings_do_not_meet() {
    assert_eq!(impure(&ours()), [""; 0]);
}

#[test]
fn a_default_build_holds_no_fixture_and_lacks_no_surface() {
    assert_eq!(features_by_default(&ours()), [""; 0]);
}

/// The metadata with one more dependency of a package.
fn planted(package: &str, dependency: Value) -> Value {
    let mut metadata = ours();
    let packages = metadata["packages"].as_array_mut().unwrap();
    let target = packages.iter_mut().find(|it| it["name"] == package).unwrap();
    target["dependencies"].as_array_mut().unwrap().push(dependency);
    metadata
}

fn dependency(name: &str) -> Value {
    serde_json::json!({"name": name, "kind": null, "target": null, "features": []})
}

#[test]
fn a_planted_edge_is_seen() {
    let metadata = planted("catalog", dependency("projections"));
    let found = undocumented(&metadata);
    let line = "not written down: catalog -> base64 contract percent-encoding projections ";
    assert!(found.iter().any(|it| it.starts_with(line)), "{found:?}");
    assert_eq!(
        impure(&metadata),
        ["`catalog` sees `projections`: only a composition root joins them"]
    );
}

#[test]
fn a_planted_platform_is_seen() {
    let metadata = planted("contract", dependency("tokio"));
    assert!(!undocumented(&metadata).is_empty());
    assert_eq!(impure(&metadata), ["`contract` is pure and depends on `tokio`: ask for a port"]);
    let test_only = serde_json::json!({"name": "tokio", "kind": "dev", "features": []});
    assert_eq!(impure(&planted("contract", test_only)), [""; 0]);
}

#[test]
fn a_planted_default_fixture_is_seen() {
    let mut asking = dependency("catalog");
    asking["features"] = serde_json::json!(["fixtures"]);
    let metadata = planted("gateway", asking);
    assert_eq!(features_by_default(&metadata), ["`gateway` turns on `fixtures` by default"]);
}

/// Another name in `Cargo.toml` hides nothing: Cargo reports the real one.
#[test]
fn a_renamed_edge_is_seen() {
    let folder = std::env::temp_dir().join(format!("capstan-fence-{}", std::process::id()));
    let write = |path: &str, text: &str| {
        let file = folder.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    };
    let package = |name: &str| format!("[package]\nname = \"{name}\"\nedition = \"2024\"\n");
    let renamed =
        "[dependencies]\ninnocent = { package = \"projections\", path = \"../projections\" }\n";
    write(
        "Cargo.toml",
        "[workspace]\nresolver = \"3\"\nmembers = [\"catalog\", \"projections\"]\n",
    );
    write("catalog/Cargo.toml", &format!("{}{renamed}", package("catalog")));
    write("projections/Cargo.toml", &package("projections"));
    write("catalog/src/lib.rs", "");
    write("projections/src/lib.rs", "");
    let found = impure(&metadata(&folder));
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(found, ["`catalog` sees `projections`: only a composition root joins them"]);
}
