//! What HTTP adds to a call: the media type, the size, and JSON that may be none.

use contract::{invoke::Invoker, limits};
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode, header};
use serde_json::{Value, json};

use super::envelope::{call, parse};

/// A body that holds no call: the only outcomes that are no envelope.
struct Refused {
    status: StatusCode,
    tag: &'static str,
    message: String,
}

/// Answers `POST /rpc`: 200 and the envelope, whatever came of the call.
pub async fn answer<P: 'static>(
    invoker: &Invoker<P>,
    request: &Request<Vec<u8>>,
) -> Response<Vec<u8>> {
    let called = match read(request) {
        Ok(json) => parse(json).map_err(|error| Refused {
            status: StatusCode::BAD_REQUEST,
            tag: "InvalidCall",
            message: error.to_string(),
        }),
        Err(refused) => Err(refused),
    };
    match called {
        Ok(called) => {
            let envelope = call(invoker, &called.name, called.input).await;
            respond(StatusCode::OK, "application/json", &envelope)
        }
        Err(Refused { status, tag, message }) => {
            let problem = json!({
                "type": "about:blank",
                "title": status.canonical_reason().unwrap_or_default(),
                "status": status.as_u16(),
                "detail": message,
                "tag": tag,
                "message": message,
            });
            respond(status, "application/problem+json", &problem)
        }
    }
}

fn read(request: &Request<Vec<u8>>) -> Result<Value, Refused> {
    if !is_json(request.headers()) {
        return Err(Refused {
            status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
            tag: "UnsupportedMediaType",
            message: "`Content-Type` must be application/json".to_owned(),
        });
    }
    if request.body().len() > limits::BODY_BYTES_MAX {
        return Err(Refused {
            status: StatusCode::PAYLOAD_TOO_LARGE,
            tag: "PayloadTooLarge",
            message: format!("a call has at most {} bytes", limits::BODY_BYTES_MAX),
        });
    }
    serde_json::from_slice(request.body()).map_err(|error| Refused {
        status: StatusCode::BAD_REQUEST,
        tag: "InvalidJson",
        message: format!(
            "the body is no JSON from line {}, column {} on",
            error.line(),
            error.column()
        ),
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(header::CONTENT_TYPE).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return false;
    };
    let essence = value.to_str().ok().and_then(|it| it.split(';').next());
    essence.is_some_and(|it| it.trim().eq_ignore_ascii_case("application/json"))
}

fn respond(status: StatusCode, media_type: &'static str, json: &Value) -> Response<Vec<u8>> {
    let mut response = Response::new(json.to_string().into_bytes());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
