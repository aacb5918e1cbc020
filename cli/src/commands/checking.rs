//! `capstan check`: what is to be mended in a folder of Markdown?

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command};
use contract::reply::chain_of;

use super::{FAILED, building::source, output::Output};
use crate::build::{self, Checked, Progress};

pub(super) const NAME: &str = "check";

pub(super) fn command() -> Command {
    Command::new(NAME)
        .about("Report what is to be mended in a folder of Markdown, without building it")
        .after_help(
            "Exits with 0 whatever it finds, and with --strict with 1 where it finds anything.",
        )
        .arg(source())
        .arg(
            Arg::new("strict")
                .long("strict")
                .action(ArgAction::SetTrue)
                .help("Fail where there is a problem"),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .help("Print the problems as JSON"),
        )
}

pub(super) fn run(matches: &ArgMatches, output: &Output) -> u8 {
    let dir = matches.get_one::<PathBuf>("dir").cloned().unwrap_or_default();
    let checked = match build::check(&dir, &Progress::of_process()) {
        Ok(checked) => checked,
        Err(error) => return output.complain(&chain_of(&error).join(": "), FAILED),
    };
    let said = if matches.get_flag("json") {
        match serde_json::to_string_pretty(&checked) {
            Ok(json) => output.print(&json),
            Err(error) => return output.complain(&error.to_string(), FAILED),
        }
    } else {
        let Checked { pages, problems } = &checked;
        let mut lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        lines.push(format!("{pages} pages; {} problems", problems.len()));
        output.print(&lines.join("\n"))
    };
    let is_failure = matches.get_flag("strict") && !checked.problems.is_empty();
    if said == 0 && is_failure { FAILED } else { said }
}
