//! Which files does a site serve as they are?

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use knowledge::page::Page;

use super::BuildError;

/// Writes each page's Markdown as `<id>.md`, and removes those of pages that are gone.
pub(super) fn write(pages: &[Page], into: &Path) -> Result<(), BuildError> {
    let mut kept = BTreeSet::new();
    for page in pages {
        let file = into.join(format!("{}.md", page.id));
        write_file(&file, page.text.as_bytes())?;
        kept.insert(file);
    }
    let index = into.join("index.md");
    if !kept.contains(&index) {
        write_file(&index, list_of(pages).as_bytes())?;
        kept.insert(index);
    }
    remove_others(into, &kept)
}

/// A front page for a site that has none: its pages, in order.
fn list_of(pages: &[Page]) -> String {
    let mut list = "# Pages\n\n".to_owned();
    for page in pages {
        let route =
            page.id.replace('%', "%25").replace(' ', "%20").replace('?', "%3F").replace('#', "%23");
        let title = page.title.replace('[', "\\[").replace(']', "\\]");
        list.push_str(&format!("- [{title}](/{route})\n"));
    }
    list
}

/// Writes a file whole or not at all, and only where it differs.
pub(super) fn write_file(file: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    let failed = |source: io::Error| BuildError::Write { file: file.to_owned(), source };
    if fs::read(file).is_ok_and(|it| it == bytes) {
        return Ok(());
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut staged = file.as_os_str().to_owned();
    staged.push(".new");
    let staged = PathBuf::from(staged);
    fs::write(&staged, bytes).and_then(|()| fs::rename(&staged, file)).map_err(failed)
}

fn remove_others(folder: &Path, kept: &BTreeSet<PathBuf>) -> Result<(), BuildError> {
    let failed = |source: io::Error| BuildError::Write { file: folder.to_owned(), source };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            remove_others(&path, kept)?;
            // Only an empty folder can be removed, and only an empty one should be.
            let _ = fs::remove_dir(&path);
        } else if !kept.contains(&path) {
            fs::remove_file(&path).map_err(failed)?;
        }
    }
    Ok(())
}
