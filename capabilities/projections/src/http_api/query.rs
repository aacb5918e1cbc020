//! How an input is spelt in a query, and read from one.
//!
//! A scalar is one parameter, an array of scalars is the parameter repeated (a single one is still an
//! array), and any other field is one parameter that holds JSON. Absent is not empty.

use std::collections::BTreeMap;

use contract::{
    contract::Contract, invoke_error::InvalidInput, pointer::Pointer, schema::MismatchKind,
};
use serde_json::{Map, Value};

use crate::{
    field::{Form, fields},
    percent,
};

/// Reads a query. What a parameter's text does not spell goes on as text, so that the pipeline
/// refuses it with its own words; only a text that should be JSON is refused here.
pub(super) fn input_of(contract: &Contract, query: &str) -> Result<Value, Box<InvalidInput>> {
    let mut given: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut order = Vec::new();
    for pair in query.split('&').filter(|it| !it.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (Some(name), Some(value)) = (decoded(name), decoded(value)) else {
            let name = name.chars().take(64).collect::<String>();
            return Err(refused(contract, &name, "percent-encoded UTF-8"));
        };
        let values = given.entry(name.clone()).or_default();
        if values.is_empty() {
            order.push(name);
        }
        values.push(value);
    }
    let known = fields(&contract.input);
    let mut input = Map::new();
    for name in order {
        let Some(values) = given.remove(&name) else { continue };
        let form = known.iter().find(|it| it.name == name).map(|it| &it.form);
        let value = match form {
            Some(Form::Repeated(scalar)) => {
                let item = |text: String| scalar.read(&text).unwrap_or(Value::String(text));
                Value::Array(values.into_iter().map(item).collect())
            }
            Some(Form::Scalar(scalar)) => {
                single(values, |text| scalar.read(&text).unwrap_or(Value::String(text)))
            }
            Some(Form::Json) => match json(values) {
                Some(value) => value,
                None => return Err(refused(contract, &name, "one parameter that holds JSON")),
            },
            None => single(values, Value::String),
        };
        input.insert(name, value);
    }
    Ok(Value::Object(input))
}

/// A repeated scalar becomes an array, which no scalar field takes.
fn single(mut values: Vec<String>, read: impl Fn(String) -> Value) -> Value {
    match (values.pop(), values.is_empty()) {
        (Some(only), true) => read(only),
        (last, _) => {
            values.extend(last);
            Value::Array(values.into_iter().map(Value::String).collect())
        }
    }
}

fn json(values: Vec<String>) -> Option<Value> {
    let [text] = values.as_slice() else { return None };
    serde_json::from_str(text).ok()
}

fn refused(contract: &Contract, name: &str, expected: &str) -> Box<InvalidInput> {
    let pointer = Pointer::root().child(name);
    let mut given = contract.examples.iter().filter_map(|it| pointer.find(&it.input));
    let example = given.next().cloned().unwrap_or(Value::Null);
    let (pointer, expected) = (pointer.shown(), expected.to_owned());
    Box::new(InvalidInput { pointer, problem: MismatchKind::Wrong, expected, example })
}

/// `application/x-www-form-urlencoded` text; `None` where it is no UTF-8 or a `%` is alone.
fn decoded(text: &str) -> Option<String> {
    percent::decoded(&text.replace('+', " "))
}

/// Spells an input as a query without its `?`; `None` where a value has no spelling.
pub(super) fn query_of(contract: &Contract, input: &Value) -> Option<String> {
    let known = fields(&contract.input);
    let mut pairs = Vec::new();
    for (name, value) in input.as_object()? {
        let form = &known.iter().find(|it| it.name == name)?.form;
        let mut add = |text: &str| {
            pairs.push(format!("{}={}", percent::encoded(name), percent::encoded(text)))
        };
        match form {
            Form::Scalar(scalar) => add(&scalar.spell(value)?),
            Form::Repeated(scalar) => {
                let items = value.as_array().filter(|it| !it.is_empty())?;
                for item in items {
                    add(&scalar.spell(item)?);
                }
            }
            Form::Json => add(&value.to_string()),
        }
    }
    Some(pairs.join("&"))
}
