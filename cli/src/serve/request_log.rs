//! Lines for whoever runs the process.

use std::io::{self, Write};

use gateway::log::RequestLog;
use serde_json::Value;

/// Writes one line of JSON for each event to standard error.
pub(super) struct StderrLog;

impl RequestLog for StderrLog {
    fn line(&self, line: &Value) {
        // Where even this cannot be written, nobody is there to tell.
        let _ = writeln!(io::stderr().lock(), "{line}");
    }
}
