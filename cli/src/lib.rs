//! The native binary's parts: adapters, composition root and commands.

pub mod engine;
pub mod sqlite;
