//! Which files are served as they are, wherever they lie.

use contract::{LocalFuture, digest::sha256_hex};

/// One file, opened.
pub struct Asset {
    /// Changes whenever the file does: letters, digits and `-` alone.
    pub version: String,
    /// What is in it; not read before it is asked for.
    pub bytes: LocalFuture<'static, Result<Vec<u8>, AssetsError>>,
}

impl Asset {
    /// A file that was read already.
    pub fn read(bytes: Vec<u8>) -> Asset {
        let version = sha256_hex(&bytes)[..32].to_owned();
        Asset { version, bytes: Box::pin(std::future::ready(Ok(bytes))) }
    }
}

/// The files could not be asked.
#[derive(Debug, thiserror::Error)]
#[error("the site's files do not answer")]
pub struct AssetsError(#[source] pub Box<dyn std::error::Error>);

/// A built site's files.
pub trait Assets {
    /// The file at a path such as `guide/start.md`, which is decoded, relative, and holds no `.` or
    /// `..` segment; `None` where there is none.
    fn open<'a>(&'a self, path: &'a str) -> LocalFuture<'a, Result<Option<Asset>, AssetsError>>;

    /// Whether a file stays as it is for as long as the process lives.
    fn are_fixed(&self) -> bool;
}
