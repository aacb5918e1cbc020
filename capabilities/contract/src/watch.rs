//! Who sees every call, and what time it is.

use crate::{address::Address, caller::Caller};

/// One call, seen from outside. It carries no input and no output.
#[derive(Debug)]
pub struct CallRecord<'a> {
    /// What was asked for, as sent; it may not exist.
    pub capability: &'a str,
    /// Who asked.
    pub caller: &'a Caller,
    /// The request that the call belongs to.
    pub request_id: &'a str,
    /// How it ended.
    pub outcome: CallOutcome<'a>,
    /// How long it took.
    pub duration_ms: u64,
}

/// How a call ended.
#[derive(Debug)]
pub enum CallOutcome<'a> {
    /// With an output.
    Succeeded,
    /// There is no such capability.
    Unknown,
    /// Policy refused it; the caller was told it does not exist.
    Refused,
    /// The input did not fit.
    InvalidInput,
    /// Nobody approved it.
    ApprovalDenied,
    /// With a declared failure.
    Declared {
        /// Its tag.
        tag: &'a str,
    },
    /// With something the caller cannot act on; the causes are for the log.
    Internal {
        /// The chain, outermost first.
        causes: &'a [String],
    },
}

/// The watch hook: sees every call, denied and failed ones too.
pub trait Watch {
    /// One call ended.
    fn call_ended(&self, record: &CallRecord<'_>);

    /// A handler named a next action that cannot be offered: a bug worth a log line.
    fn next_action_dropped(&self, capability: &Address, next: &Address, why: &str);
}

/// Milliseconds since the Unix epoch. The engine has no clock of its own.
pub trait Clock {
    /// Now.
    fn now_ms(&self) -> u64;
}

/// Nobody watches.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn call_ended(&self, _: &CallRecord<'_>) {}

    fn next_action_dropped(&self, _: &Address, _: &Address, _: &str) {}
}
