//! What would fit, in words.

use serde_json::{Map, Value};

use super::Schema;

/// A phrase for what a schema accepts, such as `an integer from 1 to 50`.
pub fn expectation_of(root: &Schema, schema: &Value) -> String {
    phrase(root, schema, 0)
}

/// How deep a phrase follows a schema before it says less.
const PHRASE_DEPTH_MAX: usize = 3;
/// Choices that a phrase spells out.
const CHOICES_MAX: usize = 12;

fn phrase(root: &Schema, schema: &Value, depth: usize) -> String {
    let schema = root.resolve(schema);
    let Some(keywords) = schema.as_object() else {
        return if schema == &Value::Bool(false) { "nothing" } else { "any value" }.to_owned();
    };
    if let Some(constant) = keywords.get("const") {
        return format!("`{constant}`");
    }
    if let Some(choices) = keywords.get("enum").and_then(Value::as_array) {
        return choice(choices.iter().map(|it| format!("`{it}`")).collect());
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(branches) = keywords.get(keyword).and_then(Value::as_array) {
            return alternatives(root, branches, depth);
        }
    }
    match keywords.get("type") {
        Some(Value::Array(types)) => {
            let each = types.iter().map(|it| typed(root, keywords, it.as_str(), depth)).collect();
            any_of(each)
        }
        one => typed(root, keywords, one.and_then(Value::as_str), depth),
    }
}

fn alternatives(root: &Schema, branches: &[Value], depth: usize) -> String {
    if depth >= PHRASE_DEPTH_MAX {
        return "a value of one of several forms".to_owned();
    }
    any_of(branches.iter().map(|it| phrase(root, it, depth + 1)).collect())
}

fn choice(choices: Vec<String>) -> String {
    match choices.as_slice() {
        [only] => only.clone(),
        _ => format!("one of {}", shortened(choices).join(", ")),
    }
}

fn any_of(mut phrases: Vec<String>) -> String {
    phrases.dedup();
    shortened(phrases).join(", or ")
}

fn shortened(mut phrases: Vec<String>) -> Vec<String> {
    let more = phrases.len().saturating_sub(CHOICES_MAX);
    if more > 0 {
        phrases.truncate(CHOICES_MAX);
        phrases.push(format!("{more} more"));
    }
    phrases
}

fn typed(root: &Schema, keywords: &Map<String, Value>, name: Option<&str>, depth: usize) -> String {
    match name {
        Some("null") => "null".to_owned(),
        Some("boolean") => "true or false".to_owned(),
        Some("string") => string(keywords),
        Some("integer") => number("an integer", keywords),
        Some("number") => number("a number", keywords),
        Some("array") => array(root, keywords, depth),
        Some("object") => object(keywords),
        Some(_) | None => "a value that fits the schema".to_owned(),
    }
}

fn string(keywords: &Map<String, Value>) -> String {
    let mut text = "a string".to_owned();
    let count = |keyword: &str| keywords.get(keyword).and_then(Value::as_u64);
    if let Some(range) = range(count("minLength"), count("maxLength"), "character") {
        text.push_str(&format!(" of {range}"));
    }
    if let Some(pattern) = keywords.get("pattern").and_then(Value::as_str) {
        text.push_str(&format!(" that matches `{pattern}`"));
    }
    if let Some(format) = keywords.get("format").and_then(Value::as_str) {
        text.push_str(&format!(" ({format})"));
    }
    text
}

fn number(noun: &str, keywords: &Map<String, Value>) -> String {
    let bound = |keyword: &str| keywords.get(keyword).filter(|it| it.is_number());
    let mut text = noun.to_owned();
    match (bound("minimum"), bound("maximum")) {
        (Some(least), Some(most)) => text.push_str(&format!(" from {least} to {most}")),
        (Some(least), None) => text.push_str(&format!(" of at least {least}")),
        (None, Some(most)) => text.push_str(&format!(" of at most {most}")),
        (None, None) => {}
    }
    if let Some(bound) = bound("exclusiveMinimum") {
        text.push_str(&format!(" over {bound}"));
    }
    if let Some(bound) = bound("exclusiveMaximum") {
        text.push_str(&format!(" under {bound}"));
    }
    if let Some(step) = bound("multipleOf") {
        text.push_str(&format!(" in steps of {step}"));
    }
    text
}

fn array(root: &Schema, keywords: &Map<String, Value>, depth: usize) -> String {
    let mut text = "an array".to_owned();
    let count = |keyword: &str| keywords.get(keyword).and_then(Value::as_u64);
    if let Some(range) = range(count("minItems"), count("maxItems"), "item") {
        text.push_str(&format!(" of {range}"));
    }
    if keywords.get("uniqueItems") == Some(&Value::Bool(true)) {
        text.push_str(" without repeats");
    }
    if let Some(items) = keywords.get("items")
        && depth < PHRASE_DEPTH_MAX
    {
        text.push_str(&format!(", each {}", phrase(root, items, depth + 1)));
    }
    text
}

fn object(keywords: &Map<String, Value>) -> String {
    let required: Vec<String> = keywords
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(|it| format!("`{it}`"))
        .collect();
    match required.as_slice() {
        [] => "an object".to_owned(),
        _ => format!("an object with {}", shortened(required).join(", ")),
    }
}

fn range(least: Option<u64>, most: Option<u64>, unit: &str) -> Option<String> {
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    match (least, most) {
        (None | Some(0), None) => None,
        (Some(least), Some(most)) if least == most => {
            Some(format!("{most} {unit}{}", plural(most)))
        }
        (None | Some(0), Some(most)) => Some(format!("at most {most} {unit}{}", plural(most))),
        (Some(least), None) => Some(format!("at least {least} {unit}{}", plural(least))),
        (Some(least), Some(most)) => Some(format!("{least} to {most} {unit}s")),
    }
}
