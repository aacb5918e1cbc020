//! What a capability promises, as data: the form that typed and described ones share.

use serde_json::{Value, json};

use crate::{
    address::{Address, Name},
    approval::Approval,
    caller::Scope,
    capability::{Capability, Example, Present},
    digest,
    effects::{Effects, RateClass},
    failure::{self, FailureError, FailureKind, FailureVariant},
    invoke_error,
    schema::{Schema, SchemaError},
};

/// A capability's promise.
#[derive(Clone, Debug)]
pub struct Contract {
    /// What it is called.
    pub address: Address,
    /// A few words for people.
    pub title: String,
    /// What it does. The first sentence is the summary.
    pub description: String,
    /// What a call may change.
    pub effects: Effects,
    /// Whether a person must say yes to each call.
    pub approval: Approval,
    /// The scope a caller must hold.
    pub scope: Option<Scope>,
    /// Which rate limit a call counts against.
    pub rate: RateClass,
    /// Words a searcher might use.
    pub keywords: Vec<String>,
    /// Calls with their answers.
    pub examples: Vec<Example>,
    /// What its answers may name as next.
    pub next: Vec<Address>,
    /// How an output reads as text. No part of the promise: only its wording.
    pub present: Option<Present>,
    /// What it takes: a closed object.
    pub input: Schema,
    /// What it gives: an object.
    pub output: Schema,
    /// How it fails, the approval failure aside.
    pub failures: Vec<FailureVariant>,
}

/// Why a contract cannot be published.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ContractError {
    /// A schema cannot be enforced.
    #[error("the {part} {error}")]
    Schema {
        /// Which schema.
        part: &'static str,
        /// What is wrong.
        error: SchemaError,
    },
    /// The input is not a closed object.
    #[error("the input schema must be an object with `additionalProperties: false`")]
    InputNotClosed,
    /// The output is not an object.
    #[error("the output schema must be an object")]
    OutputNotObject,
    /// A member that surfaces add themselves.
    #[error("the output declares `next`, which is reserved")]
    ReservedMember,
    /// A failure cannot be published.
    #[error(transparent)]
    Failure(#[from] FailureError),
    /// Nothing shows how to call it.
    #[error("it needs at least one example")]
    NoExample,
    /// An example does not fit its own schema.
    #[error("the {part} of example {index} is wrong at `{pointer}`: expected {expected}")]
    Example {
        /// `input` or `output`.
        part: &'static str,
        /// Which example, from 0.
        index: usize,
        /// Where.
        pointer: String,
        /// What would fit.
        expected: String,
    },
    /// People cannot tell what it is.
    #[error("it needs a title, and a description whose first sentence ends with a full stop")]
    NoSummary,
}

impl Contract {
    /// Reads the promise of a typed capability.
    ///
    /// # Errors
    /// Where the types break the rules above.
    pub fn of<C: Capability<P>, P: 'static>() -> Result<Contract, ContractError> {
        let schema = |part, schema: Result<Schema, SchemaError>| {
            schema.map_err(|error| ContractError::Schema { part, error })
        };
        let contract = Contract {
            address: C::NAME.address(),
            title: C::TITLE.to_owned(),
            description: C::DESCRIPTION.to_owned(),
            effects: C::EFFECTS,
            approval: C::APPROVAL,
            scope: C::SCOPE.map(Scope::new),
            rate: C::RATE,
            keywords: C::KEYWORDS.iter().map(|it| (*it).to_owned()).collect(),
            examples: C::examples(),
            next: C::NEXT.iter().copied().map(Name::address).collect(),
            present: C::PRESENT,
            input: schema("input", Schema::read::<C::Input>())?,
            output: schema("output", Schema::written::<C::Output>())?,
            failures: failure::variants_of::<C::Failure>()?,
        };
        contract.vet_shape()?;
        Ok(contract)
    }

    /// Checks everything about a promise, its examples too.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn vet(&self) -> Result<(), ContractError> {
        self.vet_shape()?;
        if self.examples.is_empty() {
            return Err(ContractError::NoExample);
        }
        for (index, example) in self.examples.iter().enumerate() {
            let parts =
                [("input", &self.input, &example.input), ("output", &self.output, &example.output)];
            for (part, schema, value) in parts {
                schema.check(value).map_err(|it| ContractError::Example {
                    part,
                    index,
                    pointer: it.pointer.shown(),
                    expected: it.expected,
                })?;
            }
        }
        Ok(())
    }

    fn vet_shape(&self) -> Result<(), ContractError> {
        let is_object = |it: &Value| it.get("type") == Some(&json!("object"));
        let input = self.input.json();
        if !is_object(input) || input.get("additionalProperties") != Some(&Value::Bool(false)) {
            return Err(ContractError::InputNotClosed);
        }
        if !is_object(self.output.json()) {
            return Err(ContractError::OutputNotObject);
        }
        if self.output.json().pointer("/properties/next").is_some() {
            return Err(ContractError::ReservedMember);
        }
        if self.title.trim().is_empty() || !self.summary().ends_with('.') {
            return Err(ContractError::NoSummary);
        }
        Ok(())
    }

    /// The first sentence of the description, with its full stop.
    pub fn summary(&self) -> &str {
        let end = self.description.match_indices('.').find(|(index, _)| {
            self.description[index + 1..].chars().next().is_none_or(char::is_whitespace)
        });
        end.map_or(self.description.as_str(), |(index, _)| &self.description[..=index])
    }

    /// An output as text: what the capability itself says it reads like, else compact JSON.
    pub fn presented(&self, output: &Value) -> String {
        self.present.map_or_else(|| output.to_string(), |present| present(output))
    }

    /// The published failures, `ApprovalDenied` among them where approval is declared.
    pub fn failure_variants(&self) -> Vec<(String, Option<FailureKind>, Value)> {
        let declared = self
            .failures
            .iter()
            .map(|it| (it.tag.clone(), Some(it.kind), it.schema.json().clone()));
        let approval = (self.approval == Approval::Required).then(|| {
            (invoke_error::APPROVAL_DENIED.to_owned(), None, invoke_error::approval_denied_schema())
        });
        declared.chain(approval).collect()
    }

    /// The published failure schema.
    pub fn failure_schema(&self) -> Value {
        let mut variants: Vec<Value> =
            self.failure_variants().into_iter().map(|(_, _, schema)| schema).collect();
        match variants.len() {
            0 => json!({"not": {}}),
            1 => variants.remove(0),
            _ => json!({"oneOf": variants}),
        }
    }

    /// The promise as published in the catalog. What a caller sees of it on any surface comes
    /// from the same members.
    pub fn published(&self) -> Value {
        let mut json = json!({
            "name": self.address,
            "title": self.title,
            "description": self.description,
            "effects": self.effects,
            "approval": self.approval == Approval::Required,
        });
        if let (Some(scope), Some(members)) = (&self.scope, json.as_object_mut()) {
            members.insert("scope".to_owned(), json!(scope.as_str()));
        }
        let rest = [
            ("keywords", json!(self.keywords)),
            ("examples", json!(self.examples)),
            ("input", self.input.json().clone()),
            ("output", self.output.json().clone()),
            ("failure", self.failure_schema()),
        ];
        if let Some(members) = json.as_object_mut() {
            members.extend(rest.map(|(name, value)| (name.to_owned(), value)));
        }
        json
    }

    /// What names this exact promise: SHA-256 over [`Contract::published`], in hex.
    pub fn digest(&self) -> String {
        digest::sha256_hex(self.published().to_string().as_bytes())
    }
}
