//! What is sent for one call, and what comes back.

use contract::invoke::Invoker;
use serde_json::{Map, Value, json};

/// A whole call, as the messages about a wrong one show it.
const ENVELOPE_EXAMPLE: &str = r#"{"name":"search","input":{"query":"ownership"}}"#;

/// What one call asks for.
#[derive(Clone, PartialEq, Debug)]
pub struct Called {
    /// The capability.
    pub name: String,
    /// Its input.
    pub input: Value,
}

/// The JSON is no call, so it is no capability's business.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}; send `{ENVELOPE_EXAMPLE}`")]
pub struct NotACall {
    /// What is wrong with it.
    pub what: String,
}

/// Reads `{name, input}`; a call without `input` passes an empty object.
///
/// # Errors
/// Where it is anything else.
pub fn parse(json: Value) -> Result<Called, NotACall> {
    let refuse = |what: &str| NotACall { what: what.to_owned() };
    let Value::Object(mut members) = json else {
        return Err(refuse("a call is a JSON object"));
    };
    let name = match members.shift_remove("name") {
        Some(Value::String(name)) => name,
        Some(_) => return Err(refuse("`name` must be a string")),
        None => return Err(refuse("`name` is missing")),
    };
    let input = members.shift_remove("input").unwrap_or_else(|| Value::Object(Map::new()));
    if let Some((unknown, _)) = members.iter().next() {
        let shown: String = unknown.chars().take(64).collect();
        return Err(NotACall { what: format!("a call has no member `{}`", shown.escape_debug()) });
    }
    Ok(Called { name, input })
}

/// Makes one call: `{ok: true, value}`, or `{ok: false, failure: {kind, tag, message, …}}`.
///
/// Every outcome of the pipeline has its place here, so this never fails itself.
pub async fn call<P: 'static>(invoker: &Invoker<P>, name: &str, input: Value) -> Value {
    match invoker.invoke(name, input).await {
        Ok(outcome) => json!({"ok": true, "value": outcome.output}),
        Err(error) => {
            let mut failure = Map::new();
            failure.insert("kind".to_owned(), json!(error.kind()));
            failure.extend(error.to_json());
            json!({"ok": false, "failure": failure})
        }
    }
}
