//! Every rule list of up to three rules, judged by the policy and by its definition in prose.

use super::*;

fn address(text: &str) -> Address {
    Address::parse(text).unwrap()
}

fn pattern(text: &str) -> Pattern {
    Pattern::parse(text).unwrap()
}

/// Patterns that cover `a.b.c` from widest to narrowest, and one that does not.
const PATTERNS: [&str; 5] = ["*", "a.*", "a.b.*", "a.b.c", "a.bc.*"];

fn every_rule() -> Vec<Rule> {
    let mut rules = Vec::new();
    for text in PATTERNS {
        for verdict in [Verdict::Allow, Verdict::Ask, Verdict::Deny] {
            for subject in [
                Subject::Anyone,
                Subject::Known(Identity::Local),
                Subject::Known(Identity::Anonymous),
            ] {
                rules.push(Rule { pattern: pattern(text), subject, verdict });
            }
        }
    }
    rules
}

/// The definition, written the long way round and without a rank.
fn by_the_book(caller: &Caller, rules: &[Rule]) -> Decision {
    let width = |rule: &Rule| PATTERNS[..4].iter().position(|it| *it == rule.pattern.to_string());
    let about_caller = |rule: &Rule| match &rule.subject {
        Subject::Anyone => true,
        Subject::Known(identity) => identity == caller.identity(),
    };
    let covering: Vec<&Rule> =
        rules.iter().filter(|it| width(it).is_some() && about_caller(it)).collect();
    if covering.iter().any(|it| it.verdict == Verdict::Deny) {
        return Decision::Refuse;
    }
    for place in (0..4).rev() {
        for named in [true, false] {
            let speaking: Vec<&&Rule> = covering
                .iter()
                .filter(|it| width(it) == Some(place) && (it.subject != Subject::Anyone) == named)
                .collect();
            if speaking.iter().any(|it| it.verdict == Verdict::Ask) {
                return Decision::Ask;
            }
            if !speaking.is_empty() {
                return Decision::Run;
            }
        }
    }
    Decision::Refuse
}

#[test]
fn every_list_of_up_to_three_rules_is_decided_by_the_book() {
    let rules = every_rule();
    let wanted = address("a.b.c");
    for caller in [Caller::anonymous(), Caller::local(), Caller::named("x")] {
        let check = |list: &[Rule]| {
            let explained = explain(&caller, &wanted, None, list);
            assert_eq!(explained.decision, by_the_book(&caller, list), "{caller:?} {list:?}");
            match explained.because {
                Because::Rule { index, rule } => {
                    assert_eq!(&list[index], rule);
                    assert!(rule.pattern.covers(&wanted) && rule.subject.covers(&caller));
                }
                Because::NoRule => assert_eq!(explained.decision, Decision::Refuse),
                Because::MissingScope(_) => panic!("no scope was required"),
            }
        };
        check(&[]);
        for first in &rules {
            check(std::slice::from_ref(first));
            for second in &rules {
                check(&[first.clone(), second.clone()]);
                for third in &rules {
                    check(&[first.clone(), second.clone(), third.clone()]);
                }
            }
        }
    }
}

#[test]
fn a_deny_is_final_however_wide() {
    let rules =
        [Rule::new(pattern("a.b.c"), Verdict::Allow), Rule::new(pattern("*"), Verdict::Deny)];
    let explained = explain(&Caller::local(), &address("a.b.c"), None, &rules);
    assert_eq!(explained.to_string(), "refuse: rule 1, `deny *`");
}

#[test]
fn a_namespace_covers_what_is_below_it_and_nothing_that_only_looks_alike() {
    let covers = |text: &str, name: &str| pattern(text).covers(&address(name));
    assert!(covers("vercel.dns.*", "vercel.dns.add"));
    assert!(covers("vercel.dns.*", "vercel.dns.zone.add"));
    assert!(!covers("vercel.dns.*", "vercel.dnstool"));
    assert!(!covers("vercel.dns.*", "vercel.dns"));
    assert!(!covers("vercel.dns", "vercel.dns.add"));
}

#[test]
fn a_missing_scope_refuses_whatever_the_rules_say() {
    let rules = [Rule::new(pattern("*"), Verdict::Allow)];
    let scope = Scope::new("notes:write");
    let refused = explain(&Caller::anonymous(), &address("a"), Some(&scope), &rules);
    assert_eq!(refused.to_string(), "refuse: the caller lacks the scope `notes:write`");
    let holder = Caller::anonymous().holding(scope.clone());
    assert_eq!(explain(&holder, &address("a"), Some(&scope), &rules).decision, Decision::Run);
}

#[test]
fn a_text_that_is_no_pattern_is_refused() {
    for text in ["", ".*", "a*", "a.**", "*.a", "a.*.b", "a b"] {
        assert!(Pattern::parse(text).is_err(), "{text:?}");
    }
}
