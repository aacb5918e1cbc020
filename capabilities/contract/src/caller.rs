//! Who is calling: a value that a surface resolves and the pipeline receives.

use std::collections::BTreeSet;
use std::fmt;

/// A permission that a capability may require and a caller may hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Scope(String);

impl Scope {
    /// Names a scope, such as `notes:write`.
    pub fn new(name: impl Into<String>) -> Scope {
        Scope(name.into())
    }

    /// The scope's name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Who is calling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caller {
    identity: Identity,
    scopes: BTreeSet<Scope>,
}

/// How a caller is known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Identity {
    /// Nobody said who they are.
    Anonymous,
    /// The person who runs this process.
    Local,
    /// Someone a surface has identified.
    Named(String),
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Identity::Anonymous => f.write_str("anonymous"),
            Identity::Local => f.write_str("local"),
            Identity::Named(name) => write!(f, "named:{name}"),
        }
    }
}

impl Caller {
    /// Someone unknown, without a scope.
    pub fn anonymous() -> Caller {
        Caller { identity: Identity::Anonymous, scopes: BTreeSet::new() }
    }

    /// The person who runs this process, without a scope.
    pub fn local() -> Caller {
        Caller { identity: Identity::Local, scopes: BTreeSet::new() }
    }

    /// Someone a surface has identified.
    pub fn named(name: impl Into<String>) -> Caller {
        Caller { identity: Identity::Named(name.into()), scopes: BTreeSet::new() }
    }

    /// The same caller, holding one more scope.
    #[must_use]
    pub fn holding(mut self, scope: Scope) -> Caller {
        self.scopes.insert(scope);
        self
    }

    /// How the caller is known.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Whether the caller holds a scope.
    pub fn holds(&self, scope: &Scope) -> bool {
        self.scopes.contains(scope)
    }
}
