//! A small server with one capability of each kind, and ways to talk to it.

use std::{
    cell::RefCell,
    future::Future,
    pin::pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

use contract::{
    LocalFuture,
    address::Address,
    approval::{Approval, DenyAll},
    authorized::Authorized,
    caller::Caller,
    capability::Example,
    contract::Contract,
    effects::{Effects, RateClass},
    failure::{self, DescribedFailure, FailureKind},
    invoke::{Invoker, Situation},
    next_action::NextAction,
    policy::{Pattern, Rule, Verdict},
    progress::Step,
    registry::{DescribedHandler, Entry, Registry},
    reply::{Cause, Fault, Reply},
    schema::Schema,
    watch::{CallRecord, Clock, Watch},
};
use http::{Request, Response, StatusCode};
use serde_json::{Value, json};

use crate::access::Access;
use crate::mcp::{
    Endpoint, FixedDocument, Identity, Prompt, PromptArgument, Received, Said, Server,
    tests::{shelf::Shelf, wire},
};

/// What ran, in order.
#[derive(Default)]
pub(super) struct Ports {
    pub(super) ran: RefCell<Vec<String>>,
}

/// Answers by the title it is asked for.
struct Find;

impl DescribedHandler<Ports> for Find {
    fn run<'a>(
        &'a self,
        call: Authorized<'a, Contract, Ports>,
        input: Value,
    ) -> LocalFuture<'a, Result<Reply<Value>, Fault<DescribedFailure>>> {
        let title = input["title"].as_str().unwrap_or_default().to_owned();
        call.ports().ran.borrow_mut().push(title.clone());
        let look = |to: &str| NextAction {
            capability: Address::parse("notes.find").unwrap(),
            input: json!({"title": to}),
            reason: "look there".to_owned(),
        };
        let declared = |tag: &str| {
            let mut fields = serde_json::Map::new();
            fields.insert("wanted".to_owned(), json!(title));
            fields.insert("secret".to_owned(), json!("undeclared"));
            let message = format!("there is no note `{title}`");
            DescribedFailure { tag: tag.to_owned(), message, fields }
        };
        match title.as_str() {
            "count" => {
                for done in [1.0, 2.0, 2.0, 1.0, f64::NAN, 2.5] {
                    call.report(Step { done, total: Some(3.0), message: None });
                }
                call.report(Step { done: 3.0, total: None, message: Some("done".to_owned()) });
            }
            "endless" => {
                call.report(Step { done: 1.0, total: None, message: None });
                let stopped = Stopped(call.ports());
                return Box::pin(async move {
                    let _stopped = stopped;
                    std::future::pending().await
                });
            }
            _ => {}
        }
        let answer = match title.as_str() {
            "gone" => Err(Fault::from(declared("NoteNotFound")).next(look("near"))),
            "fire" => Err(Fault::Internal(Cause::new(std::fmt::Error))),
            "alone" => Ok(Reply::from(json!({"text": "# alone"}))),
            _ => Ok(Reply::from(json!({"text": format!("# {title}")})).next(look("more"))),
        };
        Box::pin(std::future::ready(answer))
    }
}

/// Notes when a handler is dropped before its end.
struct Stopped<'a>(&'a Ports);

impl Drop for Stopped<'_> {
    fn drop(&mut self) {
        self.0.ran.borrow_mut().push("stopped".to_owned());
    }
}

struct Nobody;

