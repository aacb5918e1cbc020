//! The program's own commands: those that are no capability.

use clap::{ArgMatches, Command};
use contract::contract::Contract;

use super::{building, checking, completions, documents, output::Output, serving};

/// Every command that is no capability. No capability's first segment may be one of them.
pub(super) fn commands() -> Vec<Command> {
    vec![
        building::command(),
        checking::command(),
        documents::catalog_command(),
        completions::command(),
        #[cfg(not(feature = "no-http"))]
        documents::openapi_command(),
        serving::command(),
        #[cfg(not(feature = "no-mcp"))]
        super::mcp::command(),
        #[cfg(not(feature = "no-mcp"))]
        super::connect::command(),
    ]
}

/// Runs one of them; `None` where the command line names none.
pub(super) fn run(
    root: &Command,
    contracts: &[&Contract],
    matches: &ArgMatches,
    output: &Output,
) -> Option<u8> {
    let (name, inner) = matches.subcommand()?;
    match name {
        building::NAME => Some(building::run(inner, output)),
        checking::NAME => Some(checking::run(inner, output)),
        documents::CATALOG => Some(documents::catalog(contracts, inner, output)),
        serving::NAME => Some(serving::run(inner, output)),
        completions::NAME => Some(completions::run(root, inner, output)),
        #[cfg(not(feature = "no-http"))]
        documents::OPENAPI => Some(documents::openapi(contracts, output)),
        #[cfg(not(feature = "no-mcp"))]
        "mcp" => Some(super::mcp::run(inner, output)),
        #[cfg(not(feature = "no-mcp"))]
        super::connect::NAME => Some(super::connect::run(inner, output)),
        _ => None,
    }
}
