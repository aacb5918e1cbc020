//! The native binary's parts: adapters, composition root and commands.

pub mod build;
pub mod commands;
pub mod engine;
pub mod log;
#[cfg(not(feature = "no-mcp"))]
pub mod mcp_stdio;
#[cfg(not(feature = "no-cli"))]
mod remote;
pub mod serve;
pub mod sqlite;
#[cfg(not(feature = "no-cli"))]
mod terminal;
