//! Who says yes to a call that needs a yes.

use serde_json::Value;

use crate::{LocalFuture, address::Address, caller::Caller};

/// Whether a contract wants a person's yes before each call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Approval {
    /// Runs when policy lets it.
    NotNeeded,
    /// Runs only after a yes, whatever policy says.
    Required,
}

/// One call that waits for an answer. Its input is already valid.
#[derive(Debug)]
pub struct ApprovalRequest<'a> {
    /// The capability.
    pub capability: &'a Address,
    /// Its title, for people.
    pub title: &'a str,
    /// The input as sent.
    pub input: &'a Value,
    /// Who asks.
    pub caller: &'a Caller,
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ApprovalAnswer {
    /// Run it.
    Granted,
    /// Do not run it.
    Denied {
        /// Why, for the caller.
        reason: String,
    },
}

/// A port to whoever approves. Never the caller's request: nothing on the wire approves.
pub trait Approver {
    /// Answers for one call.
    fn approve<'a>(&'a self, request: ApprovalRequest<'a>) -> LocalFuture<'a, ApprovalAnswer>;
}

/// Nobody is there to approve. What every composition root starts from.
#[derive(Clone, Copy, Debug)]
pub struct DenyAll;

impl Approver for DenyAll {
    fn approve<'a>(&'a self, _: ApprovalRequest<'a>) -> LocalFuture<'a, ApprovalAnswer> {
        let reason = "it needs a person's approval, and nobody can be asked here".to_owned();
        Box::pin(std::future::ready(ApprovalAnswer::Denied { reason }))
    }
}
