//! How next actions appear on a surface: one member, each surface with its own handle.

use contract::next_action::NextAction;
use serde_json::{Map, Value, json};

/// The member that every surface adds, and that no output or failure may declare.
pub const NEXT: &str = "next";

/// What a surface calls the thing to do next: the members it adds to each action.
pub type Handle = [(&'static str, &'static str)];

/// The schema of the member, with the handle's members as strings.
fn member_schema(handle: &Handle) -> Value {
    let text = |description: &str| json!({"type": "string", "description": description});
    let mut properties = Map::new();
    properties.insert("capability".to_owned(), json!({"type": "string"}));
    for (name, description) in handle {
        properties.insert((*name).to_owned(), text(description));
    }
    properties.insert("input".to_owned(), json!({"type": "object"}));
    properties.insert("reason".to_owned(), json!({"type": "string"}));
    let required: Vec<&String> = properties.keys().collect();
    json!({
        "type": "array",
        "description": "What can be done next, best first.",
        "items": {
            "type": "object",
            "required": required,
            "properties": properties,
            "additionalProperties": false,
        },
    })
}

/// An output or failure schema as a surface publishes it: the same, and it may hold `next`.
pub fn published(schema: &Value, handle: &Handle) -> Value {
    let mut schema = schema.clone();
    if let Some(members) = schema.as_object_mut() {
        let properties = members.entry("properties").or_insert_with(|| json!({}));
        if let Some(properties) = properties.as_object_mut() {
            properties.insert(NEXT.to_owned(), member_schema(handle));
        }
    }
    schema
}

/// Adds the actions to an encoded output or failure; without any, nothing is added.
///
/// `handle_of` gives the values of the handle's members, in the handle's order.
pub fn attach(
    members: &mut Map<String, Value>,
    next: &[NextAction],
    handle: &Handle,
    handle_of: impl Fn(&NextAction) -> Vec<String>,
) {
    if next.is_empty() {
        return;
    }
    let actions: Vec<Value> = next
        .iter()
        .map(|action| {
            let mut json = Map::new();
            json.insert("capability".to_owned(), json!(action.capability));
            for ((name, _), value) in handle.iter().zip(handle_of(action)) {
                json.insert((*name).to_owned(), Value::String(value));
            }
            json.insert("input".to_owned(), action.input.clone());
            json.insert("reason".to_owned(), json!(action.reason));
            Value::Object(json)
        })
        .collect();
    members.insert(NEXT.to_owned(), Value::Array(actions));
}

#[cfg(test)]
mod tests {
    use contract::{address::Address, schema::Schema};

    use super::*;

    const TOOL: &Handle = &[("tool", "The tool to call.")];

    fn action() -> NextAction {
        let capability = Address::parse("notes.read").unwrap();
        NextAction { capability, input: json!({"id": "a"}), reason: "read it".to_owned() }
    }

    #[test]
    fn what_is_attached_fits_what_is_published() {
        let plain = json!({
            "type": "object",
            "required": ["total"],
            "properties": {"total": {"type": "integer"}},
            "additionalProperties": false,
        });
        let published = Schema::parse(published(&plain, TOOL)).unwrap();
        let mut output = Map::from_iter([("total".to_owned(), json!(1))]);
        published.check(&json!(output)).unwrap();
        attach(&mut output, &[action()], TOOL, |it| vec![it.capability.flat()]);
        published.check(&json!(output)).unwrap();
        assert_eq!(
            json!(output),
            json!({"total": 1, "next": [{
                "capability": "notes.read",
                "tool": "notes_read",
                "input": {"id": "a"},
                "reason": "read it",
            }]})
        );
    }

    #[test]
    fn no_action_adds_no_member() {
        let mut output = Map::new();
        attach(&mut output, &[], TOOL, |_| Vec::new());
        assert!(output.is_empty());
    }
}
