//! Which of the watched files changed?

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Folders and files that are looked at again and again.
#[derive(Debug)]
pub(crate) struct Watched {
    roots: Vec<PathBuf>,
    seen: Seen,
}

type Seen = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Names of folders that hold outputs, never sources.
const OUTPUTS: [&str; 2] = ["node_modules", "target"];

impl Watched {
    pub(crate) fn new(roots: Vec<PathBuf>) -> Watched {
        let seen = look(&roots);
        Watched { roots, seen }
    }

    /// The first file that came, went or changed since the last time, and how many did.
    pub(crate) fn changed(&mut self) -> Option<(PathBuf, usize)> {
        let now = look(&self.roots);
        let came = now.iter().filter(|(path, at)| self.seen.get(*path) != Some(*at));
        let went = self.seen.keys().filter(|path| !now.contains_key(*path));
        let mut paths = came.map(|(path, _)| path).chain(went);
        let first = paths.next().cloned();
        let others = paths.count();
        self.seen = now;
        first.map(|path| (path, others + 1))
    }
}

fn look(roots: &[PathBuf]) -> Seen {
    let mut seen = Seen::new();
    for root in roots {
        note(root, &mut seen, &mut BTreeSet::new());
    }
    seen
}

/// Notes the files of a folder. Links are followed as a build follows them; a link to a folder
/// above would never end, so that each folder is looked at once.
fn note(path: &Path, seen: &mut Seen, folders: &mut BTreeSet<PathBuf>) {
    // A file that went between two looks is one that went.
    let Ok(metadata) = fs::metadata(path) else { return };
    if metadata.is_file() {
        seen.insert(path.to_owned(), (metadata.modified().ok(), metadata.len()));
        return;
    }
    if !fs::canonicalize(path).is_ok_and(|it| folders.insert(it)) {
        return;
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !name.starts_with('.') && !OUTPUTS.contains(&name.as_ref()) {
            note(&entry.path(), seen, folders);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_comes_changes_or_goes_is_seen_once() -> std::io::Result<()> {
        let root = std::env::temp_dir().join(format!("capstan-watch-{}", std::process::id()));
        fs::create_dir_all(root.join(".git"))?;
        let mut watched = Watched::new(vec![root.clone()]);
        let page = root.join("page.md");
        fs::write(&page, "one")?;
        assert_eq!(watched.changed(), Some((page.clone(), 1)));
        assert_eq!(watched.changed(), None);
        fs::write(&page, "longer")?;
        assert_eq!(watched.changed(), Some((page.clone(), 1)));
        fs::write(root.join(".git/index"), "hidden")?;
        assert_eq!(watched.changed(), None);
        fs::remove_file(&page)?;
        assert_eq!(watched.changed(), Some((page, 1)));
        let shelf = root.join(".shelf");
        fs::create_dir(&shelf)?;
        std::os::unix::fs::symlink(&shelf, root.join("linked"))?;
        std::os::unix::fs::symlink(&root, root.join("loop"))?;
        assert_eq!(watched.changed(), None);
        fs::write(shelf.join("book.md"), "one")?;
        assert_eq!(watched.changed(), Some((root.join("linked/book.md"), 1)));
        fs::remove_dir_all(root)
    }
}
