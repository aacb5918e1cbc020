//! What the registry refuses, naming both sides.

use serde_json::json;

use super::*;
use crate::{
    LocalFuture,
    approval::Approval,
    authorized::Authorized,
    capability::Example,
    effects::{Effects, RateClass},
    failure::DescribedFailure,
    reply::{Fault, Reply},
    schema::Schema,
};

struct Nothing;

impl DescribedHandler<()> for Nothing {
    fn run<'a>(
        &'a self,
        _: Authorized<'a, Contract, ()>,
        _: serde_json::Value,
    ) -> LocalFuture<'a, Result<Reply<serde_json::Value>, Fault<DescribedFailure>>> {
        Box::pin(std::future::ready(Ok(json!({}).into())))
    }
}

fn contract(name: &str) -> Contract {
    Contract {
        address: Address::parse(name).unwrap(),
        title: "Nothing".to_owned(),
        description: "Does nothing.".to_owned(),
        effects: Effects::READ_ONLY,
        approval: Approval::NotNeeded,
        scope: None,
        rate: RateClass::Light,
        keywords: Vec::new(),
        examples: vec![Example { input: json!({}), output: json!({}) }],
        next: Vec::new(),
        present: None,
        input: Schema::parse(json!({"type": "object", "additionalProperties": false})).unwrap(),
        output: Schema::parse(json!({"type": "object"})).unwrap(),
        failures: Vec::new(),
    }
}

fn registry(names: &[&str]) -> Result<Registry<()>, RegistryError> {
    Registry::new(names.iter().map(|it| Entry::described(contract(it), Nothing).unwrap()).collect())
}

fn refusal(names: &[&str]) -> String {
    registry(names).err().map(|it| it.to_string()).unwrap_or_default()
}

#[test]
fn it_keeps_the_order_and_finds_by_address_and_flat_name() {
    let registry = registry(&["z", "a.b", "a.c.d"]).unwrap();
    let order: Vec<&str> = registry.contracts().map(|it| it.address.as_str()).collect();
    assert_eq!(order, ["z", "a.b", "a.c.d"]);
    assert!(registry.get("a.b").is_some() && registry.get("a").is_none());
    assert!(registry.by_flat_name("a_c_d").is_some() && registry.by_flat_name("a.b").is_none());
}

#[test]
fn it_refuses_names_that_leave_a_doubt() {
    assert_eq!(refusal(&["a", "b", "a"]), "`a` is declared twice");
    let both = "cannot be both a capability and the namespace of";
    assert_eq!(refusal(&["a.b.c", "a.b"]), format!("`a.b` {both} `a.b.c`"));
    assert_eq!(refusal(&["a", "a0", "a.b"]), format!("`a` {both} `a.b`"));
    assert_eq!(
        refusal(&["a.b_c", "a_b.c"]),
        "`a.b_c` and `a_b.c` both become `a_b_c` where there are no namespaces"
    );
}

#[test]
fn it_refuses_reserved_words() {
    for name in [
        "then",
        "a.constructor",
        "a.b.prototype",
        "toString",
        "valueOf",
        "a.toJSON",
        "delete",
        "a.class",
        "await",
        "serve",
        "mcp.x",
        "help",
    ] {
        let says = refusal(&[name]);
        assert!(says.starts_with(&format!("`{name}` uses the reserved word")), "{name}: {says}");
    }
    for name in ["a.serve", "thenable", "search", "Then"] {
        assert_eq!(refusal(&[name]), "", "{name}");
    }
}

#[test]
fn it_refuses_a_next_action_that_does_not_exist() {
    let mut first = contract("a");
    first.next = vec![Address::parse("b").unwrap()];
    let entry = Entry::described(first, Nothing).unwrap();
    let error = Registry::new(vec![entry]).err().unwrap();
    assert_eq!(error.to_string(), "`a` names `b` as next, and there is no such capability");
}

#[test]
fn a_described_capability_keeps_the_rules_of_a_typed_one() {
    type Change = fn(&mut Contract);
    let cases: [(Change, &str); 6] = [
        (|it| it.examples.clear(), "it needs at least one example"),
        (
            |it| it.input = Schema::parse(json!({"type": "object"})).unwrap(),
            "the input schema must",
        ),
        (
            |it| it.output = Schema::parse(json!({"type": "array"})).unwrap(),
            "the output schema must",
        ),
        (
            |it| {
                it.output =
                    Schema::parse(json!({"type": "object", "properties": {"next": true}})).unwrap();
            },
            "the output declares `next`",
        ),
        (|it| it.description = "no full stop".to_owned(), "it needs a title"),
        (
            |it| it.examples[0].input = json!({"x": 1}),
            "the input of example 0 is wrong at `/x`: expected no field at all",
        ),
    ];
    for (change, says) in cases {
        let mut broken = contract("a");
        change(&mut broken);
        let error = Entry::described(broken, Nothing).err().unwrap().to_string();
        assert!(error.starts_with(&format!("`a`: {says}")), "{error}");
    }
}
