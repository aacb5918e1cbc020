//! What a handler gives back.

use std::error::Error;
use std::fmt;

use crate::next_action::NextAction;

/// A success, and what can be done next.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply<O> {
    /// The output.
    pub output: O,
    /// What can be done next, best first.
    pub next: Vec<NextAction>,
}

impl<O> From<O> for Reply<O> {
    fn from(output: O) -> Reply<O> {
        Reply { output, next: Vec::new() }
    }
}

impl<O> Reply<O> {
    /// Adds what can be done next.
    #[must_use]
    pub fn next(mut self, action: NextAction) -> Reply<O> {
        self.next.push(action);
        self
    }
}

/// Why a handler gives nothing back.
#[derive(Debug)]
pub enum Fault<F> {
    /// A failure that the contract declares.
    Declared {
        /// The failure.
        failure: F,
        /// What can be done next, best first.
        next: Vec<NextAction>,
    },
    /// Something the caller cannot act on. The cause goes to the log only.
    Internal(Cause),
}

impl<F> From<F> for Fault<F> {
    fn from(failure: F) -> Fault<F> {
        Fault::Declared { failure, next: Vec::new() }
    }
}

impl<F> Fault<F> {
    /// Wraps an error that the caller cannot act on.
    pub fn internal(error: impl Error + 'static) -> Fault<F> {
        Fault::Internal(Cause::new(error))
    }

    /// Adds what can be done next; an internal fault takes none.
    #[must_use]
    pub fn next(self, action: NextAction) -> Fault<F> {
        match self {
            Fault::Declared { failure, mut next } => {
                next.push(action);
                Fault::Declared { failure, next }
            }
            Fault::Internal(cause) => Fault::Internal(cause),
        }
    }
}

/// What went wrong inside, for the log. It has no `Display`, so it cannot reach a caller.
pub struct Cause(Box<dyn Error>);

impl Cause {
    /// Wraps an error.
    pub fn new(error: impl Error + 'static) -> Cause {
        Cause(Box::new(error))
    }

    /// The whole chain, outermost first, for a log line.
    pub fn chain(&self) -> Vec<String> {
        chain_of(&*self.0)
    }
}

/// What went wrong and what was behind it, outermost first, for a log line or a person.
pub fn chain_of(error: &dyn Error) -> Vec<String> {
    let mut chain = vec![error.to_string()];
    let mut source = error.source();
    while let Some(error) = source {
        chain.push(error.to_string());
        source = error.source();
    }
    chain
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cause({:?})", self.chain())
    }
}
