//! The checker against an independent one, what it says, and which schemas are refused.

use serde_json::json;

use super::*;

/// Schemas that between them use every keyword.
fn schemas() -> Vec<Value> {
    vec![
        json!(true),
        json!(false),
        json!({"type": "integer", "minimum": -2, "maximum": 3}),
        json!({"type": ["string", "null"], "minLength": 1, "maxLength": 3}),
        json!({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 2.5, "multipleOf": 0.5}),
        json!({"enum": [1, "a", null, [1], {"a": 1}]}),
        json!({"const": {"a": [1, 2.0]}}),
        json!({"type": "string", "pattern": "^[a-c]+$"}),
        json!({"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 2}),
        json!({"prefixItems": [{"type": "string"}, true], "items": false}),
        json!({"type": "array", "uniqueItems": true}),
        json!({"contains": {"type": "string"}, "minContains": 1, "maxContains": 2}),
        json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"],
               "additionalProperties": false}),
        json!({"additionalProperties": {"type": "boolean"}, "minProperties": 1, "maxProperties": 2}),
        json!({"patternProperties": {"^a": {"type": "integer"}}, "additionalProperties": false}),
        json!({"propertyNames": {"maxLength": 1}}),
        json!({"dependentRequired": {"a": ["b"]}}),
        json!({"dependentSchemas": {"a": {"required": ["c"]}}}),
        json!({"anyOf": [{"type": "integer"}, {"type": "object", "required": ["a"]}]}),
        json!({"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 2}]}),
        json!({"allOf": [{"type": "integer"}, {"minimum": 1}]}),
        json!({"not": {"type": "string"}}),
        json!({"if": {"type": "integer"}, "then": {"minimum": 1}, "else": {"type": "string"}}),
        json!({"$ref": "#/$defs/tree", "$defs": {"tree": {"type": "object",
               "properties": {"a": {"$ref": "#/$defs/tree"}}, "additionalProperties": false}}}),
        json!({"$ref": "#/$defs/n", "minimum": 2, "$defs": {"n": {"type": "integer"}}}),
    ]
}

fn values() -> Vec<Value> {
    let mut values = vec![
        json!(null),
        json!(true),
        json!(false),
        json!(-3),
        json!(-2),
        json!(0),
        json!(1),
        json!(1.0),
        json!(0.5),
        json!(2),
        json!(2.5),
        json!(3),
        json!(4),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!("a"),
        json!("abc"),
        json!("abcd"),
        json!("é😀"),
        json!([]),
        json!([1]),
        json!([1, 1.0]),
        json!(["a", "b", "c"]),
        json!(["a", 1, null]),
        json!({}),
        json!({"a": 1}),
        json!({"a": "x"}),
        json!({"a": {"a": {}}}),
        json!({"a": {"b": {}}}),
        json!({"a": true, "b": false}),
        json!({"a": 1, "b": 2, "c": 3}),
        json!({"a": [1, 2]}),
        json!({"ab": 1}),
        json!({"b": 1}),
    ];
    let nested: Vec<Value> = values.iter().map(|it| json!({"a": it, "c": [it]})).collect();
    values.extend(nested);
    values
}

#[test]
fn it_agrees_with_an_independent_checker() {
    for json in schemas() {
        let ours = Schema::parse(json.clone()).unwrap();
        let theirs = jsonschema::draft202012::new(&json).unwrap();
        for value in values() {
            assert_eq!(
                ours.check(&value).is_ok(),
                theirs.is_valid(&value),
                "schema {json}, value {value}"
            );
        }
    }
}

#[track_caller]
fn complaint(schema: Value, value: Value) -> String {
    let schema = Schema::parse(schema).unwrap();
    let mismatch = schema.check(&value).unwrap_err();
    format!("{} {:?}: {}", mismatch.pointer.as_str(), mismatch.kind, mismatch.expected)
}

#[test]
fn it_says_where_and_what_would_fit() {
    let search = json!({
        "type": "object",
        "properties": {
            "query": {"type": "string", "minLength": 1, "maxLength": 200},
            "limit": {"type": "integer", "minimum": 1, "maximum": 50},
            "kinds": {"type": "array", "items": {"enum": ["page", "skill"]}, "maxItems": 2},
        },
        "required": ["query"],
        "additionalProperties": false,
    });
    let says = |value| complaint(search.clone(), value);
    assert_eq!(says(json!({})), "/query Missing: a string of 1 to 200 characters");
    assert_eq!(says(json!([])), " Wrong: an object with `query`");
    assert_eq!(says(json!({"query": "x", "limit": 51})), "/limit Wrong: an integer from 1 to 50");
    assert_eq!(
        says(json!({"query": "x", "limt": 5})),
        "/limt Unknown: `limit` (no other field than `query`, `limit`, `kinds`)"
    );
    assert_eq!(
        says(json!({"query": "x", "kinds": ["page", "tool"]})),
        "/kinds/1 Wrong: one of `\"page\"`, `\"skill\"`"
    );
    assert_eq!(
        says(json!({"query": "x", "kinds": ["page", "page", "page"]})),
        "/kinds Wrong: an array of at most 2 items, each one of `\"page\"`, `\"skill\"`"
    );
}

#[test]
fn of_alternatives_it_speaks_about_the_one_that_was_meant() {
    let circle = json!({"type": "object", "properties": {"shape": {"const": "circle"},
        "radius": {"type": "number", "exclusiveMinimum": 0}}, "required": ["shape", "radius"]});
    let square = json!({"type": "object", "properties": {"shape": {"const": "square"},
        "side": {"type": "number"}}, "required": ["shape", "side"]});
    let either = json!({"oneOf": [circle.clone(), square]});
    assert_eq!(
        complaint(either.clone(), json!({"shape": "circle", "radius": 0})),
        "/radius Wrong: a number over 0"
    );
    assert_eq!(complaint(either, json!({"shape": "square"})), "/side Missing: a number");
    let nullable = json!({"anyOf": [circle, {"type": "null"}]});
    assert_eq!(
        complaint(nullable.clone(), json!({"shape": "circle"})),
        "/radius Missing: a number over 0"
    );
    assert_eq!(complaint(nullable, json!(7)), " Wrong: an object with `shape`, `radius`, or null");
}

#[test]
fn a_keyword_that_is_not_enforced_is_refused() {
    let refused = [
        (json!({"unevaluatedProperties": false}), "/unevaluatedProperties"),
        (json!({"properties": {"a": {"nullable": true}}}), "/properties/a/nullable"),
        (json!({"items": [{"type": "string"}]}), "/items"),
        (json!({"$ref": "https://example.com/schema"}), "/$ref"),
        (json!({"$ref": "#/$defs/none"}), "/$ref"),
        (json!({"$dynamicRef": "#x"}), "/$dynamicRef"),
        (json!({"pattern": "(?=a)"}), "/pattern"),
        (json!({"type": "int"}), "/type"),
        (json!({"minLength": -1}), "/minLength"),
        (json!({"multipleOf": 0}), "/multipleOf"),
        (json!({"anyOf": []}), "/anyOf"),
        (json!(7), ""),
    ];
    for (schema, pointer) in refused {
        let error = Schema::parse(schema.clone()).unwrap_err();
        assert_eq!(error.pointer.as_str(), pointer, "{schema}");
    }
}

#[test]
fn a_schema_that_never_ends_is_refused() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
        json!({"anyOf": [{"$ref": "#"}, {"type": "string"}]}),
    ] {
        assert!(Schema::parse(schema.clone()).is_err(), "{schema}");
    }
}

