//! `capstan completions`: a shell learns every command and flag.

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

use super::{MISUSED, output::Output};

pub(super) const NAME: &str = "completions";

const EXAMPLES: &str = "\
Examples:
  capstan completions bash > ~/.local/share/bash-completion/completions/capstan
  capstan completions zsh > ~/.zfunc/_capstan
  capstan completions fish > ~/.config/fish/completions/capstan.fish";

pub(super) fn command() -> Command {
    Command::new(NAME)
        .about("Print a script that completes commands in a shell")
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(value_parser!(Shell))
                .help("Which shell"),
        )
        .after_help(EXAMPLES)
}

pub(super) fn run(root: &Command, matches: &ArgMatches, output: &Output) -> u8 {
    let Some(shell) = matches.get_one::<Shell>("shell") else {
        return output.complain("name a shell", MISUSED);
    };
    let mut script = Vec::new();
    clap_complete::generate(*shell, &mut root.clone(), "capstan", &mut script);
    output.print(&String::from_utf8_lossy(&script))
}
