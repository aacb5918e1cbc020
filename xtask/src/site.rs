//! How does a folder of Markdown become a site on disk?

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{program, run, run_quietly, timed};
use crate::project::Project;
use crate::trouble::{Outcome, Trouble};

/// Where a build leaves a site.
pub(crate) const SITE: &str = ".capstan/site";

/// The folder that was asked for, or a sentence on why it cannot be served.
pub(crate) fn content(project: &Project, named: Option<&Path>) -> Outcome<PathBuf> {
    let folder = named.map_or_else(|| project.path("content"), Path::to_owned);
    let absolute = fs::canonicalize(&folder).map_err(|error| {
        Trouble::new(format!("there is no folder `{}` to serve: {error}", folder.display()))
    })?;
    if absolute.is_dir() {
        return Ok(absolute);
    }
    Err(Trouble::new(format!(
        "`{}` is a file: `--content` takes a folder of Markdown",
        folder.display()
    )))
}

/// Compiles the native binary and says where it lies.
pub(crate) fn compile(project: &Project, features: &[&str]) -> Outcome<PathBuf> {
    timed("compiling the native binary", || {
        let mut cargo = program(project, "cargo");
        cargo.args(["build", "--package", "capstan", "--bin", "capstan"]);
        cargo.arg("--target-dir").arg(project.path("target"));
        if !features.is_empty() {
            cargo.arg("--features").arg(features.join(","));
        }
        run(&mut cargo, "building `capstan`")
    })?;
    Ok(project.path("target/debug/capstan"))
}

/// Lines of problems that a build shows before it points at the report.
const PROBLEMS_SHOWN: usize = 5;

/// Builds the site in `site` from its Markdown, only what changed, and brings a local database to
/// it.
pub(crate) fn build(
    project: &Project,
    capstan: &Path,
    content: &Path,
    site: &Path,
    database: &Path,
) -> Outcome<()> {
    let mut command = program(project, capstan);
    command.arg("build").arg(content).arg("--out").arg(site).arg("--apply-to").arg(database);
    let output = run_quietly(&mut command, "`capstan build`")?;
    let mut lines: Vec<&str> = output.lines().collect();
    let summary = lines.pop().unwrap_or_default();
    lines.iter().take(PROBLEMS_SHOWN).for_each(|line| println!("{line}"));
    if let Some(more) = lines.len().checked_sub(PROBLEMS_SHOWN).filter(|it| *it > 0) {
        println!("… and {more} more: `{}` has them all", site.join("report.json").display());
    }
    println!("{summary}");
    Ok(())
}
