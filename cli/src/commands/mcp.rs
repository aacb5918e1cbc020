//! How `capstan mcp` serves the local site to the program that started it.

use std::error::Error;
use std::path::PathBuf;
use std::rc::Rc;

use clap::{Arg, ArgMatches, Command, value_parser};
use contract::{approval::DenyAll, caller::Caller};
use gateway::{library::SqlLibrary, mcp_server::Public, rules::rules};
use projections::{
    access::Access,
    mcp::{Endpoint, Profile},
};
use tokio::io::{BufReader, stdin, stdout};

use super::{FAILED, output::Output};
use crate::{
    engine::{Call, Engine, SiteFolder},
    log::ErrorLog,
    mcp_stdio::converse,
    serve::disk_assets::DiskAssets,
};

/// Bytes read from standard input at once.
const READ_BYTES: usize = 64 * 1024;

/// The command.
pub(super) fn command() -> Command {
    Command::new("mcp")
        .about("Speak MCP on standard input and output, for a client that starts this program")
        .arg(
            Arg::new("site")
                .long("site")
                .value_name("FOLDER")
                .value_parser(value_parser!(PathBuf))
                .help("The built site to serve, instead of CAPSTAN_SITE or the nearest"),
        )
        .arg(
            Arg::new("profile")
                .long("profile")
                .value_name("PROFILE")
                .value_parser(Profile::ALL.map(Profile::name))
                .default_value(Profile::Full.name())
                .help("What to offer: everything, or what changes nothing"),
        )
        .after_help(
            "Add it to a client as a local server with the command `capstan mcp --site FOLDER`.\n\
             Standard output carries the protocol and nothing else; what goes wrong inside is \
             written to standard error. No call that needs a person's approval runs.",
        )
}

/// Converses until standard input ends.
pub(super) fn run(matches: &ArgMatches, output: &Output) -> u8 {
    let named = matches.get_one::<PathBuf>("site").map(PathBuf::as_path);
    let site = match SiteFolder::of_process(named) {
        Ok(site) => site,
        Err(error) => return output.complain(&error.to_string(), FAILED),
    };
    let engine = match Engine::open(&site) {
        Ok(engine) => engine,
        Err(error) => return output.complain(&error.to_string(), FAILED),
    };
    let assets = Rc::new(DiskAssets::new(site.path().join("assets")));
    let named = matches.get_one::<String>("profile").map(String::as_str);
    let profile = named.and_then(Profile::named).unwrap_or(Profile::Full);
    let access = Access { local_only: true, trusted_origins: Vec::new() };
    let public = Public { registry: Rc::clone(engine.registry()), rules: rules() };
    let server = Rc::new(gateway::mcp_server("Capstan", access, public));
    let receive = |line: &[u8]| {
        let call =
            Call { caller: Caller::local(), approver: Rc::new(DenyAll), watch: Rc::new(ErrorLog) };
        let complain = Rc::new(|error: &dyn Error| ErrorLog::failed(error));
        let (sql, assets) = (Rc::clone(&engine.ports().sql), Rc::<DiskAssets>::clone(&assets));
        let library = Rc::new(SqlLibrary::new(sql, assets, complain));
        let endpoint = Endpoint::new(Rc::clone(&server), engine.invoker(call));
        endpoint.with_profile(profile).with_library(library).receive(line)
    };
    let runtime = match tokio::runtime::Builder::new_current_thread().build() {
        Ok(runtime) => runtime,
        Err(error) => return output.complain(&error.to_string(), FAILED),
    };
    let input = BufReader::with_capacity(READ_BYTES, stdin());
    let ended = runtime.block_on(converse(input, stdout(), receive));
    // A read that still waits must not keep the process alive.
    runtime.shutdown_background();
    match ended {
        Ok(()) => 0,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => 0,
        Err(error) => output.complain(&format!("the conversation broke off: {error}"), FAILED),
    }
}
