//! Does the wrong use not compile, for the reason it should not?
//!
//! Each fixture in `ui/` says on its first line which one error it expects. They are checked by
//! the compiler against the very `contract` of this build, so nothing is built a second time.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::sources;

/// Where Cargo put what the fixtures are checked against.
fn libraries() -> BTreeMap<String, PathBuf> {
    let output = Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--package", "contract", "--message-format", "json"])
        .current_dir(sources::root())
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(output.status.success(), "`contract` itself does not compile");
    let mut found = BTreeMap::new();
    for message in serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>() {
        let message = message.unwrap();
        let files = message["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str);
        if let Some(file) = files.into_iter().find(|it| it.ends_with(".rmeta")) {
            let name = message["target"]["name"].as_str().unwrap();
            found.insert(name.to_owned(), PathBuf::from(file));
        }
    }
    found
}

/// The errors of one file, as `code message`.
fn errors(file: &Path, libraries: &BTreeMap<String, PathBuf>) -> Vec<String> {
    let mut rustc = Command::new(Path::new(env!("CARGO")).with_file_name("rustc"));
    rustc.args(["--edition", "2024", "--emit", "metadata", "--error-format", "json"]);
    // The compiler replaces the file it is told to write; a device must never be that file.
    let written = Path::new(env!("CARGO_TARGET_TMPDIR")).join("misuse.rmeta");
    rustc.args(["-A", "warnings"]).arg("-o").arg(written);
    for name in ["contract", "serde_json"] {
        let library = &libraries[name];
        rustc.arg("--extern").arg(format!("{name}={}", library.display()));
        rustc.arg("-L").arg(format!("dependency={}", library.parent().unwrap().display()));
    }
    let output = rustc.arg(file).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    let messages = text.lines().filter_map(|it| serde_json::from_str::<Value>(it).ok());
    messages
        .filter(|it| it["level"] == "error" && !it["spans"].as_array().unwrap().is_empty())
        .map(|it| {
            let code = it["code"]["code"].as_str().unwrap_or("no code");
            format!("{code} {}", it["message"].as_str().unwrap())
        })
        .collect()
}

#[test]
fn each_wrong_use_has_its_own_error() {
    let libraries = libraries();
    let folder = sources::root().join("tests/ui");
    let mut tried = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let file = entry.unwrap().path();
        let text = std::fs::read_to_string(&file).unwrap();
        let Some(expected) = text.lines().next().and_then(|it| it.strip_prefix("//! expect: "))
        else {
            continue;
        };
        let expected = if expected == "nothing" { Vec::new() } else { vec![expected.to_owned()] };
        assert_eq!(errors(&file, &libraries), expected, "{}", file.display());
        tried.push(file.file_stem().unwrap().to_str().unwrap().to_owned());
    }
    tried.sort();
    assert_eq!(
        tried,
        [
            "a_decided_call_compiles",
            "erased_handler_taken_out",
            "name_in_capitals",
            "ports_without_a_proof",
            "proof_borrowed_from_another",
            "proof_forged_by_call",
            "proof_forged_by_literal",
        ]
    );
}
