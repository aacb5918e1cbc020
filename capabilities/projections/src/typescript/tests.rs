//! Every kind of schema, and text that tries to leave its place.

use contract::schema::Schema;
use serde_json::{Value, json};

use super::{Printer, doc_comment, is_identifier, string_literal};

#[track_caller]
fn check(schema: Value, expected: &str) {
    let schema = Schema::parse(schema).unwrap();
    let mut printer = Printer::default();
    let mut printed = printer.print(&schema, "It", "");
    for (name, alias) in printer.take_aliases() {
        printed.push_str(&format!("; {name} = {alias}"));
    }
    assert_eq!(printed, expected, "{}", schema.json());
}

#[test]
fn what_types_can_say_they_say() {
    check(json!(true), "unknown");
    check(json!(false), "never");
    check(json!({"not": {}}), "never");
    check(json!({}), "unknown");
    check(json!({"type": "string"}), "string");
    check(json!({"type": "integer"}), "number");
    check(json!({"type": ["integer", "number"]}), "number");
    check(json!({"type": ["string", "null"]}), "string | null");
    check(json!({"const": null}), "null");
    check(json!({"const": {"a": [1, true]}}), "{ \"a\": [1, true] }");
    check(json!({"type": "string", "enum": ["a", "b\"c"]}), r#""a" | "b\"c""#);
    check(json!({"enum": [1, null]}), "1 | null");
    check(json!({"anyOf": [{"type": "string"}, {"type": "null"}]}), "string | null");
    check(json!({"oneOf": [{"const": "a", "description": "A."}, {"const": "b"}]}), r#""a" | "b""#);
    check(
        json!({"allOf": [{"type": ["string", "null"]}, {"enum": ["a", null]}]}),
        r#"(string | null) & ("a" | null)"#,
    );
    check(json!({"type": "array"}), "Array<unknown>");
    check(json!({"type": "array", "items": {"type": ["string", "null"]}}), "Array<string | null>");
    check(
        json!({
            "type": "array",
            "prefixItems": [{"type": "string"}, {"type": "number"}],
            "items": false, "minItems": 1,
        }),
        "[string, (number)?]",
    );
    check(
        json!({"type": "array", "prefixItems": [{"type": "string"}], "minItems": 1}),
        "[string, ...Array<unknown>]",
    );
    check(
        json!({"anyOf": [
            {"type": "array", "items": {"enum": ["a", "b|\"c"]}},
            {"const": "d | e"},
            {"type": ["string", "null"]},
        ]}),
        r#"Array<"a" | "b|\"c"> | "d | e" | (string | null)"#,
    );
    check(json!({"type": "object"}), "{ [member: string]: unknown }");
    check(
        json!({"type": "object", "additionalProperties": {"type": "number"}}),
        "{ [member: string]: number }",
    );
    check(json!({"type": "object", "additionalProperties": false}), "{ [member: string]: never }");
    check(
        json!({
            "type": "object",
            "required": ["a", "c-d"],
            "properties": {
                "a": {"type": "string"},
                "b": {"type": "number"},
                "c-d": {"type": "object", "properties": {"e": true}},
            },
        }),
        "{\n  a: string;\n  b?: number;\n  \"c-d\": {\n    e?: unknown;\n  };\n}",
    );
    check(
        json!({
            "type": "object",
            "properties": {"a": {"type": "string"}},
            "additionalProperties": {"type": "number"},
        }),
        "{\n  a?: string;\n  /** Others: number */\n  [member: string]: unknown;\n}",
    );
}

#[test]
fn what_types_cannot_say_stands_beside_them() {
    check(
        json!({
            "type": "object",
            "properties": {
                "limit": {
                    "type": "integer", "minimum": 1, "maximum": 50, "default": 10,
                    "description": "How many.",
                },
                "tags": {"type": "array", "items": {"type": "string", "maxLength": 5}, "minItems": 1},
            },
        }),
        "{\n  /**\n   * How many.\n   * minimum 1, maximum 50\n   * @default 10\n   */\n  limit?: \
         number;\n  /** minItems 1 */\n  tags?: Array</* maxLength 5 */ string>;\n}",
    );
    check(
        json!({"anyOf": [{"type": "string", "pattern": "^*/"}, {"type": "number", "not": {"const": 1}}]}),
        "/* pattern \"^*\\/\" */ string | /* not {\"const\":1} */ number",
    );
}

#[test]
fn a_description_does_not_change_the_type_around_it() {
    let described = json!({
        "type": "object", "properties": {"a": {"type": "string", "description": "say \"(<{ |"}},
    });
    check(
        json!({"allOf": [{"anyOf": [described, {"type": "null"}]}, {"type": ["object", "null"]}]}),
        "({\n  /** say \"(<{ | */\n  a?: string;\n} | null) & ({ [member: string]: unknown } | null)",
    );
}

#[test]
fn references_become_aliases_and_may_recur() {
    check(
        json!({
            "type": "object",
            "properties": {"tree": {"$ref": "#/$defs/a-tree"}},
            "$defs": {"a-tree": {
                "type": "object",
                "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/a-tree"}}},
            }},
        }),
        "{\n  tree?: ItATree;\n}; ItATree = {\n  kids?: Array<ItATree>;\n}",
    );
}

#[test]
fn text_stays_in_its_place() {
    let comment = |text: &str| doc_comment(&[text.to_owned()], "");
    assert_eq!(comment("plain"), "/** plain */\n");
    assert_eq!(comment(""), "");
    assert_eq!(comment("a */ b"), "/** a *\\/ b */\n");
    assert_eq!(comment("a\nb"), "/**\n * a\n * b\n */\n");
    assert_eq!(comment("a\r\u{2028}b\u{202e}"), "/** a\\u{d}\\u{2028}b\\u{202e} */\n");
    assert_eq!(comment("*\n/"), "/**\n * *\n * /\n */\n");
    assert_eq!(string_literal("a\"\\\n\r\u{2028}é"), r#""a\"\\\n\u{d}\u{2028}é""#);
    assert!(is_identifier("a_$1"));
    for other in ["", "1a", "a-b", "a b", "é"] {
        assert!(!is_identifier(other), "{other}");
    }
}

#[test]
fn names_are_given_once() {
    let mut printer = Printer::new(["Client"]);
    assert_eq!(printer.name("Client"), "Client2");
    assert_eq!(printer.name("Client"), "Client3");
    assert_eq!(printer.name("Other"), "Other");
}
