//! What a line of a conversation over stdio asks for.

use contract::limits;
use serde_json::Value;

use crate::access::Origin;

use super::{
    endpoint::{Endpoint, Place, refused},
    envelope::{self, Message, Unreadable},
    era,
    outbox::Conversation,
    protocol_error::ProtocolError,
};

/// What to do about a line.
pub enum Received {
    /// Write what is said, each message as one line, unless the request is cancelled before.
    Request {
        /// What names the request, as JSON text.
        id: String,
        /// What is said about it, the answer last.
        conversation: Conversation,
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
                return Received::Refused { answer: refused(id.as_deref(), &error).text };
            }
        };
        let era = era::era_of(&message, None);
        match (message, era) {
            (Message::Request(request), Ok(era)) => {
                let place = Place { origin: Origin::Trusted, host: None };
                let id = request.id.to_string();
                Received::Request { id, conversation: self.begin(request, era, place) }
            }
            (Message::Request(request), Err(error)) => {
                Received::Refused { answer: refused(Some(&request.id), &error).text }
            }
            (Message::Notification { method, params }, _)
                if method == "notifications/cancelled" =>
            {
                match params.get("requestId") {
                    Some(id @ (Value::String(_) | Value::Number(_))) => {
                        Received::Cancel { id: id.to_string() }
                    }
                    Some(_) | None => Received::Nothing,
                }
            }
            // What wants no answer gets none, whatever is wrong with it.
            (Message::Notification { .. } | Message::Response, _) => Received::Nothing,
        }
    }
}

/// The answer to a line that was not read to its end.
pub fn line_too_long() -> String {
    let message = format!("a line has at most {} bytes", limits::BODY_BYTES_MAX);
    let error = ProtocolError::bad_request(ProtocolError::INVALID_REQUEST, message);
    envelope::failure(None, &error)
}