impl Watch for Nobody {
    fn call_ended(&self, _: &CallRecord<'_>) {}

    fn next_action_dropped(&self, capability: &Address, _: &Address, why: &str) {
        panic!("{capability} named something that cannot be next: {why}");
    }
}

impl Clock for Nobody {
    fn now_ms(&self) -> u64 {
        0
    }
}

/// What a capability of this name promises.
pub(super) fn contract(name: &str) -> Contract {
    let find = Address::parse("notes.find").unwrap();
    let note = json!({"type": "object", "properties": {"wanted": {"type": "string"}}});
    Contract {
        address: Address::parse(name).unwrap(),
        title: format!("The {name}"),
        description: "Finds one note. It is found by its title.".to_owned(),
        effects: Effects::READ_ONLY,
        approval: Approval::NotNeeded,
        scope: None,
        rate: RateClass::Light,
        keywords: Vec::new(),
        examples: vec![Example { input: json!({"title": "a"}), output: json!({"text": "# a"}) }],
        next: vec![find],
        present: None,
        input: Schema::parse(json!({
            "type": "object",
            "required": ["title"],
            "properties": {"title": {"type": "string", "minLength": 1, "maxLength": 20}},
            "additionalProperties": false,
        }))
        .unwrap(),
        output: Schema::parse(json!({
            "type": "object",
            "required": ["text"],
            "properties": {"text": {"type": "string"}},
            "additionalProperties": false,
        }))
        .unwrap(),
        failures: vec![
            failure::variant("NoteNotFound".to_owned(), FailureKind::NotFound, note).unwrap(),
        ],
    }
}

fn registry() -> Registry<Ports> {
    let find = contract("notes.find");
    let mut readable = contract("notes.readable");
    readable.present = Some(|output| output["text"].as_str().unwrap_or_default().to_owned());
    let mut add = contract("notes.add");
    add.effects = Effects::ADDITIVE;
    let mut burn = contract("notes.burn");
    burn.effects = Effects::DESTRUCTIVE;
    burn.approval = Approval::Required;
    let hidden = contract("notes.hidden");
    let all = [find, readable, add, burn, hidden];
    let entries = all.map(|it| Entry::described(it, Find).unwrap());
    Registry::new(entries.into()).ok().unwrap()
}

/// A server, and what its handlers did.
pub(super) struct Stage {
    pub(super) ports: Rc<Ports>,
    pub(super) endpoint: Endpoint<Ports>,
}

pub(super) fn stage() -> Stage {
    stage_with(Access::default())
}

/// The same with a library of some pages.
pub(super) fn library(count: u64) -> Stage {
    let mut stage = stage();
    stage.endpoint = stage.endpoint.with_library(Rc::new(Shelf { count, answers: true }));
    stage
}

/// The same with a library that does not answer.
pub(super) fn silent_library() -> Stage {
    let mut stage = stage();
    stage.endpoint = stage.endpoint.with_library(Rc::new(Shelf { count: 5, answers: false }));
    stage
}

fn guide() -> FixedDocument {
    FixedDocument {
        uri: "capstan://beginning".to_owned(),
        name: "beginning".to_owned(),
        title: "How to begin".to_owned(),
        description: "A beginning.".to_owned(),
        media_type: "text/markdown".to_owned(),
        text: "Begin at the beginning.".to_owned().into(),
    }
}

fn explain() -> Prompt {
    let argument = |name: &str, description: &str, required, is_page| PromptArgument {
        name: name.to_owned(),
        description: description.to_owned(),
        required,
        is_page,
    };
    Prompt {
        name: "explain".to_owned(),
        title: "Explain a page".to_owned(),
        description: "Explains.".to_owned(),
        arguments: vec![
            argument("page", "Which page.", true, true),
            argument("reader", "For whom.", false, false),
        ],
        text: "Explain {page} to {anyone} ({reader}).".to_owned(),
    }
}

pub(super) fn stage_with(access: Access) -> Stage {
    let rule = |pattern: &str, verdict| Rule::new(Pattern::parse(pattern).unwrap(), verdict);
    let rules = [rule("*", Verdict::Allow), rule("notes.hidden", Verdict::Deny)];
    stage_of(registry(), rules.into(), access)
}

/// A server for contracts whose capabilities all look for a note.
pub(super) fn stage_finding(contracts: Vec<Contract>, rules: Rc<[Rule]>) -> Stage {
    let entries = contracts.into_iter().map(|it| Entry::described(it, Find).unwrap());
    stage_of(Registry::new(entries.collect()).ok().unwrap(), rules, Access::default())
}

fn stage_of(registry: Registry<Ports>, rules: Rc<[Rule]>, access: Access) -> Stage {
    let registry = Rc::new(registry);
    let ports = Rc::new(Ports::default());
    let identity = Identity {
        name: "notes".to_owned(),
        title: "Notes".to_owned(),
        version: "1.2.3".to_owned(),
        description: Some("Notes, for tests.".to_owned()),
        website: None,
    };
    let server = Server::new(&identity, "Find a note first.", access)
        .with_documents([guide()])
        .with_prompts([explain()]);
    let situation = Situation {
        caller: Caller::anonymous(),
        rules,
        approver: Rc::new(DenyAll),
        watch: Rc::new(Nobody),
        clock: Rc::new(Nobody),
        request_id: "r-1".to_owned(),
    };
    let invoker = Invoker::new(registry, Rc::clone(&ports), situation);
    Stage { ports, endpoint: Endpoint::new(Rc::new(server), invoker) }
}

/// Everything here is ready at once, so one poll is enough.
pub(super) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits for something"),
    }
}

