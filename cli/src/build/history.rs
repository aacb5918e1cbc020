//! Which commit was the last to change each file?
//!
//! The history is git's own, asked once for all files. Where there is none, nothing is said.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use knowledge::{settings::Settings, view::Change};
use serde::{Deserialize, Serialize};

/// Bytes of git's answer that are read.
const ANSWER_BYTES_MAX: u64 = 256 * 1024 * 1024;
/// Commits that are looked at, the newest first.
const COMMITS_MAX: u32 = 100_000;
/// Characters of a commit's subject.
const SUBJECT_CHARACTERS_MAX: usize = 200;
/// What begins each commit in git's answer.
const COMMIT: u8 = 1;

/// The history of a folder, as it was found at one commit.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct History {
    /// The commit, and where the history ends in a clone that holds not all of it.
    at: String,
    commits: Vec<Found>,
}

/// A commit that was the last to change some files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Found {
    commit: String,
    date: String,
    subject: String,
    files: Vec<String>,
}

/// The last change to each file below a folder, by its path there. What was found at the same
/// commit before is found again without asking.
pub(super) fn changes_of(
    root: &Path,
    settings: &Settings,
    known: &mut Option<History>,
) -> BTreeMap<String, Change> {
    let history = now(root).map(|(at, ends)| match known.take() {
        Some(known) if known.at == at => known,
        Some(_) | None => History { at, commits: asked(root, &ends).unwrap_or_default() },
    });
    let mut changes = BTreeMap::new();
    for found in history.iter().flat_map(|it| &it.commits) {
        let repository = settings.repository.as_deref();
        let change = Change {
            commit: found.commit.clone(),
            date: found.date.clone(),
            subject: found.subject.clone(),
            url: repository.map(|it| format!("{it}/commit/{}", found.commit)),
        };
        for file in &found.files {
            changes.insert(file.clone(), change.clone());
        }
    }
    *known = history;
    changes
}

/// A call of git that runs nothing that a repository's own configuration names, waits for nobody,
/// and fetches nothing.
fn git(root: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("--no-pager").arg("-C").arg(root);
    for setting in
        ["core.fsmonitor=false", "core.quotePath=false", "log.follow=false", "log.showRoot=true"]
    {
        command.args(["-c", setting]);
    }
    command
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// What names the state of the history, and the commits in which a shallow clone ends.
fn now(root: &Path) -> Option<(String, BTreeSet<String>)> {
    let mut command = git(root);
    command.args(["rev-parse", "HEAD", "--git-path", "shallow"]);
    let output = command.output().ok().filter(|it| it.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut lines = text.lines();
    let head = lines.next().filter(|it| it.len() >= 40)?;
    let shallow = std::fs::read_to_string(root.join(lines.next()?)).unwrap_or_default();
    let ends = shallow.lines().map(str::to_owned).collect();
    Some((format!("{head} {}", contract::digest::sha256_hex(shallow.as_bytes())), ends))
}

fn asked(root: &Path, ends: &BTreeSet<String>) -> Option<Vec<Found>> {
    let mut command = git(root);
    command
        .args(["log", "--no-merges", "--no-show-signature", "--no-ext-diff", "--no-textconv"])
        .args(["-z", "--name-status", "--no-renames", "--relative", "--format=%x01%H%x00%cs%x00%s"])
        .arg(format!("--max-count={COMMITS_MAX}"))
        .args(["--", "."])
        .stdout(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let found = child.stdout.take().map(|it| read(it.take(ANSWER_BYTES_MAX), ends));
    // It may still be writing what is not wanted any more.
    let _ = child.kill();
    let _ = child.wait();
    found
}

/// Reads git's answer: for each commit what it says, then a letter and a path for each file.
fn read(answer: impl Read, ends: &BTreeSet<String>) -> Vec<Found> {
    let mut parts = BufReader::new(answer).split(0).map_while(Result::ok).peekable();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut commits: Vec<Found> = Vec::new();
    let text = |it: Vec<u8>| String::from_utf8_lossy(&it).into_owned();
    let mut open: Option<Found> = None;
    let close = |open: Option<Found>, commits: &mut Vec<Found>| {
        // Of the commit in which a shallow clone ends it is not known what it changed.
        commits.extend(open.filter(|it| !it.files.is_empty() && !ends.contains(&it.commit)));
    };
    while let Some(part) = parts.next() {
        if part.first() == Some(&COMMIT) {
            close(open.take(), &mut commits);
            let (Some(date), Some(subject)) = (parts.next(), parts.next()) else { break };
            open = Some(Found {
                commit: text(part[1..].to_vec()),
                date: text(date),
                subject: without_addresses(&text(subject)),
                files: Vec::new(),
            });
            continue;
        }
        let status = part.iter().copied().find(|it| !it.is_ascii_whitespace());
        let (Some(status), Some(path)) = (status, parts.next_if(|it| it.first() != Some(&COMMIT)))
        else {
            continue;
        };
        let path = text(path);
        let is_first = seen.insert(path.clone());
        if let Some(open) = open.as_mut().filter(|_| is_first && status != b'D') {
            open.files.push(path);
        }
    }
    close(open, &mut commits);
    commits
}

/// A subject whose words name nobody's address.
fn without_addresses(subject: &str) -> String {
    let is_address = |word: &str| {
        let inner = word.trim_matches(|it: char| !it.is_alphanumeric());
        inner.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
    };
    let words: Vec<&str> =
        subject.split_whitespace().map(|it| if is_address(it) { "…" } else { it }).collect();
    words.join(" ").chars().take(SUBJECT_CHARACTERS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(answer: &str, ends: &[&str], expected: &[(&str, &str, &str, &[&str])]) {
        let ends = ends.iter().map(|it| (*it).to_owned()).collect();
        let found = read(answer.as_bytes(), &ends);
        let rows: Vec<(&str, &str, &str, Vec<&str>)> = found
            .iter()
            .map(|it| {
                let files = it.files.iter().map(String::as_str).collect();
                (it.commit.as_str(), it.date.as_str(), it.subject.as_str(), files)
            })
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|(a, b, c, files)| (*a, *b, *c, files.to_vec())).collect();
        assert_eq!(rows, expected);
    }

    #[test]
    fn each_file_has_its_newest_commit() {
        let answer = "\u{1}c3\u{0}2026-03-01\u{0}Third by a@b.example, <c.d@e.org>\u{0}\nM\u{0}a.md\u{0}D\u{0}gone.md\u{0}\
                      \u{1}c2\u{0}2026-02-01\u{0}Second\u{0}\nM\u{0}a.md\u{0}A\u{0}b c\n.md\u{0}M\u{0}gone.md\u{0}\
                      \u{1}c1\u{0}2026-01-01\u{0}\u{0}\nA\u{0}a.md\u{0}A\u{0}d.md\u{0}";
        check(
            answer,
            &[],
            &[
                ("c3", "2026-03-01", "Third by … …", &["a.md"]),
                ("c2", "2026-02-01", "Second", &["b c\n.md"]),
                ("c1", "2026-01-01", "", &["d.md"]),
            ],
        );
        check(
            answer,
            &["c1"],
            &[
                ("c3", "2026-03-01", "Third by … …", &["a.md"]),
                ("c2", "2026-02-01", "Second", &["b c\n.md"]),
            ],
        );
    }

    #[test]
    fn what_is_no_answer_says_nothing() {
        for answer in
            ["", "x", "\u{1}", "\u{1}c\u{0}d", "\u{1}c\u{0}d\u{0}s", "M\u{0}a\u{0}\u{0}\u{0}"]
        {
            check(answer, &[], &[]);
        }
    }
}
