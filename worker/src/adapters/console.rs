//! The log port over the Worker's log.

use serde_json::Value;

use crate::bindings;
use crate::log::RequestLog;

/// Writes to the Worker's log, each line at its level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console;

impl RequestLog for Console {
    fn line(&self, line: &Value) {
        let text = line.to_string();
        match line["level"].as_str() {
            Some("error") => bindings::log_error(&text),
            Some("warning") => bindings::log_warning(&text),
            Some(_) | None => bindings::log(&text),
        }
    }
}
