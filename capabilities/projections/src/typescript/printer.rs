//! How a schema reads as a TypeScript type: what the type cannot say stands in a comment beside it.

use std::collections::{BTreeMap, BTreeSet};

use contract::schema::Schema;
use serde_json::{Map, Value};

use super::text::{doc_comment, in_comment, is_identifier, string_literal};

/// Keywords that constrain a value in ways that no type expresses.
const UNSAID: &[&str] = &[
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "contentEncoding",
    "contentMediaType",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "minContains",
    "maxContains",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "patternProperties",
    "dependentRequired",
    "dependentSchemas",
    "not",
    "if",
    "then",
    "else",
];

/// Prints schemas, and collects the aliases that their references need.
#[derive(Debug, Default)]
pub struct Printer {
    names: BTreeSet<String>,
    aliases: Vec<(String, String)>,
}

/// One document's schema, and which names its references have.
struct Scope<'s> {
    schema: &'s Schema,
    prefix: &'s str,
    known: BTreeMap<String, String>,
}

impl Printer {
    /// Starts with names that are taken.
    pub fn new<'n>(taken: impl IntoIterator<Item = &'n str>) -> Printer {
        let names = taken.into_iter().map(str::to_owned).collect();
        Printer { names, aliases: Vec::new() }
    }

    /// A name that nothing else has: the one wanted, or with a number after it.
    pub fn name(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !self.names.insert(name.clone()) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        name
    }

    /// The type that a schema describes. Aliases that it needs begin with `prefix`.
    pub fn print(&mut self, schema: &Schema, prefix: &str, indent: &str) -> String {
        let mut scope = Scope { schema, prefix, known: BTreeMap::new() };
        self.value(&mut scope, schema.json(), indent)
    }

    /// The aliases printed so far, each a name and its type.
    pub fn take_aliases(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.aliases)
    }

    fn value(&mut self, scope: &mut Scope<'_>, schema: &Value, indent: &str) -> String {
        let Some(keywords) = schema.as_object() else {
            return if schema == &Value::Bool(false) { "never" } else { "unknown" }.to_owned();
        };
        let mut parts = Vec::new();
        if let Some(reference) = keywords.get("$ref").and_then(Value::as_str) {
            parts.push(self.alias(scope, reference));
        }
        parts.extend(self.own(scope, keywords, indent));
        for keyword in ["anyOf", "oneOf"] {
            if let Some(branches) = keywords.get(keyword).and_then(Value::as_array) {
                let branches = branches.iter().map(|it| self.noted(scope, it, indent)).collect();
                parts.push(joined(branches, " | "));
            }
        }
        if let Some(branches) = keywords.get("allOf").and_then(Value::as_array) {
            parts.extend(branches.iter().map(|it| self.noted(scope, it, indent)));
        }
        if keywords.get("not") == Some(&Value::Object(Map::new())) {
            return "never".to_owned();
        }
        parts.retain(|it| it != "unknown");
        if parts.is_empty() { "unknown".to_owned() } else { joined(parts, " & ") }
    }

    /// A type with what it cannot say in a comment before it.
    fn noted(&mut self, scope: &mut Scope<'_>, schema: &Value, indent: &str) -> String {
        let printed = self.value(scope, schema, indent);
        match unsaid(schema) {
            Some(note) => format!("/* {} */ {printed}", in_comment(&note)),
            None => printed,
        }
    }

    /// What the keywords say themselves, references and branches aside.
    fn own(
        &mut self,
        scope: &mut Scope<'_>,
        keywords: &Map<String, Value>,
        indent: &str,
    ) -> Option<String> {
        if let Some(constant) = keywords.get("const") {
            return Some(literal(constant));
        }
        if let Some(choices) = keywords.get("enum").and_then(Value::as_array) {
            return Some(joined(choices.iter().map(literal).collect(), " | "));
        }
        let named = keywords.get("type")?;
        let types = named.as_array().map_or(std::slice::from_ref(named), Vec::as_slice);
        let each = types
            .iter()
            .filter_map(Value::as_str)
            .map(|it| self.typed(scope, it, keywords, indent))
            .collect();
        Some(joined(each, " | "))
    }

    fn typed(
        &mut self,
        scope: &mut Scope<'_>,
        name: &str,
        keywords: &Map<String, Value>,
        indent: &str,
    ) -> String {
        match name {
            "null" | "boolean" | "string" | "number" => name.to_owned(),
            "integer" => "number".to_owned(),
            "array" => self.array(scope, keywords, indent),
            "object" => self.object(scope, keywords, indent),
            _ => "unknown".to_owned(),
        }
    }

    fn array(
        &mut self,
        scope: &mut Scope<'_>,
        keywords: &Map<String, Value>,
        indent: &str,
    ) -> String {
        let rest = keywords.get("items");
        let Some(places) = keywords.get("prefixItems").and_then(Value::as_array) else {
            let item = rest.map_or("unknown".to_owned(), |it| self.noted(scope, it, indent));
            return format!("Array<{item}>");
        };
        let least = keywords.get("minItems").and_then(Value::as_u64).unwrap_or(0);
        let mut items: Vec<String> = Vec::new();
        for (index, place) in (0u64..).zip(places) {
            let item = self.noted(scope, place, indent);
            let optional = index >= least;
            items.push(if optional { format!("({item})?") } else { item });
        }
        let full = keywords.get("maxItems").and_then(Value::as_u64);
        let closed = rest == Some(&Value::Bool(false))
            || full.is_some_and(|it| it <= u64::try_from(places.len()).unwrap_or(u64::MAX));
        if !closed {
            let item = rest.map_or("unknown".to_owned(), |it| self.noted(scope, it, indent));
            items.push(format!("...Array<{item}>"));
        }
        format!("[{}]", items.join(", "))
    }

    fn object(
        &mut self,
        scope: &mut Scope<'_>,
        keywords: &Map<String, Value>,
        indent: &str,
    ) -> String {
        let deeper = format!("{indent}  ");
        let required: BTreeSet<&str> = keywords
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut members = String::new();
        let properties = keywords.get("properties").and_then(Value::as_object);
        for (name, schema) in properties.into_iter().flatten() {
            members.push_str(&doc_comment(&described(scope.schema, schema), &deeper));
            let key = if is_identifier(name) { name.clone() } else { string_literal(name) };
            let mark = if required.contains(name.as_str()) { "" } else { "?" };
            let printed = self.value(scope, schema, &deeper);
            members.push_str(&format!("{deeper}{key}{mark}: {printed};\n"));
        }
        for name in &required {
            if !properties.is_some_and(|it| it.contains_key(*name)) {
                let key =
                    if is_identifier(name) { (*name).to_owned() } else { string_literal(name) };
                members.push_str(&format!("{deeper}{key}: unknown;\n"));
            }
        }
        match keywords.get("additionalProperties") {
            None if members.is_empty() => "{ [member: string]: unknown }".to_owned(),
            Some(Value::Bool(false)) if members.is_empty() => {
                "{ [member: string]: never }".to_owned()
            }
            None | Some(Value::Bool(false)) => format!("{{\n{members}{indent}}}"),
            Some(other) => {
                let printed = self.noted(scope, other, &deeper);
                if members.is_empty() {
                    return format!("{{ [member: string]: {printed} }}");
                }
                // A declared member need not fit what the others are, and TypeScript would want it
                // to.
                let note = match printed.as_str() {
                    "unknown" => String::new(),
                    _ => format!("{deeper}/** Others: {} */\n", in_comment(&flat(&printed))),
                };
                format!("{{\n{members}{note}{deeper}[member: string]: unknown;\n{indent}}}")
            }
        }
    }

    fn alias(&mut self, scope: &mut Scope<'_>, reference: &str) -> String {
        if let Some(name) = scope.known.get(reference) {
            return name.clone();
        }
        let last = reference.rsplit('/').next().unwrap_or_default();
        let word: String = pascal(last);
        let name =
            self.name(&format!("{}{}", scope.prefix, if word.is_empty() { "Part" } else { &word }));
        scope.known.insert(reference.to_owned(), name.clone());
        let target = reference.strip_prefix('#').and_then(|it| scope.schema.json().pointer(it));
        let printed = match target {
            Some(target) => self.noted(scope, target, ""),
            None => "unknown".to_owned(),
        };
        self.aliases.push((name.clone(), printed));
        name
    }
}

