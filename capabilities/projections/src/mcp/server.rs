//! What a server says about itself, and the lists it has ready.

use std::collections::BTreeMap;

use contract::{address::Address, contract::Contract};
use serde_json::{Map, Value, json};

use crate::access::Access;

use super::{
    era::Era,
    library::{FixedDocument, Prompt},
    revision::Revision,
    tool,
};

/// Who the server is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// A short name for programs, such as `capstan`.
    pub name: String,
    /// A title for people.
    pub title: String,
    /// The version of what is served.
    pub version: String,
    /// One sentence about it.
    pub description: Option<String>,
    /// Where people read about it.
    pub website: Option<String>,
}

/// Everything about a server that no message changes. One is made when the process starts.
pub struct Server {
    identity: Value,
    instructions: String,
    pub(super) access: Access,
    /// Each tool as it stands in the list, written once.
    tools: BTreeMap<Address, String>,
    pub(super) documents: Vec<FixedDocument>,
    pub(super) prompts: Vec<Prompt>,
}

impl Server {
    /// Prepares a server for these capabilities.
    ///
    /// `instructions` is what a model is told at the start: a few lines on what this is and how to
    /// begin.
    pub fn new<'c>(
        identity: &Identity,
        instructions: &str,
        access: Access,
        contracts: impl IntoIterator<Item = &'c Contract>,
    ) -> Server {
        let tools = contracts
            .into_iter()
            .map(|it| (it.address.clone(), tool::described(it).to_string()))
            .collect();
        Server {
            identity: implementation(identity),
            instructions: instructions.to_owned(),
            access,
            tools,
            documents: Vec::new(),
            prompts: Vec::new(),
        }
    }

    /// Adds documents that are listed before the library's pages.
    #[must_use]
    pub fn with_documents(mut self, documents: impl IntoIterator<Item = FixedDocument>) -> Server {
        self.documents.extend(documents);
        self
    }

    /// Adds prompts that are listed before the library's skills.
    #[must_use]
    pub fn with_prompts(mut self, prompts: impl IntoIterator<Item = Prompt>) -> Server {
        self.prompts.extend(prompts);
        self
    }

    pub(super) fn identity(&self) -> &Value {
        &self.identity
    }

    /// The answer to `initialize`.
    pub(super) fn handshake(&self, asked: &str, has_library: bool) -> Map<String, Value> {
        let mut result = Map::new();
        result.insert("protocolVersion".to_owned(), json!(Revision::settled(asked).as_str()));
        result.insert("capabilities".to_owned(), capabilities(has_library));
        result.insert("serverInfo".to_owned(), self.identity.clone());
        result.insert("instructions".to_owned(), json!(self.instructions));
        result
    }

    /// The answer to `server/discover`.
    pub(super) fn discovery(&self, has_library: bool) -> Map<String, Value> {
        let mut result = Map::new();
        let versions = Revision::STATELESS.map(Revision::as_str);
        result.insert("supportedVersions".to_owned(), json!(versions));
        result.insert("capabilities".to_owned(), capabilities(has_library));
        result.insert("instructions".to_owned(), json!(self.instructions));
        result
    }

    /// The list of tools, of those that exist for the caller, as the text of a JSON array.
    pub(super) fn tools<'c>(&self, listed: impl Iterator<Item = &'c Contract>) -> String {
        let tools: Vec<&str> =
            listed.filter_map(|it| self.tools.get(&it.address)).map(String::as_str).collect();
        format!("[{}]", tools.join(","))
    }
}

/// Only what is really answered; nobody is told of changes, so none are promised.
fn capabilities(has_library: bool) -> Value {
    match has_library {
        true => json!({"tools": {}, "resources": {}, "prompts": {}, "completions": {}}),
        false => json!({"tools": {}}),
    }
}

fn implementation(identity: &Identity) -> Value {
    let mut json = json!({
        "name": identity.name,
        "title": identity.title,
        "version": identity.version,
    });
    let optional = [("description", &identity.description), ("websiteUrl", &identity.website)];
    for (name, value) in optional {
        if let (Some(value), Some(members)) = (value, json.as_object_mut()) {
            members.insert(name.to_owned(), json!(value));
        }
    }
    json
}

/// How long a client may keep a list before it asks again.
const LIST_TTL_MS: u64 = 300_000;

/// Whether an answer may be kept, and how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keep {
    /// It is of the moment.
    No,
    /// Anyone may share it for a while.
    Shared,
}

/// Writes a result as its era wants it: what the stateless one adds was not there before.
pub(super) fn written(server: &Server, era: Era, keep: Keep, result: Map<String, Value>) -> String {
    let mut result = result;
    if era == Era::Stateless {
        for (name, value) in stateless_members(server, keep) {
            result.insert(name.to_owned(), value);
        }
    }
    Value::Object(result).to_string()
}

/// The same for one member that is already text.
pub(super) fn written_list(server: &Server, era: Era, name: &str, list: &str) -> String {
    let mut text = format!(r#"{{"{name}":{list}"#);
    if era == Era::Stateless {
        for (name, value) in stateless_members(server, Keep::Shared) {
            text.push_str(&format!(r#","{name}":{value}"#));
        }
    }
    text.push('}');
    text
}

fn stateless_members(server: &Server, keep: Keep) -> Vec<(&'static str, Value)> {
    let mut members = vec![("resultType", json!("complete"))];
    match keep {
        Keep::No => {}
        Keep::Shared => {
            members.push(("ttlMs", json!(LIST_TTL_MS)));
            members.push(("cacheScope", json!("public")));
        }
    }
    members.push(("_meta", json!({super::era::META_SERVER: server.identity()})));
    members
}
