//! Which answer a message gets.

use std::rc::Rc;

use contract::{contract::Contract, effects::Access, invoke::Invoker};
use http::{HeaderMap, StatusCode, header};
use serde_json::{Map, Value};

use crate::access::Origin;

use super::{
    completion,
    envelope::{self, Message, Params, Request, Unreadable},
    era::{self, Era},
    library::Library,
    prompt,
    protocol_error::ProtocolError,
    resource,
    server::{Keep, Server, written, written_list},
    tool_call,
};

/// A server joined with the caller and the ports of one request.
pub struct Endpoint<P> {
    pub(super) server: Rc<Server>,
    invoker: Invoker<P>,
    library: Option<Rc<dyn Library>>,
}

/// What surrounds a message.
#[derive(Clone, Copy)]
pub(super) struct Around<'r> {
    /// `None` where the transport has none.
    pub(super) headers: Option<&'r HeaderMap>,
    /// From where it comes.
    pub(super) origin: Origin,
}

impl<P> Clone for Endpoint<P> {
    fn clone(&self) -> Self {
        Endpoint {
            server: Rc::clone(&self.server),
            invoker: self.invoker.clone(),
            library: self.library.clone(),
        }
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
        Endpoint { server, invoker, library: None }
    }

    /// Offers a site's pages too: as resources, and its skills as prompts.
    #[must_use]
    pub fn with_library(mut self, library: Rc<dyn Library>) -> Endpoint<P> {
        self.library = Some(library);
        self
    }

    /// Answers the message in the body of a request, whose headers must agree with it.
    pub(super) async fn answer_message(&self, body: &[u8], around: Around<'_>) -> Answered {
        match Message::parse(body) {
            Ok(message) => self.answer_parsed(message, around).await,
            Err(Unreadable { id, error }) => refused(id.as_deref(), &error),
        }
    }

    /// Answers a message.
    pub(super) async fn answer_parsed(&self, message: Message, around: Around<'_>) -> Answered {
        let era = era::era_of(&message, around.headers);
        match (message, era) {
            (Message::Request(request), Ok(era)) => {
                match self.result_of(&request, era, around).await {
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
            (Message::Notification { .. } | Message::Response, Err(error)) => {
                match around.headers {
                    Some(_) => refused(None, &error),
                    None => Answered { status: error.status, text: None },
                }
            }
        }
    }

    async fn result_of(
        &self,
        request: &Request,
        era: Era,
        around: Around<'_>,
    ) -> Result<String, ProtocolError> {
        let server = &self.server;
        let params = &request.params;
        let once = |result: Map<String, Value>| written(server, era, Keep::No, result);
        match (era, request.method.as_str()) {
            (Era::Handshake, "initialize") => {
                let asked = params.get("protocolVersion").and_then(Value::as_str);
                Ok(once(server.handshake(asked.unwrap_or_default(), self.library.is_some())))
            }
            (Era::Handshake, "ping") => Ok(once(Map::new())),
            (Era::Stateless, "server/discover") => {
                Ok(written(server, era, Keep::Shared, server.discovery(self.library.is_some())))
            }
            (_, "tools/list") => {
                only_page(params)?;
                Ok(written_list(server, era, "tools", &server.tools(self.invoker.listed())))
            }
            (_, "tools/call") => {
                self.permit(params, around.origin)?;
                Ok(once(tool_call::answer(&self.invoker, params).await?))
            }
            (_, method) => match &self.library {
                Some(library) => self.documents(&**library, request, era, around).await,
                None => Err(no_such_method(era, method)),
            },
        }
    }

    /// Answers what is asked of the site's documents.
    async fn documents(
        &self,
        library: &dyn Library,
        request: &Request,
        era: Era,
        around: Around<'_>,
    ) -> Result<String, ProtocolError> {
        let server = &self.server;
        let params = &request.params;
        let (keep, result) = match request.method.as_str() {
            "resources/list" => {
                (Keep::Shared, resource::list(library, &server.documents, params).await?)
            }
            "resources/templates/list" => {
                only_page(params)?;
                (Keep::Shared, resource::templates())
            }
            "resources/read" => {
                let host = around.headers.and_then(|it| it.get(header::HOST));
                let host = host.and_then(|it| it.to_str().ok());
                let read = resource::read(library, &server.documents, params, era, host);
                (Keep::Shared, read.await?)
            }
            "prompts/list" => {
                only_page(params)?;
                (Keep::Shared, prompt::list(library, &server.prompts).await?)
            }
            "prompts/get" => (Keep::No, prompt::get(library, &server.prompts, params).await?),
            "completion/complete" => {
                (Keep::No, completion::complete(library, &server.prompts, params).await?)
            }
            method => return Err(no_such_method(era, method)),
        };
        Ok(written(server, era, keep, result))
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
