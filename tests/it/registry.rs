//! Is every capability fit to publish?

use std::collections::BTreeSet;

use contract::{approval::Approval, effects::Access};
use serde_json::Value;

use crate::stage;

/// Destructive capabilities that run without a person's yes, each with its reason. The list only
/// ever shrinks.
const DESTRUCTIVE_WITHOUT_A_YES: &str = include_str!("../fence/destructive-without-approval.txt");

fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|it| !it.is_empty() && !it.starts_with('#')).collect()
}

#[test]
fn a_summary_is_one_plain_sentence() {
    for contract in stage::all().contracts() {
        let summary = contract.summary();
        let name = &contract.address;
        assert!(summary.starts_with(char::is_uppercase), "{name}: {summary}");
        assert!(summary.ends_with('.'), "{name}: {summary}");
        assert!(!summary.contains('\n'), "{name}: {summary}");
        assert!(summary.chars().count() <= 120, "{name}: {summary}");
        let title = &contract.title;
        assert!(title.starts_with(char::is_uppercase) && !title.ends_with('.'), "{name}: {title}");
        assert!(title.chars().count() <= 40, "{name}: {title}");
    }
}

#[test]
fn keywords_add_words_that_the_description_does_not_have() {
    for contract in stage::all().contracts() {
        let name = &contract.address;
        let said = format!("{} {}", contract.title, contract.description).to_lowercase();
        let words: BTreeSet<&str> =
            said.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
        assert!(!contract.keywords.is_empty(), "{name} has no keyword");
        let distinct: BTreeSet<&String> = contract.keywords.iter().collect();
        assert_eq!(distinct.len(), contract.keywords.len(), "{name} repeats a keyword");
        let keywords = || contract.keywords.iter().map(String::as_str);
        let shouted: Vec<&str> = keywords().filter(|it| **it != it.to_lowercase()).collect();
        assert_eq!(shouted, [""; 0], "{name} has keywords in capitals");
        let said_twice: Vec<&str> = keywords().filter(|it| words.contains(it)).collect();
        assert_eq!(said_twice, [""; 0], "{name} has keywords that it says already");
    }
}

#[test]
fn every_next_action_exists() {
    let registry = stage::all();
    let names: BTreeSet<&str> = registry.contracts().map(|it| it.address.as_str()).collect();
    for contract in registry.contracts() {
        for next in &contract.next {
            assert!(names.contains(next.as_str()), "{} names {next}", contract.address);
        }
    }
}

#[test]
fn what_destroys_needs_a_yes_or_a_reason() {
    let registry = stage::all();
    let found: Vec<&str> = registry
        .contracts()
        .filter(|it| it.effects.access == Access::Destructive)
        .filter(|it| it.approval != Approval::Required)
        .map(|it| it.address.as_str())
        .collect();
    let in_product = |line: &&str| cfg!(feature = "fixtures") || !line.starts_with("fixture.");
    let listed: Vec<&str> = lines(DESTRUCTIVE_WITHOUT_A_YES)
        .into_iter()
        .filter(in_product)
        .map(|line| line.split_once(": ").map(|(name, _)| name).unwrap())
        .collect();
    assert_eq!(found, listed);
}

/// Walks every schema that is part of a schema.
fn walk<'s>(schema: &'s Value, visit: &mut impl FnMut(&'s Value)) {
    visit(schema);
    for keyword in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get(keyword).filter(|it| it.is_object()) {
            walk(inner, visit);
        }
    }
    for keyword in ["anyOf", "oneOf", "allOf", "prefixItems"] {
        for inner in schema.get(keyword).and_then(Value::as_array).into_iter().flatten() {
            walk(inner, visit);
        }
    }
    for keyword in ["properties", "$defs"] {
        for (_, inner) in schema.get(keyword).and_then(Value::as_object).into_iter().flatten() {
            walk(inner, visit);
        }
    }
}

#[test]
fn every_field_says_what_it_is_in_words_fit_to_publish() {
    for contract in stage::all().contracts() {
        let failures = contract.failure_schema();
        let schemas = [contract.input.json(), contract.output.json(), &failures];
        for schema in schemas {
            walk(schema, &mut |part| {
                for (name, field) in part["properties"].as_object().into_iter().flatten() {
                    if ["tag", "message", "kind"].contains(&name.as_str()) {
                        continue;
                    }
                    let here = format!("{} `{name}`", contract.address);
                    let description = field["description"].as_str().unwrap_or_default();
                    assert!(description.ends_with('.'), "{here}: `{description}`");
                    for word in
                        [concat!("TO", "DO"), "serde", "Rust", "Option", "struct", "crate::", "[`"]
                    {
                        assert!(!description.contains(word), "{here}: `{description}`");
                    }
                }
            });
        }
    }
}

#[test]
fn members_are_camel_case_on_the_wire() {
    let camel = |name: &str| {
        name.starts_with(|it: char| it.is_ascii_lowercase())
            && name.bytes().all(|it| it.is_ascii_alphanumeric())
    };
    for contract in stage::all().contracts() {
        let failures = contract.failure_schema();
        for schema in [contract.input.json(), contract.output.json(), &failures] {
            walk(schema, &mut |part| {
                for name in part["properties"].as_object().into_iter().flatten().map(|it| it.0) {
                    assert!(camel(name), "{} `{name}`", contract.address);
                }
            });
        }
    }
}

#[test]
fn an_input_is_closed_at_every_level() {
    for contract in stage::all().contracts() {
        walk(contract.input.json(), &mut |part| {
            let is_object = part.get("type").is_some_and(|it| it == "object");
            let is_map = part.get("properties").is_none();
            if is_object && !is_map {
                assert_eq!(part["additionalProperties"], false, "{}: {part}", contract.address);
            }
        });
    }
}

#[test]
fn no_integer_width_or_schema_title_leaks() {
    for contract in stage::all().contracts() {
        let published = contract.published().to_string();
        for leak in ["\"uint", "\"int32\"", "\"int64\"", "$schema", "Nullable", "\"double\""] {
            assert!(!published.contains(leak), "{}: {leak}", contract.address);
        }
    }
}

#[cfg(not(feature = "fixtures"))]
#[test]
fn no_product_holds_a_fixture() {
    let registry = stage::all();
    let names: Vec<&str> = registry.contracts().map(|it| it.address.as_str()).collect();
    assert!(!names.iter().any(|it| it.starts_with("fixture")), "{names:?}");
    assert!(!names.is_empty());
}

#[cfg(feature = "fixtures")]
#[test]
fn the_twins_promise_the_same() {
    let registry = stage::all();
    let typed = registry.get("fixture.twin.typed").unwrap().contract();
    let described = registry.get("fixture.twin.described").unwrap().contract();
    assert_ne!(typed.digest(), described.digest(), "their names differ");
    let anonymous =
        |published: Value| published.to_string().replace("twin.described", "twin.typed");
    assert_eq!(anonymous(typed.published()), anonymous(described.published()));
}
