//! What is in the local D1 database, and how does a built site come into it?

use std::fs;
use std::path::{Path, PathBuf};

use crate::digest;
use crate::process::{program, run_quietly, wrangler};
use crate::project::Project;
use crate::trouble::{Outcome, Trouble};

/// Wrangler's own folder for local state.
pub(crate) const STATE: &str = ".wrangler/state";

/// A local D1 database beside the site that fills it.
#[derive(Debug)]
pub(crate) struct Database<'a> {
    project: &'a Project,
    state: PathBuf,
    site: PathBuf,
}

impl<'a> Database<'a> {
    /// The database under `state`, filled from the built site in `site`.
    pub(crate) fn new(project: &'a Project, state: &str, site: &str) -> Database<'a> {
        Database { project, state: project.path(state), site: project.path(site) }
    }

    /// Makes the database hold the whole site; says whether anything had to be done.
    pub(crate) fn load(&self) -> Outcome<bool> {
        self.take("site.sql")
    }

    /// Makes the database that holds the site as it was hold it as it is now.
    pub(crate) fn update(&self) -> Outcome<bool> {
        self.take("delta.sql")
    }

    fn take(&self, script: &str) -> Outcome<bool> {
        let whole = self.site.join("site.sql");
        if !whole.is_file() {
            return Err(Trouble::new(format!(
                "`{}` is not there: `capstan build` writes it",
                whole.display()
            )));
        }
        let wanted = digest::of_file(&whole)?;
        let note = self.state.join("capstan-loaded");
        let file = self.file()?;
        if file.is_some() && fs::read_to_string(&note).is_ok_and(|it| it == wanted) {
            return Ok(false);
        }
        let file = file.map_or_else(|| self.create(), Ok)?;
        // Where this is cut short, nothing is known of what the database holds.
        if note.exists() {
            fs::remove_file(&note).map_err(Trouble::file("remove", &note))?;
        }
        self.run(&file, &self.site.join(script))?;
        fs::write(&note, wanted).map_err(Trouble::file("write", &note))?;
        Ok(true)
    }

    /// The file that wrangler keeps the database in, where it has made one.
    fn file(&self) -> Outcome<Option<PathBuf>> {
        let folder = self.state.join("v3/d1/miniflare-D1DatabaseObject");
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

    fn create(&self) -> Outcome<PathBuf> {
        let mut command = wrangler(self.project);
        command.args(["d1", "execute", "site", "--local", "--yes", "--command", "SELECT 1"]);
        command.arg("--persist-to").arg(&self.state);
        run_quietly(&mut command, "making the local database")?;
        self.file()?.ok_or_else(|| {
            Trouble::new(format!(
                "wrangler made no local database under `{}`: remove that folder and try again",
                self.state.display()
            ))
        })
    }

    fn run(&self, file: &Path, script: &Path) -> Outcome<()> {
        let mut node = program(self.project, self.project.node());
        node.arg("--no-warnings").arg(self.project.path("xtask/js/run-sql.mjs"));
        run_quietly(node.arg(file).arg(script), "filling the local database").map(drop)
    }
}
