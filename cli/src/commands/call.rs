//! How one capability is called from the command line, here or elsewhere, and how its answer shows.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;

use clap::{ArgMatches, Command};
use contract::{
    address::Address,
    caller::Caller,
    contract::Contract,
    failure::FailureKind,
    invoke::Outcome,
    invoke_error::{ErrorKind, INTERNAL_ERROR, INVALID_INPUT, InvokeError},
    limits,
    nearest::nearest,
    next_action::NextAction,
    watch::{Unwatched, Watch},
};
use projections::cli::{
    Called, Failed, Options, attach_next, called, exit_code, input_of, next_commands, outline,
    visible,
};
use serde_json::{Map, Value, json};

use super::{MISUSED, output::Output};
use crate::{
    engine::{Call, Engine, EngineError},
    log::ErrorLog,
    remote::Remote,
    terminal,
};

/// The commands of the capabilities.
pub(super) fn commands(contracts: &[&Contract]) -> Vec<Command> {
    projections::cli::commands(contracts.iter().copied())
}

/// Runs the capability that the command line names.
pub(super) fn run(
    root: &mut Command,
    contracts: &[&Contract],
    matches: &ArgMatches,
    output: &Output,
) -> u8 {
    match called(contracts, matches) {
        Called::Capability { contract, matches } => {
            let calling = Calling { contract, contracts, options: Options::of(matches), output };
            calling.run(root, matches)
        }
        Called::Unknown { name, rest } => unknown(root, contracts, &name, &rest, output),
        Called::Other => output.complain("there is no such command", MISUSED),
    }
}

struct Calling<'a> {
    contract: &'a Contract,
    contracts: &'a [&'a Contract],
    options: Options,
    output: &'a Output,
}

impl Calling<'_> {
    fn run(&self, root: &mut Command, matches: &ArgMatches) -> u8 {
        if self.options.yes && self.options.url.is_some() {
            return self.misuse(
                "`--yes` approves only calls that this process runs itself; what is called with \
                 `--url` decides there who approves",
            );
        }
        if self.options.site.is_some() && self.options.url.is_some() {
            return self.misuse("`--site` opens a local site, and `--url` calls another: give one");
        }
        let input = match input_of(self.contract, matches, &mut standard_input) {
            Ok(input) => input,
            Err(invalid) => {
                return self.failed(&Failed::from(&InvokeError::InvalidInput(invalid)), root);
            }
        };
        match &self.options.url {
            Some(url) => self.elsewhere(root, url, &input),
            None => self.here(root, input),
        }
    }

    fn elsewhere(&self, root: &mut Command, url: &str, input: &Value) -> u8 {
        let remote = match Remote::parse(url) {
            Ok(remote) => remote,
            Err(error) => return self.misuse(&error.to_string()),
        };
        match remote.call(self.contract, self.contracts, input) {
            Ok(Ok(outcome)) => self.succeeded(&outcome),
            Ok(Err(failed)) => self.failed(&failed, root),
            Err(error) => self.failed(&error.failed(), root),
        }
    }

    fn here(&self, root: &mut Command, input: Value) -> u8 {
        let engine = match Engine::of_process(self.options.site.as_deref().map(Path::new)) {
            Ok(engine) => engine,
            Err(error) => return self.failed(&unopened(&error), root),
        };
        // With `--json` standard error holds one JSON document and nothing else.
        let watch: Rc<dyn Watch> =
            if self.options.json { Rc::new(Unwatched) } else { Rc::new(ErrorLog) };
        let approver = terminal::approver(self.options.yes);
        let invoker = engine.invoker(Call { caller: Caller::local(), approver, watch });
        let address = self.contract.address.as_str();
        let runtime = match tokio::runtime::Builder::new_current_thread().build() {
            Ok(runtime) => runtime,
            Err(error) => return self.output.complain(&error.to_string(), super::FAILED),
        };
        match runtime.block_on(invoker.invoke(address, input)) {
            Ok(outcome) => self.succeeded(&outcome),
            Err(error) => self.failed(&Failed::from(&error), root),
        }
    }

    fn succeeded(&self, outcome: &Outcome) -> u8 {
        if self.options.json {
            let mut json = outcome.output.clone();
            if let Value::Object(members) = &mut json {
                attach_next(members, &outcome.next, self.contracts);
            }
            return self.output.print(&format!("{json:#}"));
        }
        let mut text = match self.contract.present {
            // A file or a pipe gets the text itself; a terminal would obey what is in it.
            Some(present) if self.output.answers_on_terminal() => {
                visible(&present(&outcome.output))
            }
            Some(present) => present(&outcome.output),
            None => outline(&outcome.output),
        };
        text.push_str(&next_text(&outcome.next, self.contracts));
        self.output.print(&text)
    }

    fn failed(&self, failed: &Failed, root: &mut Command) -> u8 {
        let code = exit_code(failed.kind);
        if self.options.json {
            let mut json = failed.json();
            attach_next(&mut json, &failed.next, self.contracts);
            return self.output.complain_as_is(&format!("{:#}", Value::Object(json)), code);
        }
        let mut text = failed.text(Some(self.contract));
        if failed.kind == ErrorKind::InvalidInput {
            text.push_str(&usage(root, self.contract));
        }
        if failed.kind == ErrorKind::ApprovalDenied && self.options.url.is_none() {
            text.push_str("\n  Pass --yes, or run it on a terminal and say yes there.");
        }
        text.push_str(&next_text(&failed.next, self.contracts));
        self.output.complain_as_is(&text, code)
    }

    /// The command line asks for something that no engine is asked about.
    fn misuse(&self, message: &str) -> u8 {
        if self.options.json {
            let json = misuse_json(message, Some(self.contract));
            return self.output.complain_as_is(&format!("{json:#}"), MISUSED);
        }
        self.output.complain(message, MISUSED)
    }
}

