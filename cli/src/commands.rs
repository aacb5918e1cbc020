//! What the program can be told to do, and which exit code it ends with.

mod building;
#[cfg(not(feature = "no-cli"))]
mod call;
#[cfg(feature = "no-cli")]
#[path = "commands/cut.rs"]
mod call;
mod checking;
mod completions;
#[cfg(not(feature = "no-mcp"))]
mod connect;
mod documents;
#[cfg(not(feature = "no-mcp"))]
mod mcp;
mod output;
mod own;
mod serving;

use std::ffi::OsString;

use catalog::Ports;
use clap::{Command, builder::StringValueParser, error::ErrorKind as Refusal};
use contract::{caller::Caller, contract::Contract, policy, registry::Registry};

use output::Output;

/// The exit code of a command of the program itself that did not do what it was told.
const FAILED: u8 = 1;
/// The exit code of a command line that says nothing the program knows.
const MISUSED: u8 = 2;
/// What the program is called, whatever its file is.
const PROGRAM: &str = "capstan";

/// Does what the command line says and gives the exit code.
pub fn run(arguments: Vec<OsString>) -> u8 {
    let output = Output::of_process();
    let registry = match catalog::capabilities() {
        Ok(registry) => registry,
        Err(error) => return output.complain(&format!("the capabilities: {error}"), FAILED),
    };
    let contracts = listed(&registry);
    let mut root = root(&contracts);
    match root.try_get_matches_from_mut(&arguments) {
        Ok(matches) => own::run(&root, &contracts, &matches, &output)
            .unwrap_or_else(|| call::run(&mut root, &contracts, &matches, &output)),
        Err(error) => refused(&error, &contracts, &arguments, &output),
    }
}

/// The contracts that exist for the person who runs this process.
fn listed(registry: &Registry<Ports>) -> Vec<&Contract> {
    let (caller, rules) = (Caller::local(), gateway::rules::rules());
    let may = |it: &&Contract| policy::decide(&caller, it, &rules) != policy::Decision::Refuse;
    registry.contracts().filter(may).collect()
}

fn root(contracts: &[&Contract]) -> Command {
    Command::new(PROGRAM)
        .bin_name(PROGRAM)
        .version(env!("CARGO_PKG_VERSION"))
        .about("Serves a folder of Markdown and a set of typed actions to agents and people")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .allow_external_subcommands(true)
        .external_subcommand_value_parser(StringValueParser::new())
        .subcommands(call::commands(contracts))
        .subcommands(own::commands())
}

fn refused(
    error: &clap::Error,
    contracts: &[&Contract],
    arguments: &[OsString],
    output: &Output,
) -> u8 {
    let rendered = error.render();
    let helped = matches!(error.kind(), Refusal::DisplayHelp | Refusal::DisplayVersion);
    if helped {
        return output.print_styled(&rendered);
    }
    if error.kind() == Refusal::DisplayHelpOnMissingArgumentOrSubcommand {
        return output.complain_styled(&rendered, MISUSED);
    }
    call::misused(&rendered.to_string(), contracts, arguments, output)
        .unwrap_or_else(|| output.complain_styled(&rendered, MISUSED))
}
