//! What can be done after an answer.

use serde::Serialize;
use serde_json::Value;

use crate::address::{Address, Name};

/// One thing that can be done next. Surfaces add their own handle to it.
#[derive(Clone, PartialEq, Debug)]
pub struct NextAction {
    /// What to call.
    pub capability: Address,
    /// With what.
    pub input: Value,
    /// Why, in a few words.
    pub reason: String,
}

impl NextAction {
    /// Names a built-in capability as next.
    ///
    /// An input that cannot be written as JSON gives an action that the pipeline drops and reports.
    pub fn new(capability: Name, input: &impl Serialize, reason: impl Into<String>) -> NextAction {
        NextAction {
            capability: capability.address(),
            input: serde_json::to_value(input).unwrap_or(Value::Null),
            reason: reason.into(),
        }
    }
}
