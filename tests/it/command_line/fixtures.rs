//! Every form of field and every kind of outcome, by the test-only capabilities.

use serde_json::json;

use super::process::run;

#[test]
fn every_kind_of_outcome_has_its_exit_code_and_its_stream() {
    let table = [
        ("invalid", 6, "invalid", "CannotAct"),
        ("notFound", 4, "notFound", "NothingThere"),
        ("conflict", 5, "conflict", "InTheWay"),
        ("limited", 8, "limited", "HadEnough"),
        ("unavailable", 3, "unavailable", "FriendAway"),
        ("internal", 1, "internal", "InternalError"),
        ("brokenOutput", 1, "internal", "InternalError"),
        ("brokenFailure", 1, "internal", "InternalError"),
        ("nonsense", 2, "invalidInput", "InvalidInput"),
    ];
    for (how, code, kind, tag) in table {
        let ended = run(&["fixture", "fail", "--how", how, "--json"]);
        assert_eq!(ended.code, code, "{how}");
        let failure = ended.failure();
        assert_eq!((&failure["kind"], &failure["tag"]), (&json!(kind), &json!(tag)), "{how}");
        let told = run(&["fixture", "fail", "--how", how]);
        assert_eq!((told.code, told.stdout.as_str()), (code, ""), "{how}");
        assert!(told.stderr.contains(&format!("error[{tag}]: ")), "{how}: {}", told.stderr);
    }
    assert_eq!(run(&["fixture", "fail", "--how", "succeed", "--json"]).code, 0);
}

#[test]
fn the_cause_of_an_internal_error_is_in_the_log_and_not_in_the_answer() {
    let told = run(&["fixture", "fail", "--how", "internal"]);
    let (log, answer) = told.stderr.split_once("error[").unwrap();
    assert!(log.contains("secret"), "{log}");
    assert!(!answer.contains("secret"), "{answer}");
    let quiet = run(&["fixture", "fail", "--how", "internal", "--json"]);
    assert!(!quiet.stderr.contains("secret"), "{}", quiet.stderr);
    assert!(quiet.failure()["requestId"].is_string());
}

#[test]
fn every_form_of_field_has_a_flag() {
    let words = [
        "fixture",
        "fields",
        "--json",
        "--text=-a b-",
        "--code",
        "AB1",
        "--count",
        "-5",
        "--ratio",
        "1.25",
        "--exact",
        "--color",
        "deep-blue",
        "--tags",
        "one",
        "--tags",
        "--two",
        "--tags",
        "",
        "--marks",
        "255",
        "--place",
        r#"{"streetName":"Quay","house":3}"#,
        "--remark",
        "null",
        "--page-size",
        "7",
        "--scores",
        r#"{"a":1}"#,
        "--extra",
        "[null,1.5]",
        "--shape",
        r#"{"kind":"square","side":2}"#,
    ];
    let received = run(&words).answer()["received"].clone();
    assert_eq!(
        received,
        json!({
            "text": "-a b-",
            "code": "AB1",
            "count": -5,
            "ratio": 1.25,
            "exact": true,
            "color": "deep-blue",
            "tags": ["one", "--two", ""],
            "marks": [255],
            "colors": [],
            "place": {"streetName": "Quay", "house": 3},
            "remark": "null",
            "pageSize": 7,
            "scores": {"a": 1},
            "extra": [null, 1.5],
            "shape": {"kind": "square", "side": 2},
        })
    );
}

#[test]
fn a_namespace_is_a_command_of_commands() {
    let bare = run(&["fixture"]);
    assert_eq!((bare.code, bare.stdout.as_str()), (2, ""));
    assert!(bare.stderr.contains("Usage: "), "{}", bare.stderr);
    let unknown = run(&["fixture", "fial", "--json"]);
    assert_eq!(unknown.code, 4);
    assert_eq!(unknown.failure()["nearest"][0], "fixture.fail");
}

#[test]
fn what_the_caller_may_not_use_looks_like_nothing() {
    let refused = run(&["fixture", "scoped", "--json"]);
    assert_eq!(refused.code, 4);
    assert_eq!(refused.failure()["tag"], "UnknownCapability");
    assert!(!run(&["fixture", "--help"]).stdout.contains("scoped"));
    assert!(!run(&["catalog"]).stdout.contains("fixture.scoped"));
}
