//! The Assets port over the binding to the static files.

use contract::LocalFuture;
use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;

use crate::assets::{Asset, Assets, AssetsError};
use crate::bindings::{FileAnswer, Files, said};

/// Where the files are asked; the binding looks at the path alone.
const PLACE: &str = "http://files.invalid/";

/// A site's files on Cloudflare.
pub(crate) struct DeployedFiles(Files);

impl DeployedFiles {
    /// Takes the binding.
    pub(crate) fn new(files: Files) -> DeployedFiles {
        DeployedFiles(files)
    }

    async fn ask(&self, path: &str) -> Result<Option<Asset>, FilesError> {
        let segments = path.split('/').map(|it| String::from(js_sys::encode_uri_component(it)));
        let url = segments.fold(PLACE.to_owned(), |url, segment| {
            if url == PLACE { url + &segment } else { url + "/" + &segment }
        });
        let answer = JsFuture::from(self.0.fetch(&url)?).await?;
        let answer: FileAnswer = answer.unchecked_into();
        match answer.status() {
            200 => {
                let version = answer.headers().get("etag").as_deref().map(version_of);
                let bytes = Box::pin(async move {
                    whole(&answer).await.map_err(|error| AssetsError(Box::new(error)))
                });
                match version.filter(|it| !it.is_empty()) {
                    Some(version) => Ok(Some(Asset { version, bytes })),
                    None => Ok(Some(Asset::read(bytes.await?))),
                }
            }
            404 => Ok(None),
            status => Err(FilesError::Status(status)),
        }
    }
}

/// The binding gave no file, nor said that there is none.
#[derive(Debug, thiserror::Error)]
enum FilesError {
    #[error(transparent)]
    Unread(#[from] AssetsError),
    #[error("{0}")]
    Threw(String),
    #[error("the binding answered with status {0}")]
    Status(u16),
}

impl From<JsValue> for FilesError {
    fn from(thrown: JsValue) -> FilesError {
        FilesError::Threw(said(&thrown))
    }
}

async fn whole(answer: &FileAnswer) -> Result<Vec<u8>, FilesError> {
    let bytes = JsFuture::from(answer.array_buffer()?).await?;
    Ok(Uint8Array::new(bytes.unchecked_ref::<ArrayBuffer>()).to_vec())
}

/// What of the platform's validator can stand in ours.
fn version_of(etag: &str) -> String {
    let is_plain = |it: &char| it.is_ascii_alphanumeric() || *it == '-';
    etag.trim_start_matches("W/").chars().filter(is_plain).take(64).collect()
}

impl Assets for DeployedFiles {
    fn open<'a>(&'a self, path: &'a str) -> LocalFuture<'a, Result<Option<Asset>, AssetsError>> {
        Box::pin(async move { self.ask(path).await.map_err(|error| AssetsError(Box::new(error))) })
    }

    /// A deployment's files stay; another one is another instance.
    fn are_fixed(&self) -> bool {
        true
    }
}
