//! What the site answers, request by request.

mod pages;
mod stage;

use serde_json::json;

use super::*;
#[cfg(not(feature = "no-http"))]
use stage::stage;
use stage::{Files, Lines, Stopped, local, now};

#[cfg(not(feature = "no-http"))]
/// A request, and how it is refused: method, target, headers, body, status, tag.
type Refused<'a> = (&'a str, &'a str, Vec<(&'a str, &'a str)>, &'a str, u16, &'a str);

#[test]
#[cfg(not(feature = "no-http"))]
fn a_query_is_an_input() {
    let stage = local();
    let wanted = |query: &str| {
        let answer = stage.get(&format!("/api/shop.look?{query}"));
        assert_eq!(answer.status, 200, "{query}: {}", answer.body);
        answer.json()["wanted"].clone()
    };
    assert_eq!(wanted("text=a+b%26c"), json!({"text": "a b&c"}));
    assert_eq!(wanted("text="), json!({"text": ""}));
    assert_eq!(wanted("text=x&count=3&flag=true"), json!({"text": "x", "count": 3, "flag": true}));
    assert_eq!(wanted("text=x&ids=1"), json!({"text": "x", "ids": [1]}));
    assert_eq!(wanted("text=x&ids=1&ids=2"), json!({"text": "x", "ids": [1, 2]}));
    assert_eq!(
        wanted("text=x&deep=%7B%22a%22%3A%5B1%5D%7D"),
        json!({"text": "x", "deep": {"a": [1]}})
    );
    assert_eq!(wanted("text=x&count=3.0"), json!({"text": "x", "count": 3}));
}

#[test]
#[cfg(not(feature = "no-http"))]
fn a_query_that_does_not_fit_says_where() {
    let stage = local();
    let table = [
        ("", "/text"),
        ("text=a&text=b", "/text"),
        ("text=x&count=03", "/count"),
        ("text=x&count=+3", "/count"),
        ("text=x&count=", "/count"),
        ("text=x&count=10", "/count"),
        ("text=x&flag=yes", "/flag"),
        ("text=x&ids=1&ids=two", "/ids/1"),
        ("text=x&deep=notjson", "/deep"),
        ("text=x&deep=1&deep=2", "/deep"),
        ("text=x&extra=1", "/extra"),
        ("text=%ff", "/text"),
        ("text=%4", "/text"),
        ("text=x&count=null", "/count"),
    ];
    for (query, pointer) in table {
        let answer = stage.get(&format!("/api/shop.look?{query}"));
        let body = answer.json();
        assert_eq!((answer.status, &body["tag"]), (400, &json!("InvalidInput")), "{query}");
        assert_eq!(body["pointer"], json!(pointer), "{query}: {body}");
    }
    assert_eq!(stage.ports.ran.get(), 0);
}

#[test]
#[cfg(not(feature = "no-http"))]
fn an_answer_says_what_is_next_and_how() {
    let answer = local().get("/api/shop.look?text=pen");
    assert_eq!(
        answer.json()["next"],
        json!([
            {
                "capability": "shop.look",
                "href": "/api/shop.look?text=a%20b%26c&ids=1&ids=2&deep=%7B%22x%22%3A1%7D",
                "method": "GET",
                "input": {"text": "a b&c", "ids": [1, 2], "deep": {"x": 1}},
                "reason": "look"
            },
            {
                "capability": "shop.buy",
                "href": "/api/shop.buy",
                "method": "POST",
                "input": {"text": "pen"},
                "reason": "buy"
            }
        ])
    );
    let followed = local().get(answer.json()["next"][0]["href"].as_str().unwrap());
    assert_eq!(followed.json()["wanted"], answer.json()["next"][0]["input"]);
}

#[test]
#[cfg(not(feature = "no-http"))]
fn what_is_next_is_never_a_query_that_would_be_refused() {
    let stage = local();
    let next = stage.get("/api/shop.look?text=wide").json()["next"][0].clone();
    assert_eq!((&next["href"], &next["method"]), (&json!("/api/shop.look"), &json!("POST")));
    assert_eq!(next["input"]["ids"].as_array().map(Vec::len), Some(250));
    assert_eq!(stage.post("shop.look", &next["input"]).status, 200);
}

