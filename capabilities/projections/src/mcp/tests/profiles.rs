//! What a profile takes away, and that it never gives.

use std::{collections::BTreeSet, rc::Rc};

use contract::{
    contract::Contract,
    effects::{Access, Effects},
    policy::{Pattern, Rule, Verdict},
};
use serde_json::json;

use super::stage::{Stage, contract, stage, stage_finding};
use crate::mcp::Profile;

/// The same server under a profile.
fn under(stage: &Stage, profile: Profile) -> Stage {
    let ports = Rc::clone(&stage.ports);
    Stage { ports, endpoint: stage.endpoint.clone().with_profile(profile) }
}

fn listed(stage: &Stage) -> BTreeSet<String> {
    let handshake = stage.ask("tools/list", json!({})).json();
    let stateless = stage.ask_stateless("tools/list", json!({})).json();
    let names = |answer: &serde_json::Value| -> BTreeSet<String> {
        let tools = answer["result"]["tools"].as_array().unwrap().iter();
        tools.map(|it| it["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&handshake), names(&stateless));
    names(&handshake)
}

/// Whether a call gets further than "there is no such tool".
fn reached(stage: &Stage, name: &str) -> bool {
    let before = stage.ports.ran.borrow().len();
    let params = json!({"name": name, "arguments": {"title": "alone"}});
    let answer = stage.ask("tools/call", params);
    let ran = stage.ports.ran.borrow().len() > before;
    assert!(!(ran && answer.code() != 0), "{name} ran, and the answer is an error");
    answer.code() == 0
}

/// A small generator, so that each run asks the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

const EFFECTS: [Effects; 3] = [Effects::READ_ONLY, Effects::ADDITIVE, Effects::DESTRUCTIVE];

fn some_contracts(dice: &mut Dice) -> Vec<Contract> {
    let count = 1 + dice.below(6);
    let one = |place: u64, dice: &mut Dice| {
        let namespace = ["notes", "pages"][usize::try_from(dice.below(2)).unwrap()];
        let mut contract = contract(&format!("{namespace}.c{place}"));
        contract.effects = EFFECTS[usize::try_from(dice.below(3)).unwrap()];
        contract.next = Vec::new();
        contract
    };
    (0..count).map(|it| one(it, dice)).collect()
}

fn some_rules(dice: &mut Dice) -> Rc<[Rule]> {
    const PATTERNS: [&str; 5] = ["*", "notes.*", "pages.*", "notes.c0", "pages.c1"];
    let verdicts = [Verdict::Allow, Verdict::Deny, Verdict::Ask];
    let one = |dice: &mut Dice| {
        let pattern = PATTERNS[usize::try_from(dice.below(5)).unwrap()];
        let verdict = verdicts[usize::try_from(dice.below(3)).unwrap()];
        Rule::new(Pattern::parse(pattern).unwrap(), verdict)
    };
    (0..dice.below(5)).map(|_| one(dice)).collect()
}

#[test]
fn whatever_the_capabilities_and_the_rules_a_profile_only_takes_away() {
    let mut dice = Dice(0x2026_0728);
    let (mut taken, mut left) = (0, 0);
    for _ in 0..400 {
        let contracts = some_contracts(&mut dice);
        let rules = some_rules(&mut dice);
        let changing: BTreeSet<String> = contracts
            .iter()
            .filter(|it| it.effects.access != Access::ReadOnly)
            .map(|it| it.address.flat())
            .collect();
        let all: Vec<String> = contracts.iter().map(|it| it.address.flat()).collect();
        let stage = stage_finding(contracts, rules);
        let whole = listed(&stage);
        for first in Profile::ALL {
            let once = under(&stage, first);
            let shown = listed(&once);
            assert!(shown.is_subset(&whole));
            for name in &all {
                assert_eq!(reached(&once, name), shown.contains(name), "{first:?} {name}");
            }
            for second in Profile::ALL {
                let both = listed(&under(&once, second));
                assert!(both.is_subset(&shown) && both.is_subset(&listed(&under(&stage, second))));
            }
            if first == Profile::Read {
                assert!(shown.is_disjoint(&changing));
                taken += whole.len() - shown.len();
                left += shown.len();
            }
        }
    }
    assert!(taken > 100 && left > 100, "{taken} were taken away and {left} left");
}

#[test]
fn reading_alone_has_neither_what_changes_something_nor_a_hint_of_it() {
    let reading = under(&stage(), Profile::Read);
    assert_eq!(listed(&reading).into_iter().collect::<Vec<_>>(), ["notes_find", "notes_readable"]);
    let params = json!({"name": "notes_add", "arguments": {"title": "a"}});
    let answer = reading.ask("tools/call", params);
    assert_eq!(answer.code(), -32602);
    assert!(!answer.text().contains("did you mean `notes_add`"), "{}", answer.text());
    assert!(reading.ports.ran.borrow().is_empty());
}

#[test]
fn each_profile_has_a_name_and_a_path() {
    for profile in Profile::ALL {
        assert_eq!(Profile::named(profile.name()), Some(profile));
        assert_eq!(Profile::at(profile.path()), Some(profile));
    }
    for unknown in ["", "code", "/mcp", "Full", "full "] {
        assert_eq!(Profile::named(unknown), None, "{unknown}");
    }
    for unknown in ["", "/mcp/", "/mcp/code", "/mcp/full", "mcp", "/MCP"] {
        assert_eq!(Profile::at(unknown), None, "{unknown}");
    }
}

/// A list is written once for all who see the same, however often it is asked for.
#[test]
fn a_list_is_written_once_for_each_who_sees_something_else() {
    let stage = stage();
    let reading = under(&stage, Profile::Read);
    for _ in 0..3 {
        assert_eq!(listed(&stage).len(), 4);
        assert_eq!(listed(&reading).len(), 2);
    }
    assert_eq!(stage.endpoint.server.lists_written(), 4, "two eras, two profiles");
}
