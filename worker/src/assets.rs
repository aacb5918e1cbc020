//! Which files are served as they are, wherever they lie.

use contract::LocalFuture;

/// One file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asset {
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The files could not be asked.
#[derive(Debug, thiserror::Error)]
#[error("the site's files do not answer")]
pub struct AssetsError(#[source] pub Box<dyn std::error::Error>);

/// A built site's files.
pub trait Assets {
    /// The file at a path such as `guide/start.md`, which is decoded, relative, and holds no `.` or
    /// `..` segment; `None` where there is none.
    fn fetch<'a>(&'a self, path: &'a str) -> LocalFuture<'a, Result<Option<Asset>, AssetsError>>;
}
