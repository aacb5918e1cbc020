//! Does a published schema say exactly what is accepted and what is given?
//!
//! The judge is another implementation of JSON Schema than the one the pipeline uses.

use std::rc::Rc;

use contract::{
    approval::DenyAll, contract::Contract, invoke_error::InvokeError, policy::Verdict,
    schema::Schema,
};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::{
    corpus,
    stage::{self, Stage},
};

fn judge(schema: &Value) -> jsonschema::Validator {
    jsonschema::draft202012::new(schema).unwrap()
}

/// A stage that asks before every call and gets a no: a fitting input is exactly one for which
/// somebody is asked, and no handler ever runs.
fn deciding() -> Stage {
    Stage::new(&[("*", Verdict::Ask)], Rc::new(DenyAll))
}

fn examples_of(contract: &Contract) -> impl Iterator<Item = &Value> {
    contract.examples.iter().map(|it| &it.input)
}

#[test]
fn the_published_input_is_the_accepted_input() {
    let stage = deciding();
    let mut seen = (0, 0);
    for contract in stage.invoker.listed() {
        let name = contract.address.as_str();
        let published = contract.input.json();
        let judge = judge(published);
        for value in examples_of(contract).flat_map(|it| corpus::around(published, it)) {
            let accepted = match stage.call(name, value.clone()) {
                Err(InvokeError::ApprovalDenied { .. }) => true,
                Err(InvokeError::InvalidInput(_)) => false,
                other => panic!("{name}: {value} gave {other:?}"),
            };
            assert_eq!(
                judge.is_valid(&value),
                accepted,
                "{name}: schema against pipeline, {value}"
            );
            let count = if accepted { &mut seen.0 } else { &mut seen.1 };
            *count += 1;
        }
    }
    assert!(seen.0 > 20 && seen.1 > 100, "the corpus tells nothing apart: {seen:?}");
}

#[test]
fn an_invalid_input_is_told_where_and_what_would_fit() {
    let stage = deciding();
    for contract in stage.invoker.listed() {
        let name = contract.address.as_str();
        let published = contract.input.json();
        for value in examples_of(contract).flat_map(|it| corpus::around(published, it)) {
            let Err(InvokeError::InvalidInput(invalid)) = stage.call(name, value.clone()) else {
                continue;
            };
            assert!(!invalid.expected.is_empty(), "{name}: {value}");
            // What is offered for a place is put there; for a member that nothing knows, and for
            // the whole input, it stands for the whole.
            let place = invalid.pointer.as_str();
            let is_there = value.pointer(place).is_some();
            let whole =
                place.is_empty() || invalid.problem == contract::schema::MismatchKind::Unknown;
            let missing = invalid.problem == contract::schema::MismatchKind::Missing;
            assert!(is_there != missing, "{name}: {value} has its fault at {place}");
            let mended = match whole {
                true => invalid.example.clone(),
                false => corpus::with(&value, place, invalid.example.clone()),
            };
            let again = match stage.call(name, mended.clone()) {
                Err(InvokeError::InvalidInput(again)) => Some(again.pointer.clone()),
                _ => None,
            };
            assert!(
                !whole || again.is_none(),
                "{name}: {} is offered for {value} and does not fit",
                invalid.example
            );
            assert_ne!(
                again.as_deref(),
                Some(place),
                "{name}: {} is offered at {place} of {value}",
                invalid.example
            );
        }
    }
}

#[test]
fn examples_fit_what_is_published() {
    for contract in stage::all().contracts() {
        for example in &contract.examples {
            for (part, schema, value) in [
                ("input", &contract.input, &example.input),
                ("output", &contract.output, &example.output),
            ] {
                let errors: Vec<String> =
                    judge(schema.json()).iter_errors(value).map(|it| it.to_string()).collect();
                assert_eq!(errors, [""; 0], "{} {part} {value}", contract.address);
            }
        }
    }
}

#[test]
fn a_default_is_a_value_that_fits() {
    for contract in stage::all().contracts() {
        let published = contract.input.json();
        for (name, property) in published["properties"].as_object().into_iter().flatten() {
            if let Some(default) = property.get("default") {
                assert!(judge(property).is_valid(default), "{} {name}", contract.address);
            }
        }
    }
}

/// The decoder of one type, alone, against its published schema.
#[track_caller]
fn check_type<T: DeserializeOwned + JsonSchema>(fitting: Value) {
    let schema = Schema::read::<T>().unwrap();
    let judge = judge(schema.json());
    assert!(judge.is_valid(&fitting), "{fitting}");
    for value in corpus::around(schema.json(), &fitting) {
        // The pipeline writes `1.0` as `1` before it decodes, so the decoder never sees the first.
        if has_whole_float(&value) {
            continue;
        }
        let decoded = serde_json::from_value::<T>(value.clone());
        let said = decoded.err().map(|it| it.to_string());
        assert_eq!(judge.is_valid(&value), said.is_none(), "{value}: {said:?}");
    }
}

