//! How a page of the site is answered.

use http::{HeaderValue, Method, Request, Response, header};
use projections::{etag, preflight, problem::Refusal};

use crate::assets::{Assets, AssetsError};

/// Methods of a page.
const READING: &str = "GET, HEAD, OPTIONS";

/// Answers with the page's Markdown.
///
/// # Errors
/// Where the site's files do not answer.
pub(crate) async fn answer(
    assets: &dyn Assets,
    id: &str,
    request: &Request<Vec<u8>>,
    request_id: &str,
) -> Result<Response<Vec<u8>>, AssetsError> {
    let mut response = match *request.method() {
        Method::GET | Method::HEAD => match page(assets, id).await? {
            Some(markdown) => found(request, markdown),
            None => missing(request_id),
        },
        Method::OPTIONS => preflight::allowed(READING),
        _ => Refusal::method(READING).response(request_id),
    };
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    Ok(response)
}

/// A folder's own page may be named `README` too.
async fn page(assets: &dyn Assets, id: &str) -> Result<Option<Vec<u8>>, AssetsError> {
    let mut names = vec![format!("{id}.md")];
    match id.strip_suffix("index") {
        Some(folder) if folder.is_empty() || folder.ends_with('/') => {
            names.push(format!("{folder}README.md"));
        }
        Some(_) | None => {
            names.extend([format!("{id}/index.md"), format!("{id}/README.md")]);
        }
    }
    for name in names {
        if let Some(asset) = assets.fetch(&name).await? {
            return Ok(Some(asset.bytes));
        }
    }
    Ok(None)
}

fn found(request: &Request<Vec<u8>>, markdown: Vec<u8>) -> Response<Vec<u8>> {
    let etag = etag::etag_of(&markdown);
    etag::revalidated(request.headers(), &etag, "text/markdown; charset=utf-8", || markdown)
}

fn missing(request_id: &str) -> Response<Vec<u8>> {
    let hint = if cfg!(feature = "no-http") {
        "`/` lists the pages"
    } else {
        "`/` lists the pages, and `/api/search?query=…` finds one"
    };
    Refusal::unknown_path(hint).response(request_id)
}
