//! The native binary's parts: adapters, composition root and commands.

pub mod commands;
pub mod engine;
#[cfg(not(feature = "no-cli"))]
mod remote;
pub mod sqlite;
#[cfg(not(feature = "no-cli"))]
mod terminal;