fn has_whole_float(value: &Value) -> bool {
    corpus::places(value).iter().any(|it| match value.pointer(it) {
        Some(Value::Number(number)) => {
            number.is_f64() && number.as_f64().is_some_and(|it| it.fract() == 0.0)
        }
        Some(_) | None => false,
    })
}

#[test]
fn the_judge_catches_a_type_that_promises_more_than_it_keeps() {
    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its decoder is used")]
    struct Loose(#[schemars(length(max = 3))] String);

    let caught = std::panic::catch_unwind(|| check_type::<Loose>(json!("abc")));
    assert!(caught.is_err());
}

#[cfg(feature = "fixtures")]
mod fixtures {
    use catalog::fixture::fields;

    use super::*;

    #[test]
    fn each_new_type_decodes_what_its_schema_admits() {
        check_type::<fields::Code>(json!("AB1"));
        check_type::<fields::Page>(json!(20));
        check_type::<fields::Color>(json!("deep-blue"));
    }

    #[test]
    fn every_output_fits_what_is_published() {
        let stage = Stage::open();
        let mut ran = 0;
        for contract in stage.invoker.listed() {
            let name = contract.address.as_str();
            if !name.starts_with("fixture.") {
                continue;
            }
            let judge = judge(contract.output.json());
            for value in
                examples_of(contract).flat_map(|it| corpus::around(contract.input.json(), it))
            {
                if let Ok(outcome) = stage.call(name, value.clone()) {
                    ran += 1;
                    let errors: Vec<String> =
                        judge.iter_errors(&outcome.output).map(|it| it.to_string()).collect();
                    assert_eq!(errors, [""; 0], "{name} of {value}");
                }
            }
        }
        assert!(ran > 20, "only {ran} calls succeeded");
    }

    #[test]
    fn every_failure_fits_what_is_published() {
        let stage = Stage::open();
        let contract = stage.invoker.contract("fixture.fail").unwrap().clone();
        let judge = judge(&contract.failure_schema());
        let expected = [
            ("invalid", "CannotAct"),
            ("notFound", "NothingThere"),
            ("conflict", "InTheWay"),
            ("limited", "HadEnough"),
            ("unavailable", "FriendAway"),
        ];
        for (how, tag) in expected {
            let error = stage.call("fixture.fail", json!({"how": how})).unwrap_err();
            let failure = Value::Object(error.to_json());
            assert_eq!(failure["tag"], tag);
            assert!(judge.is_valid(&failure), "{failure}");
        }
        let denied = stage.call("fixture.approve", json!({"what": "x"})).unwrap_err();
        let contract = stage.invoker.contract("fixture.approve").unwrap();
        let denied = Value::Object(denied.to_json());
        assert!(self::judge(&contract.failure_schema()).is_valid(&denied), "{denied}");
    }

    #[test]
    fn what_breaks_its_own_contract_is_an_internal_error_and_tells_nothing() {
        let stage = Stage::open();
        for how in ["internal", "brokenOutput", "brokenFailure"] {
            let error = stage.call("fixture.fail", json!({"how": how})).unwrap_err();
            let request_id = stage::REQUEST_ID.to_owned();
            assert_eq!(error, InvokeError::Internal { request_id }, "{how}");
            let said = format!("{} {}", error.message(), Value::Object(error.to_json()));
            assert!(!said.contains(catalog::fixture::fail::SECRET), "{said}");
        }
        let diary = stage.diary.0.borrow();
        assert!(diary[0].contains(catalog::fixture::fail::SECRET), "{diary:?}");
    }

    #[test]
    fn an_invalid_input_reaches_no_handler() {
        let stage = Stage::open();
        let before = catalog::fixture::count();
        let mut refused = 0;
        for contract in stage.invoker.listed() {
            let name = contract.address.as_str();
            let judge = judge(contract.input.json());
            for value in
                examples_of(contract).flat_map(|it| corpus::around(contract.input.json(), it))
            {
                if !judge.is_valid(&value) {
                    refused += 1;
                    assert!(stage.call(name, value).is_err());
                }
            }
        }
        assert!(refused > 500, "only {refused} were invalid");
        assert_eq!(catalog::fixture::count(), before);
        stage.call("fixture.twin.typed", json!({"name": "Ada"})).unwrap();
        assert_eq!(catalog::fixture::count(), before + 1, "the counter counts");
    }
}
