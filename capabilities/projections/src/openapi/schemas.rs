//! How a contract's schemas stand in the document.

use contract::contract::Contract;
use http::StatusCode;
use serde_json::{Map, Value, json};

use crate::{http_api::HANDLE, next, problem::status_of};

/// The component that holds a contract's input; byte-equal to the contract's own schema.
pub(super) fn input_name(contract: &Contract) -> String {
    format!("{}.input", contract.address)
}

/// The component that holds its output, to which `next` is added.
pub(super) fn output_name(contract: &Contract) -> String {
    format!("{}.output", contract.address)
}

/// The component that holds one of its failures.
pub(super) fn failure_name(contract: &Contract, tag: &str) -> String {
    format!("{}.{tag}", contract.address)
}

/// A reference to a component.
pub(super) fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// The declared failures with the status each is answered with.
pub(super) fn failures(contract: &Contract) -> impl Iterator<Item = (StatusCode, &str)> {
    contract.failures.iter().map(|it| {
        (status_of(contract::invoke_error::ErrorKind::Declared(it.kind)), it.tag.as_str())
    })
}

pub(super) fn add(contract: &Contract, components: &mut Map<String, Value>) {
    let mut put = |name: String, schema: Value| {
        let schema = rooted(schema, &name);
        components.insert(name, schema);
    };
    put(input_name(contract), contract.input.json().clone());
    put(output_name(contract), next::published(contract.output.json(), HANDLE));
    for failure in &contract.failures {
        put(failure_name(contract, &failure.tag), problem(failure.schema.json()));
    }
}

/// A failure as problem details: its own members, those of RFC 9457, and `next`.
pub(super) fn problem(failure: &Value) -> Value {
    let mut schema = next::published(failure, HANDLE);
    let own = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut properties = Map::new();
    let added = [
        (
            "type",
            json!({"type": "string", "description": "Where this kind of problem is described."}),
        ),
        ("title", json!({"type": "string"})),
        ("status", json!({"type": "integer", "minimum": 400, "maximum": 599})),
        ("detail", json!({"type": "string"})),
        ("instance", json!({"type": "string", "description": "Names this one occurrence."})),
    ];
    let mut required: Vec<Value> = Vec::new();
    for (name, member) in added {
        properties.insert(name.to_owned(), member);
        required.push(json!(name));
    }
    properties.extend(own);
    required
        .extend(schema.get("required").and_then(Value::as_array).into_iter().flatten().cloned());
    if let Some(members) = schema.as_object_mut() {
        members.insert("properties".to_owned(), Value::Object(properties));
        members.insert("required".to_owned(), Value::Array(required));
    }
    schema
}

/// In one document a local reference would be looked up at its root, so it names the component.
fn rooted(mut schema: Value, name: &str) -> Value {
    match &mut schema {
        Value::Object(members) => {
            if let Some(Value::String(target)) = members.get_mut("$ref")
                && let Some(pointer) = target.strip_prefix('#')
            {
                *target = format!("#/components/schemas/{name}{pointer}");
            }
            for (_, member) in members.iter_mut() {
                *member = rooted(member.take(), name);
            }
        }
        Value::Array(items) => {
            for item in items.iter_mut() {
                *item = rooted(item.take(), name);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    schema
}
