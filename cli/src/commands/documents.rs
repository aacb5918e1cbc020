//! `capstan catalog` and `capstan openapi`: what the capabilities promise, as documents.

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

#[cfg(not(feature = "no-http"))]
pub(super) const OPENAPI: &str = "openapi";

#[cfg(not(feature = "no-http"))]
pub(super) fn openapi_command() -> Command {
    Command::new(OPENAPI).about("Print the OpenAPI document of the HTTP surface")
}

#[cfg(not(feature = "no-http"))]
pub(super) fn openapi(contracts: &[&Contract], output: &Output) -> u8 {
    let info = gateway::site::info("Capstan");
    let document = projections::openapi::document(&info, contracts.iter().copied());
    output.print(&format!("{document:#}"))
}