#[test]
#[cfg(not(feature = "no-http"))]
fn each_outcome_has_its_status() {
    let stage = local();
    let table = [
        ("gone", 404, "NoSuchThing"),
        ("full", 409, "ShelfFull"),
        ("none", 422, "NotForSale"),
        ("many", 429, "TooMany"),
        ("shut", 503, "ShopShut"),
        ("fire", 500, "InternalError"),
    ];
    for (text, status, tag) in table {
        let answer = stage.post("shop.look", &json!({"text": text}));
        let body = answer.json();
        assert_eq!((answer.status, &body["tag"]), (status, &json!(tag)));
        let wait = if status == 429 || status == 503 { 1 } else { 0 };
        assert_eq!(answer.header("retry-after").lines().count(), wait, "{tag}");
        assert_eq!(answer.header("content-type"), "application/problem+json");
        assert_eq!(body["status"], json!(status));
        assert_eq!(body["detail"], body["message"]);
        assert_eq!(body["type"], json!(format!("/docs#{tag}")));
        assert_eq!(body["instance"], json!("urn:capstan:request:r-1"));
    }
    let gone = stage.post("shop.look", &json!({"text": "gone"})).json();
    assert_eq!((&gone["title"], &gone["thingName"]), (&json!("No such thing"), &json!("gone")));
    assert_eq!(gone["next"][0]["capability"], json!("shop.look"));
    let fire = stage.post("shop.look", &json!({"text": "fire"})).json();
    assert_eq!(fire["requestId"], json!("r-1"));
    assert!(!fire.to_string().contains("formatter"), "{fire}");
    let causes = stage.log.0.borrow().iter().any(|it| it["causes"].is_array());
    assert!(causes, "the cause is in the log");
}

#[test]
#[cfg(not(feature = "no-http"))]
fn nothing_in_a_request_approves() {
    let stage = local();
    let tries = [
        (
            vec![("x-approve", "true"), ("x-capstan-yes", "1"), ("approval", "granted")],
            json!({"text": "pen"}),
        ),
        (vec![], json!({"text": "pen", "yes": true})),
        (vec![("authorization", "Bearer admin"), ("cookie", "approve=1")], json!({"text": "pen"})),
    ];
    for (mut headers, input) in tries {
        headers.push(("content-type", "application/json"));
        let answer = stage.ask("POST", "/api/shop.buy", &headers, &input.to_string());
        assert!(matches!(answer.status, 400 | 403), "{}", answer.body);
    }
    let denied = stage.post("shop.buy", &json!({"text": "pen"}));
    assert_eq!((denied.status, &denied.json()["tag"]), (403, &json!("ApprovalDenied")));
    assert_eq!(stage.ports.ran.get(), 0);
}

#[test]
#[cfg(not(feature = "no-http"))]
fn a_request_of_the_wrong_form_is_refused_with_what_would_be_right() {
    let stage = local();
    let json = [("content-type", "application/json")];
    let long = format!("/api/shop.look?text={}", "x".repeat(13_000));
    let many = format!("/api/shop.look?{}", "ids=1&".repeat(201));
    let large = format!("{{\"text\":\"{}\"}}", "x".repeat(2 * 1024 * 1024));
    let heavy = "x".repeat(40_000);
    let table: Vec<Refused<'_>> = vec![
        ("GET", "/api/shop.buy?text=x", vec![], "", 405, "MethodNotAllowed"),
        ("GET", "/api/shop.add?text=x", vec![], "", 405, "MethodNotAllowed"),
        ("PUT", "/api/shop.look", json.to_vec(), "{}", 405, "MethodNotAllowed"),
        ("DELETE", "/api/shop.look", vec![], "", 405, "MethodNotAllowed"),
        ("POST", "/api/shop.look", vec![], "{}", 415, "UnsupportedMediaType"),
        (
            "POST",
            "/api/shop.look",
            vec![("content-type", "text/plain")],
            "{}",
            415,
            "UnsupportedMediaType",
        ),
        ("POST", "/api/shop.look", json.to_vec(), "{", 400, "InvalidInput"),
        ("POST", "/api/shop.look", json.to_vec(), "", 400, "InvalidInput"),
        ("POST", "/api/shop.look", json.to_vec(), "[]", 400, "InvalidInput"),
        ("POST", "/api/shop.look?text=x", json.to_vec(), "{}", 400, "UnexpectedQuery"),
        ("POST", "/api/shop.look", json.to_vec(), &large, 413, "BodyTooLarge"),
        ("GET", &long, vec![], "", 414, "UrlTooLong"),
        ("GET", &many, vec![], "", 414, "UrlTooLong"),
        ("GET", "/", vec![("x-heavy", &heavy)], "", 431, "HeadersTooLarge"),
        ("GET", "/api/shop.nope", vec![], "", 404, "UnknownCapability"),
        ("GET", "/api/shop.hidden?text=x", vec![], "", 404, "UnknownCapability"),
        ("POST", "/api/shop.hidden", json.to_vec(), "{", 404, "UnknownCapability"),
        ("GET", "/api/", vec![], "", 404, "UnknownPath"),
        ("GET", "/nowhere", vec![("accept", "application/json")], "", 404, "UnknownPath"),
        ("GET", "/", vec![("accept", "application/json")], "", 406, "NotAcceptable"),
        ("POST", "/", json.to_vec(), "{}", 405, "MethodNotAllowed"),
        ("POST", "/openapi.json", json.to_vec(), "{}", 405, "MethodNotAllowed"),
        ("GET", "/broken", vec![], "", 503, "Unavailable"),
    ];
    let reference = stage.get("/docs").body;
    for (method, target, headers, body, status, tag) in table {
        let answer = stage.ask(method, target, &headers, body);
        let shown: String = target.chars().take(60).collect();
        assert_eq!(answer.status, status, "{method} {shown}");
        assert_eq!(answer.json()["tag"], json!(tag), "{method} {shown}");
        assert_eq!(answer.header("allow").is_empty(), status != 405, "{method} {shown}");
        assert!(reference.contains(&format!("id=\"{tag}\"")), "`type` leads nowhere: {tag}");
    }
    assert_eq!(stage.ports.ran.get(), 0);
}

