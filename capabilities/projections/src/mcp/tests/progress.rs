//! What is said before an answer, and that nobody works for a client who has gone.

use std::{
    pin::pin,
    task::{Context, Poll, Waker},
};

use http::{Request, StatusCode};
use serde_json::{Value, json};

use super::stage::{now, stage};
use crate::mcp::{Body, Received, Said};

fn call(title: &str, token: Option<Value>) -> Value {
    let mut params = json!({"name": "notes_find", "arguments": {"title": title}});
    if let Some(token) = token {
        params["_meta"] = json!({"progressToken": token});
    }
    params
}

/// The messages of a stream of events.
fn messages(text: &str) -> Vec<Value> {
    let event = |it: &str| {
        let data = it.strip_prefix("event: message\ndata: ").unwrap();
        serde_json::from_str(data).unwrap()
    };
    text.strip_suffix("\n\n").unwrap().split("\n\n").map(event).collect()
}

#[test]
fn reports_come_before_the_answer_under_their_token() {
    for token in [json!("a"), json!(7), json!(0)] {
        let answer = stage().ask("tools/call", call("count", Some(token.clone())));
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.header("content-type"), Some("text/event-stream"));
        assert_eq!(answer.header("cache-control"), Some("no-cache"));
        let messages = messages(answer.text());
        let reports: Vec<&Value> = messages.iter().filter(|it| it.get("id").is_none()).collect();
        let progress: Vec<&Value> = reports.iter().map(|it| &it["params"]["progress"]).collect();
        assert_eq!(progress, [&json!(1), &json!(2), &json!(2.5), &json!(3)], "it only rises");
        for report in &reports {
            assert_eq!(report["method"], "notifications/progress");
            assert_eq!(report["params"]["progressToken"], token);
        }
        assert_eq!(reports[0]["params"]["total"], 3);
        assert_eq!(reports[3]["params"]["message"], "done");
        assert_eq!(messages.len(), 5);
        assert_eq!(messages[4]["id"], 1, "the answer ends the stream");
        assert_eq!(messages[4]["result"]["structuredContent"]["text"], "# count");
    }
}

#[test]
fn whoever_does_not_ask_is_told_nothing_before() {
    let tokens = [None, Some(json!(null)), Some(json!({})), Some(json!(1.5)), Some(json!(true))];
    for token in tokens {
        let answer = stage().ask("tools/call", call("count", token));
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(answer.json()["result"]["structuredContent"]["text"], "# count");
    }
}

/// A stream for a call that has nothing to say would only cost.
#[test]
fn a_call_without_reports_is_one_document() {
    let answer = stage().ask("tools/call", call("a", Some(json!("t"))));
    assert_eq!(answer.header("content-type"), Some("application/json"));
}

#[test]
fn whoever_takes_no_events_gets_the_answer_alone() {
    let body = json!({
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": call("count", Some(json!("t"))),
    });
    let answer = stage().post(body.to_string(), &[("accept", "application/json")]);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.json()["id"], 1);
}

#[test]
fn a_client_that_goes_away_stops_the_work() {
    let stage = stage();
    let body = json!({
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": call("endless", Some(json!("t"))),
    });
    let request = Request::post("/mcp")
        .header("content-type", "application/json")
        .body(body.to_string().into_bytes())
        .unwrap();
    let response = now(stage.endpoint.answer_live(&request));
    let Body::Events(mut events) = response.into_body() else {
        panic!("there is something to say before the answer");
    };
    assert!(now(events.next()).unwrap().starts_with(b"event: message\n"));
    let waiting = pin!(events.next()).poll(&mut Context::from_waker(Waker::noop()));
    assert!(matches!(waiting, Poll::Pending));
    assert_eq!(*stage.ports.ran.borrow(), ["endless"], "it is still at work");
    drop(events);
    assert_eq!(*stage.ports.ran.borrow(), ["endless", "stopped"]);
}

#[test]
fn a_line_is_answered_by_reports_and_then_the_answer() {
    let stage = stage();
    let body = json!({
        "jsonrpc": "2.0",
        "id": "x",
        "method": "tools/call",
        "params": call("count", Some(json!("t"))),
    });
    let Received::Request { id, mut conversation } =
        stage.endpoint.receive(body.to_string().as_bytes())
    else {
        panic!("it is a request");
    };
    assert_eq!(id, "\"x\"");
    let mut reports = 0;
    loop {
        match now(conversation.next()).unwrap() {
            Said::Before(text) => {
                assert!(text.contains("notifications/progress") && !text.contains('\n'));
                reports += 1;
            }
            Said::Answer(answer) => {
                assert!(answer.text.contains(r##""id":"x""##));
                break;
            }
        }
    }
    assert_eq!(reports, 4);
    assert_eq!(now(conversation.next()), None);
}
