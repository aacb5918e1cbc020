//! How the binary under test is run, and on which site.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_capstan-under-test");

/// The pages of the site that these tests know.
const PAGES: &[(&str, &str)] = &[
    ("index.md", "# Harbour\n\nWhere ships rest.\n\n## Cranes\n\nA crane lifts the anchor.\n"),
    ("ropes.md", "# Ropes\n\nA rope holds the ship.\n\n## Knots\n\nA knot holds the rope.\n"),
];

/// How a process ended.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) code: i32,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Ended {
    /// Standard output as JSON, where nothing went to standard error.
    #[track_caller]
    pub(super) fn answer(&self) -> Value {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "{}", self.stdout);
        serde_json::from_str(&self.stdout).unwrap()
    }

    /// Standard error as JSON, where nothing went to standard output.
    #[track_caller]
    pub(super) fn failure(&self) -> Value {
        assert_eq!(self.stdout, "", "{}", self.stderr);
        assert_ne!(self.code, 0);
        serde_json::from_str(&self.stderr).unwrap_or_else(|_| panic!("no JSON: {}", self.stderr))
    }
}

/// A folder with a built site, and a deeper one to stand in.
pub(super) fn home() -> &'static Path {
    static HOME: OnceLock<PathBuf> = OnceLock::new();
    HOME.get_or_init(|| {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("command-line-{}", std::process::id()));
        let pages = home.join("pages");
        fs::create_dir_all(home.join("deep/er")).unwrap();
        fs::create_dir_all(&pages).unwrap();
        for (name, text) in PAGES {
            fs::write(pages.join(name), text).unwrap();
        }
        let built = run_in(&home, &["build", "pages"], "");
        assert_eq!(built.code, 0, "{built:?}");
        home
    })
}

/// Runs the binary where the site is near.
pub(super) fn run(words: &[&str]) -> Ended {
    run_in(&home().join("deep/er"), words, "")
}

pub(super) fn run_in(folder: &Path, words: &[&str], input: &str) -> Ended {
    run_with(Command::new(BINARY).current_dir(folder).args(words), input)
}

pub(super) fn command() -> Command {
    Command::new(BINARY)
}

pub(super) fn run_with(command: &mut Command, input: &str) -> Ended {
    let mut child = command
        .env_remove("CLICOLOR_FORCE")
        .env("NO_PROXY", "127.0.0.1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A process that does not read its input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Ended {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}
