//! How a capability's operations stand in the document.

use std::collections::BTreeMap;

use contract::{approval::Approval, contract::Contract, invoke_error, limits};
use serde_json::{Map, Value, json};

use super::schemas::{self, failure_name, input_name, output_name, reference};
use crate::{
    field::{Form, fields},
    problem::PROBLEM_JSON,
};

pub(super) fn tag_of(contract: &Contract) -> String {
    contract.address.namespace().unwrap_or("general").to_owned()
}

pub(super) fn path_item(contract: &Contract) -> Value {
    let mut item = Map::new();
    if contract.effects.is_safe_to_repeat() {
        item.insert("get".to_owned(), get(contract));
    }
    item.insert("post".to_owned(), post(contract));
    Value::Object(item)
}

fn get(contract: &Contract) -> Value {
    let mut operation = common(contract, &format!("{}.get", contract.address));
    let parameters: Vec<Value> = fields(&contract.input)
        .into_iter()
        .map(|field| {
            let mut parameter = Map::new();
            parameter.insert("name".to_owned(), json!(field.name));
            parameter.insert("in".to_owned(), json!("query"));
            parameter.insert("required".to_owned(), json!(field.required));
            if let Some(description) = field.schema.get("description") {
                parameter.insert("description".to_owned(), description.clone());
            }
            let schema = parameter_schema(contract, field.name);
            match field.form {
                Form::Scalar(_) | Form::Repeated(_) => {
                    parameter.insert("style".to_owned(), json!("form"));
                    parameter.insert("explode".to_owned(), json!(true));
                    parameter.insert("schema".to_owned(), schema);
                }
                Form::Json => {
                    let content = json!({"application/json": {"schema": schema}});
                    parameter.insert("content".to_owned(), content);
                }
            }
            let mut given = contract.examples.iter().filter_map(|it| it.input.get(field.name));
            if let (Some(example), Form::Scalar(_) | Form::Repeated(_)) =
                (given.next(), &field.form)
            {
                parameter.insert("example".to_owned(), example.clone());
            }
            Value::Object(parameter)
        })
        .collect();
    let mut responses = responses(contract);
    let not_modified = json!({"description": "The answer is the one that `If-None-Match` names."});
    responses.insert("304".to_owned(), not_modified);
    responses.insert("414".to_owned(), refused("The query is too long: use POST."));
    operation.insert("parameters".to_owned(), json!(parameters));
    operation.insert("responses".to_owned(), Value::Object(responses));
    Value::Object(operation)
}

/// A reference into the input's component, so that the two cannot differ; except for a text that
/// may be longer than a whole query may, whose bound is then the query's.
fn parameter_schema(contract: &Contract, name: &str) -> Value {
    let own = contract.input.json().get("properties").and_then(|it| it.get(name));
    let length = own.and_then(|it| it.get("maxLength")).and_then(Value::as_u64);
    if let Some(mut own) = own.filter(|_| length > Some(limits::QUERY_BYTES_MAX as u64)).cloned() {
        own["maxLength"] = json!(limits::QUERY_BYTES_MAX);
        return own;
    }
    let token = name.replace('~', "~0").replace('/', "~1");
    reference(&format!("{}/properties/{token}", input_name(contract)))
}

fn post(contract: &Contract) -> Value {
    let mut operation = common(contract, contract.address.as_str());
    let examples = examples(contract, |it| it.input.clone());
    let body = json!({
        "required": true,
        "content": {"application/json": {
            "schema": reference(&input_name(contract)),
            "examples": examples,
        }},
    });
    let mut responses = responses(contract);
    for (status, description) in
        [("413", "The body is too large."), ("415", "The body is not JSON.")]
    {
        responses.insert(status.to_owned(), refused(description));
    }
    operation.insert("requestBody".to_owned(), body);
    operation.insert("responses".to_owned(), Value::Object(responses));
    Value::Object(operation)
}

fn common(contract: &Contract, id: &str) -> Map<String, Value> {
    let mut operation = Map::new();
    operation.insert("operationId".to_owned(), json!(id));
    operation.insert("tags".to_owned(), json!([tag_of(contract)]));
    operation.insert("summary".to_owned(), json!(contract.title));
    operation.insert("description".to_owned(), json!(contract.description));
    operation.insert("x-effects".to_owned(), json!(contract.effects));
    operation.insert("x-approval".to_owned(), json!(contract.approval == Approval::Required));
    if let Some(scope) = &contract.scope {
        operation.insert("x-scope".to_owned(), json!(scope.as_str()));
    }
    operation
}

fn examples(
    contract: &Contract,
    part: impl Fn(&contract::capability::Example) -> Value,
) -> Map<String, Value> {
    let numbered = contract.examples.iter().enumerate();
    numbered
        .map(|(index, it)| (format!("example{}", index + 1), json!({"value": part(it)})))
        .collect()
}

fn responses(contract: &Contract) -> Map<String, Value> {
    let mut responses = Map::new();
    let output = json!({
        "description": contract.summary(),
        "content": {"application/json": {
            "schema": reference(&output_name(contract)),
            "examples": examples(contract, |it| it.output.clone()),
        }},
    });
    responses.insert("200".to_owned(), output);
    let mut problems: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut add = |status: &str, name: String| {
        problems.entry(status.to_owned()).or_default().push(name);
    };
    add("400", invoke_error::INVALID_INPUT.to_owned());
    add("400", "RefusedRequest".to_owned());
    if contract.approval == Approval::Required {
        add("403", invoke_error::APPROVAL_DENIED.to_owned());
        // A page of another origin gets the same status.
        add("403", "RefusedRequest".to_owned());
    }
    for (status, tag) in schemas::failures(contract) {
        add(status.as_str(), failure_name(contract, tag));
    }
    add("500", invoke_error::INTERNAL_ERROR.to_owned());
    for (status, names) in problems {
        let mut listed: Vec<Value> = names.iter().map(|it| reference(it)).collect();
        let schema = if listed.len() == 1 { listed.remove(0) } else { json!({"anyOf": listed}) };
        let tags: Vec<&str> = names.iter().map(|it| it.rsplit('.').next().unwrap_or(it)).collect();
        let description = format!("{}.", tags.join(", or "));
        let response =
            json!({"description": description, "content": {PROBLEM_JSON: {"schema": schema}}});
        responses.insert(status, response);
    }
    responses.insert("default".to_owned(), refused("The request itself was refused."));
    responses
}

fn refused(description: &str) -> Value {
    json!({
        "description": description,
        "content": {PROBLEM_JSON: {"schema": reference("RefusedRequest")}},
    })
}
