//! How far a call has come, for those who wait.

/// One report of a handler at work.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// How much is done, in any unit; more each time.
    pub done: f64,
    /// How much there is, where that is known.
    pub total: Option<f64>,
    /// What is being done, in a few words.
    pub message: Option<String>,
}

/// A port to whoever waits for a call.
pub trait Progress {
    /// The handler has come so far.
    fn stepped(&self, step: Step);
}

/// Nobody waits for reports.
#[derive(Clone, Copy, Debug)]
pub struct Unreported;

impl Progress for Unreported {
    fn stepped(&self, _: Step) {}
}
