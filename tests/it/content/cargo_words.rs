//! Does a command of cargo that takes too long to run name what is there?

use std::fs;

use crate::sources::root;

/// What is wrong with a command of cargo's: an option, a package or a feature that is not there.
pub(super) fn wrong(words: &str) -> Option<String> {
    let words: Vec<&str> = words.split_whitespace().filter(|it| !it.contains("EXPECT=")).collect();
    match words.as_slice() {
        ["cargo", "xtask", command, options @ ..] => wrong_of_xtask(command, options),
        ["cargo", "build" | "test" | "install" | "run", options @ ..] => wrong_of_cargo(options),
        _ => Some("the test knows no such command of cargo".to_owned()),
    }
}

/// The help of `cargo xtask` is the authority on its options.
fn wrong_of_xtask(command: &str, options: &[&str]) -> Option<String> {
    let source = fs::read_to_string(root().join("xtask/src/arguments.rs")).unwrap();
    let usage = format!("cargo xtask {command} ");
    let Some(usage) = source.lines().find(|it| it.starts_with(&usage)) else {
        return Some(format!("`cargo xtask` has no `{command}`"));
    };
    options
        .iter()
        .filter(|it| it.starts_with('-'))
        .find(|it| !usage.contains(*it))
        .map(|it| format!("`cargo xtask {command}` has no `{it}`"))
}

fn wrong_of_cargo(options: &[&str]) -> Option<String> {
    let mut manifest = None;
    let mut options = options.iter();
    while let Some(option) = options.next() {
        match *option {
            "-p" | "--package" => {
                let name = options.next().copied().unwrap_or_default();
                manifest = manifest_of(name);
                if manifest.is_none() {
                    return Some(format!("there is no package `{name}`"));
                }
            }
            "--path" => {
                let folder = options.next().copied().unwrap_or_default();
                manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).ok();
                if manifest.is_none() {
                    return Some(format!("there is no package in `{folder}`"));
                }
            }
            "--features" => {
                let all = options.next().copied().unwrap_or_default();
                let manifest = manifest.as_deref().unwrap_or_default();
                for feature in all.split(',') {
                    if !manifest.contains(&format!("\n{feature} = [")) {
                        return Some(format!("there is no feature `{feature}`"));
                    }
                }
            }
            "--locked" | "--quiet" | "-q" | "--release" => {}
            option if option.starts_with('-') => {
                return Some(format!("`{option}` is unknown here"));
            }
            _ => {}
        }
    }
    None
}

fn manifest_of(package: &str) -> Option<String> {
    let manifests = crate::sources::all().into_iter().filter(|it| it.path.ends_with("Cargo.toml"));
    let named = format!("\nname = \"{package}\"\n");
    manifests.map(|it| it.text).find(|it| it.contains(&named))
}

#[test]
fn what_is_not_there_is_seen() {
    for right in [
        "cargo xtask dev --content docs --port 9000",
        "cargo xtask test --all",
        "cargo build -p capstan --features no-rpc",
        "cargo install --path cli --locked",
        "UPDATE_EXPECT=1 cargo test -p tests documents",
    ] {
        assert_eq!(wrong(right), None, "{right}");
    }
    for planted in [
        "cargo xtask deploy",
        "cargo xtask dev --folder docs",
        "cargo build -p capstone",
        "cargo build -p capstan --features no-way",
        "cargo install --path client",
        "cargo publish",
    ] {
        assert!(wrong(planted).is_some(), "{planted}");
    }
}
