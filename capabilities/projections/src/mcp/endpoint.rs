//! Which answer a message gets.

use std::rc::Rc;

use contract::{contract::Contract, effects::Access, invoke::Invoker};
use http::StatusCode;
use serde_json::{Map, Value};

use crate::access::Origin;

use super::{
    completion,
    envelope::{self, Params, Request},
    era::Era,
    library::Library,
    outbox::{Answer, Conversation, Outbox, Reports},
    profile::Profile,
    prompt,
    protocol_error::ProtocolError,
    resource,
    server::{Keep, Server, written},
    tool_call,
};

/// A server joined with the caller and the ports of one request.
pub struct Endpoint<P> {
    pub(super) server: Rc<Server>,
    invoker: Invoker<P>,
    library: Option<Rc<dyn Library>>,
}

/// A result, and whether it may be kept.
#[cfg(feature = "fixtures")]
pub(super) type Answered = Result<(Keep, Map<String, Value>), ProtocolError>;

/// From where a request comes.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) origin: Origin,
    /// The host that it was sent to, where the transport has one.
    pub(super) host: Option<String>,
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

    /// Shows and runs only what a profile has.
    #[must_use]
    pub fn with_profile(mut self, profile: Profile) -> Endpoint<P> {
        self.invoker = self.invoker.narrowed_to(profile.access_max());
        self
    }

    /// Begins to answer a request whose era is known.
    pub(super) fn begin(&self, request: Request, era: Era, place: Place) -> Conversation {
        let (endpoint, outbox) = (self.clone(), Outbox::default());
        let said = outbox.clone();
        let answer = async move {
            match endpoint.result_of(&request, era, &place, &said).await {
                Ok(result) => {
                    Answer { status: StatusCode::OK, text: envelope::success(&request.id, &result) }
                }
                Err(error) => refused(Some(&request.id), &error),
            }
        };
        Conversation::new(outbox, Box::pin(answer))
    }

    async fn result_of(
        &self,
        request: &Request,
        era: Era,
        place: &Place,
        outbox: &Outbox,
    ) -> Result<String, ProtocolError> {
        let server = &self.server;
        let params = &request.params;
        #[cfg(feature = "fixtures")]
        if server.fixtures
            && let Some(answered) = super::fixture::answer(request, era, outbox)
        {
            let (keep, result) = answered?;
            return Ok(written(server, era, keep, result));
        }
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
                Ok(server.tools(&self.invoker, era).to_string())
            }
            (_, "tools/call") => {
                self.permit(params, place.origin)?;
                let invoker = match Reports::wanted(outbox, params) {
                    Some(reports) => &self.invoker.clone().reporting_to(Rc::new(reports)),
                    None => &self.invoker,
                };
                Ok(once(tool_call::answer(invoker, params).await?))
            }
            (_, method) => match &self.library {
                Some(library) => self.documents(&**library, request, era, place).await,
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
        place: &Place,
    ) -> Result<String, ProtocolError> {
        let server = &self.server;
        let params = &request.params;
        let (keep, result) = match request.method.as_str() {
            "resources/list" => (
                Keep::Shared,
                resource::list(library, &server.documents, params, place.host.as_deref()).await?,
            ),
            "resources/templates/list" => {
                only_page(params)?;
                (Keep::Shared, resource::templates(place.host.as_deref()))
            }
            "resources/read" => {
                let host = place.host.as_deref();
                let read = resource::read(library, &server.documents, params, era, host);
                (Keep::Shared, read.await?)
            }
            "prompts/list" => {
                only_page(params)?;
                let list = prompt::list(library, &server.prompts).await?;
                #[cfg(feature = "fixtures")]
                let list = match server.fixtures {
                    true => super::fixture::with_prompts(list, era),
                    false => list,
                };
                (Keep::Shared, list)
            }
            "prompts/get" => (Keep::No, prompt::get(library, &server.prompts, params).await?),
            "completion/complete" => (
                Keep::No,
                completion::complete(library, &server.prompts, params, place.host.as_deref())
                    .await?,
            ),
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

pub(super) fn refused(id: Option<&Value>, error: &ProtocolError) -> Answer {
    Answer { status: error.status, text: envelope::failure(id, error) }
}
