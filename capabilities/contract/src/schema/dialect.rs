//! Which keywords are understood, and whether a schema keeps to them.

use std::collections::BTreeMap;

use regex_lite::Regex;
use serde_json::Value;

use super::SchemaError;
use crate::{limits, pointer::Pointer};

/// Keywords whose value is one schema, applied to parts of the value.
const INNER: &[&str] = &["items", "additionalProperties", "propertyNames", "contains"];
/// Keywords whose value is one schema, applied to the same value.
const IN_PLACE: &[&str] = &["not", "if", "then", "else"];
/// Keywords whose value is a list of schemas, applied to the same value.
const IN_PLACE_LISTS: &[&str] = &["allOf", "anyOf", "oneOf"];
/// The keyword whose value is a list of schemas, applied to the items at its places.
const PREFIX: &str = "prefixItems";
/// Keywords whose value is an object of schemas.
const MAPS: &[&str] =
    &["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];
/// Keywords whose value is a whole number, 0 or more.
const COUNTS: &[&str] = &[
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minContains",
    "maxContains",
    "minProperties",
    "maxProperties",
];
/// Keywords whose value is a number.
const NUMBERS: &[&str] =
    &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
/// Keywords that say something to people and programs, and constrain nothing.
const ANNOTATIONS: &[&str] = &[
    "$schema",
    "$comment",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "format",
    "contentEncoding",
    "contentMediaType",
];

/// How the value of a keyword holds other schemas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subschemas {
    /// It is one.
    One,
    /// It is a list of them.
    List,
    /// It is an object of them, by name.
    Map,
}

/// How the value of a keyword holds other schemas; `None` where it holds none.
pub fn subschemas_of(keyword: &str) -> Option<Subschemas> {
    if MAPS.contains(&keyword) {
        Some(Subschemas::Map)
    } else if IN_PLACE_LISTS.contains(&keyword) || keyword == PREFIX {
        Some(Subschemas::List)
    } else if INNER.contains(&keyword) || IN_PLACE.contains(&keyword) {
        Some(Subschemas::One)
    } else {
        None
    }
}

const TYPES: &[&str] = &["null", "boolean", "object", "array", "number", "string", "integer"];

pub(super) fn vet(json: &Value) -> Result<BTreeMap<String, Regex>, SchemaError> {
    let mut vetting = Vetting { root: json, patterns: BTreeMap::new() };
    vetting.schema(json, &Pointer::root())?;
    Ok(vetting.patterns)
}

/// Follows local references; a reference that does not resolve stays as it is.
pub(super) fn resolve<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    let mut schema = schema;
    for _ in 0..limits::SCHEMA_DEPTH_MAX {
        let Some(target) = reference(schema).and_then(|it| target_of(root, it)) else {
            return schema;
        };
        schema = target;
    }
    schema
}

fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref").and_then(Value::as_str)
}

pub(super) fn target_of<'s>(root: &'s Value, reference: &str) -> Option<&'s Value> {
    let fragment = reference.strip_prefix('#')?;
    // RFC 6901 section 6: a pointer in a fragment is percent-encoded; names here never need it.
    root.pointer(fragment)
}

struct Vetting<'s> {
    root: &'s Value,
    patterns: BTreeMap<String, Regex>,
}

