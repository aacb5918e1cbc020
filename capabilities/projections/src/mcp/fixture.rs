//! What does the official conformance suite ask of a server that no product has?
//!
//! Built with the feature `fixtures` alone. Each name and each text is the suite's own.

mod documents;
mod rounds;
mod simple;

use http::StatusCode;
use serde_json::{Map, Value, json};

use super::{
    endpoint::Answered,
    envelope::{Params, Request},
    era::Era,
    outbox::Outbox,
    protocol_error::ProtocolError,
    server::Keep,
};

/// A client does not say that it can do what a tool needs.
const MISSING_CAPABILITY: i64 = -32021;

/// What a fixture answers; `None` where the request is none of theirs.
pub(super) fn answer(request: &Request, era: Era, outbox: &Outbox) -> Option<Answered> {
    let params = &request.params;
    let named = |member: &str| params.get(member).and_then(Value::as_str).unwrap_or_default();
    match (era, request.method.as_str()) {
        (Era::Handshake, "logging/setLevel" | "resources/subscribe" | "resources/unsubscribe") => {
            Some(Ok((Keep::No, Map::new())))
        }
        (_, "tools/call") => called(named("name"), era, params, outbox),
        (_, "prompts/get") if named("name") == rounds::PROMPT => {
            (era == Era::Stateless).then(|| rounds::prompt(params).map(moment))
        }
        (_, "prompts/get") => documents::prompt(named("name"), params).map(|it| Ok(moment(it))),
        (_, "resources/read") => documents::resource(named("uri")).map(|it| Ok((Keep::Shared, it))),
        (_, "completion/complete") => {
            let of = params.get("ref").and_then(|it| it.get("name")).and_then(Value::as_str)?;
            let completion =
                json!({"values": ["paris", "park", "party"], "total": 3, "hasMore": false});
            let result = Map::from_iter([("completion".to_owned(), completion)]);
            (of == documents::WITH_ARGUMENTS).then_some(Ok(moment(result)))
        }
        _ => None,
    }
}

fn moment(result: Map<String, Value>) -> (Keep, Map<String, Value>) {
    (Keep::No, result)
}

fn called(name: &str, era: Era, params: &Params, outbox: &Outbox) -> Option<Answered> {
    match (era, name) {
        (Era::Stateless, "test_missing_capability") => Some(needs_sampling(params)),
        (Era::Stateless, name) if rounds::TOOLS.contains(&name) => {
            Some(rounds::tool(name, params).map(moment))
        }
        _ => simple::tool(name, era, params, outbox).map(|it| Ok(moment(it))),
    }
}

fn needs_sampling(params: &Params) -> Answered {
    if rounds::can(params, "sampling") {
        return Ok(moment(text("the client can sample")));
    }
    let message = "this tool asks the client's model, which the client does not offer";
    let error = ProtocolError::refused(StatusCode::BAD_REQUEST, MISSING_CAPABILITY, message);
    Err(error.with_data(json!({"requiredCapabilities": {"sampling": {}}})))
}

/// A result that is one text.
fn text(text: &str) -> Map<String, Value> {
    content(json!([{"type": "text", "text": text}]))
}

fn content(blocks: Value) -> Map<String, Value> {
    Map::from_iter([("content".to_owned(), blocks)])
}

/// The tools as they are listed to an era.
pub(super) fn tools(era: Era) -> Vec<String> {
    let plain = |name: &str| {
        let schema = json!({"type": "object", "properties": {}, "additionalProperties": false});
        json!({"name": name, "description": "A fixture of the conformance suite.", "inputSchema": schema})
            .to_string()
    };
    let mut all: Vec<String> = simple::TOOLS.iter().map(|it| plain(it)).collect();
    all.push(simple::all_of_json_schema().to_string());
    if era == Era::Stateless {
        all.push(plain("test_missing_capability"));
        all.extend(rounds::TOOLS.iter().map(|it| plain(it)));
    }
    all
}

/// A list of prompts with those that fixtures add for an era.
pub(super) fn with_prompts(mut list: Map<String, Value>, era: Era) -> Map<String, Value> {
    if let Some(Value::Array(prompts)) = list.get_mut("prompts") {
        prompts.extend(documents::prompts());
        if era == Era::Stateless {
            let description = "A fixture of the conformance suite.";
            prompts.push(json!({"name": rounds::PROMPT, "description": description}));
        }
    }
    list
}

/// Adds what fixtures answer beyond the product, to those who shake hands.
pub(super) fn declared(mut capabilities: Value) -> Value {
    if let Some(members) = capabilities.as_object_mut() {
        members.insert("logging".to_owned(), json!({}));
        members.insert("resources".to_owned(), json!({"subscribe": true}));
    }
    capabilities
}
