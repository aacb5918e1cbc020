//! Which hostile pages are there, and what is expected of each?

use std::{collections::BTreeMap, fs, path::PathBuf};

use serde::Deserialize;

/// What stands in a file beside the folder, which no page may show.
pub(super) const SECRET: &str = "words of nobody";

/// One page.
pub(super) struct Page {
    pub(super) file: String,
    pub(super) text: String,
    pub(super) has: Vec<String>,
    pub(super) lacks: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    #[serde(default)]
    has: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
    repeat: Option<usize>,
    #[serde(default)]
    tail: String,
}

fn folder() -> PathBuf {
    crate::sources::root().join("tests/hostile")
}

/// Every page. One without an expectation, and an expectation without a page, are mistakes.
pub(super) fn pages() -> Vec<Page> {
    let expected = fs::read_to_string(folder().join("expected.toml")).unwrap();
    let mut expected: BTreeMap<String, Expected> = toml::from_str(&expected).unwrap();
    let mut files: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .filter(|it| it.ends_with(".md"))
        .collect();
    files.sort();
    let mut pages = Vec::new();
    for file in files {
        let Expected { has, lacks, repeat, tail } =
            expected.remove(&file).unwrap_or_else(|| panic!("nothing is expected of {file}"));
        let text = fs::read_to_string(folder().join(&file)).unwrap();
        let text = match repeat {
            Some(times) => text.strip_suffix('\n').unwrap().repeat(times) + &tail,
            None => text,
        };
        pages.push(Page { file, text, has, lacks });
    }
    assert!(expected.is_empty(), "no pages: {:?}", expected.keys());
    pages
}
