//! How capabilities appear on each surface: one file per surface.

pub mod accept;
pub mod access;
pub mod catalog_document;
#[cfg(all(not(feature = "no-cli"), not(target_arch = "wasm32")))]
pub mod cli;
pub mod etag;
pub mod field;
#[cfg(not(feature = "no-http"))]
pub mod http_api;
#[cfg(not(feature = "no-mcp"))]
pub mod mcp;
pub mod next;
#[cfg(not(feature = "no-http"))]
pub mod openapi;
pub mod percent;
pub mod preflight;
pub mod problem;
#[cfg(not(feature = "no-http"))]
pub mod reference_page;
pub mod request;
#[cfg(not(feature = "no-rpc"))]
pub mod rpc;
pub mod typescript;
