//! `capstan serve`: the built site over HTTP on this machine.

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::{FAILED, output::Output};
use crate::{
    engine::{Engine, SiteFolder},
    serve::Server,
};

pub(super) const NAME: &str = "serve";

pub(super) fn command() -> Command {
    Command::new(NAME)
        .about("Serve the built site over HTTP on this machine")
        .arg(
            Arg::new("port")
                .long("port")
                .value_name("N")
                .value_parser(value_parser!(u16))
                .default_value("8787")
                .help("The port of 127.0.0.1; 0 takes any that is free"),
        )
        .arg(
            Arg::new("site")
                .long("site")
                .value_name("FOLDER")
                .value_parser(value_parser!(PathBuf))
                .help("The built site to serve, instead of CAPSTAN_SITE or the nearest"),
        )
        .after_help(
            "Only this machine can reach it: `Host` and `Origin` must be loopback names. No call \
             that needs a person's approval runs. Ctrl-C ends it.",
        )
}

pub(super) fn run(matches: &ArgMatches, output: &Output) -> u8 {
    let port = matches.get_one::<u16>("port").copied().unwrap_or(8787);
    let named = matches.get_one::<PathBuf>("site").map(PathBuf::as_path);
    let site = match SiteFolder::of_process(named) {
        Ok(site) => site,
        Err(error) => {
            let hint =
                "build one with `capstan build DIR`, or name one with `--site` or CAPSTAN_SITE";
            return output.complain(&format!("{error}; {hint}"), FAILED);
        }
    };
    let engine = match Engine::open(&site) {
        Ok(engine) => engine,
        Err(error) => return output.complain(&error.to_string(), FAILED),
    };
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return output.complain(&error.to_string(), FAILED),
    };
    let server = Server::new(engine, site.path().join("assets"));
    let ready = |address| {
        // Whoever started the process waits for this line, so it must not stay in a buffer.
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "http://{address}").and_then(|()| out.flush());
    };
    match runtime.block_on(server.run(port, ready)) {
        Ok(()) => 0,
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            let said =
                format!("port {port} is in use: end what uses it, or give another with --port");
            output.complain(&said, FAILED)
        }
        Err(error) => output.complain(&format!("port {port} cannot be had: {error}"), FAILED),
    }
}
