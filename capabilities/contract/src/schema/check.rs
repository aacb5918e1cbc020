//! Whether a value fits a schema, and where it does not.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use super::{Schema, expectation::expectation_of};
use crate::{limits, nearest::nearest, pointer::Pointer};

/// The first place where a value does not fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Mismatch {
    /// Where in the value; for a missing member, where it should be.
    pub pointer: Pointer,
    /// What is wrong there.
    pub kind: MismatchKind,
    /// What would fit there, as a phrase such as `an integer from 1 to 50`.
    pub expected: String,
}

/// What is wrong at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MismatchKind {
    /// A required member is not there.
    Missing,
    /// A member that nothing knows.
    Unknown,
    /// A value that does not fit.
    Wrong,
    /// Nested deeper than anything may be.
    TooDeep,
}

/// Checks a value against one part of a schema; references are looked up in the whole.
pub(super) fn check(whole: &Schema, part: &Value, value: &Value) -> Result<(), Mismatch> {
    Check { schema: whole }.value(part, value, &Path::Root, 0)
}

/// Where we are, as a list through the stack; a pointer is made only when something is wrong.
enum Path<'a> {
    Root,
    Member(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, usize),
}

impl Path<'_> {
    fn pointer(&self) -> Pointer {
        match self {
            Path::Root => Pointer::root(),
            Path::Member(parent, name) => parent.pointer().child(name),
            Path::Item(parent, index) => parent.pointer().item(*index),
        }
    }
}

struct Check<'s> {
    schema: &'s Schema,
}

type Outcome = Result<(), Mismatch>;

