//! The commands that set up, build, serve and test the product.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this program talks to a terminal")]
#![expect(
    clippy::disallowed_methods,
    reason = "this program is a composition root: it reads the environment and the clock itself"
)]

mod afdocs;
mod arguments;
mod bench;
mod browser;
mod cuts;
mod database;
mod dev;
mod digest;
mod peers;
mod process;
mod project;
mod report;
mod server;
mod setup;
mod site;
mod startup;
mod test;
mod trouble;
mod watch;
mod worker;
mod workerd;

use std::process::ExitCode;

use arguments::Command;
use project::Project;
use trouble::Outcome;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            process::await_end();
            eprintln!("error: {trouble}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Outcome<()> {
    let command = Command::parse(std::env::args().skip(1))?;
    let project = Project::here()?;
    process::end_groups_with_us()?;
    match command {
        Command::Help => {
            println!("{}", arguments::HELP);
            Ok(())
        }
        Command::BuildWorker => {
            setup::toolchain(&project)?;
            worker::build(&project, &[], worker::PRODUCT).map(|built| println!("{built}"))
        }
        Command::Bench => bench::build(&project),
        Command::Test { all } => test::test(&project, all),
        Command::Dev(wanted) => dev::serve(&project, &wanted),
    }
}
