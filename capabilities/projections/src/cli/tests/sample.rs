//! Contracts to read command lines for.

use contract::{
    address::Address,
    approval::Approval,
    capability::Example,
    contract::Contract,
    effects::{Effects, RateClass},
    failure::{FailureKind, variant},
    schema::Schema,
};
use serde_json::{Value, json};

pub(super) fn contract_of(
    address: &str,
    properties: Value,
    required: Value,
    example: Value,
) -> Contract {
    let object = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    Contract {
        address: Address::parse(address).unwrap(),
        title: "A title".to_owned(),
        description: "Does it. And says more.".to_owned(),
        effects: Effects::READ_ONLY,
        approval: Approval::NotNeeded,
        scope: None,
        rate: RateClass::Light,
        keywords: Vec::new(),
        examples: vec![Example { input: example, output: json!({}) }],
        next: Vec::new(),
        present: None,
        input: Schema::parse(object).unwrap(),
        output: Schema::parse(json!({"type": "object"})).unwrap(),
        failures: Vec::new(),
    }
}

/// One field of every form.
pub(super) fn everything() -> Contract {
    contract_of(
        "every.thing",
        json!({
            "text": {"type": "string"},
            "maxItems": {"type": "number"},
            "deep": {"type": "boolean"},
            "kind": {"type": "string", "enum": ["page", "skill"]},
            "tags": {"type": "array", "items": {"type": "string"}},
            "sizes": {"type": "array", "items": {"type": "number"}},
            "shape": {"description": "Anything."},
        }),
        json!(["text"]),
        json!({"text": "a"}),
    )
}

/// A capability as products have them.
pub(super) fn search() -> Contract {
    let mut contract = contract_of(
        "search",
        json!({
            "query": {
                "type": "string", "minLength": 1, "maxLength": 1000,
                "description": "What to look for.",
            },
            "limit": {
                "type": "integer", "minimum": 1, "maximum": 50, "default": 10,
                "description": "How many matches.",
            },
            "kinds": {
                "type": ["array", "null"], "items": {"enum": ["page", "skill"]},
                "description": "Only these kinds.",
            },
            "explain": {"type": "boolean", "default": false, "description": "Say why."},
        }),
        json!(["query"]),
        json!({"query": "ownership"}),
    );
    contract.title = "Search the site".to_owned();
    contract.description = "Finds pages by their words. The best come first.".to_owned();
    let fields = json!({"properties": {"page": {"type": "string"}}, "required": ["page"]});
    contract.failures =
        vec![variant("InvalidCursor".to_owned(), FailureKind::NotFound, fields).unwrap()];
    contract
}

/// The same, where a person must approve.
pub(super) fn approved() -> Contract {
    let mut contract = search();
    contract.address = Address::parse("notes.erase").unwrap();
    contract.approval = Approval::Required;
    contract.effects = Effects::DESTRUCTIVE;
    contract
}
