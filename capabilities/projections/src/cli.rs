//! How capabilities appear on the command line: one command each, with flags from the input schema.
//!
//! A dot is a nested command (`notes.archive` is `notes archive`). A field is a flag in kebab case.
//! Nothing here reads a terminal or a process: texts in, texts out.

mod command;
mod exit;
mod failure;
mod flags;
mod help;
mod input;
mod outline;
mod spelling;

pub use command::commands;
pub use exit::exit_code;
pub use failure::Failed;
pub use flags::{Flag, OWN_FLAGS, flags};
pub use input::{Called, Options, StandardInput, called, input_of};
pub use outline::{outline, visible};
pub use spelling::{HANDLE, attach_next, command_line, next_commands, shell_word};

/// The program's name, as documents and next actions spell it.
pub const PROGRAM: &str = "capstan";

#[cfg(test)]
mod tests;
