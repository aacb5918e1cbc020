//! Where do the project, its outputs and the tools lie?

use std::env;
use std::path::{Path, PathBuf};

use crate::trouble::{Outcome, Trouble};

/// The folders that every command works in.
#[derive(Clone, Debug)]
pub(crate) struct Project {
    root: PathBuf,
    cache: PathBuf,
}

impl Project {
    pub(crate) fn here() -> Outcome<Project> {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = manifest.parent().unwrap_or(manifest).to_owned();
        let cache = env::var_os("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .or_else(|| env::var_os("HOME").map(|home| Path::new(&home).join(".cache")))
            .ok_or_else(|| {
                Trouble::new("there is no folder for tools: set HOME or XDG_CACHE_HOME")
            })?;
        Ok(Project { root, cache: cache.join("capstan") })
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The per-user folder of tools, shared by every clone.
    pub(crate) fn cache(&self, relative: &str) -> PathBuf {
        self.cache.join(relative)
    }

    /// The Node that the lock file pins.
    pub(crate) fn node(&self) -> PathBuf {
        self.path("node_modules/.bin/node")
    }

    /// Wrangler's program, for that Node.
    pub(crate) fn wrangler(&self) -> PathBuf {
        self.path("node_modules/wrangler/bin/wrangler.js")
    }
}
