//! How does a folder of Markdown become a site on disk?

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{program, run, timed};
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

/// Builds the site from its Markdown: only what changed.
pub(crate) fn build(project: &Project, capstan: &Path, content: &Path) -> Outcome<()> {
    build_in(project, capstan, content, project.root())
}

/// The same, with the site in `.capstan/site` below `folder`.
pub(crate) fn build_in(
    project: &Project,
    capstan: &Path,
    content: &Path,
    folder: &Path,
) -> Outcome<()> {
    let mut command = program(project, capstan);
    run(command.current_dir(folder).arg("build").arg(content), "`capstan build`")
}