#[test]
#[cfg(not(feature = "no-http"))]
fn an_answer_that_is_held_already_is_not_sent_again() {
    let stage = local();
    for target in
        ["/api/shop.look?text=pen", "/openapi.json", "/catalog.json", "/docs", "/", "/a%20b"]
    {
        let first = stage.ask("GET", target, &[], "");
        assert_eq!(first.status, 200, "{target}");
        let etag = first.header("etag").to_owned();
        assert!(etag.starts_with('"') && etag.len() > 10, "{target}: {etag}");
        let again = stage.ask("GET", target, &[("if-none-match", &etag)], "");
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{target}");
        assert_eq!(again.header("etag"), etag);
        let other = stage.ask("GET", target, &[("if-none-match", "\"other\"")], "");
        assert_eq!(other.body, first.body, "{target}");
        let head = stage.ask("HEAD", target, &[], "");
        assert_eq!((head.status, head.body.as_str()), (200, ""), "{target}");
        assert_eq!(head.header("content-length"), first.body.len().to_string(), "{target}");
        assert_eq!(head.header("etag"), etag, "{target}");
        let held = stage.ask("HEAD", target, &[("if-none-match", &etag)], "");
        assert_eq!((held.status, held.header("content-length")), (304, ""), "{target}");
    }
}

