//! Is every file kept as the house style says?

use crate::sources::{self, Source};

/// Lines of a file. Above this a file answers more than one question.
const LINES_MAX: usize = 500;

/// A rule for one file: what breaks it, as a sentence.
type Rule = fn(&Source) -> Option<&'static str>;

/// Text that would break a rule where it stands whole, so it is put together here.
const UNFINISHED: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X:")];

const RUST_RULES: &[Rule] = &[
    |it| {
        let first = it.text.lines().next().unwrap_or_default();
        let says = first.starts_with("//! ") && first.len() > 12;
        (!says).then_some("its first line must be `//!` and say which question it answers")
    },
    |it| (it.text.lines().count() > LINES_MAX).then_some("it is longer than 500 lines"),
    |it| it.path.ends_with("/mod.rs").then_some("write `x.rs` beside `x/`, never `mod.rs`"),
    |it| {
        let words: Vec<&str> =
            it.text.split(|it: char| !it.is_alphanumeric() && it != ':').collect();
        let unfinished = UNFINISHED.iter().any(|it| words.contains(it));
        unfinished.then_some("finish it, or open an issue")
    },
    |it| {
        let allows = [concat!("#[al", "low("), concat!("#![al", "low(")];
        let found = allows.iter().any(|allow| it.text.contains(allow));
        found.then_some("write `#[expect(lint, reason = \"…\")]`, which ends when its reason does")
    },
    |it| {
        let names = ["utils", "util", "common", "helpers", "helper", "types", "misc", "manager"];
        let stem = it.path.rsplit('/').next().and_then(|it| it.strip_suffix(".rs"));
        names.iter().any(|it| stem == Some(it)).then_some("name the file for what it answers")
    },
    |it| {
        let ignored = [concat!("#[ig", "nore"), concat!("#[should", "_panic")];
        let found = ignored.iter().any(|word| it.text.contains(word));
        found.then_some("assert what happens; no test is skipped or expected to fall")
    },
];

/// Rules for every text file.
const RULES: &[Rule] = &[
    |it| {
        let machine = [
            concat!("/wo", "rk/"),
            concat!("/ro", "ot/"),
            concat!("/ho", "me/"),
            concat!("/Us", "ers/"),
        ];
        let found = machine.iter().any(|path| it.text.contains(path));
        found.then_some("it names a path of one machine")
    },
    |it| it.text.contains('\r').then_some("lines end with LF alone"),
    |it| {
        let conflict = [concat!("<<<", "<<<< "), concat!(">>>", ">>>> ")];
        let found = it.text.lines().any(|line| conflict.iter().any(|it| line.starts_with(it)));
        found.then_some("a merge is unfinished")
    },
    |it| (!it.text.is_empty() && !it.text.ends_with('\n')).then_some("its last line does not end"),
];

/// Files that neither other programs nor other people wrote.
fn is_written_by_hand(source: &Source) -> bool {
    let is_brought = source.path.starts_with("tests/corpora/");
    !is_brought && !["Cargo.lock", "package-lock.json"].contains(&source.path.as_str())
}

fn untidy(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources.iter().filter(|it| is_written_by_hand(it)) {
        let rust: &[Rule] = if source.path.ends_with(".rs") { RUST_RULES } else { &[] };
        for said in RULES.iter().chain(rust).filter_map(|rule| rule(source)) {
            found.push(format!("{}: {said}", source.path));
        }
    }
    found
}

#[test]
fn every_file_is_kept_as_the_house_style_says() {
    let found = untidy(&sources::all());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn each_planted_untidiness_is_seen() {
    let good = "//! Which planted files are tidy?\n";
    let planted = [
        ("a/src/x.rs", "fn a() {}\n".to_owned()),
        ("a/src/x.rs", format!("{good}{}", "\n".repeat(LINES_MAX))),
        ("a/src/x/mod.rs", good.to_owned()),
        ("a/src/x.rs", format!("{good}// {} later\n", UNFINISHED[0])),
        ("a/src/x.rs", format!("{good}{}dead_code)]\n", concat!("#[al", "low("))),
        ("a/src/utils.rs", good.to_owned()),
        ("a/src/x.rs", format!("{good}{}]\n", concat!("#[ig", "nore"))),
        ("README.md", format!("see {}wt\n", concat!("/wo", "rk/"))),
        ("README.md", "a\r\n".to_owned()),
        ("README.md", "no end".to_owned()),
    ];
    for (path, text) in planted {
        let found = untidy(&[Source { path: path.to_owned(), text: text.clone() }]);
        assert_eq!(found.len(), 1, "{path} {text:?}: {found:?}");
    }
    let fine = Source { path: "a/src/x.rs".to_owned(), text: good.to_owned() };
    assert_eq!(untidy(&[fine]), [""; 0]);
}

#[test]
fn every_package_takes_the_lints_of_the_workspace() {
    let manifests: Vec<Source> =
        sources::all().into_iter().filter(|it| it.path.ends_with("/Cargo.toml")).collect();
    assert!(manifests.len() >= 8, "only {} manifests", manifests.len());
    for manifest in manifests {
        let Source { path, text } = manifest;
        assert!(text.contains("\n[lints]\nworkspace = true\n"), "{path}");
        assert!(text.contains("\npublish.workspace = true\n"), "{path}");
    }
}

/// What the lints are told to overlook, by file. The list is edited by hand and meant to shrink.
const EXPECTED_LINTS: &str = include_str!("../fence/expects.txt");

#[test]
fn every_expected_lint_is_written_down() {
    let mut found = Vec::new();
    for source in sources::rust().iter().filter(|it| !it.is_test()) {
        // An attribute may run over lines, so white space is no matter.
        let dense: String = source.product().split_whitespace().collect();
        for opening in ["expect(clippy::", "expect(dead_code", "expect(unused", "expect(unsafe"] {
            for (at, _) in dense.match_indices(opening) {
                let lint = dense[at + "expect(".len()..].split([',', ')']).next().unwrap();
                found.push(format!("{} {lint}", source.path));
            }
        }
    }
    let lines = EXPECTED_LINTS.lines().filter(|it| !it.is_empty() && !it.starts_with('#'));
    let mut listed: Vec<String> = lines.map(str::to_owned).collect();
    found.sort();
    listed.sort();
    assert_eq!(found, listed, "found, and listed in tests/fence/expects.txt");
}
