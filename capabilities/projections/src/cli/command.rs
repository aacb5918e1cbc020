//! Which commands and flags the parser knows.

use clap::{
    Arg, ArgAction, Command, ValueHint,
    builder::{PossibleValue, StyledStr, TypedValueParser},
    error::ErrorKind,
};
use contract::{approval::Approval, contract::Contract};

use super::{
    flags::{Flag, flags},
    help,
};
use crate::field::{Field, Form, Scalar};

const HELP: &str = "own:help";
pub(super) const INPUT: &str = "own:input";
pub(super) const JSON: &str = "own:json";
pub(super) const SITE: &str = "own:site";
pub(super) const URL: &str = "own:url";
pub(super) const YES: &str = "own:yes";

const INPUT_HEADING: &str = "Input";
const OPTIONS_HEADING: &str = "Options";

pub(super) fn id_of(field: &Field<'_>) -> String {
    format!("field:{}", field.name)
}

pub(super) fn positional_id_of(field: &Field<'_>) -> String {
    format!("positional:{}", field.name)
}

/// A command for each capability, below its namespaces, in the order given.
pub fn commands<'c>(contracts: impl IntoIterator<Item = &'c Contract>) -> Vec<Command> {
    let mut root = Command::new("root");
    for contract in contracts {
        let segments: Vec<&str> = contract.address.segments().collect();
        root = placed(root, &segments, contract, "");
    }
    root.get_subcommands().cloned().collect()
}

fn placed(parent: Command, segments: &[&str], contract: &Contract, namespace: &str) -> Command {
    let Some((first, rest)) = segments.split_first() else {
        return parent;
    };
    if rest.is_empty() {
        return parent.subcommand(capability(first, contract));
    }
    let path =
        if namespace.is_empty() { (*first).to_owned() } else { format!("{namespace}.{first}") };
    let parent = if parent.get_subcommands().any(|it| it.get_name() == *first) {
        parent
    } else {
        parent.subcommand(
            Command::new((*first).to_owned())
                .about(format!("The capabilities below `{path}`"))
                .disable_help_subcommand(true)
                .subcommand_required(true)
                .arg_required_else_help(true)
                .allow_external_subcommands(true)
                .external_subcommand_value_parser(clap::builder::StringValueParser::new()),
        )
    };
    parent.mut_subcommand(*first, |it| placed(it, rest, contract, &path))
}

fn capability(name: &str, contract: &Contract) -> Command {
    let mut command = Command::new(name.to_owned())
        .about(contract.summary().trim_end_matches('.').to_owned())
        .long_about(help::introduction(contract))
        .after_long_help(help::explanation(contract));
    let flags = flags(contract);
    for flag in &flags {
        if let Some(long) = &flag.long {
            command = command.arg(flag_arg(contract, flag, long));
        }
        if flag.positional {
            command = command.arg(positional(flag));
        }
    }
    own_flags(command.arg(whole_input(&flags)), contract)
}

fn flag_arg(contract: &Contract, flag: &Flag<'_>, long: &str) -> Arg {
    let field = &flag.field;
    let arg = Arg::new(id_of(field))
        .long(long.to_owned())
        .help(help::of_field(contract, field))
        .help_heading(INPUT_HEADING)
        .action(match field.form {
            Form::Repeated(_) => ArgAction::Append,
            Form::Scalar(_) | Form::Json => ArgAction::Set,
        });
    match &field.form {
        Form::Scalar(Scalar::Boolean) => arg
            .value_name("BOOLEAN")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true"),
        Form::Scalar(scalar) | Form::Repeated(scalar) => scalar_arg(arg, scalar),
        Form::Json => arg.value_name("JSON").allow_negative_numbers(true),
    }
}

fn scalar_arg(arg: Arg, scalar: &Scalar) -> Arg {
    match scalar {
        // What follows is data, whatever it begins with.
        Scalar::Text => arg.value_name("TEXT").allow_hyphen_values(true),
        Scalar::Choice(choices) => arg
            .value_name("CHOICE")
            .value_parser(Choices(choices.clone()))
            .hide_possible_values(true),
        Scalar::Number => arg.value_name("NUMBER").allow_negative_numbers(true),
        Scalar::Boolean => arg.value_name("BOOLEAN"),
    }
}

fn positional(flag: &Flag<'_>) -> Arg {
    let long = flag.long.as_deref().unwrap_or_default();
    Arg::new(positional_id_of(&flag.field))
        .value_name(long.to_ascii_uppercase().replace('-', "_"))
        .help(format!("The same as --{long}"))
        .conflicts_with(id_of(&flag.field))
        .allow_negative_numbers(true)
}

fn whole_input(flags: &[Flag<'_>]) -> Arg {
    let unreachable: Vec<String> = flags
        .iter()
        .filter(|it| it.long.is_none())
        .map(|it| format!("`{}`", it.field.name.escape_debug()))
        .collect();
    let mut text = "The whole input as JSON; flags are set over it. `-` reads it from standard \
                    input"
        .to_owned();
    if !unreachable.is_empty() {
        text.push_str(&format!(". The only way to give {}", unreachable.join(", ")));
    }
    Arg::new(INPUT).long("input").value_name("JSON").help(text).help_heading(INPUT_HEADING)
}

/// The flags that say how a capability is called.
fn own_flags(command: Command, contract: &Contract) -> Command {
    let yes = match contract.approval {
        Approval::Required => {
            "Approve the calls that this process makes; without it the terminal is asked"
        }
        Approval::NotNeeded => "Approve the calls that this process makes, where one needs it",
    };
    let own =
        [
            Arg::new(JSON)
                .long("json")
                .action(ArgAction::SetTrue)
                .help("Answer in JSON, failures too (those on standard error)"),
            Arg::new(YES).long("yes").action(ArgAction::SetTrue).help(yes),
            Arg::new(URL)
                .long("url")
                .value_name("URL")
                .value_hint(ValueHint::Url)
                .help("Call the Capstan at this address instead of a local site"),
            Arg::new(SITE).long("site").value_name("DIR").value_hint(ValueHint::DirPath).help(
                "The built site to open [env CAPSTAN_SITE; else .capstan/site, here or above]",
            ),
            Arg::new(HELP)
                .long("help")
                .short('h')
                .action(ArgAction::Help)
                .help("Print help (-h for a summary, --help for all of it)"),
        ];
    command.disable_help_flag(true).args(own.map(|it| it.help_heading(OPTIONS_HEADING)))
}

/// Takes any text, and tells completions which ones there are: what fits is the pipeline's to say.
#[derive(Clone)]
struct Choices(Vec<String>);

impl TypedValueParser for Choices {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        _: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        value
            .to_str()
            .map(str::to_owned)
            .ok_or_else(|| clap::Error::new(ErrorKind::InvalidUtf8).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|it| PossibleValue::new(it.clone()))))
    }
}

/// Plain text, which clap would otherwise take for styled.
pub(super) fn plain(text: &str) -> StyledStr {
    StyledStr::from(super::outline::visible(text))
}
