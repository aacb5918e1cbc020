//! How a call of a tool ends: as a result that a model reads, or as no call at all.

use contract::{
    address::Address,
    contract::Contract,
    invoke::{Invoker, Outcome},
    invoke_error::InvokeError,
    next_action::NextAction,
};
use serde_json::{Map, Value, json};

use super::{envelope::Params, protocol_error::ProtocolError, tool::HANDLE};
use crate::next;

/// Runs `tools/call`.
pub(super) async fn answer<P: 'static>(
    invoker: &Invoker<P>,
    params: &Params,
) -> Result<Map<String, Value>, ProtocolError> {
    let Some(Value::String(name)) = params.get("name") else {
        let message = "`params.name` must be a string: the tool to call";
        return Err(ProtocolError::answered(ProtocolError::INVALID_PARAMS, message));
    };
    let input = match params.get("arguments") {
        None | Some(Value::Null) => json!({}),
        Some(given) => given.clone(),
    };
    match invoker.invoke_flat(name, input).await {
        Ok(outcome) => Ok(success(invoker.contract_by_flat_name(name), outcome)),
        Err(InvokeError::UnknownCapability { nearest, .. }) => Err(unknown(name, &nearest)),
        Err(
            error @ (InvokeError::InvalidInput(_)
            | InvokeError::ApprovalDenied { .. }
            | InvokeError::Declared(_)
            | InvokeError::Internal { .. }),
        ) => Ok(failure(&error)),
    }
}

/// A success: the whole for programs, and a text for models, which need not say the same in full.
fn success(contract: Option<&Contract>, outcome: Outcome) -> Map<String, Value> {
    let Outcome { output, next } = outcome;
    let presented = contract
        .filter(|it| it.present.is_some())
        .map(|it| format!("{}{}", it.presented(&output), next_lines(&next)));
    let mut structured = output;
    // The pipeline lets only objects through.
    if let Some(members) = structured.as_object_mut() {
        next::attach(members, &next, HANDLE, |it| vec![it.capability.flat()]);
    }
    let text = presented.unwrap_or_else(|| structured.to_string());
    let mut result = text_content(&text);
    result.insert("structuredContent".to_owned(), structured);
    result
}

/// A failure, in words and fields that let a model mend its call. It carries no structured content,
/// since it would not fit the schema that the tool publishes.
fn failure(error: &InvokeError) -> Map<String, Value> {
    let mut members = error.to_json();
    next::attach(&mut members, error.next(), HANDLE, |it| vec![it.capability.flat()]);
    let mut result = text_content(&Value::Object(members).to_string());
    result.insert("isError".to_owned(), Value::Bool(true));
    result
}

fn text_content(text: &str) -> Map<String, Value> {
    let mut result = Map::new();
    result.insert("content".to_owned(), json!([{"type": "text", "text": text}]));
    result
}

fn next_lines(next: &[NextAction]) -> String {
    if next.is_empty() {
        return String::new();
    }
    let line =
        |it: &NextAction| format!("\n- {} {} ({})", it.capability.flat(), it.input, it.reason);
    format!("\n\nNext:{}", next.iter().map(line).collect::<String>())
}

fn unknown(name: &str, nearest: &[Address]) -> ProtocolError {
    let shown: String = name.chars().filter(|it| !it.is_control()).take(128).collect();
    let near: Vec<String> = nearest.iter().map(Address::flat).collect();
    let hint = match near.as_slice() {
        [] => String::new(),
        _ => format!("; did you mean `{}`?", near.join("` or `")),
    };
    let data = json!({"tag": "UnknownCapability", "capability": shown, "nearest": near});
    let message = format!("there is no tool `{shown}`{hint}");
    ProtocolError::answered(ProtocolError::INVALID_PARAMS, message).with_data(data)
}
