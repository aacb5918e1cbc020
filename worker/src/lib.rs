//! Which request goes where, and the adapters for Cloudflare.

#[cfg(target_arch = "wasm32")]
mod entry;
#[cfg(not(feature = "no-mcp"))]
mod mcp_server;

#[cfg(not(feature = "no-mcp"))]
pub use mcp_server::mcp_server;
