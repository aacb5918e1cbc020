//! Which call a command line makes: the capability, its input and how it is to be called.

use clap::ArgMatches;
use contract::{
    contract::Contract,
    invoke_error::InvalidInput,
    pointer::Pointer,
    schema::{MismatchKind, example_of, expectation_of},
};
use serde_json::{Map, Value};

use super::{
    command::{INPUT, JSON, SITE, URL, YES, id_of, positional_id_of},
    flags::{Flag, flags},
};
use crate::field::{Form, Scalar};

/// What a command line asks for.
#[derive(Debug)]
pub enum Called<'c, 'm> {
    /// A capability.
    Capability {
        /// Its contract.
        contract: &'c Contract,
        /// What was given to it.
        matches: &'m ArgMatches,
    },
    /// A name that nothing has.
    Unknown {
        /// The name, as an address would spell it.
        name: String,
        /// What followed it.
        rest: Vec<String>,
    },
    /// Nothing that is a capability.
    Other,
}

/// Finds what was asked for among the contracts that the commands were made of.
pub fn called<'c, 'm>(contracts: &[&'c Contract], matches: &'m ArgMatches) -> Called<'c, 'm> {
    let mut path: Vec<&str> = Vec::new();
    let mut here = matches;
    while let Some((name, inner)) = here.subcommand() {
        path.push(name);
        let address = path.join(".");
        if let Some(contract) = contracts.iter().find(|it| it.address.as_str() == address) {
            return Called::Capability { contract, matches: inner };
        }
        let namespace = format!("{address}.");
        if !contracts.iter().any(|it| it.address.as_str().starts_with(&namespace)) {
            // What clap did not know it keeps under the empty name.
            return match inner.try_get_many::<String>("") {
                Ok(rest) => {
                    let rest = rest.into_iter().flatten().cloned().collect();
                    Called::Unknown { name: address, rest }
                }
                Err(_) => Called::Other,
            };
        }
        here = inner;
    }
    Called::Other
}

/// How a capability is to be called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Answer in JSON.
    pub json: bool,
    /// Approve the calls of this process.
    pub yes: bool,
    /// Call a service there instead.
    pub url: Option<String>,
    /// The built site to open.
    pub site: Option<String>,
}

impl Options {
    /// Reads them from a capability's matches.
    pub fn of(matches: &ArgMatches) -> Options {
        Options {
            json: matches.get_flag(JSON),
            yes: matches.get_flag(YES),
            url: matches.get_one(URL).cloned(),
            site: matches.get_one(SITE).cloned(),
        }
    }
}

/// Gives the whole of standard input as text, or says why not.
pub type StandardInput<'a> = dyn FnMut() -> Result<String, String> + 'a;

/// The input that a capability's matches spell. What was not given is absent.
///
/// Only texts that spell no value at all are refused here; whether the input fits is the
/// pipeline's to say, and a number or a truth that is spelt wrong reaches it as text.
///
/// # Errors
/// Where JSON is no JSON.
pub fn input_of(
    contract: &Contract,
    matches: &ArgMatches,
    standard_input: &mut StandardInput<'_>,
) -> Result<Value, Box<InvalidInput>> {
    let mut whole = match matches.get_one::<String>(INPUT).map(String::as_str) {
        None => Value::Object(Map::new()),
        Some("-") => {
            let text = standard_input().map_err(|why| {
                let expected = format!("JSON on standard input: {why}");
                Box::new(invalid(contract, &Pointer::root(), expected))
            })?;
            parsed(contract, &Pointer::root(), &text)?
        }
        Some(text) => parsed(contract, &Pointer::root(), text)?,
    };
    let mut given = Map::new();
    for flag in flags(contract) {
        if let Some(value) = value_of(contract, &flag, matches)? {
            given.insert(flag.field.name.to_owned(), value);
        }
    }
    if let Value::Object(members) = &mut whole {
        members.extend(given);
    } else if !given.is_empty() {
        // The pipeline would say that an input is an object, were the flags not lost on the way.
        let expected = "an object, where flags are set over it".to_owned();
        return Err(Box::new(invalid(contract, &Pointer::root(), expected)));
    }
    Ok(whole)
}

fn value_of(
    contract: &Contract,
    flag: &Flag<'_>,
    matches: &ArgMatches,
) -> Result<Option<Value>, Box<InvalidInput>> {
    let mut ids = Vec::new();
    if flag.long.is_some() {
        ids.push(id_of(&flag.field));
    }
    if flag.positional {
        ids.push(positional_id_of(&flag.field));
    }
    let mut texts: Vec<&String> = Vec::new();
    for id in &ids {
        texts.extend(matches.get_many::<String>(id).into_iter().flatten());
    }
    let Some(first) = texts.first() else {
        return Ok(None);
    };
    Ok(Some(match &flag.field.form {
        Form::Scalar(scalar) => read(scalar, first),
        Form::Repeated(scalar) => texts.iter().map(|it| read(scalar, it)).collect(),
        Form::Json => parsed(contract, &Pointer::root().child(flag.field.name), first)?,
    }))
}

fn read(scalar: &Scalar, text: &str) -> Value {
    scalar.read(text).unwrap_or_else(|| Value::String(text.to_owned()))
}

fn parsed(contract: &Contract, at: &Pointer, text: &str) -> Result<Value, Box<InvalidInput>> {
    serde_json::from_str(text).map_err(|error| {
        let here = contract.input.at(at).unwrap_or(contract.input.json());
        let (line, column) = (error.line(), error.column());
        let wanted = expectation_of(&contract.input, here);
        let expected = format!("JSON for {wanted}; it stops being JSON at {line}:{column}");
        Box::new(invalid(contract, at, expected))
    })
}

fn invalid(contract: &Contract, at: &Pointer, expected: String) -> InvalidInput {
    let shown = contract.examples.iter().find_map(|it| at.find(&it.input)).cloned();
    let made = || example_of(&contract.input, contract.input.at(at)?);
    InvalidInput {
        pointer: at.shown(),
        problem: MismatchKind::Wrong,
        expected,
        example: shown.or_else(made).unwrap_or(Value::Null),
    }
}