#[test]
#[cfg(not(feature = "no-http"))]
fn pages_of_other_origins_may_read_and_only_trusted_ones_change() {
    let trusted_origins = vec!["https://app.example".to_owned()];
    let stage = stage(Access { local_only: false, trusted_origins });
    let ask = |origin: &str, name: &str| {
        let headers = [("content-type", "application/json"), ("origin", origin)];
        stage.ask("POST", &format!("/api/{name}"), &headers, r#"{"text":"pen"}"#)
    };
    let read = ask("https://other.example", "shop.look");
    assert_eq!((read.status, read.header("access-control-allow-origin")), (200, "*"));
    let foreign = ask("https://other.example", "shop.add");
    assert_eq!((foreign.status, &foreign.json()["tag"]), (403, &json!("OriginNotAllowed")));
    assert_eq!(foreign.header("access-control-allow-origin"), "");
    let trusted = ask("https://app.example", "shop.add");
    assert_eq!(trusted.status, 200);
    assert_eq!(trusted.header("access-control-allow-origin"), "https://app.example");
    assert_eq!(trusted.header("vary"), "origin");
    let preflight = stage.ask("OPTIONS", "/api/shop.look", &[("origin", "https://x.example")], "");
    assert_eq!(preflight.status, 204);
    assert_eq!(preflight.header("access-control-allow-methods"), "GET, HEAD, POST, OPTIONS");
}

#[test]
#[cfg(not(feature = "no-http"))]
fn a_refused_origin_is_documented_where_an_approval_shares_its_status() {
    let openapi = stage(Access::default()).get("/openapi.json").json();
    let denied = &openapi["paths"]["/api/shop.buy"]["post"]["responses"]["403"];
    let component = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    assert_eq!(
        denied["content"]["application/problem+json"]["schema"]["anyOf"],
        json!([component("ApprovalDenied"), component("RefusedRequest")])
    );
}

#[test]
fn a_site_on_this_machine_answers_this_machine_alone() {
    let stage = local();
    for headers in [[("host", "evil.example")], [("origin", "https://evil.example")]] {
        let mut request = Request::builder().uri("/");
        for (name, value) in headers {
            request = request.header(name, value);
        }
        if headers[0].0 != "host" {
            request = request.header("host", "localhost");
        }
        let visit = Visit {
            caller: Caller::anonymous(),
            ports: Rc::clone(&stage.ports),
            assets: Rc::new(Files),
            clock: Rc::new(Stopped),
            request_id: "r-2".to_owned(),
            log: Rc::<Lines>::clone(&stage.log),
        };
        let response = now(stage.site.answer(request.body(Vec::new()).unwrap(), visit));
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{headers:?}");
    }
}

#[test]
fn a_page_of_any_origin_may_ask_again_for_what_it_holds() {
    let stage = local();
    let targets =
        if cfg!(feature = "no-http") { &["/"][..] } else { &["/", "/openapi.json", "/docs"] };
    for target in targets {
        let asked = stage.ask("OPTIONS", target, &[("origin", "http://localhost:3000")], "");
        assert_eq!(asked.status, 204, "{target}");
        assert!(asked.header("access-control-allow-headers").contains("if-none-match"), "{target}");
        let answer = stage.ask("GET", target, &[("origin", "http://localhost:3000")], "");
        let exposed = answer.header("access-control-expose-headers").to_lowercase();
        assert!(exposed.contains("etag") && exposed.contains("link"), "{target}");
    }
}

#[test]
fn every_answer_is_protected_and_can_be_named() {
    let stage = local();
    for target in ["/", "/nowhere", "/api/shop.look?text=x", "/docs", "/mcp", "/rpc"] {
        let answer = stage.ask("GET", target, &[], "");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{target}");
        assert!(
            answer.header("content-security-policy").contains("default-src 'none'"),
            "{target}"
        );
        assert_eq!(answer.header("x-request-id"), "r-1", "{target}");
    }
}

#[test]
fn what_a_platform_refuses_is_protected_and_named_as_well() {
    let slow = Refusal::new(StatusCode::REQUEST_TIMEOUT, "BodyTooSlow", "send it faster");
    let answers =
        [(refused(&slow, "r-9"), 408, "BodyTooSlow"), (broken("r-9"), 500, "InternalError")];
    for (response, status, tag) in answers {
        assert_eq!(response.status().as_u16(), status);
        assert_eq!(response.headers()["x-content-type-options"], "nosniff", "{tag}");
        assert_eq!(response.headers()["x-request-id"], "r-9", "{tag}");
        assert_eq!(response.headers()["content-type"], "application/problem+json", "{tag}");
        let body: serde_json::Value = serde_json::from_slice(response.body()).unwrap();
        assert_eq!(body["tag"], json!(tag));
    }
    let body: serde_json::Value = serde_json::from_slice(broken("r-9").body()).unwrap();
    assert_eq!(body["requestId"], json!("r-9"));
}

#[test]
#[cfg(not(feature = "no-rpc"))]
fn a_remote_call_has_one_envelope() {
    let stage = local();
    let call =
        |body: &str| stage.ask("POST", "/rpc", &[("content-type", "application/json")], body);
    let good = call(r#"{"name":"shop.look","input":{"text":"pen"}}"#);
    assert_eq!(
        (good.status, good.json()),
        (200, json!({"ok": true, "value": {"wanted": {"text": "pen"}}}))
    );
    let bad = call(r#"{"name":"shop.look","input":{}}"#);
    assert_eq!((bad.status, &bad.json()["failure"]["kind"]), (200, &json!("invalidInput")));
    let unknown = call(r#"{"name":"nope","input":{}}"#);
    assert_eq!(
        (unknown.status, &unknown.json()["failure"]["kind"]),
        (200, &json!("unknownCapability"))
    );
    assert_eq!(call("{").status, 400);
    assert_eq!(call("[]").status, 400);
    assert_eq!(stage.ask("GET", "/rpc", &[], "").status, 405);
    assert_eq!(stage.ask("POST", "/rpc", &[], "{}").status, 415);
}
