//! The native binary as a process: a site built once, and what is run over it.

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::OnceLock,
};

use serde_json::Value;

use super::wire::Address;
use crate::sources;

const BINARY: &str = env!("CARGO_BIN_EXE_capstan-under-test");

/// The site of `tests/site`, built by the binary under test.
pub(crate) fn site() -> &'static Path {
    static SITE: OnceLock<PathBuf> = OnceLock::new();
    SITE.get_or_init(|| {
        let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parity-site");
        // What an earlier run left would make this a rebuild.
        if site.exists() {
            std::fs::remove_dir_all(&site).unwrap();
        }
        let content = sources::root().join("tests/site");
        let built = command().arg("build").arg(content).arg("--out").arg(&site).output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        site
    })
}

fn command() -> Command {
    let mut command = Command::new(BINARY);
    command.env_remove("CAPSTAN_SITE").current_dir(env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::null());
    command
}

/// Runs the binary and waits for its end.
pub(crate) fn run<T: AsRef<str>>(arguments: &[T]) -> Output {
    command().args(arguments.iter().map(AsRef::as_ref)).output().unwrap()
}

/// Runs the binary with something on its standard input.
#[cfg(not(feature = "no-cli"))]
pub(crate) fn run_with_input(arguments: &[&str], input: &str) -> Output {
    let mut command = command();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The binary may end without reading it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// `capstan serve` over the site, until it is dropped.
pub(crate) struct Serve {
    child: Child,
    pub(crate) address: Address,
    /// What it told whoever runs it.
    pub(crate) log: PathBuf,
}

impl Serve {
    pub(crate) fn start() -> Serve {
        let mut command = command();
        command.args(["serve", "--port", "0", "--site"]).arg(site());
        let log = std::thread::current().name().unwrap_or("serve").replace("::", "-");
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{log}.log"));
        let told = std::fs::File::create(&log).unwrap();
        let mut child = command.stdout(Stdio::piped()).stderr(told).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let url = first.split_whitespace().find(|it| it.starts_with("http://"));
        let Some(url) = url else { panic!("`capstan serve` said {first:?}") };
        Serve { address: Address::of_url(url.trim_end_matches(['.', ','])), child, log }
    }
}

impl Drop for Serve {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Says some messages to `capstan mcp` and gives the answer to the last.
pub(crate) fn converse(messages: &[Value]) -> Value {
    let mut command = command();
    command.arg("mcp").arg("--site").arg(site());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for message in messages {
        writeln!(input, "{message}").unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(text.lines().last().unwrap_or_default())
        .unwrap_or_else(|_| panic!("`capstan mcp` said {text:?}"))
}
