//! The one way to run a call, for every surface.

use std::rc::Rc;

use serde_json::{Number, Value};

use crate::{
    address::Address,
    approval::{Approval, ApprovalAnswer, ApprovalRequest, Approver},
    caller::Caller,
    contract::Contract,
    effects::Access,
    handler::{Ended, Prepared, Seat},
    invoke_error::{DeclaredFailure, InvalidInput, InvokeError},
    limits,
    nearest::nearest,
    next_action::NextAction,
    pointer::Pointer,
    policy::{self, Decision, Rule},
    progress::{Progress, Unreported},
    registry::{Entry, Registry},
    reply::{Cause, Reply},
    schema::{Mismatch, MismatchKind, example_of, expectation_of},
    watch::{CallOutcome, CallRecord, Clock, Watch},
};

/// Everything a call is decided and run with. One is made for each request; a program that makes
/// many calls keeps one, so its handlers keep the ports captured when it started.
pub struct Invoker<P> {
    registry: Rc<Registry<P>>,
    ports: Rc<P>,
    situation: Rc<Situation>,
    progress: Rc<dyn Progress>,
    access_max: Access,
}

impl<P> Clone for Invoker<P> {
    fn clone(&self) -> Self {
        Invoker {
            registry: Rc::clone(&self.registry),
            ports: Rc::clone(&self.ports),
            situation: Rc::clone(&self.situation),
            progress: Rc::clone(&self.progress),
            access_max: self.access_max,
        }
    }
}

/// Who calls, under which rules, and who approves, watches and keeps the time.
pub struct Situation {
    /// Who calls.
    pub caller: Caller,
    /// What policy says.
    pub rules: Rc<[Rule]>,
    /// Who says yes.
    pub approver: Rc<dyn Approver>,
    /// Who sees every call.
    pub watch: Rc<dyn Watch>,
    /// What time it is.
    pub clock: Rc<dyn Clock>,
    /// What names the request in answers and logs.
    pub request_id: String,
}

/// What decides which capabilities of a registry exist for a call.
#[derive(Clone, Debug)]
pub struct Sight {
    caller: Caller,
    rules: Rc<[Rule]>,
    access_max: Access,
}

impl PartialEq for Sight {
    /// Rules are the same where they are one list: comparing them one by one could cost as much as
    /// what the comparison saves.
    fn eq(&self, other: &Sight) -> bool {
        self.caller == other.caller
            && Rc::ptr_eq(&self.rules, &other.rules)
            && self.access_max == other.access_max
    }
}

/// What a call gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The output, encoded; an object that fits the contract's output schema.
    pub output: Value,
    /// What can be done next; only what this caller may use.
    pub next: Vec<NextAction>,
}

