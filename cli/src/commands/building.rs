//! `capstan build`: a folder of Markdown becomes a built site.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use contract::reply::chain_of;

use super::{FAILED, output::Output};
use crate::build::{self, Applied, BuildError, Plan, Progress, Report, Strictness};

pub(super) const NAME: &str = "build";

pub(super) fn command() -> Command {
    let folder = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("DIR").value_parser(value_parser!(PathBuf)).help(help)
    };
    Command::new(NAME)
        .about("Build a site from a folder of Markdown")
        .arg(source())
        .arg(folder("out", "Where the site goes").default_value(".capstan/site"))
        .arg(
            Arg::new("apply-to")
                .long("apply-to")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Also bring this SQLite file, such as a local D1's, to the built site"),
        )
        .arg(
            Arg::new("strict")
                .long("strict")
                .action(ArgAction::SetTrue)
                .help("Write nothing while there is a problem to mend"),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .help("Print the report as JSON"),
        )
}

/// The folder of Markdown, as `dir`.
pub(super) fn source() -> Arg {
    Arg::new("dir")
        .value_name("DIR")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("The folder: plain Markdown, or an mdBook's root or `src`")
}

pub(super) fn run(matches: &ArgMatches, output: &Output) -> u8 {
    let path = |name: &str| matches.get_one::<PathBuf>(name).cloned().unwrap_or_default();
    let (dir, out) = (path("dir"), path("out"));
    let strictness =
        if matches.get_flag("strict") { Strictness::Strict } else { Strictness::Lenient };
    let report = match build::build(&dir, &out, strictness, &Progress::of_process()) {
        Ok(report) => report,
        Err(BuildError::Strict(problems)) => {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            let count = problems.len();
            let said = format!("{}\n{count} problems, and --strict allows none", lines.join("\n"));
            return output.complain(&said, FAILED);
        }
        Err(error) => return output.complain(&chain_of(&error).join(": "), FAILED),
    };
    let mut applied = None;
    if let Some(file) = matches.get_one::<PathBuf>("apply-to") {
        match build::apply(&out, file) {
            Ok(how) => applied = Some(how),
            Err(error) => return output.complain(&chain_of(&error).join(": "), FAILED),
        }
    }
    if matches.get_flag("json") {
        return match serde_json::to_string_pretty(&report) {
            Ok(json) => output.print(&format!("{json}\n")),
            Err(error) => output.complain(&error.to_string(), FAILED),
        };
    }
    output.print(&summary(&report, applied, &out.display().to_string()))
}

fn summary(report: &Report, applied: Option<Applied>, out: &str) -> String {
    let Report { generation, pages, blocks, changed, removed, files, plan, problems, .. } = report;
    let mut lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    lines.push(format!(
        "{pages} pages in {blocks} blocks; {changed} changed, {removed} removed; \
         {} problems; generation {generation} in {out}",
        problems.len()
    ));
    match plan {
        Plan::Free => {}
        Plan::Paid => lines.push(format!(
            "{files} files: more than the 20,000 of Cloudflare's free plan; the paid plan takes 100,000"
        )),
        Plan::None => lines.push(format!(
            "{files} files: more than the 100,000 that Cloudflare takes of one site"
        )),
    }
    match applied {
        None | Some(Applied::Nothing) => {}
        Some(Applied::Delta) => lines.push("the change was applied".to_owned()),
        Some(Applied::Whole) => lines.push("the whole site was loaded".to_owned()),
    }
    lines.join("\n") + "\n"
}
