//! Does every command of the pages do what its page says?

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command as Process};

use super::sessions::{Command, Step, steps};
use super::{cargo_words, pages, printed, scratch};
use crate::sources::{Source, root};

/// How long one command may take.
const COMMAND_TIME_MAX: Duration = Duration::from_secs(120);

/// The port that pages speak of.
const PORT: u16 = 8787;

#[test]
fn every_command_of_the_pages_does_what_its_page_says() {
    let pages = pages();
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = pages.iter().map(|page| scope.spawn(|| follow(page))).collect();
        threads.into_iter().flat_map(|it| it.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Each command that no test runs, with its reason. The list is edited by hand and meant to shrink.
#[test]
fn every_command_that_does_not_run_is_listed_with_its_reason() {
    let mut unrun = Vec::new();
    for page in pages() {
        for step in steps(&page) {
            if let Step::Command(Command { words, no_run: Some(why), .. }) = step {
                unrun.push(format!("{}: {words}: {why}", page.path));
            }
        }
    }
    let listed = fs::read_to_string(root().join("tests/fence/unrun-commands.txt")).unwrap();
    let listed: Vec<&str> = listed.lines().filter(|it| !it.starts_with('#')).collect();
    assert_eq!(unrun, listed, "on the pages, and listed in tests/fence/unrun-commands.txt");
}

#[test]
fn a_false_page_is_seen() {
    let planted = |name: &str, text: &str| {
        follow(&Source { path: format!("planted-{name}"), text: text.to_owned() })
    };
    assert_eq!(planted("right", "```console\n$ capstan --version\ncapstan ...\n```\n"), [""; 0]);
    let wrong = [
        "```console\n$ capstan --version\ncapstan nine\n```\n",
        "```console\n$ capstan read no-such-page\n```\n",
        "```console exit=\"3\"\n$ capstan read no-such-page --json\n```\n",
        "```console\n$ cargo xtask deploy\n```\n",
        "```console\n$ curl -sf http://127.0.0.1:8787/no-such-page/at-all\n```\n",
        "```console\n$ no-such-program\n```\n",
    ];
    for (index, text) in wrong.into_iter().enumerate() {
        assert_eq!(planted(&index.to_string(), text).len(), 1, "{text}");
    }
}

/// Does all that a page says, and gives what did not go as it says.
fn follow(page: &Source) -> Vec<String> {
    let steps = steps(page);
    if !steps.iter().any(|it| matches!(it, Step::Command(command) if command.no_run.is_none())) {
        return Vec::new();
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let folder = scratch::scratch(&page.path.replace(['/', '.'], "-"));
    let wrong = runtime.block_on(async {
        let mut terminal = Terminal { folder: folder.clone(), servers: BTreeMap::new() };
        let mut wrong = Vec::new();
        for step in steps {
            match step {
                Step::File { path, text } => terminal.write(&path, &text),
                Step::Command(command) if command.no_run.is_some() => {}
                Step::Command(command) => {
                    if let Err(why) = terminal.give(&command).await {
                        let Command { line, words, .. } = &command;
                        wrong.push(format!("{}:{line}: `{words}`\n{why}", page.path));
                    }
                }
            }
        }
        for server in terminal.servers.values_mut() {
            server.process.kill().await.unwrap();
        }
        wrong
    });
    fs::remove_dir_all(folder).unwrap();
    wrong
}

/// Where one page's commands are given.
struct Terminal {
    folder: PathBuf,
    /// By the port that the page speaks of.
    servers: BTreeMap<u16, Server>,
}

struct Server {
    port: u16,
    process: Child,
}

impl Terminal {
    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    async fn give(&mut self, command: &Command) -> Result<(), String> {
        let words = command.words.as_str();
        if let Some(folder) = words.strip_prefix("cd ") {
            self.folder = self.folder.join(folder);
            let is_there = self.folder.is_dir();
            return is_there.then_some(()).ok_or_else(|| "there is no such folder".to_owned());
        }
        if let Some(of_capstan) = words.split_once("-p capstan -- ").map(|(_, it)| it) {
            let words = format!("capstan {of_capstan}");
            return self.run(&words, command).await;
        }
        if words.contains("cargo ") {
            return cargo_words::wrong(words).map_or(Ok(()), Err);
        }
        if let Some(options) = words.strip_prefix("capstan serve") {
            return self.serve(options, &command.prints).await;
        }
        self.run(words, command).await
    }

    async fn run(&mut self, words: &str, command: &Command) -> Result<(), String> {
        if words.contains(&format!("127.0.0.1:{PORT}")) && !self.servers.contains_key(&PORT) {
            self.serve("", &[]).await?;
        }
        let mut words = words.to_owned();
        for (said, server) in &self.servers {
            words = words.replace(&address(*said), &address(server.port));
        }
        let mut shell = self.process("bash");
        shell.args([
            "-euo",
            "pipefail",
            "-c",
            &format!("exec 2>&1; PATH=$PROGRAMS:$PATH\n{words}"),
        ]);
        shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let ended = tokio::time::timeout(COMMAND_TIME_MAX, shell.output());
        let ended = ended.await.map_err(|_| "it does not end".to_owned())?;
        let ended = ended.map_err(|it| it.to_string())?;
        let printed = self.as_said(String::from_utf8_lossy(&ended.stdout).into_owned());
        if ended.status.code() != Some(command.exit) {
            let code = ended.status;
            return Err(format!("ended with {code}, not {}:\n{printed}", command.exit));
        }
        compare(&command.prints, &printed)
    }

    /// Serves at any free port what the page has served at the one that it names.
    async fn serve(&mut self, options: &str, prints: &[String]) -> Result<(), String> {
        let mut said = PORT;
        let mut kept = Vec::new();
        let mut options = options.split_whitespace();
        while let Some(option) = options.next() {
            if option == "--port" {
                said = options.next().and_then(|it| it.parse().ok()).ok_or("a port is a number")?;
            } else {
                kept.push(option);
            }
        }
        self.servers.remove(&said);
        let mut capstan = self.process(scratch::programs().join("capstan"));
        capstan.arg("serve").args(kept).args(["--port", "0"]);
        capstan.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = capstan.spawn().map_err(|it| it.to_string())?;
        let mut lines = BufReader::new(process.stdout.take().ok_or("no output")?).lines();
        let first = tokio::time::timeout(COMMAND_TIME_MAX, lines.next_line());
        let first = first.await.map_err(|_| "it does not begin".to_owned())?;
        let first = first.map_err(|it| it.to_string())?.ok_or("it ended at once")?;
        let port = first.rsplit(':').next().and_then(|it| it.parse().ok());
        let port = port.ok_or_else(|| format!("it named no port: {first}"))?;
        self.servers.insert(said, Server { port, process });
        compare(prints, &self.as_said(first))
    }

    fn as_said(&self, mut printed: String) -> String {
        for (said, server) in &self.servers {
            printed = printed.replace(&address(server.port), &address(*said));
        }
        printed
    }

    fn process(&self, program: impl AsRef<Path>) -> Process {
        let mut process = Process::new(program.as_ref());
        process
            .current_dir(&self.folder)
            .env("PROGRAMS", scratch::programs())
            .env("NO_PROXY", "127.0.0.1")
            .env_remove("CAPSTAN_SITE")
            .env_remove("CLICOLOR_FORCE")
            .kill_on_drop(true);
        process
    }
}

fn address(port: u16) -> String {
    format!("127.0.0.1:{port}")
}

fn compare(prints: &[String], printed: &str) -> Result<(), String> {
    let lines: Vec<&str> = printed.trim_end().lines().collect();
    let is_right = prints.is_empty() || printed::fits(prints, &lines);
    is_right.then_some(()).ok_or_else(|| {
        let prints = prints.join("\n");
        format!("the page says\n{prints}\n--- and it printed\n{printed}")
    })
}
