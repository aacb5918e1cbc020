//! Which files does a site serve as they are?

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{BuildError, folder::Copied};

/// The folder of what is served, while it is being written.
pub(super) struct Assets {
    folder: PathBuf,
    /// Paths below the folder, `/`-separated.
    kept: BTreeSet<String>,
}

impl Assets {
    pub(super) fn of(folder: PathBuf) -> Assets {
        Assets { folder, kept: BTreeSet::new() }
    }

    /// Where a file of this path lies.
    pub(super) fn place(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    /// Keeps a file that is written already.
    pub(super) fn keep(&mut self, path: &str) {
        self.kept.insert(path.to_owned());
    }

    /// Whether nothing has been written or kept at a path.
    pub(super) fn is_free(&self, path: &str) -> bool {
        !self.kept.contains(path)
    }

    pub(super) fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), BuildError> {
        self.keep(path);
        write_file(&self.place(path), bytes).map(drop)
    }

    /// Copies a file, unless it was copied before and is the same since.
    pub(super) fn copy(
        &mut self,
        path: &str,
        copied: &Copied,
        before: Option<(u64, u128)>,
    ) -> Result<(), BuildError> {
        self.keep(path);
        let place = self.place(path);
        let size = fs::metadata(&place).ok().filter(fs::Metadata::is_file).map(|it| it.len());
        if before == Some(copied.stamp) && size == Some(copied.stamp.0) {
            return Ok(());
        }
        let failed = |source| BuildError::Write { file: copied.file.clone(), source };
        let bytes = fs::read(&copied.file).map_err(failed)?;
        write_file(&place, &bytes).map(drop)
    }

    /// How many files are served.
    pub(super) fn count(&self) -> usize {
        self.kept.len()
    }

    /// Removes every file that is not kept.
    pub(super) fn remove_others(&self) -> Result<(), BuildError> {
        remove_others(&self.folder, &mut String::new(), &self.kept)
    }
}

/// Writes a file whole or not at all, and only where it differs; says whether it did.
pub(super) fn write_file(file: &Path, bytes: &[u8]) -> Result<bool, BuildError> {
    let failed = |source: io::Error| BuildError::Write { file: file.to_owned(), source };
    let size = fs::metadata(file).ok().filter(fs::Metadata::is_file).map(|it| it.len());
    let is_same_size = size.and_then(|it| usize::try_from(it).ok()) == Some(bytes.len());
    if is_same_size && fs::read(file).is_ok_and(|it| it == bytes) {
        return Ok(false);
    }
    let mut staged = file.as_os_str().to_owned();
    staged.push(".new");
    let staged = PathBuf::from(staged);
    if fs::write(&staged, bytes).is_err() {
        if let Some(folder) = file.parent() {
            // What was a file before may be a folder now.
            for above in folder.ancestors().filter(|it| it.is_file()) {
                fs::remove_file(above).map_err(failed)?;
            }
            fs::create_dir_all(folder).map_err(failed)?;
        }
        fs::write(&staged, bytes).map_err(failed)?;
    }
    if file.is_dir() {
        // A page that was a folder of pages before.
        fs::remove_dir_all(file).map_err(failed)?;
    }
    fs::rename(&staged, file).map_err(failed)?;
    Ok(true)
}

/// Removes what is not kept of a folder whose own path is `above`, with `/` at its end.
fn remove_others(
    folder: &Path,
    above: &mut String,
    kept: &BTreeSet<String>,
) -> Result<(), BuildError> {
    let failed = |source: io::Error| BuildError::Write { file: folder.to_owned(), source };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let length = above.len();
        let name = entry.file_name();
        // A name that is not UTF-8 was not written here, and is not kept.
        above.push_str(name.to_str().unwrap_or_default());
        if entry.file_type().map_err(failed)?.is_dir() {
            let path = entry.path();
            above.push('/');
            remove_others(&path, above, kept)?;
            // Only an empty folder can be removed, and only an empty one should be.
            let _ = fs::remove_dir(&path);
        } else if name.to_str().is_none() || !kept.contains(above.as_str()) {
            fs::remove_file(entry.path()).map_err(failed)?;
        }
        above.truncate(length);
    }
    Ok(())
}
