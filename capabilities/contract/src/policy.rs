//! Who may do what: a pure function of caller, capability and rules.

use std::fmt;

use crate::{
    address::Address,
    caller::{Caller, Identity, Scope},
    contract::Contract,
};

/// What a rule says about the calls it covers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// Run it.
    Allow,
    /// Ask a person first.
    Ask,
    /// Never. Nothing overrides it.
    Deny,
}

/// Which capabilities a rule covers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pattern {
    /// Every capability: `*`.
    Everything,
    /// All below a namespace: `notes.*` covers `notes.archive`, not `notesfile.read`.
    Below(Address),
    /// One capability.
    Exactly(Address),
}

/// The text is not a pattern.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a pattern: use `*`, `namespace.*` or a whole name such as `notes.archive`")]
pub struct NotAPattern(pub String);

impl Pattern {
    /// Reads `*`, `namespace.*` or an address.
    ///
    /// # Errors
    /// [`NotAPattern`] for any other text.
    pub fn parse(text: &str) -> Result<Pattern, NotAPattern> {
        if text == "*" {
            return Ok(Pattern::Everything);
        }
        let parsed = match text.strip_suffix(".*") {
            Some(namespace) => Address::parse(namespace).map(Pattern::Below),
            None => Address::parse(text).map(Pattern::Exactly),
        };
        parsed.map_err(|_| NotAPattern(text.chars().take(128).collect()))
    }

    /// Whether the pattern covers an address.
    pub fn covers(&self, address: &Address) -> bool {
        match self {
            Pattern::Everything => true,
            Pattern::Below(namespace) => namespace != address && namespace.encloses(address),
            Pattern::Exactly(one) => one == address,
        }
    }

    fn specificity(&self) -> usize {
        match self {
            Pattern::Everything => 0,
            Pattern::Below(namespace) => namespace.segments().count(),
            Pattern::Exactly(_) => usize::MAX,
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pattern::Everything => f.write_str("*"),
            Pattern::Below(namespace) => write!(f, "{namespace}.*"),
            Pattern::Exactly(one) => write!(f, "{one}"),
        }
    }
}

/// Which callers a rule covers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// Every caller.
    Anyone,
    /// Callers known in this way.
    Known(Identity),
}

impl Subject {
    fn covers(&self, caller: &Caller) -> bool {
        match self {
            Subject::Anyone => true,
            Subject::Known(identity) => identity == caller.identity(),
        }
    }
}

/// One rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rule {
    /// Which capabilities.
    pub pattern: Pattern,
    /// Which callers.
    pub subject: Subject,
    /// What it says.
    pub verdict: Verdict,
}

impl Rule {
    /// A rule for every caller.
    pub fn new(pattern: Pattern, verdict: Verdict) -> Rule {
        Rule { pattern, subject: Subject::Anyone, verdict }
    }

    /// A deny outranks everything; then the narrower capability pattern, then the narrower
    /// subject, then the stricter verdict.
    fn rank(&self) -> (bool, usize, bool, Verdict) {
        let denies = self.verdict == Verdict::Deny;
        let narrow_subject = self.subject != Subject::Anyone;
        (denies, self.pattern.specificity(), narrow_subject, self.verdict)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Allow => "allow",
            Verdict::Ask => "ask",
            Verdict::Deny => "deny",
        };
        write!(f, "{verdict} {}", self.pattern)?;
        match &self.subject {
            Subject::Anyone => Ok(()),
            Subject::Known(identity) => write!(f, " for {identity}"),
        }
    }
}

/// What happens to a call, before its input is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Decision {
    /// Run it, subject to what the contract itself wants.
    Run,
    /// Ask a person first.
    Ask,
    /// Refuse it: to this caller it does not exist.
    Refuse,
}

/// A decision, and what made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation<'r> {
    /// The decision.
    pub decision: Decision,
    /// What made it.
    pub because: Because<'r>,
}

/// What made a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Because<'r> {
    /// This rule won.
    Rule {
        /// Its place in the list, from 0.
        index: usize,
        /// The rule.
        rule: &'r Rule,
    },
    /// No rule covers the call, and nothing runs without one.
    NoRule,
    /// The caller does not hold the scope that the contract requires.
    MissingScope(Scope),
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decision = match self.decision {
            Decision::Run => "run",
            Decision::Ask => "ask",
            Decision::Refuse => "refuse",
        };
        match &self.because {
            Because::Rule { index, rule } => write!(f, "{decision}: rule {index}, `{rule}`"),
            Because::NoRule => write!(f, "{decision}: no rule covers it"),
            Because::MissingScope(scope) => {
                write!(f, "{decision}: the caller lacks the scope `{}`", scope.as_str())
            }
        }
    }
}

/// Decides one call and says why: a deny is final, otherwise the most specific rule speaks.
///
/// No I/O, no clock, no configuration: the same arguments always give the same answer. Of rules
/// that rank alike the first one listed is named.
pub fn explain<'r>(
    caller: &Caller,
    address: &Address,
    scope: Option<&Scope>,
    rules: &'r [Rule],
) -> Explanation<'r> {
    if let Some(scope) = scope.filter(|it| !caller.holds(it)) {
        let because = Because::MissingScope(scope.clone());
        return Explanation { decision: Decision::Refuse, because };
    }
    let covering = rules
        .iter()
        .enumerate()
        .filter(|(_, rule)| rule.pattern.covers(address) && rule.subject.covers(caller));
    // Reversed, because of equals `max_by_key` keeps the last.
    let winner = covering.rev().max_by_key(|(_, rule)| rule.rank());
    match winner {
        None => Explanation { decision: Decision::Refuse, because: Because::NoRule },
        Some((index, rule)) => {
            let decision = match rule.verdict {
                Verdict::Allow => Decision::Run,
                Verdict::Ask => Decision::Ask,
                Verdict::Deny => Decision::Refuse,
            };
            Explanation { decision, because: Because::Rule { index, rule } }
        }
    }
}

/// The decision alone, for a contract.
pub fn decide(caller: &Caller, contract: &Contract, rules: &[Rule]) -> Decision {
    explain(caller, &contract.address, contract.scope.as_ref(), rules).decision
}

#[cfg(test)]
mod tests;
