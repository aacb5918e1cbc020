//! How a call reaches a Capstan elsewhere: `--url`.
//!
//! It posts to `/api/<name>`, which answers with next actions, and to `/rpc` where the service
//! serves no `/api`. Nothing it sends can approve a call there.

use std::error::Error;
use std::time::Duration;

use contract::{
    address::Address,
    contract::Contract,
    failure::FailureKind,
    invoke::Outcome,
    invoke_error::{APPROVAL_DENIED, ErrorKind, INTERNAL_ERROR, INVALID_INPUT, UNKNOWN_CAPABILITY},
    next_action::NextAction,
};
use http::Uri;
use projections::cli::{Failed, visible};
use serde_json::{Map, Value, json};

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a whole call may take; the longest program runs 30 seconds.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);
/// Bytes of an answer.
const ANSWER_BYTES_MAX: u64 = 16 * 1024 * 1024;
/// Characters of a foreign answer that an error shows.
const SHOWN_MAX: usize = 200;

/// Members that HTTP adds to a failure.
const PROBLEM_MEMBERS: &[&str] =
    &["type", "title", "status", "detail", "instance", "tag", "message", "next"];

/// Where a Capstan is, as `--url` names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Remote {
    base: String,
}

/// The text is not the address of a service.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not an address to call: {why}; use one such as `https://docs.example.com`")]
pub(crate) struct NotAnAddress {
    text: String,
    why: &'static str,
}

/// The service gave no answer to a call.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum RemoteError {
    #[error("{base} cannot be reached: {why}")]
    Unreachable { base: String, why: String },
    #[error("{base} answered {status}, which is no answer of a Capstan: {shown}")]
    Foreign { base: String, status: u16, shown: String },
    #[error("{base} sends callers on to {location}; call that address instead")]
    Moved { base: String, location: String },
}

impl RemoteError {
    /// What it means to the caller. Only a service that cannot be reached may be worth a retry.
    pub(crate) fn failed(&self) -> Failed {
        let (kind, tag) = match self {
            RemoteError::Unreachable { .. } => {
                (ErrorKind::Declared(FailureKind::Unavailable), "RemoteUnreachable")
            }
            RemoteError::Foreign { status: 500..=599, .. } => {
                (ErrorKind::Declared(FailureKind::Unavailable), "RemoteUnavailable")
            }
            RemoteError::Foreign { .. } | RemoteError::Moved { .. } => {
                (ErrorKind::Internal, "RemoteNotCapstan")
            }
        };
        Failed {
            kind,
            tag: tag.to_owned(),
            message: self.to_string(),
            fields: Map::new(),
            next: Vec::new(),
        }
    }
}

struct Answer {
    status: u16,
    location: Option<String>,
    body: Vec<u8>,
}

impl Remote {
    /// Reads `http://…` or `https://…`, with or without a path.
    pub(crate) fn parse(text: &str) -> Result<Remote, NotAnAddress> {
        let refused = |why| NotAnAddress { text: visible(text), why };
        let uri: Uri = text.parse().map_err(|_| refused("it is no URL"))?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) {
            return Err(refused("it does not begin with `http://` or `https://`"));
        }
        let authority = uri.authority().ok_or_else(|| refused("it names no host"))?;
        if uri.host().is_none_or(str::is_empty) {
            return Err(refused("it names no host"));
        }
        if authority.as_str().contains('@') {
            return Err(refused("it carries a user name"));
        }
        if text.contains(['?', '#']) {
            return Err(refused("it carries a query or a fragment"));
        }
        Ok(Remote { base: text.trim_end_matches('/').to_owned() })
    }

    /// Makes one call.
    pub(crate) fn call(
        &self,
        contract: &Contract,
        known: &[&Contract],
        input: &Value,
    ) -> Result<Result<Outcome, Failed>, RemoteError> {
        let address = &contract.address;
        let answer = self.post(&format!("/api/{address}"), input)?;
        if let Some(read) = read_api(contract, known, &answer) {
            return Ok(read);
        }
        if answer.status == 404 {
            let envelope = self.post("/rpc", &json!({"name": address, "input": input}))?;
            if let Some(read) = read_rpc(&envelope) {
                return Ok(read);
            }
        }
        Err(self.foreign(&answer))
    }

    fn post(&self, path: &str, body: &Value) -> Result<Answer, RemoteError> {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .timeout_global(Some(CALL_TIMEOUT))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("capstan/", env!("CARGO_PKG_VERSION")))
            .build()
            .into();
        let unreachable = |error: ureq::Error| RemoteError::Unreachable {
            base: self.base.clone(),
            why: visible(&chain(&error)),
        };
        let request = agent
            .post(format!("{}{path}", self.base))
            .header("content-type", "application/json")
            .header("accept", "application/json");
        let mut response = request.send(body.to_string().as_bytes()).map_err(unreachable)?;
        let location = response.headers().get("location").and_then(|it| it.to_str().ok());
        let location = location.map(str::to_owned);
        let limited = response.body_mut().with_config().limit(ANSWER_BYTES_MAX);
        let body = limited.read_to_vec().map_err(unreachable)?;
        Ok(Answer { status: response.status().as_u16(), location, body })
    }

    fn foreign(&self, answer: &Answer) -> RemoteError {
        let base = self.base.clone();
        if let (300..=399, Some(location)) = (answer.status, &answer.location) {
            return RemoteError::Moved { base, location: visible(location) };
        }
        let text = String::from_utf8_lossy(&answer.body);
        let first = text.lines().map(str::trim).find(|it| !it.is_empty()).unwrap_or("nothing");
        let shown = visible(&first.chars().take(SHOWN_MAX).collect::<String>());
        RemoteError::Foreign { base, status: answer.status, shown }
    }
}

fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let deeper = error.to_string();
        if !text.contains(&deeper) {
            text.push_str(": ");
            text.push_str(&deeper);
        }
        source = error.source();
    }
    text
}

/// Reads an answer of `/api/<name>`; `None` where it is none.
fn read_api(
    contract: &Contract,
    known: &[&Contract],
    answer: &Answer,
) -> Option<Result<Outcome, Failed>> {
    let mut members = object(&answer.body)?;
    let next = next_of(members.get("next"), known);
    if answer.status == 200 {
        members.shift_remove("next");
        return Some(Ok(Outcome { output: Value::Object(members), next }));
    }
    let tag = members.get("tag")?.as_str()?.to_owned();
    let kind = kind_of(contract, answer.status, &tag)?;
    let message = members.get("message")?.as_str()?.to_owned();
    members.retain(|name, _| !PROBLEM_MEMBERS.contains(&name.as_str()));
    Some(Err(Failed { kind, tag, message, fields: members, next }))
}

fn kind_of(contract: &Contract, status: u16, tag: &str) -> Option<ErrorKind> {
    match (status, tag) {
        (400, INVALID_INPUT) => return Some(ErrorKind::InvalidInput),
        (403, APPROVAL_DENIED) => return Some(ErrorKind::ApprovalDenied),
        (404, UNKNOWN_CAPABILITY) => return Some(ErrorKind::UnknownCapability),
        (500, INTERNAL_ERROR) => return Some(ErrorKind::Internal),
        _ => {}
    }
    let kind = match status {
        404 if contract.failures.iter().any(|it| it.tag == tag) => FailureKind::NotFound,
        409 => FailureKind::Conflict,
        422 => FailureKind::Invalid,
        429 => FailureKind::Limited,
        503 => FailureKind::Unavailable,
        _ => return None,
    };
    Some(ErrorKind::Declared(kind))
}

/// Reads an answer of `/rpc`; `None` where it is none.
fn read_rpc(answer: &Answer) -> Option<Result<Outcome, Failed>> {
    let mut members = object(&answer.body).filter(|_| answer.status == 200)?;
    if members.get("ok")? == &Value::Bool(true) {
        return Some(Ok(Outcome { output: members.shift_remove("value")?, next: Vec::new() }));
    }
    let Value::Object(mut fields) = members.shift_remove("failure")? else {
        return None;
    };
    let kind = ErrorKind::ALL.into_iter().find(|it| Some(&json!(it)) == fields.get("kind"))?;
    let tag = fields.get("tag")?.as_str()?.to_owned();
    let message = fields.get("message")?.as_str()?.to_owned();
    fields.retain(|name, _| !["kind", "tag", "message"].contains(&name.as_str()));
    Some(Err(Failed { kind, tag, message, fields, next: Vec::new() }))
}

fn object(body: &[u8]) -> Option<Map<String, Value>> {
    serde_json::from_slice(body).ok()
}

/// The next actions that this program can also name.
fn next_of(next: Option<&Value>, known: &[&Contract]) -> Vec<NextAction> {
    let entries = next.and_then(Value::as_array).into_iter().flatten();
    entries
        .filter_map(|it| {
            let capability = Address::parse(it.get("capability")?.as_str()?).ok()?;
            let reason = it.get("reason")?.as_str()?.to_owned();
            let input = it.get("input")?.clone();
            let exists = known.iter().any(|it| it.address == capability);
            exists.then_some(NextAction { capability, input, reason })
        })
        .collect()
}

#[cfg(test)]
mod tests;
