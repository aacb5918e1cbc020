//! How prompts are listed and filled in: the site's own and its skills.

use contract::limits;
use serde_json::{Map, Value, json};

use super::{
    envelope::Params,
    library::{Library, Listed, Prompt},
    protocol_error::ProtocolError,
    resource::silent,
};

/// The argument of every skill.
const TASK: &str = "task";

/// The list, in one page.
pub(super) async fn list(
    library: &dyn Library,
    own: &[Prompt],
) -> Result<Map<String, Value>, ProtocolError> {
    let skills = library.skills(limits::LIST_PAGE_ITEMS_MAX).await.map_err(silent)?;
    let taken = |skill: &Listed| own.iter().any(|it| it.name == skill.id);
    let mut prompts: Vec<Value> = own.iter().map(own_entry).collect();
    prompts.extend(skills.iter().filter(|it| !taken(it)).map(skill_entry));
    Ok(Map::from_iter([("prompts".to_owned(), Value::Array(prompts))]))
}

fn own_entry(prompt: &Prompt) -> Value {
    let argument = |it: &super::library::PromptArgument| json!({"name": it.name, "description": it.description, "required": it.required});
    json!({
        "name": prompt.name,
        "title": prompt.title,
        "description": prompt.description,
        "arguments": prompt.arguments.iter().map(argument).collect::<Vec<_>>(),
    })
}

fn skill_entry(skill: &Listed) -> Value {
    let mut entry = json!({"name": skill.id, "title": skill.title});
    if let Some(members) = entry.as_object_mut() {
        if let Some(description) = &skill.description {
            members.insert("description".to_owned(), json!(description));
        }
        let task = json!({
            "name": TASK,
            "description": "What to do with it.",
            "required": false,
        });
        members.insert("arguments".to_owned(), json!([task]));
    }
    entry
}

/// One prompt, filled in.
pub(super) async fn get(
    library: &dyn Library,
    own: &[Prompt],
    params: &Params,
) -> Result<Map<String, Value>, ProtocolError> {
    let Some(Value::String(name)) = params.get("name") else {
        return Err(refuse("`params.name` must be a string: the prompt to get"));
    };
    let arguments = arguments_of(params)?;
    if let Some(prompt) = own.iter().find(|it| it.name == *name) {
        for needed in prompt.arguments.iter().filter(|it| it.required) {
            if !arguments.iter().any(|(given, _)| *given == needed.name) {
                let named = &needed.name;
                return Err(refuse(&format!("`params.arguments.{named}` is missing")));
            }
        }
        let text = filled_in(&prompt.text, prompt, &arguments);
        return Ok(message(Some(&prompt.description), &text));
    }
    let skill = library.page(name).await.map_err(silent)?.filter(|it| it.listed.is_skill);
    let Some(skill) = skill else {
        let shown: String = name.chars().filter(|it| !it.is_control()).take(128).collect();
        return Err(refuse(&format!(
            "there is no prompt `{shown}`: `prompts/list` gives them all"
        )));
    };
    let task = arguments.iter().find(|(name, _)| *name == TASK).map(|(_, task)| *task);
    let mut text = skill.text;
    if let Some(task) = task.filter(|it| !it.trim().is_empty()) {
        text.push_str(&format!("\n\nTask: {task}"));
    }
    Ok(message(skill.listed.description.as_deref(), &text))
}

fn arguments_of(params: &Params) -> Result<Vec<(&str, &str)>, ProtocolError> {
    match params.get("arguments") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Object(given)) => given
            .iter()
            .map(|(name, value)| match value {
                Value::String(text) => Ok((name.as_str(), text.as_str())),
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::Array(_)
                | Value::Object(_) => {
                    let shown: String = name.chars().take(64).collect();
                    Err(refuse(&format!("`params.arguments.{shown}` must be a string")))
                }
            })
            .collect(),
        Some(_) => Err(refuse("`params.arguments` must be an object of strings")),
    }
}

/// Puts each value where its name stands, once: a value that holds braces is not looked at again.
fn filled_in(text: &str, prompt: &Prompt, arguments: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let (before, from_brace) = rest.split_at(start);
        filled.push_str(before);
        let name = from_brace[1..].split_once('}').map(|(name, _)| name);
        match name.filter(|name| prompt.arguments.iter().any(|it| it.name == **name)) {
            Some(name) => {
                let value = arguments.iter().find(|(given, _)| *given == name);
                filled.push_str(value.map(|(_, value)| *value).unwrap_or_default());
                rest = &from_brace[name.len() + 2..];
            }
            None => {
                filled.push('{');
                rest = &from_brace[1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

fn message(description: Option<&str>, text: &str) -> Map<String, Value> {
    let mut result = Map::new();
    if let Some(description) = description {
        result.insert("description".to_owned(), json!(description));
    }
    let messages = json!([{"role": "user", "content": {"type": "text", "text": text}}]);
    result.insert("messages".to_owned(), messages);
    result
}

fn refuse(message: &str) -> ProtocolError {
    ProtocolError::answered(ProtocolError::INVALID_PARAMS, message)
}
