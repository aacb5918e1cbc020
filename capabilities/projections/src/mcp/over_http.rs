//! What HTTP adds to a message: methods, media types, sizes, origins.

use contract::limits;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};

use crate::access::Origin;

use super::{
    accept::{self, Form},
    access,
    endpoint::{Around, Endpoint},
    envelope,
    protocol_error::ProtocolError,
};

impl<P: 'static> Endpoint<P> {
    /// Answers one request to the endpoint's URL.
    pub async fn answer(&self, request: &Request<Vec<u8>>) -> Response<Vec<u8>> {
        let origin = self.server.access.origin(request.headers());
        let mut response = self.answered(request, origin).await;
        if origin != Origin::Refused {
            access::expose(response.headers_mut());
        }
        let headers = response.headers_mut();
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        response
    }

    async fn answered(&self, request: &Request<Vec<u8>>, origin: Origin) -> Response<Vec<u8>> {
        if *request.method() == Method::OPTIONS {
            return preflight(request.headers(), origin);
        }
        if *request.method() != Method::POST {
            let code = ProtocolError::INVALID_REQUEST;
            let message = "this endpoint takes POST with one JSON-RPC message; it keeps no stream \
                           and no session";
            let error = ProtocolError::refused(StatusCode::METHOD_NOT_ALLOWED, code, message);
            let mut response = refused(&error);
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST, OPTIONS"));
            return response;
        }
        let form = match takeable(request, origin) {
            Ok(form) => form,
            Err(error) => return refused(&error),
        };
        let around = Around { headers: Some(request.headers()), origin };
        let answered = self.answer_message(request.body(), around).await;
        match (answered.text, form) {
            (None, _) => empty(answered.status),
            (Some(text), Form::Events) if answered.status == StatusCode::OK => events(&text),
            (Some(text), Form::Events | Form::Json) => json(answered.status, text),
        }
    }
}

/// Checks what surrounds the message, and tells the form of its answer.
fn takeable(request: &Request<Vec<u8>>, origin: Origin) -> Result<Form, ProtocolError> {
    let refuse = |status: StatusCode, message: String| {
        Err(ProtocolError::refused(status, ProtocolError::INVALID_REQUEST, message))
    };
    if origin == Origin::Refused {
        let message = "this endpoint answers to its own machine: `Host` and `Origin` must be \
                       localhost, 127.0.0.1 or [::1]";
        return refuse(StatusCode::FORBIDDEN, message.to_owned());
    }
    if !is_json(request.headers()) {
        let message = "`Content-Type` must be application/json";
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, message.to_owned());
    }
    if request.body().len() > limits::BODY_BYTES_MAX {
        let message = format!("a message has at most {} bytes", limits::BODY_BYTES_MAX);
        return refuse(StatusCode::PAYLOAD_TOO_LARGE, message);
    }
    match accept::form(request.headers()) {
        Some(form) => Ok(form),
        None => {
            let message = "`Accept` excludes application/json and text/event-stream, which are \
                           what there is";
            refuse(StatusCode::NOT_ACCEPTABLE, message.to_owned())
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(header::CONTENT_TYPE).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return false;
    };
    let essence = value.to_str().ok().and_then(|it| it.split(';').next());
    essence.is_some_and(|it| it.trim().eq_ignore_ascii_case("application/json"))
}

fn preflight(asked: &HeaderMap, origin: Origin) -> Response<Vec<u8>> {
    let mut response = empty(StatusCode::NO_CONTENT);
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, HeaderValue::from_static("POST, OPTIONS"));
    if origin != Origin::Refused {
        access::allow(asked, headers);
    }
    response
}

fn refused(error: &ProtocolError) -> Response<Vec<u8>> {
    json(error.status, envelope::failure(None, error))
}

fn empty(status: StatusCode) -> Response<Vec<u8>> {
    let mut response = Response::new(Vec::new());
    *response.status_mut() = status;
    response
}

fn json(status: StatusCode, text: String) -> Response<Vec<u8>> {
    let mut response = Response::new(text.into_bytes());
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// The answer as the only event of a stream.
fn events(text: &str) -> Response<Vec<u8>> {
    // JSON text has no line breaks of its own, so one `data:` line holds it.
    let mut response = Response::new(format!("event: message\ndata: {text}\n\n").into_bytes());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
