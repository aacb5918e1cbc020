//! Which files of a folder can matter, and which are refused?

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use knowledge::{
    problem::Problem,
    source::{Sources, is_markdown},
};

/// Bytes of one Markdown file.
const MARKDOWN_BYTES_MAX: u64 = 16 * 1024 * 1024;
/// Bytes of one other file that pages may include.
const INCLUDED_BYTES_MAX: u64 = 1024 * 1024;
/// Files of one folder.
const FILES_MAX: usize = 100_000;
/// How deep folders may nest.
const DEPTH_MAX: usize = 64;
/// Folders that hold no sources.
const SKIPPED_FOLDERS: &[&str] = &["node_modules", "target"];
/// Files that hold no text to include.
const BINARY_EXTENSIONS: &[&str] = &[
    "avif", "bin", "db", "exe", "gif", "gz", "ico", "jpeg", "jpg", "mp4", "otf", "pdf", "png",
    "so", "sqlite", "tar", "ttf", "wasm", "webm", "webp", "woff", "woff2", "zip",
];

/// Why a folder cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It is not there, or it is no folder.
    #[error("`{}` is not a folder: give the folder that holds the Markdown", .0.display())]
    NotAFolder(PathBuf),
    /// It holds no Markdown.
    #[error("`{}` holds no Markdown file: give the folder that holds the pages", .0.display())]
    NoPages(PathBuf),
    /// It holds too much.
    #[error("`{}` holds more than {FILES_MAX} files: give a folder of pages alone", .0.display())]
    TooManyFiles(PathBuf),
    /// Its `book.toml` cannot be read.
    #[error("`{}` is no readable mdBook configuration: {reason}", file.display())]
    Book {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The system refuses.
    #[error("`{}` cannot be read", path.display())]
    Io {
        /// What cannot be read.
        path: PathBuf,
        /// Why not.
        #[source]
        source: io::Error,
    },
}

/// Reads a folder: plain, or an mdBook by its root or its `src`. A single file that cannot be
/// read is a problem, not an error.
pub(super) fn read(folder: &Path) -> Result<(Sources, Vec<Problem>), FolderError> {
    if !folder.is_dir() {
        return Err(FolderError::NotAFolder(folder.to_owned()));
    }
    let root = folder.canonicalize().map_err(|source| io_error(folder, source))?;
    let base = book_base(&root)?;
    let mut walk = Walk {
        root: root.clone(),
        output: book_output(&root),
        sources: Sources { base, files: Default::default() },
        problems: Vec::new(),
        visited: BTreeSet::new(),
    };
    walk.folder(&root, "", 0)?;
    let has_page = |path: &String| walk.sources.below_base(path).is_some() && is_markdown(path);
    if !walk.sources.files.keys().any(has_page) {
        return Err(FolderError::NoPages(folder.to_owned()));
    }
    Ok((walk.sources, walk.problems))
}

/// Where the pages of an mdBook lie below its root: `[book] src`, which is `src` by default.
fn book_base(root: &Path) -> Result<String, FolderError> {
    let Some(book) = book_table(root)? else { return Ok(String::new()) };
    let src = book.get("book").and_then(|it| it.get("src")).and_then(|it| it.as_str());
    let src = src.unwrap_or("src").trim_matches('/').trim_start_matches("./");
    Ok(if src.is_empty() || src == "." { String::new() } else { format!("{src}/") })
}

/// Where mdBook writes, which holds no sources.
fn book_output(root: &Path) -> String {
    let table = book_table(root).ok().flatten();
    let named = table.as_ref().and_then(|it| it.get("build")?.get("build-dir")?.as_str());
    named.unwrap_or("book").trim_matches('/').to_owned()
}

fn book_table(root: &Path) -> Result<Option<toml::Table>, FolderError> {
    let file = root.join("book.toml");
    if !file.is_file() {
        return Ok(None);
    }
    let text = fs::read_to_string(&file).map_err(|source| io_error(&file, source))?;
    match text.parse::<toml::Table>() {
        Ok(table) => Ok(Some(table)),
        Err(error) => Err(FolderError::Book { file, reason: error.message().to_owned() }),
    }
}

