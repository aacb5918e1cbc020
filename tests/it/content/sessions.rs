//! Which commands does a page tell its readers to give, and what do they print?

use super::fences::{Fence, fences};
use crate::sources::Source;

/// One step through a page.
#[derive(Debug)]
pub(super) enum Step {
    /// A file is written.
    File { path: String, text: String },
    /// A command is given.
    Command(Command),
}

/// One command.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Command {
    /// Its line in the page, from 1.
    pub(super) line: usize,
    /// What is typed.
    pub(super) words: String,
    /// What it prints; nothing where the page shows nothing.
    pub(super) prints: Vec<String>,
    /// How it ends.
    pub(super) exit: i32,
    /// Why it does not run in tests.
    pub(super) no_run: Option<String>,
}

/// What a page has its reader do, in order.
pub(super) fn steps(page: &Source) -> Vec<Step> {
    let mut steps = Vec::new();
    for fence in fences(&page.text) {
        let place = format!("{}:{}", page.path, fence.line);
        if let Some(path) = fence.says.get("title") {
            assert!(!path.starts_with('/') && !path.contains(".."), "{place}: {path}");
            steps.push(Step::File { path: path.clone(), text: fence.text() });
        } else if fence.language == "console" {
            steps.extend(commands(&fence, &place).into_iter().map(Step::Command));
        }
        let is_shell = ["sh", "bash", "shell", "zsh"].contains(&fence.language.as_str());
        let is_file = fence.says.contains_key("title");
        assert!(is_file || !is_shell, "{place}: write `console`, and `$ ` before each command");
    }
    steps
}

fn commands(fence: &Fence, place: &str) -> Vec<Command> {
    for key in fence.says.keys() {
        assert!(["no-run", "exit"].contains(&key.as_str()), "{place}: `{key}` means nothing");
    }
    let no_run = fence.says.get("no-run").cloned();
    assert!(no_run.as_ref().is_none_or(|it| it.len() > 10), "{place}: say why it does not run");
    let exit = fence.says.get("exit").map_or(0, |it| it.parse().unwrap());
    let mut found: Vec<Command> = Vec::new();
    let mut is_open = false;
    for (text, line) in fence.lines.iter().zip(fence.line + 1..) {
        if let Some(words) = text.strip_prefix("$ ") {
            let (words, no_run) = (words.to_owned(), no_run.clone());
            is_open = words.ends_with('\\');
            found.push(Command { line, words, prints: Vec::new(), exit, no_run });
            continue;
        }
        let last = found.last_mut().unwrap_or_else(|| panic!("{place}: begin with `$ `"));
        if is_open {
            last.words = format!("{}\n{text}", last.words);
            is_open = text.ends_with('\\');
        } else {
            last.prints.push(text.clone());
        }
    }
    assert!(!found.is_empty(), "{place}: a block of commands holds one");
    // An empty line between two commands is for the eye.
    for command in &mut found {
        while command.prints.last().is_some_and(|it| it.trim().is_empty()) {
            command.prints.pop();
        }
    }
    found
}

#[test]
fn commands_are_told_from_what_they_print() {
    let text = "```console exit=\"4\"\n$ a \\\n  b\nx\n\n$ c\n```\n";
    let fence = &fences(text)[0];
    let command = |line, words: &str, prints: &[&str]| Command {
        line,
        words: words.to_owned(),
        prints: prints.iter().map(|it| (*it).to_owned()).collect(),
        exit: 4,
        no_run: None,
    };
    assert_eq!(commands(fence, "x"), [command(2, "a \\\n  b", &["x"]), command(6, "c", &[])]);
}
