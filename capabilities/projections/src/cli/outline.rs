//! How any answer reads without its own text form: an indented outline.

use serde_json::{Map, Value};

/// An answer as an outline. What it shows never moves a terminal's cursor or changes its colours.
pub fn outline(value: &Value) -> String {
    let mut lines = Vec::new();
    match value {
        Value::Object(members) => object(members, "", &mut lines),
        Value::Array(items) => array(items, "", &mut lines),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            lines.extend(scalar(value).split('\n').map(str::to_owned));
        }
    }
    visible(&lines.join("\n"))
}

fn object(members: &Map<String, Value>, indent: &str, lines: &mut Vec<String>) {
    for (name, value) in members {
        member(name, value, indent, lines);
    }
}

fn member(name: &str, value: &Value, indent: &str, lines: &mut Vec<String>) {
    let deeper = format!("{indent}  ");
    match value {
        Value::Object(inner) if !inner.is_empty() => {
            lines.push(format!("{indent}{name}:"));
            object(inner, &deeper, lines);
        }
        Value::Array(items) if !items.is_empty() => {
            lines.push(format!("{indent}{name}:"));
            array(items, &deeper, lines);
        }
        Value::String(text) if text.trim_end().contains('\n') => {
            lines.push(format!("{indent}{name}:"));
            lines.extend(text.trim_end().split('\n').map(|it| format!("{deeper}{it}")));
        }
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => lines.push(format!("{indent}{name}: {}", scalar(value).trim_end())),
    }
}

fn array(items: &[Value], indent: &str, lines: &mut Vec<String>) {
    for item in items {
        let start = lines.len();
        let deeper = format!("{indent}  ");
        match item {
            Value::Object(members) if !members.is_empty() => object(members, &deeper, lines),
            Value::Array(inner) if !inner.is_empty() => array(inner, &deeper, lines),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_) => {
                let text = scalar(item);
                lines.extend(text.trim_end().split('\n').map(|it| format!("{deeper}{it}")));
            }
        }
        if let Some(first) = lines.get_mut(start) {
            first.replace_range(indent.len()..indent.len() + 2, "- ");
        }
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(_) | Value::Object(_) => "none".to_owned(),
    }
}

/// The text with every control and direction character but line feed and tab written out, so that
/// showing it does nothing else.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for character in text.chars() {
        let acts = match character {
            '\n' | '\t' => false,
            '\u{200e}' | '\u{200f}' | '\u{061c}' => true,
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
            other => other.is_control(),
        };
        if acts {
            visible.extend(character.escape_unicode());
        } else {
            visible.push(character);
        }
    }
    visible
}
