//! Where is the local D1 database?

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{run_quietly, wrangler};
use crate::project::Project;
use crate::trouble::{Outcome, Trouble};

/// Wrangler's own folder for local state.
pub(crate) const STATE: &str = ".wrangler/state";

/// The file that wrangler keeps the local database in, made where it is not there yet.
pub(crate) fn local(project: &Project, state: &str) -> Outcome<PathBuf> {
    let state = project.path(state);
    if let Some(file) = find(&state)? {
        return Ok(file);
    }
    let mut command = wrangler(project);
    command.args(["d1", "execute", "site", "--local", "--yes", "--command", "SELECT 1"]);
    command.arg("--persist-to").arg(&state);
    run_quietly(&mut command, "making the local database")?;
    find(&state)?.ok_or_else(|| {
        Trouble::new(format!(
            "wrangler made no local database under `{}`: remove that folder and try again",
            state.display()
        ))
    })
}

fn find(state: &Path) -> Outcome<Option<PathBuf>> {
    let folder = state.join("v3/d1/miniflare-D1DatabaseObject");
    if !folder.is_dir() {
        return Ok(None);
    }
    let entries = fs::read_dir(&folder).map_err(Trouble::file("read", &folder))?;
    let mut paths = entries.flatten().map(|entry| entry.path());
    Ok(paths.find(|path| {
        path.extension().is_some_and(|it| it == "sqlite")
            && path.file_name().is_some_and(|it| it != "metadata.sqlite")
    }))
}
