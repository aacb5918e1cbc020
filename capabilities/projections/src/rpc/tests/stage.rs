//! A few capabilities that end in every way a call can.

use std::cell::Cell;
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

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
    registry::{DescribedHandler, Entry, Registry},
    reply::{Cause, Fault, Reply},
    schema::Schema,
    watch::{Clock, Unwatched},
};
use serde_json::{Map, Value, json};

const FAILURES: [(&str, FailureKind); 5] = [
    ("Refused", FailureKind::Invalid),
    ("Missing", FailureKind::NotFound),
    ("Clashing", FailureKind::Conflict),
    ("Spent", FailureKind::Limited),
    ("Down", FailureKind::Unavailable),
];

/// How often a handler ran.
#[derive(Default)]
pub(super) struct Ports {
    ran: Cell<usize>,
}

/// Ends the way its input names.
struct AsTold;

impl DescribedHandler<Ports> for AsTold {
    fn run<'a>(
        &'a self,
        call: Authorized<'a, Contract, Ports>,
        input: Value,
    ) -> LocalFuture<'a, Result<Reply<Value>, Fault<DescribedFailure>>> {
        call.ports().ran.set(call.ports().ran.get() + 1);
        let how = input["how"].as_str().unwrap_or_default().to_owned();
        let next = NextAction {
            capability: Address::parse("notes.find").unwrap(),
            input: json!({"how": "well"}),
            reason: "go on".to_owned(),
        };
        let ended = if FAILURES.iter().any(|(tag, _)| *tag == how) {
            let fields = Map::from_iter([
                ("wanted".to_owned(), json!(how)),
                ("secret".to_owned(), json!("undeclared")),
            ]);
            let message = "so it is".to_owned();
            Err(Fault::from(DescribedFailure { tag: how, message, fields }).next(next))
        } else if how == "fire" {
            Err(Fault::Internal(Cause::new(std::fmt::Error)))
        } else {
            Ok(Reply::from(json!({"found": how})).next(next))
        };
        Box::pin(std::future::ready(ended))
    }
}

struct Stopped;

impl Clock for Stopped {
    fn now_ms(&self) -> u64 {
        0
    }
}

fn entry(name: &str, approval: Approval) -> Entry<Ports> {
    let fields = json!({"type": "object", "properties": {"wanted": {"type": "string"}}});
    let variant = |(tag, kind): (&str, FailureKind)| {
        failure::variant(tag.to_owned(), kind, fields.clone()).unwrap()
    };
    let contract = Contract {
        address: Address::parse(name).unwrap(),
        title: "Ends as told".to_owned(),
        description: "Ends as told. */ alert(1) /*".to_owned(),
        effects: Effects::READ_ONLY,
        approval,
        scope: None,
        rate: RateClass::Light,
        keywords: Vec::new(),
        examples: vec![Example { input: json!({"how": "well"}), output: json!({"found": "well"}) }],
        next: vec![Address::parse("notes.find").unwrap()],
        present: None,
        input: Schema::parse(json!({
            "type": "object",
            "required": ["how"],
            "properties": {"how": {"type": "string", "description": "How to end."}},
            "additionalProperties": false,
        }))
        .unwrap(),
        output: Schema::parse(json!({
            "type": "object",
            "required": ["found"],
            "properties": {"found": {"type": "string"}},
            "additionalProperties": false,
        }))
        .unwrap(),
        failures: match approval {
            Approval::Required => Vec::new(),
            Approval::NotNeeded => FAILURES.map(variant).into_iter().take(5).collect(),
        },
    };
    Entry::described(contract, AsTold).unwrap()
}

pub(super) struct Stage {
    pub(super) invoker: Invoker<Ports>,
    ports: Rc<Ports>,
}

impl Stage {
    pub(super) fn new() -> Stage {
        let entries = vec![
            entry("notes.find", Approval::NotNeeded),
            entry("notes.hidden", Approval::NotNeeded),
            entry("erase", Approval::Required),
        ];
        let ports = Rc::new(Ports::default());
        let rule = |text: &str, verdict| Rule::new(Pattern::parse(text).unwrap(), verdict);
        let situation = Situation {
            caller: Caller::anonymous(),
            rules: Rc::new([rule("*", Verdict::Allow), rule("notes.hidden", Verdict::Deny)]),
            approver: Rc::new(DenyAll),
            watch: Rc::new(Unwatched),
            clock: Rc::new(Stopped),
            request_id: "r-1".to_owned(),
        };
        let registry = Rc::new(Registry::new(entries).unwrap());
        Stage { invoker: Invoker::new(registry, Rc::clone(&ports), situation), ports }
    }

    pub(super) fn ran(&self) -> usize {
        self.ports.ran.get()
    }
}

/// Everything here is ready at once.
pub(super) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("a call on this stage waits for nothing"),
    }
}
