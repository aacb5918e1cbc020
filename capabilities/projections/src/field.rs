//! Which form a field of an input takes where only text can be passed.
//!
//! Queries and command lines share this: one scalar, a scalar repeated, or JSON for the rest.

use contract::schema::Schema;
use serde_json::{Number, Value};

/// One field of an input.
#[derive(Clone, PartialEq, Debug)]
pub struct Field<'s> {
    /// Its name in the input.
    pub name: &'s str,
    /// What the contract says about it.
    pub schema: &'s Value,
    /// What the contract says about each item, where the text may be repeated.
    pub items: Option<&'s Value>,
    /// Whether an input must have it.
    pub required: bool,
    /// How its text is read.
    pub form: Form,
}

/// How the text of a field is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// One text is the value.
    Scalar(Scalar),
    /// Each text is one item of an array; a single one is still an array.
    Repeated(Scalar),
    /// The text is JSON.
    Json,
}

/// A value that one text can spell without quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// The text itself.
    Text,
    /// One of these texts.
    Choice(Vec<String>),
    /// A number in JSON spelling.
    Number,
    /// `true` or `false`.
    Boolean,
}

impl Scalar {
    /// The value that a text spells; `None` where it spells none.
    ///
    /// A text outside a list of choices is still text: whether it fits is the pipeline's to say.
    pub fn read(&self, text: &str) -> Option<Value> {
        match self {
            Scalar::Text | Scalar::Choice(_) => Some(Value::String(text.to_owned())),
            Scalar::Number => number(text).map(Value::Number),
            Scalar::Boolean => match text {
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                _ => None,
            },
        }
    }

    /// The text that spells a value; `None` where the value is not of this kind.
    pub fn spell(&self, value: &Value) -> Option<String> {
        match (self, value) {
            (Scalar::Text | Scalar::Choice(_), Value::String(text)) => Some(text.clone()),
            (Scalar::Number, Value::Number(number)) => Some(number.to_string()),
            (Scalar::Boolean, Value::Bool(truth)) => Some(truth.to_string()),
            (Scalar::Text | Scalar::Choice(_) | Scalar::Number | Scalar::Boolean, _) => None,
        }
    }
}

/// A number in JSON spelling: no sign but `-`, no leading zeros, no space around it.
fn number(text: &str) -> Option<Number> {
    let spaced = text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
    if spaced { None } else { serde_json::from_str(text).ok() }
}

/// The fields of an input, in the order in which its schema lists them.
pub fn fields(input: &Schema) -> Vec<Field<'_>> {
    let root = input.resolve(input.json());
    let required: Vec<&str> =
        listed(root.get("required")).iter().filter_map(Value::as_str).collect();
    let properties = root.get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| Field {
            name,
            schema,
            items: present(input, schema).get("items"),
            required: required.contains(&name.as_str()),
            form: form(input, schema),
        })
        .collect()
}

fn form(root: &Schema, schema: &Value) -> Form {
    let schema = present(root, schema);
    if let Some(scalar) = scalar(root, schema) {
        return Form::Scalar(scalar);
    }
    if is_only(schema, "array")
        && schema.get("prefixItems").is_none()
        && let Some(items) = schema.get("items")
        && let Some(item) = plain_scalar(root, items)
    {
        return Form::Repeated(item);
    }
    Form::Json
}

/// The schema without its null: absent says the same.
fn present<'s>(root: &'s Schema, schema: &'s Value) -> &'s Value {
    let schema = root.resolve(schema);
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let branches = listed(schema.get(keyword));
        let mut others = branches.iter().filter(|it| !is_only(root.resolve(it), "null"));
        if let (Some(only), None) = (others.next(), others.next())
            && schema.get("type").is_none()
            && schema.get("enum").is_none()
        {
            return present(root, only);
        }
    }
    schema
}

/// A scalar whose null is a value of its own is no plain text.
fn plain_scalar(root: &Schema, schema: &Value) -> Option<Scalar> {
    let resolved = root.resolve(schema);
    let nullable = listed(resolved.get("type")).iter().any(|it| it == "null")
        || listed(resolved.get("enum")).contains(&Value::Null)
        || ["anyOf", "oneOf"].iter().any(|keyword| {
            listed(resolved.get(keyword)).iter().any(|it| is_only(root.resolve(it), "null"))
        });
    if nullable { None } else { scalar(root, present(root, schema)) }
}

fn scalar(root: &Schema, schema: &Value) -> Option<Scalar> {
    if let Some(choices) = choices(root, schema) {
        return Some(Scalar::Choice(choices));
    }
    [
        ("string", Scalar::Text),
        ("integer", Scalar::Number),
        ("number", Scalar::Number),
        ("boolean", Scalar::Boolean),
    ]
    .into_iter()
    .find_map(|(name, scalar)| is_only(schema, name).then_some(scalar))
}

fn choices(root: &Schema, schema: &Value) -> Option<Vec<String>> {
    if let Some(only) = schema.get("const") {
        return Some(vec![only.as_str()?.to_owned()]);
    }
    if let Some(listed) = schema.get("enum").and_then(Value::as_array) {
        let texts = listed.iter().filter(|it| !it.is_null());
        return texts.map(|it| it.as_str().map(str::to_owned)).collect();
    }
    // An enum whose variants are documented is a list of constants.
    let branches = schema.get("oneOf").or(schema.get("anyOf")).and_then(Value::as_array)?;
    let mut all = Vec::new();
    for branch in branches.iter().map(|it| root.resolve(it)) {
        if !is_only(branch, "null") {
            all.extend(choices(root, branch)?);
        }
    }
    (!all.is_empty()).then_some(all)
}

fn is_only(schema: &Value, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::Array(types)) => {
            let mut others = types.iter().filter(|it| *it != "null");
            others.next().is_some_and(|it| it == name) && others.next().is_none()
        }
        Some(one) => one == name,
        None => false,
    }
}

fn listed(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests;
