//! How a call that gave no output is told: for people, and as JSON.

use contract::{
    contract::Contract,
    invoke_error::{ErrorKind, INVALID_INPUT, InvokeError},
    next_action::NextAction,
};
use serde_json::{Map, Value, json};

use super::{flags::flags, outline, spelling::command_line};

/// A call that gave no output, whichever engine ran it.
#[derive(Clone, PartialEq, Debug)]
pub struct Failed {
    /// What it means.
    pub kind: ErrorKind,
    /// The variant's name.
    pub tag: String,
    /// One sentence for people.
    pub message: String,
    /// The fields beside tag and message.
    pub fields: Map<String, Value>,
    /// What can be done next.
    pub next: Vec<NextAction>,
}

impl From<&InvokeError> for Failed {
    fn from(error: &InvokeError) -> Failed {
        Failed {
            kind: error.kind(),
            tag: error.tag().to_owned(),
            message: error.message(),
            fields: error.fields(),
            next: error.next().to_vec(),
        }
    }
}

impl Failed {
    /// The failure as JSON, without its next actions.
    pub fn json(&self) -> Map<String, Value> {
        let mut json = Map::new();
        json.insert("kind".to_owned(), json!(self.kind));
        json.insert("tag".to_owned(), json!(self.tag));
        json.insert("message".to_owned(), json!(self.message));
        json.extend(self.fields.clone());
        json
    }

    /// The failure as a person reads it. Input that does not fit is named by its flag.
    pub fn text(&self, contract: Option<&Contract>) -> String {
        let mut fields = self.fields.clone();
        let mut message = self.message.clone();
        let mut lines = Vec::new();
        if self.tag == INVALID_INPUT {
            let pointer = fields.shift_remove("pointer");
            let pointer = pointer.as_ref().and_then(Value::as_str).unwrap_or_default();
            let expected = fields.shift_remove("expected");
            let example = fields.shift_remove("example");
            if let Some(flag) = contract.and_then(|it| flag_of(it, pointer)) {
                message = message.replacen(&format!("`{pointer}`"), &flag, 1);
            }
            if let Some(expected) = expected.as_ref().and_then(Value::as_str)
                && !message.contains(expected)
            {
                lines.push(format!("  expected: {expected}"));
            }
            if let (Some(contract), Some(example)) = (contract, example) {
                lines.extend(example_of(contract, pointer, &example));
            }
        }
        lines.insert(0, format!("error[{}]: {message}", self.tag));
        if !fields.is_empty() {
            let outline = outline(&Value::Object(fields));
            lines.extend(outline.split('\n').map(|it| format!("  {it}")));
        }
        outline::visible(&lines.join("\n"))
    }
}

/// How the command line names a place in an input: the flag, and the rest of the pointer.
fn flag_of(contract: &Contract, pointer: &str) -> Option<String> {
    let (name, rest) = split(pointer)?;
    let flag = flags(contract).into_iter().find(|it| it.field.name == name)?;
    let long = flag.long?;
    Some(match rest {
        "" => format!("`--{long}` (`{pointer}`)"),
        rest => format!("`{rest}` of `--{long}` (`{pointer}`)"),
    })
}

fn example_of(contract: &Contract, pointer: &str, example: &Value) -> Option<String> {
    let whole = match split(pointer) {
        None => example.clone(),
        // A member that nothing knows comes with a whole input as the example.
        Some((name, ""))
            if contract.input.at(&contract::pointer::Pointer::root().child(&name)).is_some() =>
        {
            let mut members = contract.examples.first()?.input.as_object()?.clone();
            members.insert(name, example.clone());
            Value::Object(members)
        }
        Some(_) => return None,
    };
    whole.is_object().then(|| format!("  example: {}", command_line(contract, &whole)))
}

/// The first token of a pointer, unescaped, and the pointer below it.
fn split(pointer: &str) -> Option<(String, &str)> {
    let tokens = pointer.strip_prefix('/')?;
    let end = tokens.find('/').unwrap_or(tokens.len());
    let name = tokens.get(..end)?.replace("~1", "/").replace("~0", "~");
    Some((name, tokens.get(end..).unwrap_or_default()))
}
