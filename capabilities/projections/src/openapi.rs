//! What the HTTP surface says of itself: an OpenAPI 3.1 document made from the contracts that run.

mod operation;
mod schemas;

use contract::{contract::Contract, invoke_error};
use serde_json::{Map, Value, json};

use crate::http_api::PREFIX;

/// What the document says about the whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// The name of the service.
    pub title: String,
    /// The version of what is served.
    pub version: String,
    /// What it is, in Markdown.
    pub description: String,
}

/// The document for these capabilities, in their order.
pub fn document<'c>(info: &Info, contracts: impl IntoIterator<Item = &'c Contract>) -> Value {
    let mut paths = Map::new();
    let mut components = common_schemas();
    let mut tags: Vec<String> = Vec::new();
    for contract in contracts {
        let tag = operation::tag_of(contract);
        if !tags.contains(&tag) {
            tags.push(tag);
        }
        schemas::add(contract, &mut components);
        let path = format!("{PREFIX}{}", contract.address);
        paths.insert(path, operation::path_item(contract));
    }
    let tags: Vec<Value> = tags.into_iter().map(|it| json!({"name": it})).collect();
    json!({
        "openapi": "3.1.1",
        "info": {
            "title": info.title,
            "version": info.version,
            "description": info.description,
        },
        "servers": [{"url": "/"}],
        "tags": tags,
        "paths": paths,
        "components": {"schemas": components},
    })
}

/// Errors that any operation may answer with.
fn common_schemas() -> Map<String, Value> {
    let problem = |schema: &Value| schemas::problem(schema);
    let transport = json!({
        "type": "object",
        "description": "A request that was refused before the capability was asked.",
        "properties": {"tag": {"type": "string"}, "message": {"type": "string"}},
        "required": ["tag", "message"],
        "additionalProperties": false,
    });
    let schemas = [
        ("InvalidInput", problem(&invoke_error::invalid_input_schema())),
        ("ApprovalDenied", problem(&invoke_error::approval_denied_schema())),
        ("InternalError", problem(&invoke_error::internal_error_schema())),
        ("RefusedRequest", problem(&transport)),
    ];
    schemas.into_iter().map(|(name, it)| (name.to_owned(), it)).collect()
}
