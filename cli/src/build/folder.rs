//! Which files of a folder can matter, and which are refused?

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use knowledge::{
    problem::Problem,
    settings::{BOOK_FILE, SETTINGS_FILE},
    source::{Sources, is_markdown},
};

/// Bytes of one Markdown file.
const MARKDOWN_BYTES_MAX: u64 = 16 * 1024 * 1024;
/// Bytes of one other file that pages may include.
const INCLUDED_BYTES_MAX: u64 = 1024 * 1024;
/// Bytes of all files together that pages may include.
const INCLUDED_BYTES_ALL_MAX: u64 = 256 * 1024 * 1024;
/// Bytes of one file that is served as it is: what the platform takes.
pub(super) const COPIED_BYTES_MAX: u64 = 25 * 1024 * 1024;
/// Files of one folder: what the platform takes of one site.
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

/// What a folder holds.
pub(super) struct Found {
    /// The folder, as the system names it.
    pub(super) root: PathBuf,
    /// Its texts.
    pub(super) sources: Sources,
    /// What is served as it is, by its path there.
    pub(super) copied: BTreeMap<String, Copied>,
    /// The settings of the mdBook that it is or belongs to, and its own: their names and texts.
    pub(super) book: Option<(String, String)>,
    pub(super) own: Option<(String, String)>,
    pub(super) problems: Vec<Problem>,
}

/// A file that is served as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Copied {
    pub(super) file: PathBuf,
    /// Changes whenever its bytes do: their number, and when they were written.
    pub(super) stamp: (u64, u128),
}

/// Reads a folder: plain, or an mdBook by its root or its `src`. A single file that cannot be
/// read is a problem, not an error.
pub(super) fn read(folder: &Path) -> Result<Found, FolderError> {
    if !folder.is_dir() {
        return Err(FolderError::NotAFolder(folder.to_owned()));
    }
    let root = folder.canonicalize().map_err(|source| io_error(folder, source))?;
    let book = text_at(&root.join(BOOK_FILE))?;
    let table = book.as_deref().map(|it| table_of(&root.join(BOOK_FILE), it)).transpose()?;
    let base = table.as_ref().map(book_base).unwrap_or_default();
    let mut walk = Walk {
        root: root.clone(),
        output: table.as_ref().map(book_output).unwrap_or_default(),
        sources: Sources { base: base.clone(), files: Default::default() },
        copied: BTreeMap::new(),
        included_bytes: 0,
        problems: Vec::new(),
        visited: BTreeSet::new(),
    };
    walk.folder(&root, "", 0)?;
    let Walk { sources, copied, problems, .. } = walk;
    let has_page = |path: &String| sources.below_base(path).is_some() && is_markdown(path);
    if !sources.files.keys().any(has_page) {
        return Err(FolderError::NoPages(folder.to_owned()));
    }
    let name = format!("{base}{SETTINGS_FILE}");
    let own = match text_at(&root.join(&name))? {
        Some(text) => Some((name, text)),
        None => text_at(&root.join(SETTINGS_FILE))?.map(|it| (SETTINGS_FILE.to_owned(), it)),
    };
    let book = match book {
        Some(text) => Some((BOOK_FILE.to_owned(), text)),
        None => book_above(&root)?.map(|it| (format!("../{BOOK_FILE}"), it)),
    };
    Ok(Found { root, sources, copied, book, own, problems })
}

/// Where the pages of an mdBook lie below its root: `[book] src`, which is `src` by default.
fn book_base(book: &toml::Table) -> String {
    let src = book.get("book").and_then(|it| it.get("src")).and_then(|it| it.as_str());
    let src = src.unwrap_or("src").trim_matches('/').trim_start_matches("./");
    if src.is_empty() || src == "." { String::new() } else { format!("{src}/") }
}

/// Where mdBook writes, which holds no sources.
fn book_output(book: &toml::Table) -> String {
    let named = book.get("build").and_then(|it| it.get("build-dir")?.as_str());
    named.unwrap_or("book").trim_matches('/').to_owned()
}

