//! What a JSON-RPC message is: read strictly, written once.

use contract::limits;
use serde_json::{Map, Value};

use super::protocol_error::ProtocolError;

/// A message's `params`, always an object in this protocol.
pub(super) type Params = Map<String, Value>;

/// One message from a client.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Message {
    /// It wants an answer.
    Request(Request),
    /// It wants none.
    Notification {
        /// What happened.
        method: String,
        /// With what.
        params: Params,
    },
    /// It answers something; nothing is ever asked here.
    Response,
}

/// A message that wants an answer.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Request {
    /// Invariant: a string or a whole number, as sent.
    pub(super) id: Value,
    pub(super) method: String,
    pub(super) params: Params,
}

/// A message that cannot be taken, with its id where one could be read.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Unreadable {
    pub(super) id: Option<Box<Value>>,
    pub(super) error: ProtocolError,
}

impl Message {
    /// Reads one message.
    pub(super) fn parse(body: &[u8]) -> Result<Message, Unreadable> {
        // Some systems put a mark of the byte order before every text.
        let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
        if nests_deeper_than(body, limits::MESSAGE_DEPTH_MAX) {
            let message = format!("the message nests deeper than {}", limits::MESSAGE_DEPTH_MAX);
            return Err(unreadable(None, ProtocolError::INVALID_REQUEST, message));
        }
        let json: Value = serde_json::from_slice(body).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            unreadable(None, ProtocolError::PARSE, format!("the message is not JSON: {place}"))
        })?;
        match json {
            Value::Object(members) => Message::of(members),
            Value::Array(_) => {
                let message = "send one message at a time: batches are not taken";
                Err(unreadable(None, ProtocolError::INVALID_REQUEST, message))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                let message = "a message is a JSON object";
                Err(unreadable(None, ProtocolError::INVALID_REQUEST, message))
            }
        }
    }

    fn of(mut members: Map<String, Value>) -> Result<Message, Unreadable> {
        let id = members.remove("id");
        let readable = id.clone().filter(is_id);
        let refuse = |code: i64, message: &str| Err(unreadable(readable.clone(), code, message));
        if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return refuse(ProtocolError::INVALID_REQUEST, "`jsonrpc` must be \"2.0\"");
        }
        if !members.contains_key("method") {
            let answers = members.contains_key("result") || members.contains_key("error");
            return match answers {
                true => Ok(Message::Response),
                false => refuse(ProtocolError::INVALID_REQUEST, "`method` is missing"),
            };
        }
        let Some(Value::String(method)) = members.remove("method") else {
            return refuse(ProtocolError::INVALID_REQUEST, "`method` must be a string");
        };
        if id.is_some() && readable.is_none() {
            let message = "`id` must be a string or a whole number";
            return refuse(ProtocolError::INVALID_REQUEST, message);
        }
        let params = match members.remove("params") {
            None | Some(Value::Null) => Params::new(),
            // In some languages an empty object and an empty list are the same.
            Some(Value::Array(items)) if items.is_empty() => Params::new(),
            Some(Value::Object(params)) => params,
            Some(_) => return refuse(ProtocolError::INVALID_PARAMS, "`params` must be an object"),
        };
        Ok(match readable {
            Some(id) => Message::Request(Request { id, method, params }),
            None => Message::Notification { method, params },
        })
    }
}

fn unreadable(id: Option<Value>, code: i64, message: impl Into<String>) -> Unreadable {
    Unreadable { id: id.map(Box::new), error: ProtocolError::bad_request(code, message) }
}

fn is_id(value: &Value) -> bool {
    match value {
        Value::String(_) => true,
        Value::Number(number) => number.as_f64().is_some_and(|it| it.fract() == 0.0),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => false,
    }
}

/// Counted on the text, because the JSON reader stops at a depth of its own with an error that
/// looks like a slip of syntax.
fn nests_deeper_than(text: &[u8], max: usize) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                if depth > max {
                    return true;
                }
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

/// Writes the answer to a request. `result` is already JSON text.
pub(super) fn success(id: &Value, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

/// Writes a refusal. Without an id that could be read the member is absent, since the protocol's
/// schema admits no null there.
pub(super) fn failure(id: Option<&Value>, error: &ProtocolError) -> String {
    match id {
        Some(id) => format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{}}}"#, error.json()),
        None => format!(r#"{{"jsonrpc":"2.0","error":{}}}"#, error.json()),
    }
}
