//! What a line of a conversation over stdio asks for.

use contract::{LocalFuture, limits};
use serde_json::Value;

use crate::access::Origin;

use super::{
    endpoint::{Around, Endpoint, refused},
    envelope::{self, Message, Unreadable},
    protocol_error::ProtocolError,
};

/// What to do about a line.
pub enum Received {
    /// Wait for the answer, and write it as one line unless the request is cancelled before.
    Request {
        /// What names the request, as JSON text.
        id: String,
        /// The answer, without the end of its line.
        answer: LocalFuture<'static, String>,
    },
    /// Write this at once.
    Refused {
        /// The answer, without the end of its line.
        answer: String,
    },
    /// Stop a request and write nothing for it.
    Cancel {
        /// What names the request, as JSON text.
        id: String,
    },
    /// Nothing is wanted.
    Nothing,
}

impl<P: 'static> Endpoint<P> {
    /// Reads one line, without its end. Nobody is there but the process's own user.
    pub fn receive(&self, line: &[u8]) -> Received {
        let message = match Message::parse(line) {
            Ok(message) => message,
            Err(Unreadable { id, error }) => {
                return match refused(id.as_deref(), &error).text {
                    Some(answer) => Received::Refused { answer },
                    None => Received::Nothing,
                };
            }
        };
        match &message {
            Message::Request(request) => {
                let id = request.id.to_string();
                let endpoint = self.clone();
                let around = Around { headers: None, origin: Origin::Trusted };
                let answer = Box::pin(async move {
                    let answered = endpoint.answer_parsed(message, around).await;
                    answered.text.unwrap_or_default()
                });
                Received::Request { id, answer }
            }
            Message::Notification { method, params } if method == "notifications/cancelled" => {
                match params.get("requestId") {
                    Some(id @ (Value::String(_) | Value::Number(_))) => {
                        Received::Cancel { id: id.to_string() }
                    }
                    Some(_) | None => Received::Nothing,
                }
            }
            Message::Notification { .. } | Message::Response => Received::Nothing,
        }
    }
}

/// The answer to a line that was not read to its end.
pub fn line_too_long() -> String {
    let message = format!("a line has at most {} bytes", limits::BODY_BYTES_MAX);
    let error = ProtocolError::bad_request(ProtocolError::INVALID_REQUEST, message);
    envelope::failure(None, &error)
}
