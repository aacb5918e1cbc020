//! How a schema reads in a list that a model pays for by the word, and that every host must take.
//!
//! What a tool takes is listed in the forms that all hosts know: a field that may be left out is not
//! said to be null as well, and a choice of words is an `enum`. Whatever fits the list fits the
//! contract. What a tool gives is listed by its fields alone: whatever fits the contract fits the
//! list. The whole schemas stand in the catalog, in OpenAPI and in the declarations.

use contract::schema::{Subschemas, subschemas_of};
use serde_json::{Map, Value, json};

/// What hangs on a schema and constrains nothing.
const ANNOTATIONS: &[&str] = &["title", "description", "examples", "default", "deprecated"];

/// What a tool takes, as it is listed.
pub(super) fn taken(schema: Value) -> Value {
    let mut schema = walked(schema, &plain_input);
    if let Some(members) = schema.as_object_mut() {
        // The tool's own description says it.
        members.remove("description");
    }
    schema
}

/// What a tool gives, as it is listed: its fields, each with its type.
pub(super) fn given(schema: &Value) -> Value {
    let mut listed = Map::new();
    listed.insert("type".to_owned(), json!("object"));
    if let Some(Value::Object(properties)) = schema.get("properties") {
        let field = |(name, it): (&String, &Value)| (name.clone(), typed(it));
        listed.insert("properties".to_owned(), properties.iter().map(field).collect());
    }
    if let Some(required) = schema.get("required") {
        listed.insert("required".to_owned(), required.clone());
    }
    Value::Object(listed)
}

/// The type of a schema, and of what a list holds; nothing where it has no one type.
fn typed(schema: &Value) -> Value {
    let mut said = Map::new();
    if let Some(kind) = schema.get("type") {
        said.insert("type".to_owned(), kind.clone());
    }
    if let Some(kind) = schema.get("items").and_then(|it| it.get("type")) {
        said.insert("items".to_owned(), json!({"type": kind}));
    }
    Value::Object(said)
}

/// Rewrites a schema and the schemas in it, the inner ones first.
fn walked(schema: Value, rewrite: &dyn Fn(Map<String, Value>) -> Map<String, Value>) -> Value {
    let Value::Object(members) = schema else {
        return schema;
    };
    let inner = |value: Value| walked(value, rewrite);
    let map = |value: Value| match value {
        Value::Object(map) => map.into_iter().map(|(name, it)| (name, inner(it))).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            value
        }
    };
    let list = |value: Value| match value {
        Value::Array(items) => items.into_iter().map(inner).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            value
        }
    };
    let members = members.into_iter().map(|(keyword, value)| {
        let value = match subschemas_of(&keyword) {
            Some(Subschemas::Map) => map(value),
            Some(Subschemas::List) => list(value),
            Some(Subschemas::One) => inner(value),
            None => value,
        };
        (keyword, value)
    });
    Value::Object(rewrite(members.collect()))
}

fn plain_input(members: Map<String, Value>) -> Map<String, Value> {
    let mut members = with_words(members);
    let required: Vec<String> = match members.get("required") {
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        }
        Some(_) | None => Vec::new(),
    };
    if let Some(Value::Object(properties)) = members.get_mut("properties") {
        let optional = properties.iter_mut().filter(|(name, _)| !required.contains(name));
        optional.for_each(|(_, property)| without_null(property));
    }
    members
}

/// Says a field that may be absent without saying that it may be null as well.
fn without_null(property: &mut Value) {
    let Some(members) = property.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(types)) = members.get_mut("type") {
        types.retain(|it| it != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            members.insert("type".to_owned(), one);
        }
    }
    if let Some(Value::Array(values)) = members.get_mut("enum") {
        values.retain(|it| !it.is_null());
    }
    if members.get("default").is_some_and(Value::is_null) {
        members.remove("default");
    }
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(alternatives)) = members.get_mut(keyword) else {
            continue;
        };
        alternatives.retain(|it| it.get("type") != Some(&json!("null")));
        if let [Value::Object(one)] = alternatives.as_slice() {
            let mut one = one.clone();
            members.remove(keyword);
            // What stands at the field itself is said of this field, and counts more.
            one.retain(|name, _| !members.contains_key(name));
            members.append(&mut one);
        }
    }
}

