//! Who may do what on this site?

use std::rc::Rc;

use contract::policy::{Pattern, Rule, Verdict};

/// The site's policy, the same for the Worker and the native binary: edit it here. Everyone may
/// do what the contracts themselves let them.
pub fn rules() -> Rc<[Rule]> {
    Rc::new([Rule::new(Pattern::Everything, Verdict::Allow)])
}
