//! What the site answers, request by request.

use std::cell::Cell;

use contract::{
    LocalFuture,
    address::Name,
    approval::Approval,
    authorized::Authorized,
    capability::{Capability, Example},
    effects::Effects,
    failure::{Failure, FailureKind},
    next_action::NextAction,
    policy::{Pattern, Verdict},
    registry::Entry,
    reply::{Fault, Reply},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::*;
use crate::assets::{Asset, AssetsError};

#[derive(Default)]
struct Ports {
    ran: Cell<u32>,
}

/// One field of each form that a query knows.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// A text.
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 9))]
    count: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flag: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ids: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deep: Option<Value>,
}

#[derive(Serialize, JsonSchema)]
struct Got {
    wanted: Value,
}

#[derive(Debug, thiserror::Error, Serialize, JsonSchema)]
#[serde(tag = "tag", rename_all_fields = "camelCase")]
enum ShopFailure {
    #[error("there is no such thing")]
    NoSuchThing { thing_name: String },
    #[error("the shelf is full")]
    ShelfFull {},
    #[error("the shop is shut")]
    ShopShut {},
    #[error("one at a time")]
    TooMany {},
    #[error("nobody sells that")]
    NotForSale {},
}

impl Failure for ShopFailure {
    const KINDS: &'static [(&'static str, FailureKind)] = &[
        ("NoSuchThing", FailureKind::NotFound),
        ("ShelfFull", FailureKind::Conflict),
        ("ShopShut", FailureKind::Unavailable),
        ("TooMany", FailureKind::Limited),
        ("NotForSale", FailureKind::Invalid),
    ];
}

macro_rules! shop {
    ($type:ident, $name:literal, $effects:expr, $approval:expr) => {
        struct $type;

        impl Capability<Ports> for $type {
            const NAME: Name = Name::new($name);
            const TITLE: &'static str = "Shop";
            const DESCRIPTION: &'static str = "Shops for things.";
            const EFFECTS: Effects = $effects;
            const APPROVAL: Approval = $approval;
            const NEXT: &'static [Name] = &[Look::NAME, Buy::NAME];
            type Input = Wanted;
            type Output = Got;
            type Failure = ShopFailure;

            fn examples() -> Vec<Example> {
                let wanted = json!({"text": "pen", "count": 2});
                vec![Example { input: wanted.clone(), output: json!({"wanted": wanted}) }]
            }

            async fn run(
                call: Authorized<'_, Self, Ports>,
                wanted: Wanted,
            ) -> Result<Reply<Got>, Fault<ShopFailure>> {
                call.ports().ran.set(call.ports().ran.get() + 1);
                let look = json!({"text": "a b&c", "ids": [1, 2], "deep": {"x": 1}});
                let failure = match wanted.text.as_str() {
                    "gone" => ShopFailure::NoSuchThing { thing_name: wanted.text },
                    "full" => ShopFailure::ShelfFull {},
                    "shut" => ShopFailure::ShopShut {},
                    "many" => ShopFailure::TooMany {},
                    "none" => ShopFailure::NotForSale {},
                    "fire" => return Err(Fault::internal(std::fmt::Error)),
                    _ => {
                        let wanted = serde_json::to_value(&wanted).unwrap();
                        return Ok(Reply::from(Got { wanted })
                            .next(NextAction::new(Look::NAME, &look, "look"))
                            .next(NextAction::new(Buy::NAME, &json!({"text": "pen"}), "buy")));
                    }
                };
                Err(Fault::from(failure).next(NextAction::new(Look::NAME, &look, "look")))
            }
        }
    };
}

shop!(Look, "shop.look", Effects::READ_ONLY, Approval::NotNeeded);
shop!(Buy, "shop.buy", Effects::DESTRUCTIVE, Approval::Required);
shop!(Add, "shop.add", Effects::ADDITIVE, Approval::NotNeeded);
shop!(Hidden, "shop.hidden", Effects::READ_ONLY, Approval::NotNeeded);

struct Files;

impl Assets for Files {
    fn fetch<'a>(&'a self, path: &'a str) -> LocalFuture<'a, Result<Option<Asset>, AssetsError>> {
        let text = match path {
            "index.md" => Some("# Home"),
            "guide/README.md" => Some("# Guide"),
            "a b.md" => Some("# Spaced"),
            "broken.md" => {
                let error = AssetsError(Box::new(std::fmt::Error));
                return Box::pin(std::future::ready(Err(error)));
            }
            _ => None,
        };
        let asset = text.map(|it| Asset { bytes: it.as_bytes().to_vec() });
        Box::pin(std::future::ready(Ok(asset)))
    }
}

