//! What `--help` says about a capability, for people.

use std::fmt::Write;

use clap::builder::StyledStr;
use contract::{
    approval::Approval,
    contract::Contract,
    effects::{Access, Repeat, World},
    invoke_error::ErrorKind,
    schema::expectation_of,
};
use serde_json::Value;

use super::{command::plain, exit::exit_code, spelling::command_line};
use crate::field::{Field, Form, Scalar};

/// Examples that help shows.
const EXAMPLES_MAX: usize = 3;

pub(super) fn introduction(contract: &Contract) -> StyledStr {
    plain(&format!("{}\n\n{}", contract.title, contract.description))
}

/// One field: what it is, whether it must be given, what fits, and what holds without it.
pub(super) fn of_field(contract: &Contract, field: &Field<'_>) -> StyledStr {
    let said = |keyword| {
        let beside_reference = field.schema.get(keyword);
        beside_reference.or_else(|| contract.input.resolve(field.schema).get(keyword))
    };
    let described = said("description").and_then(Value::as_str).unwrap_or_default();
    let mut text = described.trim_end().to_owned();
    let mut notes = Vec::new();
    if field.required {
        notes.push("required".to_owned());
    }
    notes.push(fitting(contract, field));
    if let Some(default) = said("default").filter(|it| !it.is_null()) {
        notes.push(format!("default {default}"));
    }
    if !text.is_empty() {
        text.push(' ');
    }
    let _ = write!(text, "[{}]", notes.join("; "));
    plain(&text)
}

/// What fits, as a flag's value spells it. A field that may be null may also be left out.
fn fitting(contract: &Contract, field: &Field<'_>) -> String {
    let phrase = |schema| {
        let expected = expectation_of(&contract.input, schema);
        let expected = expected.strip_prefix("null, or ").unwrap_or(&expected);
        expected.strip_suffix(", or null").unwrap_or(expected).to_owned()
    };
    let scalar = |scalar: &Scalar, schema| match scalar {
        Scalar::Choice(choices) => format!("one of {}", choices.join(", ")),
        Scalar::Text | Scalar::Number | Scalar::Boolean => phrase(schema),
    };
    match &field.form {
        Form::Scalar(one) => scalar(one, field.schema),
        Form::Repeated(each) => match field.items {
            Some(items) => format!("repeatable, each {}", scalar(each, items)),
            None => "repeatable".to_owned(),
        },
        Form::Json => format!("JSON: {}", phrase(field.schema)),
    }
}

pub(super) fn explanation(contract: &Contract) -> StyledStr {
    let mut text = format!("Effects: {}\n", effects(contract));
    match contract.approval {
        Approval::Required => text.push_str(
            "Approval: a person must approve each call. On a terminal you are asked; elsewhere the \
             call is\n  denied unless --yes is given. --yes approves only calls of the local engine, \
             so --url refuses it.\n",
        ),
        Approval::NotNeeded => {}
    }
    if let Some(scope) = &contract.scope {
        let _ = writeln!(text, "Scope: the caller must hold `{}`", scope.as_str());
    }
    let failures = contract.failure_variants();
    if !failures.is_empty() {
        text.push_str("\nFails with:\n");
        let width = failures.iter().map(|(tag, _, _)| tag.len()).max().unwrap_or(0);
        for (tag, kind, _) in &failures {
            let code = exit_code(kind.map_or(ErrorKind::ApprovalDenied, ErrorKind::Declared));
            let _ = writeln!(text, "  {tag:width$}  exit {code}");
        }
    }
    if !contract.examples.is_empty() {
        text.push_str("\nExamples:\n");
        for example in contract.examples.iter().take(EXAMPLES_MAX) {
            let _ = writeln!(text, "  {}", command_line(contract, &example.input));
        }
    }
    plain(text.trim_end())
}

fn effects(contract: &Contract) -> String {
    let access = match contract.effects.access {
        Access::ReadOnly => "changes nothing",
        Access::Additive => "adds, and destroys nothing",
        Access::Destructive => "may change or remove what exists",
    };
    let repeat = match contract.effects.repeat {
        Repeat::Idempotent => "a repeat changes nothing more",
        Repeat::Counts => "each call counts",
    };
    let world = match contract.effects.world {
        World::Closed => "touches only what this service holds",
        World::Open => "reaches other systems",
    };
    if contract.effects.is_safe_to_repeat() {
        return format!("{access}; {world}.");
    }
    format!("{access}; {repeat}; {world}.")
}