struct Walk {
    root: PathBuf,
    output: String,
    sources: Sources,
    problems: Vec<Problem>,
    /// Folders seen, as the system names them: a link to a folder above would never end.
    visited: BTreeSet<PathBuf>,
}

impl Walk {
    fn folder(&mut self, folder: &Path, path: &str, depth: usize) -> Result<(), FolderError> {
        if depth > DEPTH_MAX {
            let message = format!("it nests deeper than {DEPTH_MAX} folders");
            self.problems.push(Problem::new(path, message, "move its pages up"));
            return Ok(());
        }
        let real = folder.canonicalize().map_err(|source| io_error(folder, source))?;
        if !self.visited.insert(real) {
            return Ok(());
        }
        let listing = fs::read_dir(folder).map_err(|source| io_error(folder, source))?;
        let mut entries: Vec<PathBuf> = Vec::new();
        for entry in listing {
            entries.push(entry.map_err(|source| io_error(folder, source))?.path());
        }
        entries.sort();
        for entry in entries {
            self.entry(&entry, path, depth)?;
        }
        Ok(())
    }

    fn entry(&mut self, entry: &Path, above: &str, depth: usize) -> Result<(), FolderError> {
        let Some(name) = entry.file_name().and_then(|it| it.to_str()) else {
            let shown =
                format!("{above}{}", entry.file_name().unwrap_or_default().to_string_lossy());
            self.problems.push(Problem::new(&shown, "its name is not UTF-8", "rename it"));
            return Ok(());
        };
        if name.starts_with('.') {
            return Ok(());
        }
        let path = format!("{above}{name}");
        if !self.is_inside(entry) {
            let message = "it is a link to something that is not in the folder";
            self.problems.push(Problem::new(&path, message, "copy the file into the folder"));
            return Ok(());
        }
        if entry.is_dir() {
            if SKIPPED_FOLDERS.contains(&name)
                || path == self.output && !self.sources.base.is_empty()
            {
                return Ok(());
            }
            return self.folder(entry, &format!("{path}/"), depth + 1);
        }
        self.file(entry, path)
    }

    fn is_inside(&self, entry: &Path) -> bool {
        entry.canonicalize().is_ok_and(|it| it.starts_with(&self.root))
    }

    fn file(&mut self, file: &Path, path: String) -> Result<(), FolderError> {
        let is_page = is_markdown(&path);
        let extension = path.rsplit_once('.').map(|(_, it)| it.to_ascii_lowercase());
        if !is_page && extension.is_some_and(|it| BINARY_EXTENSIONS.contains(&it.as_str())) {
            return Ok(());
        }
        let bytes_max = if is_page { MARKDOWN_BYTES_MAX } else { INCLUDED_BYTES_MAX };
        let size = fs::metadata(file).map(|it| it.len());
        match size {
            Ok(size) if size > bytes_max => {
                if is_page {
                    let message = format!("it has {size} bytes, and a page at most {bytes_max}");
                    self.problems.push(Problem::new(&path, message, "split the page"));
                }
                return Ok(());
            }
            Ok(_) => {}
            Err(error) => {
                self.unreadable(&path, &error);
                return Ok(());
            }
        }
        if self.sources.files.len() >= FILES_MAX {
            return Err(FolderError::TooManyFiles(self.root.clone()));
        }
        match fs::read(file) {
            Ok(bytes) => {
                self.sources.files.insert(path, bytes);
            }
            Err(error) => self.unreadable(&path, &error),
        }
        Ok(())
    }

    fn unreadable(&mut self, path: &str, error: &io::Error) {
        let message = format!("it cannot be read: {error}");
        self.problems.push(Problem::new(path, message, "let it be read, or remove it"));
    }
}

fn io_error(path: &Path, source: io::Error) -> FolderError {
    FolderError::Io { path: path.to_owned(), source }
}