struct Stopped;

impl Clock for Stopped {
    fn now_ms(&self) -> u64 {
        0
    }
}

#[derive(Default)]
struct Lines(std::cell::RefCell<Vec<Value>>);

impl RequestLog for Lines {
    fn line(&self, line: &Value) {
        self.0.borrow_mut().push(line.clone());
    }
}

struct Stage {
    site: Site<Ports>,
    ports: Rc<Ports>,
    log: Rc<Lines>,
}

fn stage(access: Access) -> Stage {
    let entries = vec![
        Entry::typed::<Look>().unwrap(),
        Entry::typed::<Buy>().unwrap(),
        Entry::typed::<Add>().unwrap(),
        Entry::typed::<Hidden>().unwrap(),
    ];
    let registry = Registry::new(entries).ok().unwrap();
    let rules = [("*", Verdict::Allow), ("shop.hidden", Verdict::Deny)]
        .map(|(pattern, verdict)| Rule::new(Pattern::parse(pattern).unwrap(), verdict));
    let config = SiteConfig { title: "Shop".to_owned(), access };
    let site = Site::new(Rc::new(registry), Rc::new(rules), &config);
    Stage { site, ports: Rc::new(Ports::default()), log: Rc::new(Lines::default()) }
}

fn local() -> Stage {
    stage(Access { local_only: true, trusted_origins: Vec::new() })
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |it| it.to_str().unwrap())
    }
}

impl Stage {
    fn ask(&self, method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut request = Request::builder().method(method).uri(target).header("host", "localhost");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body.as_bytes().to_vec()).unwrap();
        let visit = Visit {
            caller: Caller::anonymous(),
            ports: Rc::clone(&self.ports),
            assets: Rc::new(Files),
            clock: Rc::new(Stopped),
            request_id: "r-1".to_owned(),
            log: Rc::<Lines>::clone(&self.log),
        };
        let response = now(self.site.answer(request, visit));
        let (parts, body) = response.into_parts();
        let body = String::from_utf8(body).unwrap();
        Answer { status: parts.status.as_u16(), headers: parts.headers, body }
    }

    #[cfg(not(feature = "no-http"))]
    fn get(&self, target: &str) -> Answer {
        self.ask("GET", target, &[], "")
    }

    #[cfg(not(feature = "no-http"))]
    fn post(&self, name: &str, input: &Value) -> Answer {
        let json = [("content-type", "application/json")];
        self.ask("POST", &format!("/api/{name}"), &json, &input.to_string())
    }
}

/// Everything here is ready at once, so one poll is enough.
fn now<T>(future: impl Future<Output = T>) -> T {
    use std::task::{Context, Poll, Waker};
    match std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits for something"),
    }
}

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
    let table: Vec<(&str, &str, Vec<(&str, &str)>, &str, u16, &str)> = vec![
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
        ("GET", "/nowhere", vec![], "", 404, "UnknownPath"),
        ("POST", "/", json.to_vec(), "{}", 405, "MethodNotAllowed"),
        ("POST", "/openapi.json", json.to_vec(), "{}", 405, "MethodNotAllowed"),
        ("GET", "/broken", vec![], "", 503, "Unavailable"),
    ];
    for (method, target, headers, body, status, tag) in table {
        let answer = stage.ask(method, target, &headers, body);
        let shown: String = target.chars().take(60).collect();
        assert_eq!(answer.status, status, "{method} {shown}");
        assert_eq!(answer.json()["tag"], json!(tag), "{method} {shown}");
        assert_eq!(answer.header("allow").is_empty(), status != 405, "{method} {shown}");
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
fn a_page_is_its_markdown() {
    let stage = local();
    for (target, text) in [
        ("/", "# Home"),
        ("/index.md", "# Home"),
        ("/guide", "# Guide"),
        ("/guide/", "# Guide"),
        ("/guide/README.md", "# Guide"),
        ("/a%20b", "# Spaced"),
    ] {
        let answer = stage.ask("GET", target, &[], "");
        assert_eq!((answer.status, answer.body.as_str()), (200, text), "{target}");
        assert_eq!(answer.header("content-type"), "text/markdown; charset=utf-8");
        assert_eq!(answer.header("access-control-allow-origin"), "*");
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
