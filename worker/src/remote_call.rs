//! How `POST /rpc` is answered.

use contract::invoke::Invoker;
use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use projections::{
    access::Origin,
    problem::Refusal,
    request::{NotJson, json_body},
    rpc::{self, NotACall},
};

/// Methods of the endpoint.
const CALLING: &str = "POST, OPTIONS";

/// Answers with the envelope of one call; what is no call at all is a problem.
pub(crate) async fn answer<P: 'static>(
    invoker: &Invoker<P>,
    request: &Request<Vec<u8>>,
    origin: Origin,
) -> Response<Vec<u8>> {
    let mut response = match answered(invoker, request, origin).await {
        Ok(response) => response,
        Err(refusal) => refusal.response(invoker.request_id()),
    };
    let own = request.headers().get(header::ORIGIN);
    let headers = response.headers_mut();
    headers.append(header::VARY, HeaderValue::from_static("origin"));
    if let (Origin::Trusted, Some(own)) = (origin, own) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, own.clone());
    }
    response
}

async fn answered<P: 'static>(
    invoker: &Invoker<P>,
    request: &Request<Vec<u8>>,
    origin: Origin,
) -> Result<Response<Vec<u8>>, Refusal> {
    if origin == Origin::Foreign {
        let message = "pages of this origin may not call procedures; reading over /api is open";
        return Err(Refusal::new(StatusCode::FORBIDDEN, "OriginNotAllowed", message));
    }
    match *request.method() {
        Method::POST => {}
        Method::OPTIONS => return Ok(preflight()),
        _ => return Err(Refusal::method(CALLING)),
    }
    let json = json_body(request).map_err(|error| match error {
        NotJson::Refused(refusal) => refusal,
        NotJson::Malformed { reason } => no_call(&NotACall { what: reason }),
    })?;
    let called = rpc::parse(json).map_err(|it| no_call(&it))?;
    let envelope = rpc::call(invoker, &called.name, called.input).await;
    let mut response = Response::new(envelope.to_string().into_bytes());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

fn no_call(why: &NotACall) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "NotACall", why.to_string())
}

fn preflight() -> Response<Vec<u8>> {
    let mut response = Response::new(Vec::new());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, HeaderValue::from_static(CALLING));
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(CALLING));
    let allowed = HeaderValue::from_static("content-type, accept");
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, allowed);
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    response
}
