//! Which answer a message gets.

use std::rc::Rc;

use contract::{contract::Contract, effects::Access, invoke::Invoker};
use http::{HeaderMap, StatusCode};
use serde_json::{Map, Value};

use crate::access::Origin;

use super::{
    envelope::{self, Message, Params, Request, Unreadable},
    era::{self, Era},
    protocol_error::ProtocolError,
    server::{Keep, Server, written, written_list},
    tool_call,
};

/// A server joined with the caller and the ports of one request.
pub struct Endpoint<P> {
    pub(super) server: Rc<Server>,
    invoker: Invoker<P>,
}

impl<P> Clone for Endpoint<P> {
    fn clone(&self) -> Self {
        Endpoint { server: Rc::clone(&self.server), invoker: self.invoker.clone() }
    }
}

/// The answer to one message: nothing for what wants none.
pub(super) struct Answered {
    pub(super) status: StatusCode,
    pub(super) text: Option<String>,
}

impl<P: 'static> Endpoint<P> {
    /// Joins a server with what runs its calls.
    pub fn new(server: Rc<Server>, invoker: Invoker<P>) -> Endpoint<P> {
        Endpoint { server, invoker }
    }

    /// Answers the message in the body of a request, whose headers must agree with it.
    pub(super) async fn answer_message(
        &self,
        body: &[u8],
        headers: &HeaderMap,
        origin: Origin,
    ) -> Answered {
        match Message::parse(body) {
            Ok(message) => self.answer_parsed(message, Some(headers), origin).await,
            Err(Unreadable { id, error }) => refused(id.as_deref(), &error),
        }
    }

    /// Answers a message; `headers` is `None` where the transport has none.
    pub(super) async fn answer_parsed(
        &self,
        message: Message,
        headers: Option<&HeaderMap>,
        origin: Origin,
    ) -> Answered {
        let era = era::era_of(&message, headers);
        match (message, era) {
            (Message::Request(request), Ok(era)) => {
                match self.result_of(&request, era, origin).await {
                    Ok(result) => Answered {
                        status: StatusCode::OK,
                        text: Some(envelope::success(&request.id, &result)),
                    },
                    Err(error) => refused(Some(&request.id), &error),
                }
            }
            (Message::Request(request), Err(error)) => refused(Some(&request.id), &error),
            (Message::Notification { .. } | Message::Response, Ok(_)) => {
                Answered { status: StatusCode::ACCEPTED, text: None }
            }
            // A message that wants no answer gets none on a stream; over HTTP its status says so.
            (Message::Notification { .. } | Message::Response, Err(error)) => match headers {
                Some(_) => refused(None, &error),
                None => Answered { status: error.status, text: None },
            },
        }
    }

    async fn result_of(
        &self,
        request: &Request,
        era: Era,
        origin: Origin,
    ) -> Result<String, ProtocolError> {
        let server = &self.server;
        let params = &request.params;
        let once = |result: Map<String, Value>| written(server, era, Keep::No, result);
        match (era, request.method.as_str()) {
            (Era::Handshake, "initialize") => {
                let asked = params.get("protocolVersion").and_then(Value::as_str);
                Ok(once(server.handshake(asked.unwrap_or_default())))
            }
            (Era::Handshake, "ping") => Ok(once(Map::new())),
            (Era::Stateless, "server/discover") => {
                Ok(written(server, era, Keep::Shared, server.discovery()))
            }
            (_, "tools/list") => {
                only_page(params)?;
                Ok(written_list(server, era, "tools", &server.tools(self.invoker.listed())))
            }
            (_, "tools/call") => {
                self.permit(params, origin)?;
                Ok(once(tool_call::answer(&self.invoker, params).await?))
            }
            (_, method) => Err(no_such_method(era, method)),
        }
    }

    /// A page of another origin may read, and nothing else.
    fn permit(&self, params: &Params, origin: Origin) -> Result<(), ProtocolError> {
        let named = params.get("name").and_then(Value::as_str);
        let contract: Option<&Contract> =
            named.and_then(|it| self.invoker.contract_by_flat_name(it));
        let changes = contract.is_some_and(|it| it.effects.access != Access::ReadOnly);
        if origin < Origin::Trusted && changes {
            let message = "pages of this origin may only call tools that change nothing";
            let code = ProtocolError::INVALID_REQUEST;
            return Err(ProtocolError::refused(StatusCode::FORBIDDEN, code, message));
        }
        Ok(())
    }
}

/// The list has one page, so no cursor leads anywhere.
fn only_page(params: &Params) -> Result<(), ProtocolError> {
    match params.get("cursor") {
        None | Some(Value::Null) => Ok(()),
        Some(_) => {
            let message = "`params.cursor` is not one that was given out: leave it out";
            Err(ProtocolError::answered(ProtocolError::INVALID_PARAMS, message))
        }
    }
}

fn no_such_method(era: Era, method: &str) -> ProtocolError {
    let shown: String = method.chars().filter(|it| !it.is_control()).take(128).collect();
    let status = match era {
        Era::Handshake => StatusCode::OK,
        Era::Stateless => StatusCode::NOT_FOUND,
    };
    let message = format!("there is no method `{shown}`");
    ProtocolError::refused(status, ProtocolError::METHOD_NOT_FOUND, message)
}

pub(super) fn refused(id: Option<&Value>, error: &ProtocolError) -> Answered {
    Answered { status: error.status, text: Some(envelope::failure(id, error)) }
}
