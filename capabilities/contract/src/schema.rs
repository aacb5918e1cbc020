//! What a JSON value must look like: a schema that is published is a schema that is enforced.
//!
//! The dialect is JSON Schema 2020-12. A keyword this module does not enforce is refused, so a
//! published schema never says more than the decoder checks. `format` is an annotation.

mod check;
mod dialect;
mod example;
mod expectation;
mod generate;

use std::collections::BTreeMap;

use regex_lite::Regex;
use schemars::JsonSchema;
use serde_json::Value;

pub use check::{Mismatch, MismatchKind};
pub use dialect::{Subschemas, subschemas_of};
pub use example::example_of;
pub use expectation::expectation_of;

use crate::pointer::Pointer;

/// A schema whose every keyword is enforced by [`Schema::check`].
///
/// Invariant: references are local and resolve, patterns compile, and nesting is bounded.
#[derive(Clone, Debug)]
pub struct Schema {
    json: Value,
    patterns: BTreeMap<String, Regex>,
}

/// Why a JSON value is not a schema that can be enforced.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("schema at `{}`: {reason}", pointer.as_str())]
pub struct SchemaError {
    /// Where in the schema.
    pub pointer: Pointer,
    /// What is wrong there.
    pub reason: String,
}

impl Schema {
    /// Takes a schema as JSON.
    ///
    /// # Errors
    /// Where a keyword cannot be enforced, a reference does not resolve locally, or a pattern does
    /// not compile.
    pub fn parse(json: Value) -> Result<Schema, SchemaError> {
        let patterns = dialect::vet(&json)?;
        Ok(Schema { json, patterns })
    }

    /// What a type accepts when it is read.
    ///
    /// # Errors
    /// Where the type's schema cannot be enforced.
    pub fn read<T: JsonSchema>() -> Result<Schema, SchemaError> {
        Schema::parse(generate::read::<T>())
    }

    /// What a type looks like when it is written.
    ///
    /// # Errors
    /// Where the type's schema cannot be enforced.
    pub fn written<T: JsonSchema>() -> Result<Schema, SchemaError> {
        Schema::parse(generate::written::<T>())
    }

    /// The schema as published.
    pub fn json(&self) -> &Value {
        &self.json
    }

    /// Whether a value fits.
    ///
    /// # Errors
    /// The first place where it does not.
    pub fn check(&self, value: &Value) -> Result<(), Mismatch> {
        check::check(self, &self.json, value)
    }

    /// Follows local references until there is something else to read.
    pub fn resolve<'s>(&'s self, schema: &'s Value) -> &'s Value {
        dialect::resolve(&self.json, schema)
    }

    /// The part of the schema that speaks about a place in a value, as far as one can tell
    /// without the value.
    pub fn at(&self, pointer: &Pointer) -> Option<&Value> {
        let mut schema = self.resolve(&self.json);
        for token in pointer.as_str().split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            schema = self.resolve(self.step(schema, &token)?);
        }
        Some(schema)
    }

    fn step<'s>(&'s self, schema: &'s Value, token: &str) -> Option<&'s Value> {
        if let Some(found) = schema.get("properties").and_then(|it| it.get(token)) {
            return Some(found);
        }
        if let Ok(index) = token.parse::<usize>() {
            if let Some(found) = schema.get("prefixItems").and_then(|it| it.get(index)) {
                return Some(found);
            }
            if let Some(found) = schema.get("items") {
                return Some(found);
            }
        }
        for keyword in ["anyOf", "oneOf", "allOf"] {
            let branches = schema.get(keyword).and_then(Value::as_array).into_iter().flatten();
            for branch in branches {
                if let Some(found) = self.step(self.resolve(branch), token) {
                    return Some(found);
                }
            }
        }
        schema.get("additionalProperties").filter(|it| it.is_object())
    }
}

#[cfg(test)]
mod tests;
