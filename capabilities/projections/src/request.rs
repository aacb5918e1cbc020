//! What every request over HTTP must keep to, whatever it asks for.

use contract::limits;
use http::{HeaderMap, Request, StatusCode, header};
use serde_json::Value;

use crate::problem::Refusal;

/// Checks the bounds that can be told from a request's head.
///
/// # Errors
/// Which bound is passed, and what it is.
pub fn check_head<B>(request: &Request<B>) -> Result<(), Refusal> {
    let too_long = |what: &str, max: usize, unit: &str| {
        format!("the {what} is longer than {max} {unit}: shorten it, or send the input with POST")
    };
    let query = request.uri().query().unwrap_or_default();
    let target = request.uri().path().len() + query.len() + 1;
    if target > limits::URL_BYTES_MAX {
        let message = too_long("URL", limits::URL_BYTES_MAX, "bytes");
        return Err(Refusal::new(StatusCode::URI_TOO_LONG, "UrlTooLong", message));
    }
    if query.len() > limits::QUERY_BYTES_MAX {
        let message = too_long("query", limits::QUERY_BYTES_MAX, "bytes");
        return Err(Refusal::new(StatusCode::URI_TOO_LONG, "UrlTooLong", message));
    }
    if query.split('&').count() > limits::QUERY_PARAMETERS_MAX {
        let message = too_long("query", limits::QUERY_PARAMETERS_MAX, "parameters");
        return Err(Refusal::new(StatusCode::URI_TOO_LONG, "UrlTooLong", message));
    }
    let bytes: usize =
        request.headers().iter().map(|(name, it)| name.as_str().len() + it.len()).sum();
    if bytes > limits::HEADERS_BYTES_MAX || request.headers().len() > limits::HEADERS_MAX {
        let message = format!(
            "the headers pass {} fields or {} bytes: send fewer",
            limits::HEADERS_MAX,
            limits::HEADERS_BYTES_MAX
        );
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        return Err(Refusal::new(status, "HeadersTooLarge", message));
    }
    Ok(())
}

/// The refusal of a body that passes [`limits::BODY_BYTES_MAX`].
pub fn body_too_large() -> Refusal {
    let message = format!("the body is larger than {} bytes: send less", limits::BODY_BYTES_MAX);
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "BodyTooLarge", message)
}

/// Why a body is no JSON value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotJson {
    /// It is refused before it is read.
    Refused(Refusal),
    /// It is read, and is no JSON.
    Malformed {
        /// What is wrong and where, in words.
        reason: String,
    },
}

/// Reads a body of `application/json`.
///
/// # Errors
/// Where the media type, the size or the text is wrong.
pub fn json_body(request: &Request<Vec<u8>>) -> Result<Value, NotJson> {
    if !is_json(request.headers()) {
        let message = "the body must be JSON: send `content-type: application/json`";
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(NotJson::Refused(Refusal::new(status, "UnsupportedMediaType", message)));
    }
    if request.body().len() > limits::BODY_BYTES_MAX {
        return Err(NotJson::Refused(body_too_large()));
    }
    serde_json::from_slice(request.body()).map_err(|error| NotJson::Malformed {
        reason: format!("the body is no JSON at line {}, column {}", error.line(), error.column()),
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let named = headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok());
    let media_type = named.and_then(|it| it.split(';').next()).map(str::trim);
    let is_encoded = headers.get(header::CONTENT_ENCODING).is_some_and(|it| it != "identity");
    media_type.is_some_and(|it| it.eq_ignore_ascii_case("application/json")) && !is_encoded
}
