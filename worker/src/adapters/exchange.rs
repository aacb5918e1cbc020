//! How does a request of the runtime become one of the engine, and an answer go back?

use contract::limits::BODY_BYTES_MAX;
#[cfg(not(feature = "no-mcp"))]
use futures_util::stream;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, response::Parts};
use js_sys::{Reflect, Uint8Array};
use projections::problem::Refusal;
use wasm_bindgen::{JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;

use crate::{bindings::Reader, site::live::Body};

/// A request that the engine can be asked, or why it cannot be.
///
/// The body is read up to one byte above the bound, so that the engine sees a body that is too
/// large as one, and no memory holds the rest.
///
/// # Errors
/// Where the runtime gives no body, though it said that there is one.
pub(crate) async fn received(
    request: &worker::Request,
) -> Result<Result<Request<Vec<u8>>, Refusal>, JsValue> {
    let raw = request.inner();
    let url = raw.url();
    let mut builder = Request::builder()
        .method(Method::from_bytes(raw.method().as_bytes()).unwrap_or_default())
        .uri(target(&url));
    for (name, value) in request.headers().entries() {
        let name = HeaderName::from_bytes(name.as_bytes());
        let value = HeaderValue::from_bytes(value.as_bytes());
        if let (Ok(name), Ok(value)) = (name, value) {
            builder = builder.header(name, value);
        }
    }
    let body = match raw.body() {
        Some(stream) => bounded(stream.get_reader().unchecked_into()).await?,
        None => Vec::new(),
    };
    let request = builder.body(body);
    Ok(request.map_err(|error| {
        Refusal::new(StatusCode::BAD_REQUEST, "InvalidRequest", format!("the URL is none: {error}"))
    }))
}

/// The path and the query of an absolute URL, as they were sent.
fn target(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or("/", |start| &rest[start..])
}

async fn bounded(reader: Reader) -> Result<Vec<u8>, JsValue> {
    let mut body = Vec::new();
    loop {
        let chunk = JsFuture::from(reader.read()?).await?;
        if Reflect::get(&chunk, &"done".into())?.is_truthy() {
            return Ok(body);
        }
        let value = Reflect::get(&chunk, &"value".into())?;
        body.extend(value.unchecked_into::<Uint8Array>().to_vec());
        if body.len() > BODY_BYTES_MAX {
            body.truncate(BODY_BYTES_MAX + 1);
            JsFuture::from(reader.cancel()?).await?;
            return Ok(body);
        }
    }
}

/// The same answer, for the runtime.
///
/// # Errors
/// Where the runtime refuses a header or the status.
pub(crate) fn sent(response: Response<Vec<u8>>) -> worker::Result<worker::Response> {
    let (head, body) = response.into_parts();
    let body = if body.is_empty() {
        worker::ResponseBody::Empty
    } else {
        worker::ResponseBody::Body(body)
    };
    headed(worker::Response::from_body(body)?, &head)
}

/// The same for an answer that may come piece by piece. The runtime drops what is left of it when
/// the client goes away.
///
/// # Errors
/// Where the runtime refuses a header or the status.
pub(crate) fn sent_live(response: Response<Body>) -> worker::Result<worker::Response> {
    let (head, body) = response.into_parts();
    match body {
        Body::Whole(bytes) => sent(Response::from_parts(head, bytes)),
        #[cfg(not(feature = "no-mcp"))]
        Body::Live(events) => {
            let pieces = stream::unfold(events, |mut events| async move {
                let piece = events.next().await?;
                Some((Ok::<_, worker::Error>(piece), events))
            });
            headed(worker::Response::from_stream(pieces)?, &head)
        }
    }
}

fn headed(response: worker::Response, head: &Parts) -> worker::Result<worker::Response> {
    let headers = worker::Headers::new();
    for (name, value) in &head.headers {
        headers.append(name.as_str(), &String::from_utf8_lossy(value.as_bytes()))?;
    }
    Ok(response.with_headers(headers).with_status(head.status.as_u16()))
}
