//! Which values an argument could have.

use contract::limits;
use serde_json::{Map, Value, json};

use super::{
    envelope::Params,
    library::{Library, Prompt},
    protocol_error::ProtocolError,
    resource::silent,
    uri::{PAGE_TEMPLATE, address_template},
};

/// Completes an argument of a prompt, or the variable of a resource template.
pub(super) async fn complete(
    library: &dyn Library,
    own: &[Prompt],
    params: &Params,
    host: Option<&str>,
) -> Result<Map<String, Value>, ProtocolError> {
    let text = |place: &str| {
        let value = params_at(params, place).and_then(Value::as_str);
        value
            .ok_or_else(|| refuse(&format!("`params{}` must be a string", place.replace('/', "."))))
    };
    let (kind, argument, begun) =
        (text("/ref/type")?, text("/argument/name")?, text("/argument/value")?);
    let is_page = match kind {
        "ref/resource" => {
            let uri = text("/ref/uri")?;
            let is_template =
                uri == PAGE_TEMPLATE || host.is_some_and(|it| uri == address_template(it));
            if !is_template || argument != "id" {
                return Err(refuse(&format!("what can be completed is `id` of `{PAGE_TEMPLATE}`")));
            }
            true
        }
        "ref/prompt" => is_page_of_prompt(library, own, text("/ref/name")?, argument).await?,
        _ => return Err(refuse("`params.ref.type` must be `ref/resource` or `ref/prompt`")),
    };
    let (values, total) = match is_page {
        true => library.ids(begun, limits::COMPLETIONS_MAX).await.map_err(silent)?,
        false => (Vec::new(), 0),
    };
    let more = total > values.len() as u64;
    let completion = json!({"values": values, "total": total, "hasMore": more});
    Ok(Map::from_iter([("completion".to_owned(), completion)]))
}

async fn is_page_of_prompt(
    library: &dyn Library,
    own: &[Prompt],
    name: &str,
    argument: &str,
) -> Result<bool, ProtocolError> {
    if let Some(prompt) = own.iter().find(|it| it.name == name) {
        return match prompt.arguments.iter().find(|it| it.name == argument) {
            Some(argument) => Ok(argument.is_page),
            None => Err(refuse("the prompt has no such argument")),
        };
    }
    match library.page(name).await.map_err(silent)? {
        Some(page) if page.listed.is_skill => Ok(false),
        Some(_) | None => Err(refuse("there is no such prompt")),
    }
}

fn params_at<'p>(params: &'p Params, pointer: &str) -> Option<&'p Value> {
    let (first, rest) = pointer.strip_prefix('/')?.split_once('/')?;
    params.get(first)?.get(rest)
}

fn refuse(message: &str) -> ProtocolError {
    ProtocolError::answered(ProtocolError::INVALID_PARAMS, message)
}