impl<P: 'static> Invoker<P> {
    /// Joins the capabilities with what they may reach and the situation of the call.
    pub fn new(registry: Rc<Registry<P>>, ports: Rc<P>, situation: Situation) -> Invoker<P> {
        Invoker {
            registry,
            ports,
            situation: Rc::new(situation),
            progress: Rc::new(Unreported),
            access_max: Access::Destructive,
        }
    }

    /// The same, for which nothing exists that changes more than this. It can only take away.
    #[must_use]
    pub fn narrowed_to(mut self, access_max: Access) -> Invoker<P> {
        self.access_max = self.access_max.min(access_max);
        self
    }

    /// What decides which capabilities exist: for whoever has the same sight, they are the same.
    pub fn sight(&self) -> Sight {
        Sight {
            caller: self.situation.caller.clone(),
            rules: Rc::clone(&self.situation.rules),
            access_max: self.access_max,
        }
    }

    /// The same, telling someone how far its calls have come.
    #[must_use]
    pub fn reporting_to(mut self, progress: Rc<dyn Progress>) -> Invoker<P> {
        self.progress = progress;
        self
    }

    /// The contracts that exist for this caller, in order.
    pub fn listed(&self) -> impl Iterator<Item = &Contract> {
        self.registry.contracts().filter(|it| self.decision(it) != Decision::Refuse)
    }

    /// The contract at an address, where it exists for this caller.
    pub fn contract(&self, address: &str) -> Option<&Contract> {
        let contract = self.registry.get(address)?.contract();
        (self.decision(contract) != Decision::Refuse).then_some(contract)
    }

    /// The contract with a flat name, where it exists for this caller.
    pub fn contract_by_flat_name(&self, flat: &str) -> Option<&Contract> {
        let contract = self.registry.by_flat_name(flat)?.contract();
        (self.decision(contract) != Decision::Refuse).then_some(contract)
    }

    /// Whether a call waits for a person's yes: the contract says so, or policy does.
    pub fn needs_approval(&self, contract: &Contract) -> bool {
        contract.approval == Approval::Required || self.decision(contract) == Decision::Ask
    }

    /// What names this request.
    pub fn request_id(&self) -> &str {
        &self.situation.request_id
    }

    fn decision(&self, contract: &Contract) -> Decision {
        if contract.effects.access > self.access_max {
            return Decision::Refuse;
        }
        policy::decide(&self.situation.caller, contract, &self.situation.rules)
    }

    /// Looks up, decides, decodes, asks, runs and encodes: in that order, for every surface.
    ///
    /// A refused caller learns nothing about the schema, and nobody is asked to approve a call
    /// that could not run.
    ///
    /// # Errors
    /// Every way a call can end without an output.
    pub async fn invoke(&self, name: &str, input: Value) -> Result<Outcome, InvokeError> {
        self.watched(name, self.registry.get(name), input).await
    }

    /// The same for a flat name, which only the registry's table leads back from.
    ///
    /// # Errors
    /// Every way a call can end without an output.
    pub async fn invoke_flat(&self, flat: &str, input: Value) -> Result<Outcome, InvokeError> {
        let entry = self.registry.by_flat_name(flat);
        let name = entry.map_or(flat, |it| it.contract().address.as_str());
        self.watched(name, entry, input).await
    }

    async fn watched(
        &self,
        name: &str,
        entry: Option<&Entry<P>>,
        input: Value,
    ) -> Result<Outcome, InvokeError> {
        let started_ms = self.situation.clock.now_ms();
        let (result, ending) = self.run(name, entry, input).await;
        let outcome = match &ending {
            Ending::Succeeded => CallOutcome::Succeeded,
            Ending::Unknown => CallOutcome::Unknown,
            Ending::Refused => CallOutcome::Refused,
            Ending::InvalidInput => CallOutcome::InvalidInput,
            Ending::ApprovalDenied => CallOutcome::ApprovalDenied,
            Ending::Declared(tag) => CallOutcome::Declared { tag },
            Ending::Internal(causes) => CallOutcome::Internal { causes },
        };
        self.situation.watch.call_ended(&CallRecord {
            capability: name,
            caller: &self.situation.caller,
            request_id: &self.situation.request_id,
            outcome,
            duration_ms: self.situation.clock.now_ms().saturating_sub(started_ms),
        });
        result
    }

    async fn run(
        &self,
        name: &str,
        entry: Option<&Entry<P>>,
        input: Value,
    ) -> (Result<Outcome, InvokeError>, Ending) {
        let Some(entry) = entry else {
            return (Err(self.unknown(name)), Ending::Unknown);
        };
        let contract = entry.contract();
        let decision = self.decision(contract);
        if decision == Decision::Refuse {
            return (Err(self.unknown(name)), Ending::Refused);
        }
        let input = whole_numbers(input);
        let must_ask = contract.approval == Approval::Required || decision == Decision::Ask;
        let shown = must_ask.then(|| input.clone());
        let prepared = match decode(entry, input) {
            Ok(prepared) => prepared,
            Err(invalid) => {
                return (Err(InvokeError::InvalidInput(invalid)), Ending::InvalidInput);
            }
        };
        if let Some(input) = &shown {
            let request = ApprovalRequest {
                capability: &contract.address,
                title: &contract.title,
                input,
                caller: &self.situation.caller,
            };
            if let ApprovalAnswer::Denied { reason } =
                self.situation.approver.approve(request).await
            {
                let capability = contract.address.clone();
                let denied = InvokeError::ApprovalDenied { capability, reason };
                return (Err(denied), Ending::ApprovalDenied);
            }
        }
        let seat =
            Seat { ports: &*self.ports, caller: &self.situation.caller, progress: &*self.progress };
        match prepared(seat).await {
            Ok(Reply { output, next }) => self.encoded(contract, output, next),
            Err(Ended::Internal(cause)) => self.internal(&cause),
            Err(Ended::Declared { tag, message, fields, next }) => {
                self.declared(contract, DeclaredParts { tag, message, fields, next })
            }
        }
    }

    fn encoded(
        &self,
        contract: &Contract,
        output: Value,
        next: Vec<NextAction>,
    ) -> (Result<Outcome, InvokeError>, Ending) {
        if let Err(mismatch) = contract.output.check(&output) {
            return self.internal(&Cause::new(OutputMismatch::new(contract, &mismatch)));
        }
        let next = self.usable(contract, next);
        (Ok(Outcome { output, next }), Ending::Succeeded)
    }

    fn declared(
        &self,
        contract: &Contract,
        parts: DeclaredParts,
    ) -> (Result<Outcome, InvokeError>, Ending) {
        let DeclaredParts { tag, message, mut fields, next } = parts;
        let Some(variant) = contract.failures.iter().find(|it| it.tag == tag) else {
            return self.internal(&Cause::new(Undeclared { tag }));
        };
        let declared = variant.schema.json().get("properties").and_then(Value::as_object);
        fields.retain(|name, _| {
            name != "tag" && name != "message" && declared.is_some_and(|it| it.contains_key(name))
        });
        let mut whole = fields.clone();
        whole.insert("tag".to_owned(), Value::String(tag.clone()));
        whole.insert("message".to_owned(), Value::String(message.clone()));
        if let Err(mismatch) = variant.schema.check(&Value::Object(whole)) {
            return self.internal(&Cause::new(OutputMismatch::new(contract, &mismatch)));
        }
        let next = self.usable(contract, next);
        let ending = Ending::Declared(tag.clone());
        let failure = DeclaredFailure { kind: variant.kind, tag, message, fields, next };
        (Err(InvokeError::Declared(Box::new(failure))), ending)
    }

    fn internal(&self, cause: &Cause) -> (Result<Outcome, InvokeError>, Ending) {
        let request_id = self.situation.request_id.clone();
        (Err(InvokeError::Internal { request_id }), Ending::Internal(cause.chain()))
    }

    fn unknown(&self, name: &str) -> InvokeError {
        let listed: Vec<&Address> = self.listed().map(|it| &it.address).collect();
        let near = nearest(name, listed.iter().map(|it| it.as_str()));
        let nearest = near.into_iter().filter_map(|it| Address::parse(it).ok()).collect();
        InvokeError::UnknownCapability { capability: name.to_owned(), nearest }
    }

    /// Keeps the next actions that the contract names, that fit, and that the caller may use.
    fn usable(&self, contract: &Contract, next: Vec<NextAction>) -> Vec<NextAction> {
        let mut usable = Vec::new();
        for action in next {
            let why = if !contract.next.contains(&action.capability) {
                Some("the contract does not name it as next")
            } else if let Some(target) = self.registry.get(action.capability.as_str()) {
                let fits = target.contract().input.check(&action.input).is_ok();
                (!fits).then_some("its input does not fit")
            } else {
                Some("there is no such capability")
            };
            if let Some(why) = why {
                self.situation.watch.next_action_dropped(
                    &contract.address,
                    &action.capability,
                    why,
                );
                continue;
            }
            let exists = self.contract(action.capability.as_str()).is_some();
            if exists && usable.len() < limits::NEXT_ACTIONS_MAX {
                usable.push(action);
            }
        }
        usable
    }
}