/// `notes.archive_all` is `NotesArchiveAll`.
pub(super) fn pascal(name: &str) -> String {
    let words = name.split(|it: char| !it.is_ascii_alphanumeric()).filter(|it| !it.is_empty());
    words
        .map(|word| {
            let (first, rest) = word.split_at(1);
            format!("{}{rest}", first.to_ascii_uppercase())
        })
        .collect()
}

/// What a documentation comment says about a member.
pub(super) fn described(root: &Schema, schema: &Value) -> Vec<String> {
    let resolved = root.resolve(schema);
    let mut lines = Vec::new();
    let text = |keyword: &str| {
        schema.get(keyword).or_else(|| resolved.get(keyword)).and_then(Value::as_str)
    };
    lines.extend(text("description").map(str::to_owned));
    lines.extend(unsaid(schema));
    if let Some(default) = schema.get("default").filter(|it| !it.is_null()) {
        lines.push(format!("@default {default}"));
    }
    if schema.get("deprecated") == Some(&Value::Bool(true)) {
        lines.push("@deprecated".to_owned());
    }
    lines
}

/// The constraints of a schema that its type does not express.
fn unsaid(schema: &Value) -> Option<String> {
    let keywords = schema.as_object()?;
    let notes: Vec<String> = UNSAID
        .iter()
        .filter_map(|keyword| Some(format!("{keyword} {}", keywords.get(*keyword)?)))
        .filter(|it| it != "not {}")
        .collect();
    (!notes.is_empty()).then(|| notes.join(", "))
}

fn flat(printed: &str) -> String {
    printed.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn joined(mut parts: Vec<String>, with: &str) -> String {
    let mut seen = BTreeSet::new();
    parts.retain(|it| seen.insert(it.clone()));
    if parts.len() == 1 {
        return parts.swap_remove(0);
    }
    if parts.is_empty() {
        return "never".to_owned();
    }
    // Within a list the parts bind tighter than what surrounds the list.
    let parts: Vec<String> =
        parts.into_iter().map(|it| if is_list(&it) { format!("({it})") } else { it }).collect();
    parts.join(with)
}

/// Whether a printed type is a union or an intersection outside every bracket, text and comment.
fn is_list(printed: &str) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    let mut rest = printed;
    while let Some(character) = rest.chars().next() {
        if !quoted && rest.starts_with("/*") {
            rest = rest.split_once("*/").map_or("", |(_, after)| after);
            continue;
        }
        match character {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '<' | '(' | '{' | '[' => depth += 1,
            '>' | ')' | '}' | ']' => depth = depth.saturating_sub(1),
            '|' | '&' if depth == 0 => return true,
            _ => {}
        }
        rest = rest.get(character.len_utf8()..).unwrap_or_default();
    }
    false
}

fn literal(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => string_literal(text),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(literal).collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, value)| format!("{}: {}", string_literal(name), literal(value)))
                .collect();
            if members.is_empty() {
                return "{ [member: string]: never }".to_owned();
            }
            format!("{{ {} }}", members.join("; "))
        }
    }
}
