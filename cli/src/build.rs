//! How a folder of Markdown becomes a built site on disk.
//!
//! A built site is a folder with `assets/` (each page as Markdown and as HTML, the files that are
//! served as they are, and the site's documents), `site.db` (SQLite), `site.sql` (loads an empty or
//! older D1), `delta.sql` (moves a D1 that holds the generation before to this one), `report.json`,
//! and what the next build can use. Only what changed is made and written again.

mod assets;
mod cache;
mod database;
mod documents;
mod folder;
mod gathered;
mod history;
mod links;
mod parallel;
mod pictures;
mod progress;
mod rendered;
mod rows;
mod sql_file;
mod sql_text;
mod staged;
pub mod surfaces;

use std::io;
use std::path::{Path, PathBuf};

use contract::registry::RegistryError;
use knowledge::{problem::Problem, reader::Reader};
use serde::Serialize;

pub use database::{Applied, apply};
pub use folder::FolderError;

use assets::{Assets, write_file};
use cache::Cache;
use database::{Database, Published};
use gathered::Gathered;
pub use progress::Progress;
use rendered::{Rendered, render};
use rows::Written;

/// The schema, the same for SQLite and D1.
const MIGRATIONS: &[&str] = &[include_str!("../../migrations/0001_site.sql")];

/// What a build did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The generation that is published now.
    pub generation: u64,
    /// Pages of the site.
    pub pages: usize,
    /// Blocks of the site.
    pub blocks: usize,
    /// Pages that are new or were changed.
    pub changed: usize,
    /// Pages that are gone.
    pub removed: usize,
    /// Pages whose Markdown or HTML was made again.
    pub rendered: usize,
    /// Files that are served.
    pub files: usize,
    /// The smallest plan of the platform that takes so many.
    pub plan: Plan,
    /// Everything to mend.
    pub problems: Vec<Problem>,
}

/// A plan of the platform, by the files that it takes of one site.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Plan {
    /// Up to 20,000.
    Free,
    /// Up to 100,000.
    Paid,
    /// More than any plan takes.
    None,
}

impl Plan {
    /// The plan that takes so many files.
    fn of(files: usize) -> Plan {
        match files {
            0..=20_000 => Plan::Free,
            20_001..=100_000 => Plan::Paid,
            _ => Plan::None,
        }
    }
}

/// Whether problems are fatal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strictness {
    /// A site is built whatever is to be mended.
    Lenient,
    /// Nothing is written while anything is to be mended.
    Strict,
}

/// Why there is no built site.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The folder cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The capabilities contradict each other.
    #[error(transparent)]
    Capabilities(#[from] RegistryError),
    /// Strictness was asked for, and there is something to mend.
    #[error("{} problems, and `--strict` allows none", .0.len())]
    Strict(Vec<Problem>),
    /// A file cannot be written.
    #[error("`{}` cannot be written", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// Why not.
        #[source]
        source: io::Error,
    },
    /// The database refuses.
    #[error("`{}` refuses what was built", file.display())]
    Database {
        /// The file.
        file: PathBuf,
        /// Why.
        #[source]
        source: rusqlite::Error,
    },
}

/// Builds the folder `from` into the folder `into`.
///
/// # Errors
/// Where the folder cannot be read, the site cannot be written, or problems are fatal.
pub fn build(
    from: &Path,
    into: &Path,
    strictness: Strictness,
    progress: &Progress,
) -> Result<Report, BuildError> {
    let program = cache::program();
    let gathered = Gathered::of(from, Cache::read(into, program), progress)?;
    if strictness == Strictness::Strict {
        let problems = problems_of(&gathered);
        if !problems.is_empty() {
            return Err(BuildError::Strict(problems));
        }
    }
    let mut assets = Assets::of(into.join("assets"));
    Cache::open(into)?;
    let mut database = Database::open(&into.join("site.db"))?;
    let reader = Reader::of(&gathered.settings);
    let pictures = pictures::sizes_of(&gathered.copied);
    let held = database.digests()?;
    let Rendered { views, top, pages } =
        render(&gathered, &reader, &pictures, &held, &mut assets, progress)?;
    progress.begins("writing", 0);
    for (path, copied) in &gathered.copied {
        if assets.is_free(path) {
            assets.copy(path, copied, gathered.head.copied.get(path).copied())?;
        }
    }
    documents::write(&gathered, &views, &top, &reader, &surfaces::surfaces()?, &mut assets)?;
    assets.remove_others()?;
    drop(views);
    let written: Vec<Written<'_>> = gathered
        .facts
        .iter()
        .zip(&pages)
        .map(|(facts, made)| Written {
            id: &facts.id,
            digest: &made.output.digest,
            blocks: made.output.blocks,
            fresh: made.fresh.as_ref(),
            edges: links::leading_from(&facts.id, &gathered.linked.edges),
        })
        .collect();
    let Published { generation, blocks, changed, removed, delta } = database.publish(&written)?;
    drop(written);
    let sql = sql_file::write(into, &database, delta.as_deref(), gathered.head.sql)?;
    let mut problems = gathered.problems.clone();
    problems.extend(pages.iter().flat_map(|it| it.output.problems.iter().cloned()));
    problems.sort();
    problems.dedup();
    let files = assets.count();
    let report = Report {
        generation,
        pages: pages.len(),
        blocks,
        changed,
        removed,
        rendered: pages.iter().filter(|it| it.fresh.is_some()).count(),
        files,
        plan: Plan::of(files),
        problems,
    };
    let json = serde_json::to_string_pretty(&report).map_err(|it| BuildError::Write {
        file: into.join("report.json"),
        source: io::Error::other(it),
    })?;
    write_file(&into.join("report.json"), json.as_bytes())?;
    let copied = gathered.copied.iter().map(|(path, it)| (path.clone(), it.stamp)).collect();
    let outputs = pages.into_iter().map(|it| it.output).collect();
    let (mut head, kept) = gathered.into_kept(outputs);
    (head.copied, head.sql) = (copied, Some(sql));
    Cache::write(into, program, head, &kept)?;
    Ok(report)
}

/// Everything to mend in a folder, without building it; nothing is written.
///
/// # Errors
/// Where the folder cannot be read.
pub fn check(from: &Path, progress: &Progress) -> Result<Checked, BuildError> {
    let gathered = Gathered::of(from, Cache::default(), progress)?;
    Ok(Checked { pages: gathered.facts.len(), problems: problems_of(&gathered) })
}

/// Everything to mend, what cannot be shown as it was written with it.
fn problems_of(gathered: &Gathered) -> Vec<Problem> {
    let mut problems = rendered::complaints(gathered);
    problems.extend(gathered.problems.iter().cloned());
    problems.sort();
    problems.dedup();
    problems
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Checked {
    /// Pages that there would be.
    pub pages: usize,
    /// Everything to mend.
    pub problems: Vec<Problem>,
}

#[cfg(test)]
mod tests;
