//! The native binary under test: the product's own entry.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(capstan::commands::run(std::env::args_os().collect()))
}
