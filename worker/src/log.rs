//! What whoever runs the site is told about each request.

use std::error::Error;
use std::rc::Rc;

use contract::{
    address::Address,
    reply::chain_of,
    watch::{CallOutcome, CallRecord, Watch},
};
use serde_json::{Value, json};

/// Where the lines go. No line holds an input, an output or a header.
pub trait RequestLog {
    /// One line, as JSON.
    fn line(&self, line: &Value);

    /// Something went wrong outside any capability.
    fn failed(&self, request_id: &str, error: &dyn Error) {
        let causes = chain_of(error);
        self.line(&json!({"level": "error", "requestId": request_id, "causes": causes}));
    }
}

/// The watch hook of a log.
pub(crate) struct Watched(pub(crate) Rc<dyn RequestLog>);

impl Watch for Watched {
    fn call_ended(&self, record: &CallRecord<'_>) {
        let (level, outcome) = match &record.outcome {
            CallOutcome::Succeeded => ("info", "succeeded"),
            CallOutcome::Unknown => ("info", "unknown"),
            CallOutcome::Refused => ("info", "refused"),
            CallOutcome::InvalidInput => ("info", "invalidInput"),
            CallOutcome::ApprovalDenied => ("info", "approvalDenied"),
            CallOutcome::Declared { tag } => ("info", *tag),
            CallOutcome::Internal { .. } => ("error", "internal"),
        };
        // The name is a caller's text, so only as much as a name may have is kept.
        let capability: String = record.capability.chars().take(128).collect();
        let mut line = json!({
            "level": level,
            "requestId": record.request_id,
            "capability": capability,
            "outcome": outcome,
            "durationMs": record.duration_ms,
        });
        if let CallOutcome::Internal { causes } = &record.outcome {
            line["causes"] = json!(causes);
        }
        self.0.line(&line);
    }

    fn next_action_dropped(&self, capability: &Address, next: &Address, why: &str) {
        self.0.line(&json!({
            "level": "warning",
            "capability": capability,
            "droppedNext": next,
            "why": why,
        }));
    }
}
