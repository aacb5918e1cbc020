//! What a process that serves tells whoever runs it, and never a caller.

use std::error::Error;
use std::io::{self, Write};

use contract::{
    address::Address,
    reply::chain_of,
    watch::{CallOutcome, CallRecord, Watch},
};

/// Writes what went wrong inside to standard error, one line each.
#[derive(Clone, Copy, Debug)]
pub struct ErrorLog;

impl ErrorLog {
    fn line(text: &str) {
        let text: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
        // Where even this cannot be written, nobody is there to tell.
        let _ = writeln!(io::stderr().lock(), "{text}");
    }
}

impl ErrorLog {
    /// Something went wrong outside any capability.
    pub fn failed(error: &dyn Error) {
        ErrorLog::line(&chain_of(error).join(": "));
    }
}

impl Watch for ErrorLog {
    fn call_ended(&self, record: &CallRecord<'_>) {
        match &record.outcome {
            CallOutcome::Internal { causes } => ErrorLog::line(&format!(
                "{} `{}` failed inside after {} ms: {}",
                record.request_id,
                record.capability,
                record.duration_ms,
                causes.join(": ")
            )),
            CallOutcome::Succeeded
            | CallOutcome::Unknown
            | CallOutcome::Refused
            | CallOutcome::InvalidInput
            | CallOutcome::ApprovalDenied
            | CallOutcome::Declared { .. } => {}
        }
    }

    fn next_action_dropped(&self, capability: &Address, next: &Address, why: &str) {
        ErrorLog::line(&format!("`{capability}` offers `{next}` as next, but {why}"));
    }
}