#[test]
fn a_value_nested_too_deep_is_refused_and_not_followed() {
    let schema = json!({"$ref": "#/$defs/list", "$defs": {"list": {"type": "array",
        "items": {"$ref": "#/$defs/list"}}}});
    let mut value = json!([]);
    for _ in 0..100 {
        value = json!([value]);
    }
    let says = complaint(schema, value);
    assert!(says.ends_with("TooDeep: at most 64 levels of nesting"), "{says}");
}

#[test]
fn an_example_fits_its_schema() {
    for json in schemas() {
        let schema = Schema::parse(json.clone()).unwrap();
        if let Some(example) = example_of(&schema, schema.json()) {
            assert!(schema.check(&example).is_ok(), "{json} does not accept {example}");
        }
    }
}

#[test]
fn integer_widths_become_bounds_and_no_format_is_left() {
    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Widths {
        byte: u8,
        count: u32,
        total: u64,
        offset: i32,
        share: f64,
        maybe: Option<u16>,
    }
    let schema = Schema::read::<Widths>().unwrap();
    let bounds = |name: &str| {
        let field = &schema.json()["properties"][name];
        (field["minimum"].clone(), field["maximum"].clone(), field.get("format").cloned())
    };
    assert_eq!(bounds("byte"), (json!(0), json!(255), None));
    assert_eq!(bounds("count"), (json!(0), json!(4_294_967_295_u32), None));
    assert_eq!(bounds("total"), (json!(0), json!(u64::MAX), None));
    assert_eq!(bounds("offset"), (json!(-2_147_483_648_i32), json!(2_147_483_647_i32), None));
    assert_eq!(bounds("share"), (json!(null), json!(null), None));
    assert_eq!(bounds("maybe"), (json!(0), json!(65_535), None));
}
