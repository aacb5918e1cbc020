//! Which files make up the product, and what of them is code?

use std::path::{Path, PathBuf};

/// One source file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Source {
    /// Its path from the root, with `/`.
    pub(crate) path: String,
    /// Its text.
    pub(crate) text: String,
}

/// Folders that hold what was built, brought or found by the fuzzer, at any depth.
const NOT_OURS: &[&str] =
    &["target", "node_modules", ".git", ".wrangler", ".capstan", "artifacts", "corpus"];

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap().to_owned()
}

/// Every text file of the repository, in order.
pub(crate) fn all() -> Vec<Source> {
    let root = root();
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let kind = entry.file_type().unwrap();
            if kind.is_dir() && !NOT_OURS.contains(&name.as_str()) {
                folders.push(entry.path());
            } else if kind.is_file()
                && name != ".git"
                && let Ok(text) = std::fs::read_to_string(entry.path())
            {
                let path = entry.path();
                let path = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                found.push(Source { path, text });
            }
        }
    }
    found.sort();
    found
}

/// Every Rust file.
pub(crate) fn rust() -> Vec<Source> {
    all().into_iter().filter(|it| it.path.ends_with(".rs")).collect()
}

impl Source {
    /// Whether the file is a test from end to end.
    pub(crate) fn is_test(&self) -> bool {
        self.path.starts_with("tests/")
            || self.path.ends_with("/tests.rs")
            || self.path.contains("/tests/")
    }

    /// The text up to its tests, which every file has at its end.
    pub(crate) fn product(&self) -> &str {
        let tests = self.text.match_indices("#[cfg(test)]\nmod ").map(|(at, _)| at);
        tests.last().map_or(self.text.as_str(), |at| &self.text[..at])
    }

    /// The lines that are code, with their numbers.
    pub(crate) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.product().lines().enumerate().map(|(index, it)| (index + 1, it));
        lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }
}
