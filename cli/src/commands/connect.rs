//! `capstan connect`: how each client is told of a server.

use clap::{Arg, ArgAction, ArgMatches, Command};
use projections::mcp::Remote;

use super::{MISUSED, output::Output};

pub(super) const NAME: &str = "connect";

/// The command.
pub(super) fn command() -> Command {
    Command::new(NAME)
        .about("Print how to add an MCP server to each client, with links where there are some")
        .arg(
            Arg::new("url")
                .value_name("URL")
                .required(true)
                .help("The endpoint, such as https://docs.example.org/mcp"),
        )
        .arg(Arg::new("title").long("title").value_name("TITLE").help("What people call it"))
        .arg(
            Arg::new("server-json")
                .long("server-json")
                .action(ArgAction::SetTrue)
                .help("Print its entry for the public list of servers instead"),
        )
}

/// Prints it.
pub(super) fn run(matches: &ArgMatches, output: &Output) -> u8 {
    let url = matches.get_one::<String>("url").map(String::as_str).unwrap_or_default();
    let mut remote = match Remote::at(url) {
        Ok(remote) => remote,
        Err(error) => return output.complain(&error.to_string(), MISUSED),
    };
    if let Some(title) = matches.get_one::<String>("title") {
        remote.title.clone_from(title);
        remote.description = format!("Search and read {title}.");
    }
    if matches.get_flag("server-json") {
        return output.print(&format!("{:#}", remote.entry()));
    }
    output.print(&remote.guide())
}
