//! What HTTP adds to a message: methods, media types, sizes, origins.

use contract::limits;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};

use crate::access::Origin;

use super::{
    accept::{self, Forms},
    access,
    endpoint::{Endpoint, Place, refused},
    envelope::{Message, Unreadable},
    era,
    outbox::{Answer, Conversation, Said},
    protocol_error::ProtocolError,
};

/// The body of an answer.
pub enum Body {
    /// It is all here.
    Whole(Vec<u8>),
    /// It comes event by event.
    Events(Events),
}

impl Body {
    /// Waits for all of it.
    pub async fn whole(self) -> Vec<u8> {
        match self {
            Body::Whole(bytes) => bytes,
            Body::Events(mut events) => {
                let mut bytes = Vec::new();
                while let Some(event) = events.next().await {
                    bytes.extend(event);
                }
                bytes
            }
        }
    }
}

/// The events of one answer. Dropping them, as when a client goes away, stops the work.
pub struct Events {
    first: Option<String>,
    rest: Conversation,
}

impl Events {
    /// The next event as it is sent, `None` after the answer.
    pub async fn next(&mut self) -> Option<Vec<u8>> {
        if let Some(first) = self.first.take() {
            return Some(event(&first));
        }
        match self.rest.next().await? {
            Said::Before(message) => Some(event(&message)),
            Said::Answer(answer) => Some(event(&answer.text)),
        }
    }
}

impl<P: 'static> Endpoint<P> {
    /// Answers one request to the endpoint's URL, all at once.
    pub async fn answer(&self, request: &Request<Vec<u8>>) -> Response<Vec<u8>> {
        let (head, body) = self.answer_live(request).await.into_parts();
        Response::from_parts(head, body.whole().await)
    }

    /// Answers one request to the endpoint's URL: event by event where there is something to say
    /// before the answer, and all at once otherwise.
    pub async fn answer_live(&self, request: &Request<Vec<u8>>) -> Response<Body> {
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

    async fn answered(&self, request: &Request<Vec<u8>>, origin: Origin) -> Response<Body> {
        if *request.method() == Method::OPTIONS {
            return preflight(request.headers(), origin);
        }
        if *request.method() != Method::POST {
            let code = ProtocolError::INVALID_REQUEST;
            let message = "this endpoint takes POST with one JSON-RPC message; it keeps no stream \
                           and no session";
            let error = ProtocolError::refused(StatusCode::METHOD_NOT_ALLOWED, code, message);
            let mut response = json(refused(None, &error));
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST, OPTIONS"));
            return response;
        }
        let forms = match takeable(request, origin) {
            Ok(forms) => forms,
            Err(error) => return json(refused(None, &error)),
        };
        let message = match Message::parse(request.body()) {
            Ok(message) => message,
            Err(Unreadable { id, error }) => return json(refused(id.as_deref(), &error)),
        };
        let era = era::era_of(&message, Some(request.headers()));
        match (message, era) {
            (Message::Request(asked), Ok(era)) => {
                let host = request.headers().get(header::HOST).and_then(|it| it.to_str().ok());
                let place = Place { origin, host: host.map(str::to_owned) };
                said(self.begin(asked, era, place), forms).await
            }
            (Message::Request(asked), Err(error)) => json(refused(Some(&asked.id), &error)),
            (Message::Notification { .. } | Message::Response, Ok(_)) => {
                empty(StatusCode::ACCEPTED)
            }
            (Message::Notification { .. } | Message::Response, Err(error)) => {
                json(refused(None, &error))
            }
        }
    }
}

/// Waits for the first thing that is said, and chooses the form by it.
async fn said(mut conversation: Conversation, forms: Forms) -> Response<Body> {
    loop {
        match conversation.next().await {
            Some(Said::Before(first)) if forms.events => {
                return events(Events { first: Some(first), rest: conversation });
            }
            // Whoever takes no events is told nothing before the answer.
            Some(Said::Before(_)) => {}
            Some(Said::Answer(answer)) if !forms.json && answer.status == StatusCode::OK => {
                return events(Events { first: Some(answer.text), rest: conversation });
            }
            Some(Said::Answer(answer)) => return json(answer),
            None => return empty(StatusCode::NO_CONTENT),
        }
    }
}

/// Checks what surrounds the message, and tells the form of its answer.
fn takeable(request: &Request<Vec<u8>>, origin: Origin) -> Result<Forms, ProtocolError> {
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
    match accept::forms(request.headers()) {
        Some(forms) => Ok(forms),
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

fn preflight(asked: &HeaderMap, origin: Origin) -> Response<Body> {
    let mut response = empty(StatusCode::NO_CONTENT);
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, HeaderValue::from_static("POST, OPTIONS"));
    if origin != Origin::Refused {
        access::allow(asked, headers);
    }
    response
}

fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::Whole(Vec::new()));
    *response.status_mut() = status;
    response
}

fn json(answer: Answer) -> Response<Body> {
    let mut response = Response::new(Body::Whole(answer.text.into_bytes()));
    *response.status_mut() = answer.status;
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

fn events(events: Events) -> Response<Body> {
    let mut response = Response::new(Body::Events(events));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// JSON text has no line breaks of its own, so one `data:` line holds it.
fn event(text: &str) -> Vec<u8> {
    format!("event: message\ndata: {text}\n\n").into_bytes()
}
