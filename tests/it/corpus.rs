//! Which values tell a true schema from an untrue one?
//!
//! From one value that fits: each place replaced by each kind of JSON, each member dropped, a
//! member added to each object, and each bound of the schema met and passed by one.

use serde_json::{Map, Value, json};

/// Every value of the corpus for a schema, `fitting` itself first.
pub(crate) fn around(schema: &Value, fitting: &Value) -> Vec<Value> {
    let mut values = vec![fitting.clone()];
    values.extend(kinds());
    for pointer in places(fitting) {
        let here = fitting.pointer(&pointer).unwrap();
        for other in kinds().into_iter().chain(boundaries(schema_at(schema, &pointer), here)) {
            values.push(with(fitting, &pointer, other));
        }
        if let Some(members) = here.as_object() {
            for name in members.keys() {
                let mut fewer = members.clone();
                fewer.remove(name);
                values.push(with(fitting, &pointer, Value::Object(fewer)));
            }
            for (name, value) in
                [("surplus", json!(1)), ("", json!(null)), ("__proto__", json!({}))]
            {
                let mut more = members.clone();
                more.insert(name.to_owned(), value);
                values.push(with(fitting, &pointer, Value::Object(more)));
            }
        }
    }
    // The same with only what is required.
    if let (Some(members), Some(required)) =
        (fitting.as_object(), schema.get("required").and_then(Value::as_array))
    {
        let least: Map<String, Value> = members
            .iter()
            .filter(|(name, _)| required.iter().any(|it| it == *name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        values.push(Value::Object(least));
    }
    values
}

/// One or more values of each kind of JSON.
fn kinds() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(-1),
        json!(1),
        json!(1.0),
        json!(0.5),
        json!(255),
        json!(256),
        json!(65_536),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!("a"),
        json!("true"),
        json!("1"),
        json!("é😀\u{0}\u{2028}"),
        json!("AB1\n"),
        json!("ÀB1"),
        json!("AB١"),
        json!("x".repeat(5000)),
        json!([]),
        json!([null]),
        json!(["a", 1]),
        json!([[]]),
        json!({}),
        json!({"a": 1}),
        json!({"kind": "circle"}),
        json!({"kind": "square", "side": 0}),
        json!({"kind": "square", "side": 2, "radius": 1}),
    ]
}

/// Values at and just past each bound that a schema states.
fn boundaries(schema: Option<&Value>, here: &Value) -> Vec<Value> {
    let Some(schema) = schema else { return Vec::new() };
    let mut values = Vec::new();
    let count = |name: &str| schema.get(name).and_then(Value::as_u64);
    for length in ["minLength", "maxLength"].into_iter().filter_map(count) {
        for length in [length.saturating_sub(1), length, length + 1] {
            let length = usize::try_from(length).unwrap();
            values.extend([json!("a".repeat(length)), json!("😀".repeat(length))]);
        }
    }
    for bound in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
        if let Some(Value::Number(number)) = schema.get(bound) {
            if let Some(whole) = number.as_i64() {
                let near = [whole.saturating_sub(1), whole, whole.saturating_add(1)];
                values.extend(near.map(|it| json!(it)));
            }
            let float = number.as_f64().unwrap();
            values.extend([float - 0.5, float, float + 0.5].map(|it| json!(it)));
        }
    }
    let items = here.as_array().map_or(&[][..], Vec::as_slice);
    if let Some(item) = items.first() {
        for length in ["minItems", "maxItems"].into_iter().filter_map(count) {
            for length in [length.saturating_sub(1), length, length + 1] {
                values.push(json!(vec![item; usize::try_from(length).unwrap()]));
            }
        }
    }
    for choice in schema.get("enum").and_then(Value::as_array).into_iter().flatten() {
        values.push(choice.clone());
        if let Some(text) = choice.as_str() {
            values.extend([json!(text.to_uppercase()), json!(format!("{text} "))]);
        }
    }
    values
}

/// Pointers to every place in a value, the value itself first.
pub(crate) fn places(value: &Value) -> Vec<String> {
    let mut places = vec![String::new()];
    let below: Vec<(String, &Value)> = match value {
        Value::Object(members) => members
            .iter()
            .map(|(name, it)| (name.replace('~', "~0").replace('/', "~1"), it))
            .collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, it)| (index.to_string(), it)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    for (token, inner) in below {
        places.extend(self::places(inner).into_iter().map(|it| format!("/{token}{it}")));
    }
    places
}

/// The value with another one at a place, which is made where only its last step is missing.
pub(crate) fn with(value: &Value, pointer: &str, other: Value) -> Value {
    let mut changed = value.clone();
    if let Some(place) = changed.pointer_mut(pointer) {
        *place = other;
        return changed;
    }
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let name = name.replace("~1", "/").replace("~0", "~");
    if let Some(Value::Object(members)) = changed.pointer_mut(parent) {
        members.insert(name, other);
    }
    changed
}

/// What a schema without references says about a place, its branches followed by name alone.
fn schema_at<'s>(schema: &'s Value, pointer: &str) -> Option<&'s Value> {
    let mut here = schema;
    for token in pointer.split('/').skip(1) {
        let branches =
            ["anyOf", "oneOf"].iter().filter_map(|it| here.get(it)?.as_array()).flatten();
        here = std::iter::once(here).chain(branches).find_map(|it| {
            it.pointer(&format!("/properties/{token}"))
                .or_else(|| it.get("items").filter(|_| token.parse::<usize>().is_ok()))
                .or_else(|| it.get("additionalProperties").filter(|it| it.is_object()))
        })?;
    }
    Some(here)
}
