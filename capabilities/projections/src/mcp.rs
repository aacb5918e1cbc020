//! What an MCP client can ask for, and what it is told: every capability as a tool, every page as a
//! resource.
//!
//! Two eras are spoken on one endpoint: the handshake revisions, which begin with `initialize`, and
//! the stateless one, in which each request says what it speaks. The body of a message decides.
//! Nothing is remembered between messages, so any instance can answer any of them.

mod accept;
mod access;
mod completion;
mod connecting;
mod endpoint;
mod envelope;
mod era;
#[cfg(feature = "fixtures")]
mod fixture;
mod header;
mod library;
mod outbox;
mod over_http;
mod over_lines;
mod profile;
mod prompt;
mod protocol_error;
mod resource;
mod revision;
mod server;
mod tool;
mod tool_call;
mod uri;

pub use connecting::{NotAnEndpoint, Remote};
pub use endpoint::Endpoint;
pub use library::{
    DocumentText, FixedDocument, Library, LibrarySilent, Listed, PageDocument, Prompt,
    PromptArgument,
};
pub use outbox::{Answer, Conversation, Said};
pub use over_http::{Body, Events};
pub use over_lines::{Received, line_too_long};
pub use profile::Profile;
pub use revision::Revision;
pub use server::{Identity, Server};

#[cfg(test)]
mod tests;