impl Vetting<'_> {
    fn schema(&mut self, schema: &Value, at: &Pointer) -> Result<(), SchemaError> {
        if at.depth() > limits::SCHEMA_DEPTH_MAX * 2 {
            return refuse(at, format!("it nests deeper than {} levels", limits::SCHEMA_DEPTH_MAX));
        }
        if schema.is_boolean() {
            return Ok(());
        }
        let Some(keywords) = schema.as_object() else {
            return refuse(at, "a schema is an object or a boolean");
        };
        for (keyword, value) in keywords {
            self.keyword(keyword, value, &at.child(keyword))?;
        }
        self.ends(schema, at, 0)
    }

    fn keyword(&mut self, keyword: &str, value: &Value, at: &Pointer) -> Result<(), SchemaError> {
        match keyword {
            "type" => types(value, at),
            "enum" => match value.as_array() {
                Some(choices) if !choices.is_empty() => Ok(()),
                Some(_) | None => refuse(at, "it must list at least one value"),
            },
            "const" => Ok(()),
            "required" => strings(value, at),
            "dependentRequired" => {
                let Some(map) = value.as_object() else {
                    return refuse(at, "it must be an object");
                };
                map.iter().try_for_each(|(name, list)| strings(list, &at.child(name)))
            }
            "uniqueItems" if value.is_boolean() => Ok(()),
            "pattern" => match value.as_str() {
                Some(pattern) => self.pattern(pattern, at),
                None => refuse(at, "it must be a string"),
            },
            PREFIX => self.list(value, at),
            "$ref" => match value.as_str().and_then(|it| target_of(self.root, it)) {
                Some(_) => Ok(()),
                None => refuse(at, "it must name a schema in this document, such as `#/$defs/x`"),
            },
            "patternProperties" => {
                for pattern in value.as_object().into_iter().flat_map(|it| it.keys()) {
                    self.pattern(pattern, at)?;
                }
                self.map(value, at)
            }
            known if COUNTS.contains(&known) => match value.as_u64() {
                Some(_) => Ok(()),
                None => refuse(at, "it must be a whole number, 0 or more"),
            },
            "multipleOf" => match value.as_f64() {
                Some(step) if step > 0.0 => Ok(()),
                Some(_) | None => refuse(at, "it must be a number over 0"),
            },
            known if NUMBERS.contains(&known) && value.is_number() => Ok(()),
            known if INNER.contains(&known) || IN_PLACE.contains(&known) => self.schema(value, at),
            known if IN_PLACE_LISTS.contains(&known) => self.list(value, at),
            known if MAPS.contains(&known) => self.map(value, at),
            known if ANNOTATIONS.contains(&known) || known.starts_with("x-") => Ok(()),
            unknown => refuse(at, format!("`{unknown}` is not enforced here in this form")),
        }
    }

    fn pattern(&mut self, pattern: &str, at: &Pointer) -> Result<(), SchemaError> {
        if self.patterns.contains_key(pattern) {
            return Ok(());
        }
        match Regex::new(pattern) {
            Ok(compiled) => {
                self.patterns.insert(pattern.to_owned(), compiled);
                Ok(())
            }
            Err(error) => refuse(at, format!("the pattern cannot be enforced: {error}")),
        }
    }

    fn list(&mut self, value: &Value, at: &Pointer) -> Result<(), SchemaError> {
        let Some(schemas) = value.as_array().filter(|it| !it.is_empty()) else {
            return refuse(at, "it must list at least one schema");
        };
        schemas.iter().enumerate().try_for_each(|(index, it)| self.schema(it, &at.item(index)))
    }

    fn map(&mut self, value: &Value, at: &Pointer) -> Result<(), SchemaError> {
        let Some(schemas) = value.as_object() else {
            return refuse(at, "it must be an object of schemas");
        };
        schemas.iter().try_for_each(|(name, it)| self.schema(it, &at.child(name)))
    }

    /// A schema that applies itself to the same value again would never end.
    fn ends(&self, schema: &Value, at: &Pointer, depth: usize) -> Result<(), SchemaError> {
        if depth > limits::SCHEMA_DEPTH_MAX {
            return refuse(at, "it refers back to itself for the same value");
        }
        if let Some(target) = reference(schema).and_then(|it| target_of(self.root, it)) {
            self.ends(target, at, depth + 1)?;
        }
        let single = IN_PLACE.iter().filter_map(|it| schema.get(it));
        let listed = IN_PLACE_LISTS
            .iter()
            .filter_map(|it| schema.get(it).and_then(Value::as_array))
            .flatten();
        let dependent = schema
            .get("dependentSchemas")
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(|it| it.values());
        single.chain(listed).chain(dependent).try_for_each(|it| self.ends(it, at, depth + 1))
    }
}

fn types(value: &Value, at: &Pointer) -> Result<(), SchemaError> {
    let known = |it: &Value| it.as_str().is_some_and(|it| TYPES.contains(&it));
    let fits = match value.as_array() {
        Some(list) => !list.is_empty() && list.iter().all(known),
        None => known(value),
    };
    if fits {
        Ok(())
    } else {
        refuse(at, format!("it must be one or more of {}", TYPES.join(", ")))
    }
}

fn strings(value: &Value, at: &Pointer) -> Result<(), SchemaError> {
    let fits = value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    if fits { Ok(()) } else { refuse(at, "it must be a list of names") }
}

fn refuse<T>(at: &Pointer, reason: impl Into<String>) -> Result<T, SchemaError> {
    Err(SchemaError { pointer: at.clone(), reason: reason.into() })
}
