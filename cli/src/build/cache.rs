//! What was made of each page at the last build, so that it need not be made again?
//!
//! Invariant: what is kept is used only by the program that wrote it, and only while everything it
//! was made of is the same. A damaged file is as good as none.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use knowledge::{facts::Facts, problem::Problem, term::Occurrences};
use serde::{Deserialize, Serialize};

use super::{BuildError, assets::write_file, history::History, parallel};

/// The file that holds it.
const FILE: &str = "cache.jsonl";
/// Stands there while assets are being written, so that a build that was killed is known.
const OPEN: &str = "building";
/// The last line.
const END: &str = "end";

/// What names this very program: nothing of it is trusted by another.
pub(super) fn program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let bytes = std::env::current_exe().and_then(fs::read);
        // Where it cannot read itself, its version is the best that is known.
        bytes.map_or_else(
            |_| env!("CARGO_PKG_VERSION").to_owned(),
            |it| contract::digest::sha256_hex(&it),
        )
    })
}

/// One page, by its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    /// Of the file's bytes, those of the files it includes, and its line of SUMMARY.md.
    pub(super) stamp: String,
    pub(super) facts: Facts,
    pub(super) occurrences: Occurrences,
    pub(super) output: Option<Output>,
}

/// What was written of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Output {
    /// Of everything that its two forms are made of.
    pub(super) key: String,
    /// Of its rows.
    pub(super) digest: String,
    pub(super) blocks: usize,
    /// What could not be shown as it was written.
    pub(super) problems: Vec<Problem>,
}

/// All that is kept beside the pages.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Head {
    program: String,
    pages: usize,
    /// The files that were copied, with their stamps.
    pub(super) copied: BTreeMap<String, (u64, u128)>,
    /// What git said last.
    pub(super) history: Option<History>,
    /// Bytes of `site.sql`, and of the part that was written at once; changes follow it.
    pub(super) sql: Option<(u64, u64)>,
}

/// What the last build left.
#[derive(Default)]
pub(super) struct Cache {
    pub(super) head: Head,
    pub(super) pages: BTreeMap<String, Kept>,
}

impl Cache {
    /// Reads what this very program wrote; nothing where there is none, or it is damaged.
    pub(super) fn read(site: &Path, program: &str) -> Cache {
        let mut cache = Cache::parse(site, program).unwrap_or_default();
        if site.join(OPEN).exists() {
            // What a killed build wrote is not known; what pages say is.
            cache.head = Head::default();
            cache.pages.values_mut().for_each(|it| it.output = None);
        }
        cache
    }

    fn parse(site: &Path, program: &str) -> Option<Cache> {
        let text = fs::read_to_string(site.join(FILE)).ok()?;
        let mut lines = text.lines();
        let head: Head = serde_json::from_str(lines.next()?).ok()?;
        let lines: Vec<&str> = lines.collect();
        let (end, lines) = lines.split_last()?;
        if head.program != program || head.pages != lines.len() || *end != END {
            return None;
        }
        let pages = parallel::each(lines.len(), |it| serde_json::from_str::<Kept>(lines[it]).ok());
        let pages = pages.into_iter().map(|it| it.map(|it| (it.facts.file.clone(), it)));
        Some(Cache { head, pages: pages.collect::<Option<_>>()? })
    }

    /// Says that assets are about to be written.
    pub(super) fn open(site: &Path) -> Result<(), BuildError> {
        write_file(&site.join(OPEN), b"A build is under way, or was killed.\n").map(drop)
    }

    /// Keeps what the next build can use, once everything else is written.
    pub(super) fn write(
        site: &Path,
        program: &str,
        mut head: Head,
        pages: &[Kept],
    ) -> Result<(), BuildError> {
        let file = site.join(FILE);
        let failed = |file: &PathBuf, source| BuildError::Write { file: file.clone(), source };
        program.clone_into(&mut head.program);
        head.pages = pages.len();
        let line = |it: serde_json::Result<String>| {
            it.map_err(|it| failed(&file, std::io::Error::other(it)))
        };
        let mut text = line(serde_json::to_string(&head))?;
        for it in parallel::each(pages.len(), |it| serde_json::to_string(&pages[it])) {
            text.push('\n');
            text.push_str(&line(it)?);
        }
        text.push('\n');
        text.push_str(END);
        write_file(&file, text.as_bytes())?;
        let open = site.join(OPEN);
        if open.exists() {
            fs::remove_file(&open).map_err(|it| failed(&open, it))?;
        }
        Ok(())
    }
}
