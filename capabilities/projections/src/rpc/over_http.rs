//! What HTTP adds to a call: the media type, the size, and JSON that may be none.

use contract::{invoke::Invoker, limits};
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use serde_json::{Value, json};

use super::envelope::{call, parse};
use crate::access::{Access, Origin};

/// What `/rpc` can be asked with.
const METHODS: HeaderValue = HeaderValue::from_static("POST, OPTIONS");

/// A body that holds no call: the only outcomes that are no envelope.
struct Refused {
    status: StatusCode,
    tag: &'static str,
    message: String,
}

/// Answers one request to `/rpc`: 200 and the envelope, whatever came of the call.
///
/// Pages of other origins are answered only where `access` trusts them, since a call may change
/// something.
pub async fn answer<P: 'static>(
    invoker: &Invoker<P>,
    access: &Access,
    request: &Request<Vec<u8>>,
) -> Response<Vec<u8>> {
    let headers = request.headers();
    if access.origin(headers) != Origin::Trusted {
        return problem(&Refused {
            status: StatusCode::FORBIDDEN,
            tag: "OriginRefused",
            message: "calls from this origin are not answered here".to_owned(),
        });
    }
    let mut response = answered(invoker, request).await;
    let given = response.headers_mut();
    given.insert(header::VARY, HeaderValue::from_static("Origin"));
    if let Some(origin) = headers.get(header::ORIGIN) {
        given.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    }
    response
}

async fn answered<P: 'static>(
    invoker: &Invoker<P>,
    request: &Request<Vec<u8>>,
) -> Response<Vec<u8>> {
    if request.method() == Method::OPTIONS {
        return preflight();
    }
    if request.method() != Method::POST {
        let mut response = problem(&Refused {
            status: StatusCode::METHOD_NOT_ALLOWED,
            tag: "MethodNotAllowed",
            message: "calls are made with POST".to_owned(),
        });
        response.headers_mut().insert(header::ALLOW, METHODS);
        return response;
    }
    let called = read(request).and_then(|json| {
        parse(json).map_err(|error| Refused {
            status: StatusCode::BAD_REQUEST,
            tag: "InvalidCall",
            message: error.to_string(),
        })
    });
    match called {
        Ok(called) => {
            let envelope = call(invoker, &called.name, called.input).await;
            respond(StatusCode::OK, "application/json", &envelope)
        }
        Err(refused) => problem(&refused),
    }
}

fn problem(Refused { status, tag, message }: &Refused) -> Response<Vec<u8>> {
    let problem = json!({
        "type": "about:blank",
        "title": status.canonical_reason().unwrap_or_default(),
        "status": status.as_u16(),
        "detail": message,
        "tag": tag,
        "message": message,
    });
    respond(*status, "application/problem+json", &problem)
}

/// Answers a browser that asks before it sends.
fn preflight() -> Response<Vec<u8>> {
    let mut response = Response::new(Vec::new());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, METHODS);
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS);
    let allowed = HeaderValue::from_static("content-type, accept");
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, allowed);
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    response
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
