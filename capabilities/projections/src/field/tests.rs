//! Is each field read and spelt in the form its schema asks for?

use contract::schema::Schema;
use serde_json::{Value, json};

use super::{Form, Scalar, fields};

#[track_caller]
fn check(field: Value, expected: Form) {
    let schema = Schema::parse(json!({"type": "object", "properties": {"it": field}})).unwrap();
    assert_eq!(fields(&schema)[0].form, expected, "{field}");
}

fn choice(texts: &[&str]) -> Scalar {
    Scalar::Choice(texts.iter().map(|it| (*it).to_owned()).collect())
}

#[test]
fn each_schema_has_its_form() {
    check(json!({"type": "string"}), Form::Scalar(Scalar::Text));
    check(json!({"type": ["string", "null"]}), Form::Scalar(Scalar::Text));
    check(json!({"type": "integer", "minimum": 1}), Form::Scalar(Scalar::Number));
    check(json!({"type": ["null", "number"]}), Form::Scalar(Scalar::Number));
    check(json!({"type": "boolean"}), Form::Scalar(Scalar::Boolean));
    check(json!({"type": "string", "enum": ["a", "b"]}), Form::Scalar(choice(&["a", "b"])));
    check(json!({"enum": ["a", null]}), Form::Scalar(choice(&["a"])));
    check(json!({"const": "a"}), Form::Scalar(choice(&["a"])));
    let documented = json!({"oneOf": [
        {"type": "string", "const": "a", "description": "A."},
        {"type": "string", "enum": ["b", "c"]},
    ]});
    check(documented.clone(), Form::Scalar(choice(&["a", "b", "c"])));
    check(json!({"anyOf": [documented, {"type": "null"}]}), Form::Scalar(choice(&["a", "b", "c"])));
    check(json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}), Form::Scalar(Scalar::Number));

    check(json!({"type": "array", "items": {"type": "string"}}), Form::Repeated(Scalar::Text));
    check(
        json!({"type": ["array", "null"], "items": {"enum": ["a"]}}),
        Form::Repeated(choice(&["a"])),
    );
    check(json!({"type": "array", "items": {"type": "number"}}), Form::Repeated(Scalar::Number));

    for other in [
        json!(true),
        json!({}),
        json!({"type": "null"}),
        json!({"type": "object"}),
        json!({"type": ["string", "integer"]}),
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        json!({"enum": ["a", 1]}),
        json!({"const": 1}),
        json!({"type": "array"}),
        json!({"type": "array", "items": {"type": ["string", "null"]}}),
        json!({"type": "array", "items": {"type": "array", "items": {"type": "string"}}}),
        json!({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "string"}}),
    ] {
        check(other, Form::Json);
    }
}

#[test]
fn references_are_followed() {
    let schema = Schema::parse(json!({
        "type": "object",
        "required": ["it"],
        "properties": {"it": {"$ref": "#/$defs/kind"}},
        "$defs": {"kind": {"enum": ["page"]}},
    }))
    .unwrap();
    let fields = fields(&schema);
    assert_eq!(fields[0].form, Form::Scalar(choice(&["page"])));
    assert!(fields[0].required);
}

#[test]
fn numbers_have_json_spelling_only() {
    for (text, value) in [
        ("0", json!(0)),
        ("-3", json!(-3)),
        ("1.5", json!(1.5)),
        ("2e3", json!(2000.0)),
        ("18446744073709551615", json!(u64::MAX)),
    ] {
        assert_eq!(Scalar::Number.read(text), Some(value), "{text}");
    }
    for text in
        ["", " 1", "1 ", "\n1", "+1", "01", "0x1", "1_000", ".5", "1.", "NaN", "Infinity", "1e999"]
    {
        assert_eq!(Scalar::Number.read(text), None, "{text:?}");
    }
}

#[test]
fn truth_is_true_or_false() {
    assert_eq!(Scalar::Boolean.read("true"), Some(json!(true)));
    assert_eq!(Scalar::Boolean.read("false"), Some(json!(false)));
    for text in ["", "True", "1", "yes", "null", " true"] {
        assert_eq!(Scalar::Boolean.read(text), None, "{text:?}");
    }
}