impl<'s> Check<'s> {
    fn value(&self, schema: &'s Value, value: &Value, at: &Path<'_>, depth: usize) -> Outcome {
        let Some(keywords) = schema.as_object() else {
            return if schema == &Value::Bool(false) { self.wrong(schema, at) } else { Ok(()) };
        };
        if depth > limits::JSON_DEPTH_MAX {
            let expected = format!("at most {} levels of nesting", limits::JSON_DEPTH_MAX);
            return Err(Mismatch { pointer: at.pointer(), kind: MismatchKind::TooDeep, expected });
        }
        if let Some(target) = keywords.get("$ref").map(|_| self.schema.resolve(schema))
            && !std::ptr::eq(target, schema)
        {
            self.value(target, value, at, depth)?;
        }
        if !self.scalar_keywords_fit(keywords, value) {
            return self.wrong(schema, at);
        }
        match value {
            Value::Object(members) => self.object(schema, keywords, members, at, depth)?,
            Value::Array(items) => self.array(schema, keywords, items, at, depth)?,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        self.in_place(schema, keywords, value, at, depth)
    }

    fn scalar_keywords_fit(&self, keywords: &Map<String, Value>, value: &Value) -> bool {
        let type_fits = match keywords.get("type") {
            None => true,
            Some(Value::Array(types)) => types.iter().any(|it| is_of_type(value, it)),
            Some(one) => is_of_type(value, one),
        };
        let enum_fits = keywords
            .get("enum")
            .and_then(Value::as_array)
            .is_none_or(|choices| choices.iter().any(|it| equal(it, value)));
        let const_fits = keywords.get("const").is_none_or(|it| equal(it, value));
        type_fits
            && enum_fits
            && const_fits
            && value.as_str().is_none_or(|text| self.string_fits(keywords, text))
            && match value {
                Value::Number(number) => number_fits(keywords, number),
                Value::Null
                | Value::Bool(_)
                | Value::String(_)
                | Value::Array(_)
                | Value::Object(_) => true,
            }
    }

    fn string_fits(&self, keywords: &Map<String, Value>, text: &str) -> bool {
        if keywords.contains_key("minLength") || keywords.contains_key("maxLength") {
            let length = text.chars().count() as u64;
            if !count_fits(keywords, "minLength", "maxLength", length) {
                return false;
            }
        }
        let pattern = keywords.get("pattern").and_then(Value::as_str);
        pattern.is_none_or(|it| self.matches(it, text))
    }

    fn matches(&self, pattern: &str, text: &str) -> bool {
        self.schema.patterns.get(pattern).is_some_and(|it| it.is_match(text))
    }

    fn object(
        &self,
        schema: &'s Value,
        keywords: &'s Map<String, Value>,
        members: &Map<String, Value>,
        at: &Path<'_>,
        depth: usize,
    ) -> Outcome {
        if !count_fits(keywords, "minProperties", "maxProperties", members.len() as u64) {
            return self.wrong(schema, at);
        }
        let properties = keywords.get("properties").and_then(Value::as_object);
        for name in names(keywords.get("required")) {
            if !members.contains_key(name) {
                return self.missing(properties, name, at);
            }
        }
        for (present, wanted) in objects(keywords.get("dependentRequired")) {
            if members.contains_key(present) {
                for name in names(Some(wanted)) {
                    if !members.contains_key(name) {
                        return self.missing(properties, name, at);
                    }
                }
            }
        }
        let patterned: Vec<_> = objects(keywords.get("patternProperties")).collect();
        let additional = keywords.get("additionalProperties");
        for (name, value) in members {
            let here = Path::Member(at, name);
            if let Some(inner) = keywords.get("propertyNames") {
                self.value(inner, &Value::String(name.clone()), &here, depth + 1)?;
            }
            let property = properties.and_then(|it| it.get(name));
            if let Some(inner) = property {
                self.value(inner, value, &here, depth + 1)?;
            }
            let mut known = property.is_some();
            for (_, inner) in patterned.iter().filter(|(it, _)| self.matches(it, name)) {
                known = true;
                self.value(inner, value, &here, depth + 1)?;
            }
            match additional {
                Some(Value::Bool(false)) if !known => return unknown(properties, name, &here),
                Some(inner) if !known => self.value(inner, value, &here, depth + 1)?,
                Some(_) | None => {}
            }
        }
        Ok(())
    }

    fn array(
        &self,
        schema: &'s Value,
        keywords: &'s Map<String, Value>,
        items: &[Value],
        at: &Path<'_>,
        depth: usize,
    ) -> Outcome {
        if !count_fits(keywords, "minItems", "maxItems", items.len() as u64) {
            return self.wrong(schema, at);
        }
        let prefix = keywords.get("prefixItems").and_then(Value::as_array);
        let rest = keywords.get("items");
        for (index, value) in items.iter().enumerate() {
            let inner = prefix.and_then(|it| it.get(index)).or(rest);
            if let Some(inner) = inner {
                self.value(inner, value, &Path::Item(at, index), depth + 1)?;
            }
        }
        if keywords.get("uniqueItems") == Some(&Value::Bool(true)) && has_repeat(items) {
            return self.wrong(schema, at);
        }
        if let Some(inner) = keywords.get("contains") {
            let fits = |it: &&Value| self.value(inner, it, at, depth + 1).is_ok();
            let found = items.iter().filter(fits).count() as u64;
            let least = keywords.get("minContains").and_then(Value::as_u64).unwrap_or(1);
            let most = keywords.get("maxContains").and_then(Value::as_u64).unwrap_or(u64::MAX);
            if found < least || found > most {
                return self.wrong(schema, at);
            }
        }
        Ok(())
    }

    fn in_place(
        &self,
        schema: &'s Value,
        keywords: &'s Map<String, Value>,
        value: &Value,
        at: &Path<'_>,
        depth: usize,
    ) -> Outcome {
        let here = |inner: &'s Value| self.value(inner, value, at, depth);
        for inner in list(keywords.get("allOf")) {
            here(inner)?;
        }
        if let Some(branches) = keywords.get("anyOf").and_then(Value::as_array)
            && !branches.iter().any(|it| here(it).is_ok())
        {
            return Err(self.closest(schema, branches, value, at, depth));
        }
        if let Some(branches) = keywords.get("oneOf").and_then(Value::as_array) {
            match branches.iter().filter(|it| here(it).is_ok()).count() {
                1 => {}
                0 => return Err(self.closest(schema, branches, value, at, depth)),
                _ => return self.wrong(schema, at),
            }
        }
        if keywords.get("not").is_some_and(|it| here(it).is_ok()) {
            return self.wrong(schema, at);
        }
        if let Some(condition) = keywords.get("if") {
            let branch = if here(condition).is_ok() { "then" } else { "else" };
            if let Some(inner) = keywords.get(branch) {
                here(inner)?;
            }
        }
        if let Some(members) = value.as_object() {
            for (present, inner) in objects(keywords.get("dependentSchemas")) {
                if members.contains_key(present) {
                    here(inner)?;
                }
            }
        }
        Ok(())
    }

    /// The complaint of the branch that was most likely meant: the one whose constants agree,
    /// else the one that got furthest; where none got anywhere, all of them.
    fn closest(
        &self,
        schema: &'s Value,
        branches: &'s [Value],
        value: &Value,
        at: &Path<'_>,
        depth: usize,
    ) -> Mismatch {
        let meant: Vec<_> = branches
            .iter()
            .filter(|it| self.constants_agree(self.schema.resolve(it), value))
            .collect();
        let candidates = if meant.len() == 1 { meant } else { branches.iter().collect() };
        let single = candidates.len() == 1;
        let start = at.pointer();
        let complaints: Vec<Mismatch> = candidates
            .into_iter()
            .filter_map(|it| self.value(it, value, at, depth).err())
            .filter(|it| single || it.pointer != start)
            .collect();
        let clear = complaints.len() == 1;
        let furthest = complaints
            .into_iter()
            .filter(|it| clear || it.pointer.depth() > start.depth() + 1)
            .max_by_key(|it| it.pointer.depth());
        furthest.unwrap_or_else(|| Mismatch {
            pointer: start,
            kind: MismatchKind::Wrong,
            expected: expectation_of(self.schema, schema),
        })
    }

    fn constants_agree(&self, branch: &Value, value: &Value) -> bool {
        let (Some(members), Some(properties)) =
            (value.as_object(), branch.get("properties").and_then(Value::as_object))
        else {
            return false;
        };
        let mut constants = properties
            .iter()
            .filter_map(|(name, it)| Some((name, self.schema.resolve(it).get("const")?)))
            .peekable();
        constants.peek().is_some()
            && constants.all(|(name, it)| members.get(name).is_some_and(|value| equal(it, value)))
    }

    fn wrong<T>(&self, schema: &Value, at: &Path<'_>) -> Result<T, Mismatch> {
        let expected = expectation_of(self.schema, schema);
        Err(Mismatch { pointer: at.pointer(), kind: MismatchKind::Wrong, expected })
    }

    fn missing(
        &self,
        properties: Option<&Map<String, Value>>,
        name: &str,
        at: &Path<'_>,
    ) -> Outcome {
        let inner = properties.and_then(|it| it.get(name)).unwrap_or(&Value::Bool(true));
        let expected = expectation_of(self.schema, inner);
        let pointer = at.pointer().child(name);
        Err(Mismatch { pointer, kind: MismatchKind::Missing, expected })
    }
}

fn unknown(properties: Option<&Map<String, Value>>, name: &str, here: &Path<'_>) -> Outcome {
    let known: Vec<&str> =
        properties.into_iter().flat_map(|it| it.keys()).map(String::as_str).collect();
    let quoted =
        |names: &[&str]| names.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
    let near = nearest(name, known.iter().copied());
    let expected = if known.is_empty() {
        "no field at all".to_owned()
    } else if near.is_empty() {
        format!("no other field than {}", quoted(&known))
    } else {
        format!("{} (no other field than {})", quoted(&near), quoted(&known))
    };
    Err(Mismatch { pointer: here.pointer(), kind: MismatchKind::Unknown, expected })
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match (name.as_str(), value) {
        (Some("null"), Value::Null)
        | (Some("boolean"), Value::Bool(_))
        | (Some("string"), Value::String(_))
        | (Some("array"), Value::Array(_))
        | (Some("object"), Value::Object(_))
        | (Some("number"), Value::Number(_)) => true,
        (Some("integer"), Value::Number(number)) => is_integer(number),
        _ => false,
    }
}

fn is_integer(number: &Number) -> bool {
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|it| it.fract() == 0.0)
}

