//! What HTTP adds to a call: origins, methods, and a body that may be no call at all.

use contract::invoke::Invoker;
use http::{HeaderValue, Method, Request, Response, StatusCode, header};

use super::envelope::{NotACall, call, parse};
use crate::{
    access::Origin,
    preflight,
    problem::Refusal,
    request::{NotJson, json_body},
};

/// What `/rpc` can be asked with.
const METHODS: &str = "POST, OPTIONS";

/// Answers one request to `/rpc`: 200 and the envelope, whatever came of the call.
///
/// Pages of other origins are answered only where they are trusted, since a call may change
/// something. Only what is no call at all is a problem.
pub async fn answer<P: 'static>(
    invoker: &Invoker<P>,
    request: &Request<Vec<u8>>,
    origin: Origin,
) -> Response<Vec<u8>> {
    let mut response = match answered(invoker, request, origin).await {
        Ok(response) => response,
        Err(refusal) => refusal.response(invoker.request_id()),
    };
    let headers = response.headers_mut();
    headers.append(header::VARY, HeaderValue::from_static("origin"));
    if let (Origin::Trusted, Some(own)) = (origin, request.headers().get(header::ORIGIN)) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, own.clone());
    }
    response
}

async fn answered<P: 'static>(
    invoker: &Invoker<P>,
    request: &Request<Vec<u8>>,
    origin: Origin,
) -> Result<Response<Vec<u8>>, Refusal> {
    if origin != Origin::Trusted {
        let message = "pages of this origin may not make calls here";
        return Err(Refusal::new(StatusCode::FORBIDDEN, "OriginNotAllowed", message));
    }
    match *request.method() {
        Method::POST => {}
        Method::OPTIONS => return Ok(preflight::answer(METHODS, "content-type, accept")),
        _ => return Err(Refusal::method(METHODS)),
    }
    let json = json_body(request).map_err(|error| match error {
        NotJson::Refused(refusal) => refusal,
        NotJson::Malformed { reason } => no_call(&NotACall { what: reason }),
    })?;
    let called = parse(json).map_err(|it| no_call(&it))?;
    let envelope = call(invoker, &called.name, called.input).await;
    let mut response = Response::new(envelope.to_string().into_bytes());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

fn no_call(why: &NotACall) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "NotACall", why.to_string())
}