/// One answer over HTTP.
pub(super) struct Answer(pub(super) Response<Vec<u8>>);

impl Answer {
    pub(super) fn status(&self) -> StatusCode {
        self.0.status()
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.0.headers().get(name).map(|it| it.to_str().unwrap())
    }

    pub(super) fn text(&self) -> &str {
        std::str::from_utf8(self.0.body()).unwrap()
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_str(self.text()).unwrap()
    }

    /// The code of an error, `0` for a result.
    pub(super) fn code(&self) -> i64 {
        self.json()["error"]["code"].as_i64().unwrap_or(0)
    }
}

impl Stage {
    pub(super) fn send(&self, request: Request<Vec<u8>>) -> Answer {
        let answer = Answer(now(self.endpoint.answer(&request)));
        let text = answer.text();
        match answer.header("content-type") {
            Some("application/json") => wire::hold(request.body(), text),
            Some("text/event-stream") => text
                .lines()
                .filter_map(|it| it.strip_prefix("data: "))
                .for_each(|it| wire::hold(request.body(), it)),
            Some(other) => panic!("nothing is of type {other}"),
            None => assert_eq!(text, ""),
        }
        answer
    }

    /// A POST of a body with the headers that every client sends, and others.
    pub(super) fn post(&self, body: impl Into<Vec<u8>>, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::post("/mcp");
        let usual = [
            ("host", "site.example"),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        for (name, value) in usual {
            if !headers.iter().any(|(it, _)| *it == name) {
                request = request.header(name, value);
            }
        }
        // An empty value stands for a header that is not sent.
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            request = request.header(*name, *value);
        }
        self.send(request.body(body.into()).unwrap())
    }

    /// A request of the handshake era.
    pub(super) fn ask(&self, method: &str, params: Value) -> Answer {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        self.post(body.to_string(), &[("mcp-protocol-version", "2025-11-25")])
    }

    /// A request of the stateless era, with headers that agree.
    pub(super) fn ask_stateless(&self, method: &str, params: Value) -> Answer {
        self.ask_stateless_with(method, params, &[])
    }

    /// The same with some headers replaced; an empty value leaves one out.
    pub(super) fn ask_stateless_with(
        &self,
        method: &str,
        params: Value,
        headers: &[(&str, &str)],
    ) -> Answer {
        let named = params.get("name").or(params.get("uri")).and_then(Value::as_str);
        let named = named.unwrap_or_default().to_owned();
        let body = stateless_body(method, params);
        let mut all = headers.to_vec();
        let usual = [
            ("mcp-protocol-version", "2026-07-28"),
            ("mcp-method", method),
            ("mcp-name", named.as_str()),
        ];
        all.extend(usual.iter().filter(|(name, _)| !headers.iter().any(|(it, _)| it == name)));
        self.post(body.to_string(), &all)
    }

    /// A line over stdio.
    pub(super) fn line(&self, line: &str) -> Option<Value> {
        let answer = match self.endpoint.receive(line.as_bytes()) {
            Received::Request { mut conversation, .. } => match now(conversation.next()) {
                Some(Said::Answer(answer)) => answer.text,
                other => panic!("it says something else first: {other:?}"),
            },
            Received::Refused { answer } => answer,
            Received::Cancel { .. } | Received::Nothing => return None,
        };
        assert!(!answer.contains('\n'), "an answer is one line");
        wire::hold(line.as_bytes(), &answer);
        Some(serde_json::from_str(&answer).unwrap())
    }
}

/// A whole message of the stateless era.
pub(super) fn stateless_body(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "tester", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}
