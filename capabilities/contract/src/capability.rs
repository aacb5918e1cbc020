//! How an action is declared once: a contract and a handler, as Rust types.

use std::future::Future;

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    address::Name,
    approval::Approval,
    authorized::Authorized,
    effects::{Effects, RateClass},
    failure::Failure,
    reply::{Fault, Reply},
};

/// A typed action. `P` is what its handler may reach.
///
/// The input is closed (`#[serde(deny_unknown_fields)]`), the output is an object, and a
/// constraint that the schema publishes is enforced by the type.
pub trait Capability<P: 'static>: Sized + 'static {
    /// What it is called.
    const NAME: Name;
    /// A few words for people.
    const TITLE: &'static str;
    /// What it does, for people and models. The first sentence is the summary.
    const DESCRIPTION: &'static str;
    /// What a call may change.
    const EFFECTS: Effects;
    /// Whether a person must say yes to each call.
    const APPROVAL: Approval = Approval::NotNeeded;
    /// The scope a caller must hold.
    const SCOPE: Option<&'static str> = None;
    /// Which rate limit a call counts against.
    const RATE: RateClass = RateClass::Standard;
    /// Words a searcher might use that the description does not.
    const KEYWORDS: &'static [&'static str] = &[];
    /// What its answers may name as next.
    const NEXT: &'static [Name] = &[];
    /// How an output reads as text; without one it is shown as JSON.
    const PRESENT: Option<Present> = None;

    /// What it takes.
    type Input: DeserializeOwned + JsonSchema;
    /// What it gives.
    type Output: Serialize + JsonSchema;
    /// How it fails.
    type Failure: Failure;

    /// At least one call with its answer; both are checked against the schemas.
    fn examples() -> Vec<Example>;

    /// Does the work.
    fn run(
        call: Authorized<'_, Self, P>,
        input: Self::Input,
    ) -> impl Future<Output = Result<Reply<Self::Output>, Fault<Self::Failure>>>;
}

/// Writes an encoded output as Markdown, for people and models who read rather than decode.
///
/// It is total: given a value that does not fit the output schema it still answers.
pub type Present = fn(&Value) -> String;

/// A call with its answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Example {
    /// The input.
    pub input: Value,
    /// The output.
    pub output: Value,
}
