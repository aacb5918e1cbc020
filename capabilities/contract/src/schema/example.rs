//! A small value that fits a schema.

use serde_json::{Map, Number, Value};

use super::{Schema, check::check};

/// How deep an example is filled in before it stops.
const EXAMPLE_DEPTH_MAX: usize = 6;

/// A value that fits, from the schema's own examples where it has them; `None` where none is
/// found by simple means, since a wrong example is worse than none.
pub fn example_of(root: &Schema, schema: &Value) -> Option<Value> {
    candidate(root, schema, 0).filter(|it| check(root, schema, it).is_ok())
}

fn candidate(root: &Schema, schema: &Value, depth: usize) -> Option<Value> {
    if depth > EXAMPLE_DEPTH_MAX {
        return None;
    }
    let schema = root.resolve(schema);
    let Some(keywords) = schema.as_object() else {
        return (schema == &Value::Bool(true)).then(|| Value::from("text"));
    };
    let first = |keyword: &str| keywords.get(keyword).and_then(|it| it.get(0)).cloned();
    if let Some(given) = first("examples").or_else(|| keywords.get("const").cloned()) {
        return Some(given);
    }
    if let Some(given) = keywords.get("default").filter(|it| !it.is_null()) {
        return Some(given.clone());
    }
    if let Some(given) = first("enum") {
        return Some(given);
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(branches) = keywords.get(keyword).and_then(Value::as_array) {
            return branches.iter().find_map(|it| candidate(root, it, depth + 1));
        }
    }
    let types = keywords.get("type")?;
    let name = types.as_array().and_then(|it| it.first()).unwrap_or(types).as_str()?;
    match name {
        "null" => Some(Value::Null),
        "boolean" => Some(Value::Bool(true)),
        "string" => string(keywords),
        "integer" | "number" => Some(Value::Number(number(keywords))),
        "array" => array(root, keywords, depth),
        "object" => object(root, keywords, depth),
        _ => None,
    }
}

fn string(keywords: &Map<String, Value>) -> Option<Value> {
    if keywords.contains_key("pattern") {
        return None;
    }
    let count = |keyword: &str| keywords.get(keyword).and_then(Value::as_u64);
    let least = usize::try_from(count("minLength").unwrap_or(0)).ok().filter(|it| *it <= 64)?;
    let most =
        count("maxLength").map_or(usize::MAX, |it| usize::try_from(it).unwrap_or(usize::MAX));
    let text: String = "text".chars().cycle().take(least.max(4)).take(most).collect();
    Some(Value::String(text))
}

fn number(keywords: &Map<String, Value>) -> Number {
    let bound = |keyword: &str| keywords.get(keyword).and_then(Value::as_i64);
    let least = bound("minimum").or(bound("exclusiveMinimum").map(|it| it + 1));
    let most = bound("maximum").or(bound("exclusiveMaximum").map(|it| it - 1));
    let number = match (least, most) {
        (Some(least), Some(most)) => 1.clamp(least, most.max(least)),
        (Some(least), None) => least.max(1),
        (None, Some(most)) => most.min(1),
        (None, None) => 1,
    };
    Number::from(number)
}

fn array(root: &Schema, keywords: &Map<String, Value>, depth: usize) -> Option<Value> {
    let least = keywords.get("minItems").and_then(Value::as_u64).unwrap_or(0);
    if least > 1 {
        return None;
    }
    let item = keywords.get("items").and_then(|it| candidate(root, it, depth + 1));
    match item {
        Some(item) => Some(Value::Array(vec![item])),
        None => (least == 0).then(|| Value::Array(Vec::new())),
    }
}

fn object(root: &Schema, keywords: &Map<String, Value>, depth: usize) -> Option<Value> {
    let mut members = Map::new();
    for name in keywords.get("required").and_then(Value::as_array).into_iter().flatten() {
        let name = name.as_str()?;
        let inner = keywords.get("properties")?.get(name)?;
        members.insert(name.to_owned(), candidate(root, inner, depth + 1)?);
    }
    Some(Value::Object(members))
}