/// Says a choice of words as one list of them, with what each means.
fn with_words(mut members: Map<String, Value>) -> Map<String, Value> {
    for keyword in ["oneOf", "anyOf"] {
        let words = members.get(keyword).and_then(Value::as_array).and_then(|it| words_of(it));
        let Some(words) = words else {
            continue;
        };
        let meant: Vec<String> = words
            .iter()
            .filter_map(|(word, means)| Some(format!("`{word}`: {}", means.as_deref()?)))
            .collect();
        let said = members.get("description").and_then(Value::as_str).unwrap_or_default();
        let description = format!("{said} {}", meant.join(" ")).trim().to_owned();
        members.remove(keyword);
        members.insert("type".to_owned(), json!("string"));
        let words: Vec<String> = words.into_iter().map(|(word, _)| word).collect();
        members.insert("enum".to_owned(), json!(words));
        if !description.is_empty() {
            members.insert("description".to_owned(), json!(description));
        }
    }
    members
}

/// The words between which a schema chooses, with what each means; `None` where it is no choice of
/// words alone.
fn words_of(alternatives: &[Value]) -> Option<Vec<(String, Option<String>)>> {
    let word_of = |schema: &Value| {
        let members = schema.as_object()?;
        let word = members.get("const")?.as_str()?.to_owned();
        let is_known = |name: &String| {
            matches!(name.as_str(), "const" | "type") || ANNOTATIONS.contains(&name.as_str())
        };
        let means = members.get("description").and_then(Value::as_str).map(str::to_owned);
        members.keys().all(is_known).then_some((word, means))
    };
    alternatives.iter().map(word_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(properties: Value) -> Value {
        json!({"type": "object", "properties": properties, "required": ["needed"]})
    }

    #[test]
    fn what_may_be_left_out_is_not_said_to_be_null() {
        let listed = taken(input(json!({
            "needed": {"type": ["string", "null"]},
            "left": {"type": ["string", "null"], "default": null, "maxLength": 9},
            "chosen": {"anyOf": [{"enum": ["a"], "description": "inner"}, {"type": "null"}],
                "description": "outer"},
            "valued": {"enum": ["a", null]},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
        })));
        let expected = input(json!({
            "needed": {"type": ["string", "null"]},
            "left": {"type": "string", "maxLength": 9},
            "chosen": {"description": "outer", "enum": ["a"]},
            "valued": {"enum": ["a"]},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        }));
        assert_eq!(listed, expected);
    }

    #[test]
    fn a_choice_of_words_is_a_list_of_them() {
        let choice = json!({"description": "Which.", "oneOf": [
            {"type": "string", "const": "a", "description": "The first."},
            {"const": "b", "description": "The second."},
        ]});
        let listed = taken(input(json!({"needed": choice})));
        assert_eq!(
            listed["properties"]["needed"],
            json!({
                "description": "Which. `a`: The first. `b`: The second.",
                "type": "string",
                "enum": ["a", "b"],
            })
        );
        let mixed = json!({"oneOf": [{"const": "a"}, {"const": 1}]});
        assert_eq!(taken(input(json!({"needed": mixed})))["properties"]["needed"], mixed);
    }

    #[test]
    fn what_is_given_is_listed_by_its_fields() {
        let listed = given(&json!({
            "type": "object",
            "description": "All of it.",
            "required": ["items"],
            "properties": {
                "items": {"type": "array", "maxItems": 9, "items": {
                    "type": "object", "required": ["a"], "properties": {"a": {}},
                }},
                "either": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
                // A property may be called like a keyword.
                "description": {"type": ["string", "null"], "description": "Gone."},
            },
            "additionalProperties": false,
            "$defs": {"item": {"type": "integer", "minimum": 0, "description": "Gone."}},
        }));
        assert_eq!(
            listed,
            json!({
                "type": "object",
                "properties": {
                    "items": {"type": "array", "items": {"type": "object"}},
                    "either": {},
                    "description": {"type": ["string", "null"]},
                },
                "required": ["items"],
            })
        );
    }
}
