//! Who can approve a call on the command line, and what cannot.

use serde_json::json;

use super::process::{command, home, run, run_in, run_with};

const CALL: [&str; 4] = ["fixture", "approve", "--what", "launch"];

#[test]
fn without_a_yes_the_call_is_denied() {
    let denied = run(&[&CALL[..], &["--json"]].concat());
    assert_eq!(denied.code, 7);
    let failure = denied.failure();
    assert_eq!(
        (&failure["kind"], &failure["tag"]),
        (&json!("approvalDenied"), &json!("ApprovalDenied"))
    );
    assert_eq!(failure["capability"], "fixture.approve");
    let told = run(&CALL);
    assert_eq!(told.code, 7);
    assert!(told.stderr.contains("Pass --yes"), "{}", told.stderr);
}

#[test]
fn the_flag_approves_what_this_process_runs() {
    let done = run(&[&CALL[..], &["--yes", "--json"]].concat()).answer();
    assert_eq!(done, json!({"done": "launch"}));
}

#[test]
fn nothing_but_the_flag_and_a_terminal_approves() {
    // A yes on a pipe is no person at a terminal.
    assert_eq!(run_in(home(), &CALL, "y\nyes\n").code, 7);
    // A variable, a member of the input and a value that looks like the flag are data.
    let variable = run_with(
        command().current_dir(home()).args(CALL).env("CAPSTAN_YES", "1").env("YES", "1"),
        "",
    );
    assert_eq!(variable.code, 7);
    assert_eq!(run(&["fixture", "approve", "--what", "--yes"]).code, 7);
    assert_eq!(run(&["fixture", "approve", "--input", r#"{"what":"a","yes":true}"#]).code, 2);
    assert_eq!(run(&["fixture", "approve", "--what", "a", "--", "--yes"]).code, 2);
}

#[test]
fn nobody_is_asked_about_a_call_that_does_not_fit() {
    let invalid = run(&["fixture", "approve", "--what", "", "--json"]);
    assert_eq!(invalid.code, 2);
    assert_eq!(invalid.failure()["pointer"], "/what");
}

#[test]
fn the_flag_is_refused_for_calls_made_elsewhere() {
    let elsewhere = ["--yes", "--url", "http://127.0.0.1:9", "--json"];
    let refused = run(&[&CALL[..], &elsewhere].concat());
    assert_eq!(refused.code, 2);
    let message = refused.failure()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("`--yes` approves only calls that this process runs"), "{message}");
}

#[test]
fn the_help_says_that_a_yes_is_needed_and_what_it_covers() {
    let help = run(&["fixture", "approve", "--help"]).stdout;
    for said in ["Approval: a person must approve each call", "--url refuses it", "exit 7"] {
        assert!(help.contains(said), "{said}: {help}");
    }
}
