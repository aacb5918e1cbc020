//! Which request goes where, and the adapters for Cloudflare.

#[cfg(target_arch = "wasm32")]
mod adapters;
pub mod assets;
#[cfg(target_arch = "wasm32")]
mod bindings;
mod content;
mod cors;
#[cfg(not(feature = "no-http"))]
mod document;
#[cfg(target_arch = "wasm32")]
pub mod entry;
mod facts;
mod headers;
#[cfg(not(feature = "no-mcp"))]
pub mod library;
pub mod log;
#[cfg(not(feature = "no-mcp"))]
pub mod mcp_server;
mod media;
mod missing;
mod negotiation;
mod results;
pub mod route;
pub mod rules;
pub mod site;
mod suggestion;

#[cfg(not(feature = "no-mcp"))]
pub use mcp_server::mcp_server;
