//! A built site's files, from disk.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use contract::LocalFuture;
use gateway::assets::{Asset, Assets, AssetsError};

/// The files below a folder.
pub(crate) struct DiskAssets(PathBuf);

impl DiskAssets {
    pub(crate) fn new(folder: PathBuf) -> DiskAssets {
        DiskAssets(folder)
    }

    fn read(&self, path: &str) -> io::Result<Option<Asset>> {
        let file = self.0.join(path);
        let read = || -> io::Result<Vec<u8>> {
            // A link in the folder must not lead out of it.
            if !file.canonicalize()?.starts_with(self.0.canonicalize()?) {
                return Err(ErrorKind::NotFound.into());
            }
            fs::read(&file)
        };
        let is_absent = |error: &io::Error| {
            matches!(
                error.kind(),
                ErrorKind::NotFound
                    | ErrorKind::NotADirectory
                    | ErrorKind::IsADirectory
                    | ErrorKind::InvalidFilename
            )
        };
        match read() {
            Ok(bytes) => Ok(Some(Asset::read(bytes))),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Assets for DiskAssets {
    fn open<'a>(&'a self, path: &'a str) -> LocalFuture<'a, Result<Option<Asset>, AssetsError>> {
        let asset = self.read(path).map_err(|error| AssetsError(Box::new(error)));
        Box::pin(std::future::ready(asset))
    }

    /// The site may be built again meanwhile.
    fn are_fixed(&self) -> bool {
        false
    }
}