struct DeclaredParts {
    tag: String,
    message: String,
    fields: serde_json::Map<String, Value>,
    next: Vec<NextAction>,
}

enum Ending {
    Succeeded,
    Unknown,
    Refused,
    InvalidInput,
    ApprovalDenied,
    Declared(String),
    Internal(Vec<String>),
}

#[derive(Debug, thiserror::Error)]
#[error("the answer of `{address}` breaks its own schema at `{pointer}`: expected {expected}")]
struct OutputMismatch {
    address: Address,
    pointer: String,
    expected: String,
}

impl OutputMismatch {
    fn new(contract: &Contract, mismatch: &Mismatch) -> OutputMismatch {
        OutputMismatch {
            address: contract.address.clone(),
            pointer: mismatch.pointer.shown(),
            expected: mismatch.expected.clone(),
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the handler failed with `{tag}`, which its contract does not declare")]
struct Undeclared {
    tag: String,
}

fn decode<'a, P: 'static>(
    entry: &'a Entry<P>,
    input: Value,
) -> Result<Prepared<'a, P>, Box<InvalidInput>> {
    let contract = entry.contract();
    let refused = match too_deep(&input).map_or_else(|| contract.input.check(&input), Err) {
        Err(mismatch) => mismatch,
        Ok(()) => match entry.handler.prepare(input) {
            Ok(prepared) => return Ok(prepared),
            Err(undecodable) => {
                let pointer = undecodable.pointer;
                let here = contract.input.at(&pointer).unwrap_or(contract.input.json());
                let expected = expectation_of(&contract.input, here);
                Mismatch { pointer, kind: MismatchKind::Wrong, expected }
            }
        },
    };
    let example = example_at(contract, &refused);
    Err(Box::new(InvalidInput::new(refused, example)))
}

/// A value that fits at the place of a mismatch: from the contract's own examples where they
/// reach it, else made from the schema; for an unknown member, a whole input.
fn example_at(contract: &Contract, mismatch: &Mismatch) -> Value {
    let whole = || {
        let first = contract.examples.first().map(|it| it.input.clone());
        first.or_else(|| example_of(&contract.input, contract.input.json())).unwrap_or(Value::Null)
    };
    match mismatch.kind {
        MismatchKind::Unknown | MismatchKind::TooDeep => whole(),
        MismatchKind::Missing | MismatchKind::Wrong => {
            if mismatch.pointer == Pointer::root() {
                return whole();
            }
            let mut given =
                contract.examples.iter().filter_map(|it| mismatch.pointer.find(&it.input));
            let here = contract.input.at(&mismatch.pointer);
            given
                .next()
                .cloned()
                .or_else(|| here.and_then(|it| example_of(&contract.input, it)))
                .unwrap_or_else(whole)
        }
    }
}

/// A schema that takes any value does not look into it, so its depth is looked at first.
fn too_deep(input: &Value) -> Option<Mismatch> {
    let mut level = vec![input];
    for _ in 0..limits::JSON_DEPTH_MAX {
        level = level.into_iter().flat_map(members_of).collect();
        if level.is_empty() {
            return None;
        }
    }
    let is_nested = level.into_iter().any(|it| members_of(it).next().is_some());
    is_nested.then(|| Mismatch {
        pointer: Pointer::root(),
        kind: MismatchKind::TooDeep,
        expected: format!("at most {} levels of nesting", limits::JSON_DEPTH_MAX),
    })
}

fn members_of(value: &Value) -> impl Iterator<Item = &Value> {
    let items = value.as_array().into_iter().flatten();
    items.chain(value.as_object().into_iter().flat_map(|it| it.values()))
}

/// In JSON `1.0` and `1` are the same number, so both reach a whole-number field.
fn whole_numbers(value: Value) -> Value {
    /// Above this a float no longer tells neighbouring integers apart.
    const EXACT_MAX: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() <= EXACT_MAX => {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "the float is whole and within the range of exact integers"
                )]
                let whole = float as i64;
                Value::Number(Number::from(whole))
            }
            Some(_) | None => Value::Number(number),
        },
        Value::Array(items) => Value::Array(items.into_iter().map(whole_numbers).collect()),
        Value::Object(members) => {
            Value::Object(members.into_iter().map(|(name, it)| (name, whole_numbers(it))).collect())
        }
        other @ (Value::Null | Value::Bool(_) | Value::String(_)) => other,
    }
}

#[cfg(test)]
mod tests;
