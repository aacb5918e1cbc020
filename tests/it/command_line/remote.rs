//! What `--url` makes of what a service elsewhere answers.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::thread;

use serde_json::{Value, json};

use super::process::{Ended, run};

/// A service that gives these answers in turn, and tells what it was asked.
fn service(answers: Vec<(u16, &'static str, String)>) -> (String, thread::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let served = thread::spawn(move || {
        let mut asked = Vec::new();
        for (status, header, body) in answers {
            let (stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(&stream);
            let mut head = String::new();
            let mut length = 0;
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                if line.trim().is_empty() {
                    break;
                }
                let lower = line.to_ascii_lowercase();
                if let Some(value) = lower.strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                if head.is_empty() {
                    head = line.trim().to_owned();
                }
            }
            let mut sent = vec![0; length];
            reader.read_exact(&mut sent).unwrap();
            asked.push(format!("{head} {}", String::from_utf8(sent).unwrap()));
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status} X\r\n{header}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
            );
            (&stream).write_all(head.as_bytes()).unwrap();
            (&stream).write_all(body.as_bytes()).unwrap();
        }
        asked
    });
    (url, served)
}

const JSON: &str = "content-type: application/json";
const PROBLEM: &str = "content-type: application/problem+json";

fn ask(answers: Vec<(u16, &'static str, String)>, words: &[&str]) -> (Ended, Vec<String>) {
    let (url, served) = service(answers);
    let ended = run(&[words, &["--url", &url, "--json"]].concat());
    (ended, served.join().unwrap())
}

fn one(status: u16, header: &'static str, body: &Value, words: &[&str]) -> Ended {
    ask(vec![(status, header, body.to_string())], words).0
}

#[test]
fn an_answer_reads_as_a_local_one_does() {
    let body = json!({
        "matches": [], "total": 0, "confidence": "low",
        "next": [
            {"capability": "read", "href": "/api/read", "method": "POST",
             "input": {"page": "a b"}, "reason": "read it"},
            {"capability": "elsewhere.only", "href": "/api/elsewhere.only", "method": "POST",
             "input": {}, "reason": "unknown here"},
        ],
    });
    let words = ["search", "--query", "knot", "--limit", "2"];
    let (ended, asked) = ask(vec![(200, JSON, body.to_string())], &words);
    assert_eq!(
        ended.answer(),
        json!({
            "matches": [], "total": 0, "confidence": "low",
            "next": [{"capability": "read", "command": "capstan read 'a b'",
                      "input": {"page": "a b"}, "reason": "read it"}],
        })
    );
    assert_eq!(asked, [r#"POST /api/search HTTP/1.1 {"query":"knot","limit":2}"#]);
}

#[test]
fn a_failure_keeps_its_kind_its_exit_code_and_its_fields() {
    let problem = |status: u16, tag: &str| {
        json!({
            "type": format!("/docs#{tag}"), "title": "T", "status": status, "detail": "so it is",
            "instance": "urn:x", "tag": tag, "message": "so it is", "page": "a",
        })
    };
    let read = ["read", "a"];
    for (status, tag, code, kind) in [
        (404, "PageNotFound", 4, "notFound"),
        (404, "UnknownCapability", 4, "unknownCapability"),
        (409, "AnyOther", 5, "conflict"),
        (422, "AnyOther", 6, "invalid"),
        (429, "AnyOther", 8, "limited"),
        (503, "AnyOther", 3, "unavailable"),
        (403, "ApprovalDenied", 7, "approvalDenied"),
        (400, "InvalidInput", 2, "invalidInput"),
        (500, "InternalError", 1, "internal"),
    ] {
        let ended = one(status, PROBLEM, &problem(status, tag), &read);
        assert_eq!(ended.code, code, "{status} {tag}");
        let expected = json!({"kind": kind, "tag": tag, "message": "so it is", "page": "a"});
        assert_eq!(ended.failure(), expected, "{status} {tag}");
    }
}

#[test]
fn a_service_without_api_is_asked_over_rpc() {
    let nothing =
        json!({"tag": "UnknownPath", "message": "nothing here", "status": 404}).to_string();
    let value = json!({"ok": true, "value": {"total": 0}}).to_string();
    let answers = vec![(404, PROBLEM, nothing.clone()), (200, JSON, value)];
    let (ended, asked) = ask(answers, &["search", "knot"]);
    assert_eq!(ended.answer(), json!({"total": 0}));
    assert_eq!(asked[1], r#"POST /rpc HTTP/1.1 {"name":"search","input":{"query":"knot"}}"#);

    let failure = json!({"kind": "limited", "tag": "Slow", "message": "wait", "seconds": 5});
    let envelope = json!({"ok": false, "failure": failure}).to_string();
    let (ended, _) = ask(vec![(404, PROBLEM, nothing), (200, JSON, envelope)], &["search", "knot"]);
    assert_eq!(ended.code, 8);
    assert_eq!(ended.failure(), failure);
}

#[test]
fn what_is_no_capstan_is_told_in_one_sentence() {
    let page = json!("<html>\u{1b}[31m");
    for (status, code, tag) in
        [(200, 1, "RemoteNotCapstan"), (403, 1, "RemoteNotCapstan"), (502, 3, "RemoteUnavailable")]
    {
        let ended = one(status, "content-type: text/html", &page, &["search", "knot"]);
        assert_eq!(ended.code, code, "{status}");
        let failure = ended.failure();
        assert_eq!(failure["tag"], tag);
        let message = failure["message"].as_str().unwrap();
        assert!(message.contains(&format!("answered {status}")), "{message}");
        assert!(!message.contains('\u{1b}'), "{message:?}");
    }
    let moved = "location: https://elsewhere.example/";
    let moved = one(308, moved, &json!(null), &["search", "knot"]);
    let message = moved.failure()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("https://elsewhere.example/"), "{message}");
    // A redirect is never followed: the input would go where nobody asked it to.
    assert_eq!(moved.code, 1);
}

#[test]
fn nobody_there_is_unavailable_and_no_address_is_misuse() {
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    };
    let ended = run(&["search", "knot", "--json", "--url", &closed]);
    assert_eq!(ended.code, 3);
    assert_eq!(ended.failure()["tag"], "RemoteUnreachable");
    for wrong in ["example.com", "ftp://example.com", "http://a@b", "http://a/?b", ""] {
        let ended = run(&["search", "knot", "--json", "--url", wrong]);
        assert_eq!(ended.code, 2, "{wrong}");
        assert_eq!(ended.failure()["tag"], "InvalidInput");
    }
    let both = run(&["search", "knot", "--url", &closed, "--site", "x"]);
    assert_eq!(both.code, 2);
}