fn number_fits(keywords: &Map<String, Value>, number: &Number) -> bool {
    let versus = |keyword: &str| match keywords.get(keyword) {
        Some(Value::Number(bound)) => compare(number, bound),
        Some(_) | None => None,
    };
    let step_fits = keywords.get("multipleOf").and_then(Value::as_f64).is_none_or(|step| {
        let quotient = number.as_f64().unwrap_or(0.0) / step;
        (quotient - quotient.round()).abs() < 1e-9
    });
    versus("minimum") != Some(Ordering::Less)
        && versus("maximum") != Some(Ordering::Greater)
        && !matches!(versus("exclusiveMinimum"), Some(Ordering::Less | Ordering::Equal))
        && !matches!(versus("exclusiveMaximum"), Some(Ordering::Greater | Ordering::Equal))
        && step_fits
}

/// Compares without losing the digits that a 64-bit integer has over a float.
fn compare(left: &Number, right: &Number) -> Option<Ordering> {
    let whole = |it: &Number| it.as_i64().map(i128::from).or(it.as_u64().map(i128::from));
    match (whole(left), whole(right)) {
        (Some(left), Some(right)) => Some(left.cmp(&right)),
        _ => left.as_f64()?.partial_cmp(&right.as_f64()?),
    }
}

/// Equality of JSON values: `1` and `1.0` are one number.
fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            compare(left, right) == Some(Ordering::Equal)
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(name, it)| right.get(name).is_some_and(|other| equal(it, other)))
        }
        _ => left == right,
    }
}

fn has_repeat(items: &[Value]) -> bool {
    items.iter().enumerate().any(|(index, it)| items[..index].iter().any(|other| equal(it, other)))
}

fn count_fits(keywords: &Map<String, Value>, least: &str, most: &str, count: u64) -> bool {
    let bound = |keyword: &str| keywords.get(keyword).and_then(Value::as_u64);
    bound(least).is_none_or(|it| count >= it) && bound(most).is_none_or(|it| count <= it)
}

fn names(value: Option<&Value>) -> impl Iterator<Item = &str> {
    list(value).filter_map(Value::as_str)
}

fn list(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

fn objects(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flatten()
}
