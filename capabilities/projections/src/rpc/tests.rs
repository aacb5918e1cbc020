//! One envelope for every outcome, over HTTP and from the plain function alike.

mod stage;

use contract::limits;
use expect_test::expect;
use http::{Request, Response, header};
use serde_json::{Value, json};

use super::{answer, call, typescript_client};
use crate::access::{Access, Origin};
use stage::{Stage, now};

fn post(stage: &Stage, media_type: Option<&str>, body: impl Into<Vec<u8>>) -> Response<Vec<u8>> {
    let mut request = Request::post("/rpc");
    if let Some(media_type) = media_type {
        request = request.header(header::CONTENT_TYPE, media_type);
    }
    now(answer(&stage.invoker, &request.body(body.into()).unwrap(), Origin::Trusted))
}

#[track_caller]
fn gives(name: &str, input: Value, expected: Value) {
    let stage = Stage::new();
    assert_eq!(now(call(&stage.invoker, name, input.clone())), expected);
    let body = json!({"name": name, "input": input}).to_string();
    let response = post(&stage, Some("application/json"), body);
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/json");
    let answered: Value = serde_json::from_slice(response.body()).unwrap();
    assert_eq!(answered, expected);
}

#[test]
fn every_outcome_is_an_envelope() {
    gives("notes.find", json!({"how": "well"}), json!({"ok": true, "value": {"found": "well"}}));
    for (kind, tag) in [
        ("invalid", "Refused"),
        ("notFound", "Missing"),
        ("conflict", "Clashing"),
        ("limited", "Spent"),
        ("unavailable", "Down"),
    ] {
        let failure = json!({"kind": kind, "tag": tag, "message": "so it is", "wanted": tag});
        gives("notes.find", json!({"how": tag}), json!({"ok": false, "failure": failure}));
    }
    gives(
        "notes.find",
        json!({"how": "fire"}),
        json!({"ok": false, "failure": {
            "kind": "internal",
            "tag": "InternalError",
            "message": "something went wrong inside; quote the request id r-1",
            "requestId": "r-1",
        }}),
    );
    gives(
        "notes.find",
        json!({"how": 5}),
        json!({"ok": false, "failure": {
            "kind": "invalidInput",
            "tag": "InvalidInput",
            "message": "`/how` does not fit: expected a string",
            "pointer": "/how",
            "expected": "a string",
            "example": "well",
        }}),
    );
    for unknown in ["notes.hidden", "notes.fin"] {
        gives(
            unknown,
            json!({"how": "well"}),
            json!({"ok": false, "failure": {
                "kind": "unknownCapability",
                "tag": "UnknownCapability",
                "message": format!("there is no capability `{unknown}`; did you mean `notes.find`?"),
                "capability": unknown,
                "nearest": ["notes.find"],
            }}),
        );
    }
    gives(
        "erase",
        json!({"how": "well"}),
        json!({"ok": false, "failure": {
            "kind": "approvalDenied",
            "tag": "ApprovalDenied",
            "message": "`erase` was not approved: it needs a person's approval, and nobody can be \
                        asked here",
            "capability": "erase",
            "reason": "it needs a person's approval, and nobody can be asked here",
        }}),
    );
}

#[test]
fn next_actions_stay_out_of_the_envelope() {
    let stage = Stage::new();
    let envelope = now(call(&stage.invoker, "notes.find", json!({"how": "onward"})));
    assert_eq!(envelope, json!({"ok": true, "value": {"found": "onward"}}));
}

