//! What a server says about itself, and the lists it has ready.

use std::{cell::RefCell, rc::Rc};

use contract::invoke::{Invoker, Sight};
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
    /// Lists of tools that were asked for, the latest last. Writing one costs by the capability,
    /// and most callers see the same.
    lists: RefCell<Vec<ToolList>>,
    pub(super) documents: Vec<FixedDocument>,
    pub(super) prompts: Vec<Prompt>,
    /// Whether what only the conformance suite asks for is there too.
    #[cfg(feature = "fixtures")]
    pub(super) fixtures: bool,
}

impl Server {
    /// Prepares a server.
    ///
    /// `instructions` is what a model is told at the start: a few lines on what this is and how to
    /// begin.
    pub fn new(identity: &Identity, instructions: &str, access: Access) -> Server {
        Server {
            identity: implementation(identity),
            instructions: instructions.to_owned(),
            access,
            lists: RefCell::default(),
            documents: Vec::new(),
            prompts: Vec::new(),
            #[cfg(feature = "fixtures")]
            fixtures: false,
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

    /// Adds what only the conformance suite asks for.
    #[cfg(feature = "fixtures")]
    #[must_use]
    pub fn with_fixtures(mut self) -> Server {
        self.fixtures = true;
        self
    }

    pub(super) fn identity(&self) -> &Value {
        &self.identity
    }

    /// The answer to `initialize`.
    pub(super) fn handshake(&self, asked: &str, has_library: bool) -> Map<String, Value> {
        let mut result = Map::new();
        result.insert("protocolVersion".to_owned(), json!(Revision::settled(asked).as_str()));
        let capabilities = capabilities(has_library);
        #[cfg(feature = "fixtures")]
        let capabilities = match self.fixtures {
            true => super::fixture::declared(capabilities),
            false => capabilities,
        };
        result.insert("capabilities".to_owned(), capabilities);
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

    /// How many lists of tools are kept.
    #[cfg(test)]
    pub(super) fn lists_written(&self) -> usize {
        self.lists.borrow().len()
    }

    /// The answer to `tools/list`: the tools that exist for the caller.
    pub(super) fn tools<P: 'static>(&self, invoker: &Invoker<P>, era: Era) -> Rc<str> {
        let sight = invoker.sight();
        let is_same = |it: &&ToolList| it.era == era && it.sight == sight;
        if let Some(list) = self.lists.borrow().iter().find(is_same) {
            return Rc::clone(&list.text);
        }
        let described = invoker.listed().map(|it| tool::described(it).to_string());
        let tools: Vec<String> = described.collect();
        #[cfg(feature = "fixtures")]
        let tools = match self.fixtures {
            true => tools.into_iter().chain(super::fixture::tools(era)).collect(),
            false => tools,
        };
        let text = written_list(self, era, "tools", &format!("[{}]", tools.join(",")));
        let text: Rc<str> = text.into();
        let mut lists = self.lists.borrow_mut();
        if lists.len() == LISTS_MAX {
            lists.remove(0);
        }
        lists.push(ToolList { sight, era, text: Rc::clone(&text) });
        text
    }
}

/// Lists that are kept: each era with each profile, and a few callers of other rights.
const LISTS_MAX: usize = 8;

/// A list of tools as it was sent.
struct ToolList {
    sight: Sight,
    era: Era,
    text: Rc<str>,
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
            // A result that says itself what it is keeps its word.
            result.entry(name).or_insert(value);
        }
    }
    Value::Object(result).to_string()
}

/// The same for one member that is already text.
fn written_list(server: &Server, era: Era, name: &str, list: &str) -> String {
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
