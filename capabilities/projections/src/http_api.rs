//! How capabilities appear over HTTP: `POST /api/<name>`, and `GET` where nothing can change.

mod next_link;
mod query;

use contract::{
    contract::Contract,
    effects,
    invoke::Invoker,
    invoke_error::{InvalidInput, InvokeError},
    schema::MismatchKind,
};
use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use serde_json::Value;

use crate::{
    access::Origin,
    etag, next, preflight,
    problem::{self, Refusal},
    request::{NotJson, json_body},
};

pub use next_link::HANDLE;

/// Where capabilities are served.
pub const PREFIX: &str = "/api/";

/// Methods of a capability that changes nothing, however often it is called.
const READING: &str = "GET, HEAD, POST, OPTIONS";
/// Methods of any other.
const CALLING: &str = "POST, OPTIONS";

/// Headers that clients send, for browsers that ask first.
const SENT: &str = "content-type, accept, if-none-match";

/// Answers a request for `PREFIX` and a name. The request's head was checked already.
pub async fn answer<P: 'static>(
    invoker: &Invoker<P>,
    name: &str,
    request: &Request<Vec<u8>>,
    origin: Origin,
) -> Response<Vec<u8>> {
    let contract = invoker.contract(name);
    let mut response = match contract {
        None => unknown(invoker, name, request.method()).await,
        Some(contract) => answered(invoker, contract, request, origin).await,
    };
    let may_read = contract.is_none_or(|it| it.effects.access == effects::Access::ReadOnly);
    expose(&mut response, request, origin, may_read);
    response
}

async fn answered<P: 'static>(
    invoker: &Invoker<P>,
    contract: &Contract,
    request: &Request<Vec<u8>>,
    origin: Origin,
) -> Response<Vec<u8>> {
    let may_read = contract.effects.access == effects::Access::ReadOnly;
    if origin == Origin::Foreign && !may_read {
        let message = "pages of this origin may only call what changes nothing";
        let refusal = Refusal::new(StatusCode::FORBIDDEN, "OriginNotAllowed", message);
        return refusal.response(invoker.request_id());
    }
    let allow = if contract.effects.is_safe_to_repeat() { READING } else { CALLING };
    let input = match *request.method() {
        Method::OPTIONS => return preflight::answer(allow, SENT),
        Method::POST => posted(contract, request),
        Method::GET | Method::HEAD if contract.effects.is_safe_to_repeat() => {
            let query = request.uri().query().unwrap_or_default();
            query::input_of(contract, query).map_err(Unusable::Input)
        }
        _ => Err(Unusable::Request(Refusal::method(allow))),
    };
    let result = match input {
        Ok(input) => invoker.invoke(contract.address.as_str(), input).await,
        Err(Unusable::Request(refusal)) => return refusal.response(invoker.request_id()),
        Err(Unusable::Input(invalid)) => Err(InvokeError::InvalidInput(invalid)),
    };
    match result {
        Err(error) => failed(invoker, &error),
        Ok(outcome) => {
            let Value::Object(mut members) = outcome.output else {
                let request_id = invoker.request_id().to_owned();
                return failed(invoker, &InvokeError::Internal { request_id });
            };
            next::attach(&mut members, &outcome.next, HANDLE, |it| next_link::of(invoker, it));
            succeeded(request, Value::Object(members).to_string().into_bytes())
        }
    }
}

/// Why there is no input to call with.
enum Unusable {
    Request(Refusal),
    Input(Box<InvalidInput>),
}

fn posted(contract: &Contract, request: &Request<Vec<u8>>) -> Result<Value, Unusable> {
    if request.uri().query().is_some_and(|it| !it.is_empty()) {
        let message = "with POST the input is the body: send no query, or use GET";
        let refusal = Refusal::new(StatusCode::BAD_REQUEST, "UnexpectedQuery", message);
        return Err(Unusable::Request(refusal));
    }
    json_body(request).map_err(|error| match error {
        NotJson::Refused(refusal) => Unusable::Request(refusal),
        NotJson::Malformed { reason } => {
            let example = contract.examples.first().map_or(Value::Null, |it| it.input.clone());
            let expected = format!("a JSON object ({reason})");
            let problem = MismatchKind::Wrong;
            let pointer = String::new();
            Unusable::Input(Box::new(InvalidInput { pointer, problem, expected, example }))
        }
    })
}

/// A name that does not exist for this caller, told by the pipeline, so that it is watched too.
async fn unknown<P: 'static>(
    invoker: &Invoker<P>,
    name: &str,
    method: &Method,
) -> Response<Vec<u8>> {
    if *method == Method::OPTIONS {
        return preflight::answer(READING, SENT);
    }
    match invoker.invoke(name, Value::Null).await {
        Err(error) => failed(invoker, &error),
        // A name without a contract never runs.
        Ok(_) => Refusal::unknown_path("see /openapi.json").response(invoker.request_id()),
    }
}

fn failed<P: 'static>(invoker: &Invoker<P>, error: &InvokeError) -> Response<Vec<u8>> {
    let mut members = error.to_json();
    next::attach(&mut members, error.next(), HANDLE, |it| next_link::of(invoker, it));
    problem::response_of(error, &members, invoker.request_id())
}

fn succeeded(request: &Request<Vec<u8>>, body: Vec<u8>) -> Response<Vec<u8>> {
    if *request.method() == Method::POST {
        let mut response = Response::new(body);
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let no_store = HeaderValue::from_static("no-store");
        response.headers_mut().insert(header::CACHE_CONTROL, no_store);
        return response;
    }
    let etag = etag::etag_of(&body);
    etag::revalidated(request.headers(), &etag, "application/json", || body)
}

/// Lets pages of other origins see an answer: everyone's where nothing can change, else only those
/// of origins that may call it.
fn expose(
    response: &mut Response<Vec<u8>>,
    request: &Request<Vec<u8>>,
    origin: Origin,
    may_read: bool,
) {
    let own = request.headers().get(header::ORIGIN);
    let headers = response.headers_mut();
    if may_read {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    } else {
        headers.append(header::VARY, HeaderValue::from_static("origin"));
        if let (Origin::Trusted, Some(own)) = (origin, own) {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, own.clone());
        }
    }
    let exposed = HeaderValue::from_static("etag, retry-after, x-request-id");
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
}