#[test]
fn only_what_is_no_call_is_a_problem() {
    let stage = Stage::new();
    let json = Some("application/json");
    let call = r#"{"name":"notes.find","input":{"how":"well"}}"#;
    let big = format!(r#"{{"name":"{}"}}"#, "x".repeat(limits::BODY_BYTES_MAX));
    let deep = format!(r#"{{"name":"a","input":{}{}}}"#, "[".repeat(200), "]".repeat(200));
    for (media_type, body, status, tag) in [
        (None, call, 415, "UnsupportedMediaType"),
        (Some("text/plain"), call, 415, "UnsupportedMediaType"),
        (Some("application/x-www-form-urlencoded"), call, 415, "UnsupportedMediaType"),
        (json, big.as_str(), 413, "BodyTooLarge"),
        (json, deep.as_str(), 400, "NotACall"),
        (json, "", 400, "NotACall"),
        (json, "{", 400, "NotACall"),
        (json, "{} {}", 400, "NotACall"),
        (json, "[]", 400, "NotACall"),
        (json, r#"[{"name":"notes.find"}]"#, 400, "NotACall"),
        (json, "{}", 400, "NotACall"),
        (json, r#"{"name":5}"#, 400, "NotACall"),
        (json, r#"{"name":"notes.find","approve":true}"#, 400, "NotACall"),
    ] {
        let response = post(&stage, media_type, body);
        let shown: String = body.chars().take(80).collect();
        assert_eq!(response.status(), status, "{shown}");
        assert_eq!(response.headers()["content-type"], "application/problem+json");
        let problem: Value = serde_json::from_slice(response.body()).unwrap();
        assert_eq!(problem["status"], status);
        assert_eq!(problem["tag"], tag, "{shown}");
        assert_eq!(problem["detail"], problem["message"]);
    }
    assert_eq!(stage.ran(), 0);
    let lenient = post(&stage, Some("Application/JSON; charset=utf-8"), call);
    assert_eq!(lenient.status(), 200);
    let without_input = post(&stage, json, r#"{"name":"notes.find"}"#);
    assert_eq!(without_input.status(), 200);
    assert!(String::from_utf8_lossy(without_input.body()).contains("invalidInput"));
}

#[test]
fn pages_of_other_origins_are_answered_only_where_they_are_trusted() {
    let stage = Stage::new();
    let public =
        Access { local_only: false, trusted_origins: vec!["https://app.example".to_owned()] };
    let local = Access { local_only: true, trusted_origins: Vec::new() };
    let ask = |access: &Access, method: &str, host: &str, origin: Option<&str>| {
        let mut request = Request::builder().method(method).uri("/rpc");
        request = request.header("host", host).header("content-type", "application/json");
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let body = br#"{"name":"notes.find","input":{"how":"well"}}"#.to_vec();
        let request = request.body(body).unwrap();
        let origin = access.origin(request.headers());
        let response = now(answer(&stage.invoker, &request, origin));
        let allowed = response.headers().get("access-control-allow-origin");
        let allowed = allowed.map(|it| it.to_str().unwrap().to_owned());
        (response.status().as_u16(), allowed)
    };
    let own = |origin: &str| Some(origin.to_owned());
    let (site, app) = ("https://site.example", "https://app.example");
    for method in ["POST", "OPTIONS"] {
        let ok = if method == "POST" { 200 } else { 204 };
        assert_eq!(ask(&public, method, "site.example", None), (ok, None));
        assert_eq!(ask(&public, method, "site.example", Some(site)), (ok, own(site)));
        assert_eq!(ask(&public, method, "site.example", Some(app)), (ok, own(app)));
        for foreign in ["https://evil.example", "null", "http://localhost"] {
            assert_eq!(ask(&public, method, "site.example", Some(foreign)), (403, None));
        }
        assert_eq!(ask(&local, method, "localhost:1", None), (ok, None));
        assert_eq!(ask(&local, method, "evil.example", None), (403, None));
        assert_eq!(ask(&local, method, "localhost:1", Some("https://evil.example")), (403, None));
    }
    assert_eq!(stage.ran(), 4);
    assert_eq!(ask(&public, "GET", "site.example", None).0, 405);
    assert_eq!(ask(&public, "PUT", "site.example", None).0, 405);
}

#[test]
fn the_client_declares_what_the_contracts_promise() {
    let stage = Stage::new();
    let client = typescript_client(stage.invoker.listed());
    assert!(!client.contains("import "), "the client stands alone");
    assert!(!client.contains("notes.hidden"), "what a caller may not use is not declared");
    let declared = &client[client.find("export type NotesFindInput").unwrap()..];
    expect![[r#"
        export type NotesFindInput = {
          /** How to end. */
          how: string;
        };

        /** What comes of `notes.find`. */
        export type NotesFindOutput = {
          found: string;
        };

        /** How `notes.find` itself may fail. */
        export type NotesFindFailure =
          | ({ kind: "invalid" } & {
            tag: "Refused";
            message: string;
            wanted?: string;
          })
          | ({ kind: "notFound" } & {
            tag: "Missing";
            message: string;
            wanted?: string;
          })
          | ({ kind: "conflict" } & {
            tag: "Clashing";
            message: string;
            wanted?: string;
          })
          | ({ kind: "limited" } & {
            tag: "Spent";
            message: string;
            wanted?: string;
          })
          | ({ kind: "unavailable" } & {
            tag: "Down";
            message: string;
            wanted?: string;
          });

        /** What to give to `erase`. */
        export type EraseInput = {
          /** How to end. */
          how: string;
        };

        /** What comes of `erase`. */
        export type EraseOutput = {
          found: string;
        };

        /** How `erase` itself may fail. */
        export type EraseFailure =
          | ({ kind: "approvalDenied" } & {
            tag: "ApprovalDenied";
            message: string;
            /** What was not approved. */
            capability: string;
            /** Why nobody approved it. */
            reason: string;
          });

        /** The capabilities, each at its name. */
        export interface Client {
          /**
           * Ends as told
           *
           * Ends as told. *\/ alert(1) /*
           *
           * Changes nothing.
           * Needs a person's approval for each call.
           * @example erase({"how":"well"})
           * @throws {CapstanFailure} with the fields of EraseFailure
           */
          erase(input: EraseInput, options?: CallOptions): Promise<EraseOutput>;
          readonly notes: {
            /**
             * Ends as told
             *
             * Ends as told. *\/ alert(1) /*
             *
             * Changes nothing.
             * @example notes.find({"how":"well"})
             * @throws {CapstanFailure} with the fields of NotesFindFailure
             */
            find(input: NotesFindInput, options?: CallOptions): Promise<NotesFindOutput>;
          };
        }

        const NAMES: readonly string[] = [
          "notes.find",
          "erase",
        ];
    "#]]
    .assert_eq(declared);
}
