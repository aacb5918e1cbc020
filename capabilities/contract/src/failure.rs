//! How a call may fail in ways that its contract declares.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::schema::{Schema, SchemaError};

/// What a declared failure means; the only thing surfaces branch on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum FailureKind {
    /// The input is well formed, and cannot be acted on.
    Invalid,
    /// What was named does not exist.
    NotFound,
    /// The present state forbids it.
    Conflict,
    /// The caller has had enough for now.
    Limited,
    /// Something needed does not answer; trying again may help.
    Unavailable,
}

impl FailureKind {
    /// Every kind, for tables.
    pub const ALL: [FailureKind; 5] = [
        FailureKind::Invalid,
        FailureKind::NotFound,
        FailureKind::Conflict,
        FailureKind::Limited,
        FailureKind::Unavailable,
    ];
}

/// A capability's declared failures: an enum whose variants are named for what failed.
///
/// It serializes with `#[serde(tag = "tag", rename_all_fields = "camelCase")]`; its `Display` is
/// the message for people, one sentence without a full stop.
pub trait Failure: Serialize + JsonSchema + Display {
    /// Each variant's tag with its kind. Registering a capability checks it against the schema.
    const KINDS: &'static [(&'static str, FailureKind)];
}

/// The failure of a capability that declares none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
pub enum NoFailure {}

impl Failure for NoFailure {
    const KINDS: &'static [(&'static str, FailureKind)] = &[];
}

impl JsonSchema for NoFailure {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "NoFailure".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        false.into()
    }
}

/// Members that every failure has or a surface adds, so no variant declares them.
pub const RESERVED_MEMBERS: &[&str] =
    &["kind", "tag", "message", "next", "type", "title", "status", "detail", "instance"];

/// One declared failure as published.
#[derive(Clone, Debug)]
pub struct FailureVariant {
    /// The variant's name, PascalCase.
    pub tag: String,
    /// What it means.
    pub kind: FailureKind,
    /// Its whole shape: a closed object with `tag`, `message` and its fields.
    pub schema: Schema,
}

/// Why a set of declared failures cannot be published.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FailureError {
    /// The schema is not a list of tagged objects.
    #[error("a failure must be an enum with `#[serde(tag = \"tag\")]` whose variants have fields")]
    NotTagged,
    /// The kinds and the variants differ.
    #[error("the failure `{tag}` needs exactly one kind and one variant")]
    KindMismatch {
        /// The tag found on one side only, or twice.
        tag: String,
    },
    /// The tag is not in PascalCase.
    #[error("the failure tag `{tag}` must be in PascalCase")]
    TagForm {
        /// The tag.
        tag: String,
    },
    /// A variant declares a member that surfaces need.
    #[error("the failure `{tag}` declares `{member}`, which is reserved")]
    ReservedMember {
        /// The tag.
        tag: String,
        /// The member.
        member: String,
    },
    /// A variant's schema cannot be enforced.
    #[error("the failure `{tag}`: {error}")]
    Schema {
        /// The tag.
        tag: String,
        /// What is wrong with it.
        error: SchemaError,
    },
}

/// Splits a failure type into its published variants.
///
/// # Errors
/// Where the type does not keep the rules above.
pub fn variants_of<F: Failure>() -> Result<Vec<FailureVariant>, FailureError> {
    let whole = Schema::written::<F>()
        .map_err(|error| FailureError::Schema { tag: String::new(), error })?;
    let listed = whole.json().get("oneOf").or(whole.json().get("anyOf")).and_then(Value::as_array);
    let branches = match listed {
        Some(branches) => branches.clone(),
        None if whole.json() == &json!({"not": {}}) => Vec::new(),
        None => vec![whole.json().clone()],
    };
    let mut variants = Vec::new();
    for mut branch in branches {
        if let (Some(defs), Some(object)) = (whole.json().get("$defs"), branch.as_object_mut()) {
            object.insert("$defs".to_owned(), defs.clone());
        }
        let tag = branch.pointer("/properties/tag/const").and_then(Value::as_str);
        let tag = tag.ok_or(FailureError::NotTagged)?.to_owned();
        let kind = one_kind(F::KINDS, &tag)?;
        variants.push(variant(tag, kind, branch)?);
    }
    for (tag, _) in F::KINDS {
        if variants.iter().filter(|it| it.tag == *tag).count() != 1 {
            return Err(FailureError::KindMismatch { tag: (*tag).to_owned() });
        }
    }
    Ok(variants)
}

fn one_kind(kinds: &[(&'static str, FailureKind)], tag: &str) -> Result<FailureKind, FailureError> {
    let mut of_tag = kinds.iter().filter(|(it, _)| *it == tag);
    match (of_tag.next(), of_tag.next()) {
        (Some((_, kind)), None) => Ok(*kind),
        _ => Err(FailureError::KindMismatch { tag: tag.to_owned() }),
    }
}

/// Publishes one variant: its fields, and the `tag` and `message` that every failure has.
///
/// # Errors
/// Where the tag is no PascalCase word, a member is reserved, or the schema cannot be enforced.
pub fn variant(
    tag: String,
    kind: FailureKind,
    fields: Value,
) -> Result<FailureVariant, FailureError> {
    let pascal = tag.starts_with(|it: char| it.is_ascii_uppercase())
        && tag.bytes().all(|it| it.is_ascii_alphanumeric());
    if !pascal {
        return Err(FailureError::TagForm { tag });
    }
    let Value::Object(mut fields) = fields else {
        return Err(FailureError::NotTagged);
    };
    let own = match fields.remove("properties") {
        Some(Value::Object(own)) => own,
        Some(_) | None => Map::new(),
    };
    let mut properties = Map::new();
    properties.insert("tag".to_owned(), json!({"type": "string", "const": tag}));
    properties.insert("message".to_owned(), json!({"type": "string"}));
    for (member, schema) in own {
        if member == "tag" {
            continue;
        }
        if RESERVED_MEMBERS.contains(&member.as_str()) {
            return Err(FailureError::ReservedMember { tag, member });
        }
        properties.insert(member, schema);
    }
    let mut required = vec![json!("tag"), json!("message")];
    if let Some(Value::Array(own)) = fields.remove("required") {
        required.extend(own.into_iter().filter(|it| it != "tag"));
    }
    fields.insert("type".to_owned(), json!("object"));
    fields.insert("properties".to_owned(), Value::Object(properties));
    fields.insert("required".to_owned(), Value::Array(required));
    fields.insert("additionalProperties".to_owned(), Value::Bool(false));
    match Schema::parse(Value::Object(fields)) {
        Ok(schema) => Ok(FailureVariant { tag, kind, schema }),
        Err(error) => Err(FailureError::Schema { tag, error }),
    }
}

/// A failure of a capability that is described by schemas alone.
#[derive(Clone, PartialEq, Debug)]
pub struct DescribedFailure {
    /// The declared tag.
    pub tag: String,
    /// One sentence for people.
    pub message: String,
    /// The declared fields; others do not leave.
    pub fields: Map<String, Value>,
}
