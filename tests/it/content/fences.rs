//! Which fenced blocks does a page hold, and what do they say of themselves?

use std::collections::BTreeMap;

/// One fenced block.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Fence {
    /// The line of its opening, from 1.
    pub(super) line: usize,
    /// The first word after the fence.
    pub(super) language: String,
    /// What stands after it, as `key="value"`.
    pub(super) says: BTreeMap<String, String>,
    /// What is in it, without the indentation of the fence.
    pub(super) lines: Vec<String>,
}

impl Fence {
    pub(super) fn text(&self) -> String {
        self.lines.iter().map(|it| format!("{it}\n")).collect()
    }
}

/// The fenced blocks of a page, in order.
pub(super) fn fences(text: &str) -> Vec<Fence> {
    let mut found = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((opening, line)) = lines.next() {
        let inner = opening.trim_start();
        let indent = opening.len() - inner.len();
        let marks = inner.chars().take_while(|it| *it == '`').count();
        if marks < 3 {
            continue;
        }
        let (language, rest) = inner[marks..].split_once(' ').unwrap_or((&inner[marks..], ""));
        let closing = "`".repeat(marks);
        let within = lines.by_ref().map(|(it, _)| it).take_while(|it| it.trim() != closing);
        let lines = within.map(|it| it.get(indent..).unwrap_or_default().to_owned()).collect();
        found.push(Fence { line, language: language.to_owned(), says: said(rest, line), lines });
    }
    found
}

fn said(mut rest: &str, line: usize) -> BTreeMap<String, String> {
    let mut says = BTreeMap::new();
    while let Some((key, after)) = rest.trim_start().split_once("=\"") {
        let (value, after) = after.split_once('"').unwrap_or_else(|| {
            panic!("line {line}: `{key}=\"` has no end");
        });
        says.insert(key.to_owned(), value.to_owned());
        rest = after;
    }
    assert_eq!(rest.trim(), "", "line {line}: write `key=\"value\"` after the language");
    says
}

#[test]
fn a_block_has_its_language_its_words_and_its_lines() {
    let text = "a\n   ````rust x=\"a b\" y=\"\"\n   fn a() {\n     ```\n   ````\n```\n\nb\n```\n";
    let says = |pairs: &[(&str, &str)]| {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    };
    let first = Fence {
        line: 2,
        language: "rust".to_owned(),
        says: says(&[("x", "a b"), ("y", "")]),
        lines: vec!["fn a() {".to_owned(), "  ```".to_owned()],
    };
    let second = Fence {
        line: 6,
        language: String::new(),
        says: BTreeMap::new(),
        lines: vec![String::new(), "b".to_owned()],
    };
    assert_eq!(fences(text), [first, second]);
}
