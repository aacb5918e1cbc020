//! The program's own commands: those that are no capability.

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use contract::contract::Contract;

use super::{building, output::Output};

/// Every command that is no capability. No capability's first segment may be one of them.
pub(super) fn commands() -> Vec<Command> {
    vec![
        building::command(),
        Command::new("completions")
            .about("Print a script that completes commands in a shell")
            .arg(
                Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(Shell)),
            )
            .after_help("For bash: capstan completions bash > ~/.local/share/bash-completion/completions/capstan"),
        #[cfg(not(feature = "no-mcp"))]
        super::mcp::command(),
    ]
}

/// Runs one of them; `None` where the command line names none.
pub(super) fn run(
    root: &Command,
    _contracts: &[&Contract],
    matches: &ArgMatches,
    output: &Output,
) -> Option<u8> {
    let (name, inner) = matches.subcommand()?;
    match name {
        building::NAME => Some(building::run(inner, output)),
        "completions" => Some(completions(root, inner, output)),
        #[cfg(not(feature = "no-mcp"))]
        "mcp" => Some(super::mcp::run(inner, output)),
        _ => None,
    }
}

fn completions(root: &Command, matches: &ArgMatches, output: &Output) -> u8 {
    let Some(shell) = matches.get_one::<Shell>("shell") else {
        return output.complain("name a shell", super::MISUSED);
    };
    let mut script = Vec::new();
    clap_complete::generate(*shell, &mut root.clone(), "capstan", &mut script);
    output.print(&String::from_utf8_lossy(&script))
}
