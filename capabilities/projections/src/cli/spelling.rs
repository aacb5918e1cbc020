//! How a call is spelt as a command line that a shell reads back to the same input.

use contract::{contract::Contract, next_action::NextAction};
use serde_json::{Map, Value};

use super::{PROGRAM, flags::Flag, flags::flags};
use crate::{
    field::{Form, Scalar},
    next::{self, Handle},
};

/// What this surface calls the thing to do next.
pub const HANDLE: &Handle = &[("command", "The command line that does it.")];

/// Adds what can be done next to an output or failure, for `--json`.
pub fn attach_next(members: &mut Map<String, Value>, actions: &[NextAction], known: &[&Contract]) {
    let spelt: Vec<NextAction> =
        next_commands(actions, known).into_iter().map(|(action, _)| action.clone()).collect();
    next::attach(members, &spelt, HANDLE, |action| {
        next_commands(std::slice::from_ref(action), known).into_iter().map(|(_, it)| it).collect()
    });
}

/// What can be done next, each with its command line; what is not known here is left out.
pub fn next_commands<'a>(
    actions: &'a [NextAction],
    known: &[&Contract],
) -> Vec<(&'a NextAction, String)> {
    let spelt = actions.iter().filter_map(|action| {
        let target = known.iter().find(|it| it.address == action.capability)?;
        Some((action, command_line(target, &action.input)))
    });
    spelt.collect()
}

/// The command line that makes a call.
///
/// What flags cannot say (a null, an empty list, a member that the schema does not know) goes into
/// `--input`.
pub fn command_line(contract: &Contract, input: &Value) -> String {
    let mut words: Vec<String> = vec![PROGRAM.to_owned()];
    words.extend(contract.address.segments().map(str::to_owned));
    let Value::Object(members) = input else {
        words.extend(["--input".to_owned(), shell_word(&input.to_string())]);
        return words.join(" ");
    };
    let flags = flags(contract);
    let mut rest = Map::new();
    let mut spelt = Vec::new();
    for (name, value) in members {
        let flag = flags.iter().find(|it| it.field.name == name);
        match flag.and_then(|it| spell(it, value)) {
            Some(found) => spelt.push((flag.is_some_and(|it| it.positional), found)),
            None => {
                rest.insert(name.clone(), value.clone());
            }
        }
    }
    // The positional comes first, where people look for it.
    spelt.sort_by_key(|(positional, _)| !positional);
    words.extend(spelt.into_iter().flat_map(|(_, words)| words));
    if !rest.is_empty() {
        words.extend(["--input".to_owned(), shell_word(&Value::Object(rest).to_string())]);
    }
    words.join(" ")
}

fn spell(flag: &Flag<'_>, value: &Value) -> Option<Vec<String>> {
    let long = flag.long.as_deref()?;
    match &flag.field.form {
        Form::Scalar(Scalar::Boolean) => match value {
            Value::Bool(true) => Some(vec![format!("--{long}")]),
            Value::Bool(false) => Some(vec![format!("--{long}=false")]),
            Value::Null
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_) => None,
        },
        Form::Scalar(scalar) => {
            let text = scalar.spell(value)?;
            if flag.positional && !text.starts_with('-') {
                return Some(vec![shell_word(&text)]);
            }
            Some(valued(long, &text))
        }
        Form::Repeated(scalar) => {
            let items = value.as_array().filter(|it| !it.is_empty())?;
            let texts: Option<Vec<String>> = items.iter().map(|it| scalar.spell(it)).collect();
            Some(texts?.iter().flat_map(|it| valued(long, it)).collect())
        }
        Form::Json => Some(valued(long, &value.to_string())),
    }
}

fn valued(long: &str, text: &str) -> Vec<String> {
    if text.starts_with('-') {
        return vec![format!("--{long}={}", shell_word(text))];
    }
    vec![format!("--{long}"), shell_word(text)]
}

/// One word of a POSIX shell, quoted where it must be.
pub fn shell_word(text: &str) -> String {
    let plain = |it: char| it.is_ascii_alphanumeric() || "_-./:=@%+,".contains(it);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}
