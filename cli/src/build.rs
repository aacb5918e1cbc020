//! How a folder of Markdown becomes a built site on disk.
//!
//! A built site is a folder with `assets/` (each page's Markdown), `site.db` (SQLite), `site.sql`
//! (loads an empty or older D1), `delta.sql` (moves a D1 that holds the generation before to this
//! one) and `report.json`. Only what changed is written again.

mod assets;
mod database;
mod folder;
mod links;
mod rows;
mod sql_text;
mod staged;
pub mod surfaces;

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use knowledge::{problem::Problem, site::site_of};
use serde::Serialize;

pub use database::{Applied, apply};
pub use folder::FolderError;

use database::{Database, Published};
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
    /// Everything to mend.
    pub problems: Vec<Problem>,
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
pub fn build(from: &Path, into: &Path, strictness: Strictness) -> Result<Report, BuildError> {
    let (sources, mut problems) = folder::read(from)?;
    let mut site = site_of(&sources);
    problems.append(&mut site.problems);
    problems.sort();
    if strictness == Strictness::Strict && !problems.is_empty() {
        return Err(BuildError::Strict(problems));
    }
    assets::write(&site.pages, &into.join("assets"))?;
    let anchors: Vec<Vec<(String, Range<usize>)>> =
        site.pages.iter().map(|it| links::elements_of(&it.text)).collect();
    let written: Vec<Written<'_>> = site
        .pages
        .iter()
        .zip(&anchors)
        .map(|(page, anchors)| {
            let edges = links::leading_from(&page.id, &site.edges);
            Written { page, edges, anchors }
        })
        .collect();
    let file = into.join("site.db");
    let mut database = Database::open(&file)?;
    let Published { generation, blocks, changed, removed, delta } = database.publish(&written)?;
    if let Some(delta) = &delta {
        assets::write_file(&into.join("delta.sql"), delta.as_bytes())?;
    }
    if delta.is_some() || !into.join("site.sql").is_file() {
        assets::write_file(&into.join("site.sql"), database.dump()?.as_bytes())?;
    }
    let report = Report { generation, pages: site.pages.len(), blocks, changed, removed, problems };
    let json = serde_json::to_string_pretty(&report).map_err(|it| BuildError::Write {
        file: into.join("report.json"),
        source: io::Error::other(it),
    })?;
    assets::write_file(&into.join("report.json"), json.as_bytes())?;
    Ok(report)
}

#[cfg(test)]
mod tests;
