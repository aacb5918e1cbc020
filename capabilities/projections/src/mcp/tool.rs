//! How a contract reads as a tool.

use contract::{
    contract::Contract,
    effects::{Access, Repeat, World},
    limits,
    schema::{Subschemas, subschemas_of},
};
use serde_json::{Map, Value, json};

use crate::next::{Handle, NEXT};

mod terse;

/// What MCP adds to a next action.
pub(super) const HANDLE: &Handle = &[("tool", "The tool to call.")];

/// Keywords that hosts refuse at the root of what a tool takes.
const ROOT_COMBINATORS: &[&str] =
    &["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"];

/// One entry of the list of tools.
pub(super) fn described(contract: &Contract) -> Value {
    let effects = contract.effects;
    let hints = json!({
        "title": contract.title,
        "readOnlyHint": effects.access == Access::ReadOnly,
        "destructiveHint": effects.access == Access::Destructive,
        "idempotentHint": effects.repeat == Repeat::Idempotent,
        "openWorldHint": effects.world == World::Open,
    });
    json!({
        "name": contract.address.flat(),
        "title": contract.title,
        "description": contract.description,
        "inputSchema": input_schema(contract),
        "outputSchema": output_schema(contract),
        "annotations": hints,
    })
}

/// What a tool takes: a closed object without combinators at its root.
///
/// Hosts refuse those, so where a contract has them they are left out here, and a call that breaks
/// one is answered with what was expected like any other that does not fit.
fn input_schema(contract: &Contract) -> Value {
    let mut schema = terse::taken(inlined(contract.input.json()));
    if let Some(members) = schema.as_object_mut() {
        members.retain(|keyword, _| !ROOT_COMBINATORS.contains(&keyword.as_str()));
    }
    schema
}

/// The shape of what a tool gives, with what can be done next.
fn output_schema(contract: &Contract) -> Value {
    let mut schema = terse::given(&inlined(contract.output.json()));
    if let Some(members) = schema.as_object_mut() {
        let properties = members.entry("properties").or_insert_with(|| json!({}));
        if let Some(properties) = properties.as_object_mut() {
            let actions = json!({"type": "array", "items": {"type": "object"}});
            properties.insert(NEXT.to_owned(), actions);
        }
    }
    schema
}

/// The same schema with each reference replaced by what it names, except where one leads back to
/// itself: some hosts do not follow references.
fn inlined(schema: &Value) -> Value {
    let mut inlining = Inlining { root: schema, kept: Vec::new(), spent: 0 };
    let mut whole = inlining.schema(schema);
    if inlining.spent > limits::INLINED_SCHEMAS_MAX {
        return schema.clone();
    }
    let mut definitions = Map::new();
    let mut next = 0;
    // What a definition names may be recursive too, so the list can grow while it is walked.
    while let Some(reference) = inlining.kept.get(next).cloned() {
        next += 1;
        let Some(target) = target_of(schema, &reference) else {
            continue;
        };
        definitions.insert(definition_name(&reference), inlining.schema(target));
    }
    if let Some(members) = whole.as_object_mut() {
        members.remove("$defs");
        members.remove("definitions");
        if !definitions.is_empty() {
            members.insert("$defs".to_owned(), Value::Object(definitions));
        }
    }
    whole
}

struct Inlining<'s> {
    root: &'s Value,
    /// References that stay.
    kept: Vec<String>,
    spent: usize,
}

impl<'s> Inlining<'s> {
    fn schema(&mut self, schema: &'s Value) -> Value {
        self.spent += 1;
        if self.spent > limits::INLINED_SCHEMAS_MAX {
            return schema.clone();
        }
        let Some(members) = schema.as_object() else {
            return schema.clone();
        };
        let Some(reference) = members.get("$ref").and_then(Value::as_str) else {
            return Value::Object(self.members(members));
        };
        let mut beside = members.clone();
        beside.remove("$ref");
        let named = if self.leads_back(reference) {
            if !self.kept.iter().any(|it| it == reference) {
                self.kept.push(reference.to_owned());
            }
            let mut named = Map::new();
            named.insert("$ref".to_owned(), json!(local(reference)));
            named
        } else {
            let Some(target) = target_of(self.root, reference) else {
                return schema.clone();
            };
            let inner = self.schema(target);
            // `true` and `false` have no members to put others beside.
            let Value::Object(named) = inner else {
                return inner;
            };
            named
        };
        join(named, beside)
    }

    fn members(&mut self, members: &'s Map<String, Value>) -> Map<String, Value> {
        let inline = |inlining: &mut Self, keyword: &str, value: &'s Value| {
            let Some(held) = subschemas_of(keyword) else { return value.clone() };
            match (held, value) {
                (Subschemas::Map, Value::Object(map)) => {
                    let inner = map.iter().map(|(name, it)| (name.clone(), inlining.schema(it)));
                    Value::Object(inner.collect())
                }
                (Subschemas::List, Value::Array(list)) => {
                    list.iter().map(|it| inlining.schema(it)).collect()
                }
                (Subschemas::One, value) => inlining.schema(value),
                (Subschemas::Map | Subschemas::List, value) => value.clone(),
            }
        };
        let kept = members.iter().filter(|(keyword, _)| *keyword != "$defs");
        let kept = kept.filter(|(keyword, _)| *keyword != "definitions");
        kept.map(|(keyword, value)| (keyword.clone(), inline(self, keyword, value))).collect()
    }

    /// Whether what a reference names holds the reference again.
    fn leads_back(&self, reference: &str) -> bool {
        let mut seen = vec![reference];
        let mut next = 0;
        while let Some(one) = seen.get(next).copied() {
            next += 1;
            let Some(target) = target_of(self.root, one) else {
                continue;
            };
            for inner in references(target) {
                if inner == reference {
                    return true;
                }
                if !seen.contains(&inner) && seen.len() < limits::INLINED_SCHEMAS_MAX {
                    seen.push(inner);
                }
            }
        }
        false
    }
}

/// Puts annotations and constraints that stand beside a reference next to what it names.
fn join(named: Map<String, Value>, beside: Map<String, Value>) -> Value {
    let clash =
        beside.iter().any(|(keyword, _)| named.contains_key(keyword) && !is_annotation(keyword));
    if clash {
        // Both must hold, and one object cannot say a keyword twice.
        return json!({"allOf": [named, beside]});
    }
    let mut joined = named;
    joined.extend(beside);
    Value::Object(joined)
}

fn is_annotation(keyword: &str) -> bool {
    matches!(keyword, "title" | "description" | "default" | "examples" | "deprecated")
}

/// Every reference in a schema, data that merely looks like one included: keeping one too many is
/// harmless.
fn references(schema: &Value) -> Vec<&str> {
    let mut found = Vec::new();
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                found.extend(members.get("$ref").and_then(Value::as_str));
                open.extend(members.values());
            }
            Value::Array(items) => open.extend(items),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    found
}

fn target_of<'s>(root: &'s Value, reference: &str) -> Option<&'s Value> {
    root.pointer(reference.strip_prefix('#')?)
}

fn local(reference: &str) -> String {
    format!("#/$defs/{}", definition_name(reference))
}

/// A definition's name, without the place where it stood.
fn definition_name(reference: &str) -> String {
    match reference {
        "#" => "root".to_owned(),
        _ => {
            let place = reference.trim_start_matches("#/");
            let place = place.strip_prefix("$defs/").unwrap_or(place);
            place.replace(|it: char| !it.is_ascii_alphanumeric() && it != '_', "_")
        }
    }
}

#[cfg(test)]
mod tests;
