//! References are inlined where they end, kept where they do not.

use serde_json::{Value, json};

use super::inlined;

#[track_caller]
fn check(schema: &Value, expected: &Value) {
    assert_eq!(&inlined(schema), expected);
}

/// Definitions that are reached through other definitions are not lost.
#[test]
fn references_to_references_are_inlined() {
    check(
        &json!({
            "type": "object",
            "properties": {"a": {"$ref": "#/$defs/A"}},
            "$defs": {
                "A": {"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}}},
                "B": {"type": "array", "items": {"$ref": "#/$defs/C"}},
                "C": {"type": "string"},
            },
        }),
        &json!({
            "type": "object",
            "properties": {
                "a": {
                    "type": "object",
                    "properties": {"b": {"type": "array", "items": {"type": "string"}}},
                },
            },
        }),
    );
}

#[test]
fn a_definition_that_holds_itself_stays_a_definition() {
    let node = json!({
        "type": "object",
        "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
    });
    check(
        &json!({
            "type": "object",
            "properties": {"tree": {"$ref": "#/$defs/Node"}, "name": {"$ref": "#/$defs/Name"}},
            "$defs": {"Node": node, "Name": {"type": "string"}},
        }),
        &json!({
            "type": "object",
            "properties": {"tree": {"$ref": "#/$defs/Node"}, "name": {"type": "string"}},
            "$defs": {"Node": node},
        }),
    );
}

#[test]
fn a_schema_that_is_its_own_part_ends() {
    check(
        &json!({"type": "object", "properties": {"inner": {"$ref": "#"}}}),
        &json!({
            "type": "object",
            "properties": {"inner": {"$ref": "#/$defs/root"}},
            "$defs": {
                "root": {"type": "object", "properties": {"inner": {"$ref": "#/$defs/root"}}},
            },
        }),
    );
}

#[test]
fn two_definitions_that_hold_each_other_end() {
    let whole = inlined(&json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/A"}},
        "$defs": {
            "A": {"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}}},
            "B": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}},
        },
    }));
    let definitions = whole["$defs"].as_object().unwrap();
    assert_eq!(definitions.keys().collect::<Vec<_>>(), ["A", "B"]);
    assert_eq!(whole["properties"]["a"], json!({"$ref": "#/$defs/A"}));
}

#[test]
fn what_stands_beside_a_reference_still_counts() {
    check(
        &json!({
            "type": "object",
            "properties": {
                "id": {"$ref": "#/$defs/Id", "description": "Which one."},
                "short": {"$ref": "#/$defs/Id", "maxLength": 4},
                "exact": {"$ref": "#/$defs/Id", "type": ["string", "null"]},
            },
            "$defs": {"Id": {"type": "string", "description": "An id."}},
        }),
        &json!({
            "type": "object",
            "properties": {
                "id": {"type": "string", "description": "Which one."},
                "short": {"type": "string", "description": "An id.", "maxLength": 4},
                "exact": {"allOf": [
                    {"type": "string", "description": "An id."},
                    {"type": ["string", "null"]},
                ]},
            },
        }),
    );
}

/// A property may be called like a keyword.
#[test]
fn data_is_no_schema() {
    let schema = json!({
        "type": "object",
        "properties": {"$ref": {"type": "string"}, "x": {"default": {"$ref": "#/nowhere"}}},
    });
    check(&schema, &schema);
}

/// Each level doubles: written out it would be a million schemas.
#[test]
fn a_schema_that_would_explode_is_left_as_it_is() {
    let mut definitions = serde_json::Map::new();
    for level in 0..20 {
        let below = json!({"$ref": format!("#/$defs/L{}", level + 1)});
        let here = json!({"type": "object", "properties": {"a": below, "b": below}});
        definitions.insert(format!("L{level}"), here);
    }
    definitions.insert("L20".to_owned(), json!({"type": "string"}));
    let schema = json!({
        "type": "object",
        "properties": {"top": {"$ref": "#/$defs/L0"}},
        "$defs": definitions,
    });
    check(&schema, &schema);
}
