//! `capstan catalog`: what the capabilities promise, as documents.

use clap::{Arg, ArgAction, ArgMatches, Command};
use contract::contract::Contract;
use projections::{catalog_document::catalog_document, typescript::declarations};

use super::output::Output;

pub(super) const CATALOG: &str = "catalog";

pub(super) fn catalog_command() -> Command {
    Command::new(CATALOG).about("Print what every capability promises, as JSON").arg(
        Arg::new("types")
            .long("types")
            .action(ArgAction::SetTrue)
            .help("Print TypeScript declarations of inputs, outputs and failures instead"),
    )
}

pub(super) fn catalog(contracts: &[&Contract], matches: &ArgMatches, output: &Output) -> u8 {
    let contracts = contracts.iter().copied();
    if matches.get_flag("types") {
        return output.print(&declarations(contracts));
    }
    output.print(&format!("{:#}", catalog_document(contracts)))
}
