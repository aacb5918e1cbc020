//! The native binary: everything it can do is in its library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(capstan::commands::run(std::env::args_os().collect()))
}