/// A site that does not open is something needed that does not answer.
fn unopened(error: &EngineError) -> Failed {
    let (kind, tag) = match error {
        EngineError::NoSite(_) => (ErrorKind::Declared(FailureKind::Unavailable), "NoSite"),
        EngineError::Database { .. } => {
            (ErrorKind::Declared(FailureKind::Unavailable), "SiteUnreadable")
        }
        EngineError::Registry(_) => (ErrorKind::Internal, INTERNAL_ERROR),
    };
    let message = error.to_string();
    Failed { kind, tag: tag.to_owned(), message, fields: Map::new(), next: Vec::new() }
}

fn standard_input() -> Result<String, String> {
    let mut text = String::new();
    let most = limits::BODY_BYTES_MAX as u64;
    let read = io::stdin().lock().take(most + 1).read_to_string(&mut text);
    match read {
        Err(error) => Err(error.to_string()),
        Ok(bytes) if bytes > limits::BODY_BYTES_MAX => Err(format!("at most {most} bytes")),
        Ok(_) => Ok(text),
    }
}

fn unknown(
    root: &Command,
    contracts: &[&Contract],
    name: &str,
    rest: &[String],
    output: &Output,
) -> u8 {
    let known = contracts.iter().map(|it| it.address.as_str());
    let near = nearest(name, known).into_iter().filter_map(|it| Address::parse(it).ok()).collect();
    let error = InvokeError::UnknownCapability { capability: name.to_owned(), nearest: near };
    let failed = Failed::from(&error);
    let code = exit_code(failed.kind);
    if before_end_of_flags(rest).any(|it| it == "--json") {
        return output.complain_as_is(&format!("{:#}", Value::Object(failed.json())), code);
    }
    let mut text = format!("error[{}]: {}", failed.tag, visible(&failed.message));
    let own = super::own::commands();
    for command in nearest(name, own.iter().map(Command::get_name)) {
        text.push_str(&format!("\n  There is a command `{} {command}`.", root.get_name()));
    }
    text.push_str(&format!("\n\nFor all of them: {} --help", root.get_name()));
    output.complain_as_is(&text, code)
}

fn usage(root: &mut Command, contract: &Contract) -> String {
    root.build();
    let mut command = root;
    for segment in contract.address.segments() {
        let Some(inner) = command.find_subcommand_mut(segment) else {
            return String::new();
        };
        command = inner;
    }
    let usage = command.render_usage();
    let path = contract.address.segments().collect::<Vec<_>>().join(" ");
    format!("\n\n{usage}\nFor more: {} {path} --help", projections::cli::PROGRAM)
}

fn next_text(next: &[NextAction], contracts: &[&Contract]) -> String {
    let mut text = String::new();
    for (action, command) in next_commands(next, contracts) {
        let heading = if text.is_empty() { "\n\nNext:" } else { "" };
        text.push_str(&visible(&format!("{heading}\n  {command}\n      {}", action.reason)));
    }
    text
}

fn before_end_of_flags<T: AsRef<OsStr>>(arguments: &[T]) -> impl Iterator<Item = &OsStr> {
    arguments.iter().map(AsRef::as_ref).take_while(|it| *it != "--")
}

/// Tells in JSON what the parser refused; `None` where the command line does not ask for JSON.
pub(super) fn misused(
    rendered: &str,
    contracts: &[&Contract],
    arguments: &[OsString],
    output: &Output,
) -> Option<u8> {
    if !before_end_of_flags(arguments).any(|it| it == "--json") {
        return None;
    }
    let paragraph = rendered.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let message = words.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let mut path = String::new();
    let mut meant = None;
    for word in arguments.iter().skip(1).filter_map(|it| it.to_str()) {
        path.push_str(word);
        meant = contracts.iter().find(|it| it.address.as_str() == path).copied();
        if meant.is_some() {
            break;
        }
        path.push('.');
    }
    Some(output.complain_as_is(&format!("{:#}", misuse_json(message, meant)), MISUSED))
}

fn misuse_json(message: &str, contract: Option<&Contract>) -> Value {
    let example = contract.and_then(|it| it.examples.first()).map(|it| it.input.clone());
    let path = contract.map(|it| it.address.segments().collect::<Vec<_>>().join(" "));
    json!({
        "kind": ErrorKind::InvalidInput,
        "tag": INVALID_INPUT,
        "message": message,
        "pointer": "",
        "expected": format!(
            "what `{} {} --help` lists",
            projections::cli::PROGRAM,
            path.as_deref().unwrap_or_default()
        ),
        "example": example,
    })
}
