//! What is left of calling capabilities where the command line surface is cut out.

use std::ffi::OsString;

use clap::{ArgMatches, Command};
use contract::contract::Contract;

use super::{MISUSED, output::Output};

/// No capability has a command.
pub(super) fn commands(_: &[&Contract]) -> Vec<Command> {
    Vec::new()
}

/// Whatever is no command of the program itself is unknown.
pub(super) fn run(_: &mut Command, _: &[&Contract], _: &ArgMatches, output: &Output) -> u8 {
    output.complain("there is no such command; capabilities have none in this build", MISUSED)
}

/// Nothing here answers in JSON.
pub(super) fn misused(_: &str, _: &[&Contract], _: &[OsString], _: &Output) -> Option<u8> {
    None
}