/// The settings of the mdBook whose `src` a folder is.
fn book_above(root: &Path) -> Result<Option<String>, FolderError> {
    let Some(above) = root.parent() else { return Ok(None) };
    let Some(text) = text_at(&above.join(BOOK_FILE))? else { return Ok(None) };
    let is_its = text
        .parse::<toml::Table>()
        .is_ok_and(|it| above.join(book_base(&it)).canonicalize().is_ok_and(|it| it == root));
    Ok(is_its.then_some(text))
}

fn text_at(file: &Path) -> Result<Option<String>, FolderError> {
    if !file.is_file() {
        return Ok(None);
    }
    let bytes = fs::read(file).map_err(|source| io_error(file, source))?;
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

fn table_of(file: &Path, text: &str) -> Result<toml::Table, FolderError> {
    text.parse::<toml::Table>().map_err(|error| FolderError::Book {
        file: file.to_owned(),
        reason: error.message().to_owned(),
    })
}

struct Walk {
    root: PathBuf,
    output: String,
    sources: Sources,
    copied: BTreeMap<String, Copied>,
    included_bytes: u64,
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
        let is_link = entry.symlink_metadata().is_ok_and(|it| it.is_symlink());
        if is_link && !self.is_inside(entry) {
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
        let metadata = match fs::metadata(file) {
            Ok(metadata) => metadata,
            Err(error) => {
                self.unreadable(&path, &error);
                return Ok(());
            }
        };
        if !metadata.is_file() {
            return Ok(());
        }
        if self.sources.files.len() + self.copied.len() >= FILES_MAX {
            return Err(FolderError::TooManyFiles(self.root.clone()));
        }
        let size = metadata.len();
        if is_markdown(&path) {
            if size > MARKDOWN_BYTES_MAX {
                let message =
                    format!("it has {size} bytes, and a page at most {MARKDOWN_BYTES_MAX}");
                self.problems.push(Problem::new(&path, message, "split the page"));
                return Ok(());
            }
            self.text(file, path);
            return Ok(());
        }
        self.copied(file, &path, &metadata);
        let extension = path.rsplit_once('.').map(|(_, it)| it.to_ascii_lowercase());
        let is_text = extension.is_none_or(|it| !BINARY_EXTENSIONS.contains(&it.as_str()));
        self.included_bytes += size;
        if is_text && size <= INCLUDED_BYTES_MAX && self.included_bytes <= INCLUDED_BYTES_ALL_MAX {
            self.text(file, path);
        }
        Ok(())
    }

    /// Notes a file that is served as it is: one that lies where the pages do.
    fn copied(&mut self, file: &Path, path: &str, metadata: &fs::Metadata) {
        let Some(own) = self.sources.below_base(path) else { return };
        if [SETTINGS_FILE, BOOK_FILE].contains(&own) {
            return;
        }
        let size = metadata.len();
        if size > COPIED_BYTES_MAX {
            let message =
                format!("it has {size} bytes, and no file over {COPIED_BYTES_MAX} can be served");
            self.problems.push(Problem::new(
                path,
                message,
                "make it smaller, or keep it elsewhere and link to it",
            ));
            return;
        }
        if own.starts_with("_/") {
            let message = "its path is one of the site's own";
            self.problems.push(Problem::new(path, message, "rename its folder"));
            return;
        }
        let written = metadata.modified().ok();
        let written = written.and_then(|it| it.duration_since(std::time::UNIX_EPOCH).ok());
        let stamp = (size, written.map_or(0, |it| it.as_nanos()));
        self.copied.insert(own.to_owned(), Copied { file: file.to_owned(), stamp });
    }

    fn text(&mut self, file: &Path, path: String) {
        match fs::read(file) {
            Ok(bytes) => {
                self.sources.files.insert(path, bytes);
            }
            Err(error) => self.unreadable(&path, &error),
        }
    }

    fn unreadable(&mut self, path: &str, error: &io::Error) {
        let message = format!("it cannot be read: {error}");
        self.problems.push(Problem::new(path, message, "let it be read, or remove it"));
    }
}

fn io_error(path: &Path, source: io::Error) -> FolderError {
    FolderError::Io { path: path.to_owned(), source }
}
