//! A shop's site, asked without a network.

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

use super::super::*;
use crate::assets::{Asset, AssetsError};

#[derive(Default)]
pub(super) struct Ports {
    pub(super) ran: Cell<u32>,
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
                    "wide" => {
                        let ids: Vec<u32> = (0..250).collect();
                        let wide = json!({"text": "a", "ids": ids});
                        let wanted = serde_json::to_value(&wanted).unwrap();
                        return Ok(Reply::from(Got { wanted }).next(NextAction::new(
                            Look::NAME,
                            &wide,
                            "wide",
                        )));
                    }
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

/// A built site.
pub(super) struct Files;

const FACTS: &str =
    r#"{"title": "Shop", "language": "de", "contentSignal": "search=yes", "hasFeed": true}"#;
const REDIRECTS: &str = r#"{"guide": "/guide/README", "old name": "/a%20b", "gone": "/a%20b"}"#;
const PICTURE: &[u8] = b"\x89PNG https://origin.invalid";

fn file(path: &str) -> Option<&'static [u8]> {
    let text = match path {
        "_/site.json" => FACTS,
        "_/redirects.json" => REDIRECTS,
        "_/well-known/api-catalog" => "{\"linkset\": [\"https://origin.invalid/\"]}",
        "_/well-known/security.txt" => "Expires: 2000-01-01T00:00:00Z\n",
        "_/well-known/agent-skills/a/SKILL.md" => "See https://origin.invalid",
        "_/reader.0123abcd.css" => "a{}",
        "index.md" => "# Home",
        "index.html" => "<h1>Home</h1>",
        "guide/README.md" => "# Guide",
        "guide/README.html" => "<h1>Guide</h1>",
        "a b.md" => "# Spaced https://origin.invalid/x",
        "a b.html" => "<h1>Spaced</h1>",
        "own.html" => "<script>run()</script>",
        "llms.txt" => "https://origin.invalid/index.md",
        "img/a.svg" => "<svg/>",
        "img/a.png" => return Some(PICTURE),
        _ => return None,
    };
    Some(text.as_bytes())
}

impl Assets for Files {
    fn open<'a>(&'a self, path: &'a str) -> LocalFuture<'a, Result<Option<Asset>, AssetsError>> {
        let found = if path == "broken.md" {
            Err(AssetsError(Box::new(std::fmt::Error)))
        } else {
            Ok(file(path).map(|it| Asset::read(it.to_vec())))
        };
        Box::pin(std::future::ready(found))
    }

    fn are_fixed(&self) -> bool {
        true
    }
}

pub(super) struct Stopped;

impl Clock for Stopped {
    fn now_ms(&self) -> u64 {
        0
    }
}

#[derive(Default)]
pub(super) struct Lines(pub(super) std::cell::RefCell<Vec<Value>>);

impl RequestLog for Lines {
    fn line(&self, line: &Value) {
        self.0.borrow_mut().push(line.clone());
    }
}

pub(super) struct Stage {
    pub(super) site: Site<Ports>,
    pub(super) ports: Rc<Ports>,
    pub(super) log: Rc<Lines>,
}

pub(super) fn stage(access: Access) -> Stage {
    let entries = vec![
        Entry::typed::<Look>().unwrap(),
        Entry::typed::<Buy>().unwrap(),
        Entry::typed::<Add>().unwrap(),
        Entry::typed::<Hidden>().unwrap(),
    ];
    let registry = Registry::new(entries).ok().unwrap();
    let rules = [("*", Verdict::Allow), ("shop.hidden", Verdict::Deny)]
        .map(|(pattern, verdict)| Rule::new(Pattern::parse(pattern).unwrap(), verdict));
    let config = SiteConfig { access };
    let site = Site::new(Rc::new(registry), Rc::new(rules), &config);
    Stage { site, ports: Rc::new(Ports::default()), log: Rc::new(Lines::default()) }
}

pub(super) fn local() -> Stage {
    stage(Access { local_only: true, trusted_origins: Vec::new() })
}

pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: String,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |it| it.to_str().unwrap())
    }
}

impl Stage {
    pub(super) fn ask(
        &self,
        method: &str,
        target: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(target).header("host", "localhost");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.answer(request.body(body.as_bytes().to_vec()).unwrap())
    }

    pub(super) fn ask_host(&self, method: &str, target: &str, host: &str) -> Answer {
        let request = Request::builder().method(method).uri(target).header("host", host);
        self.answer(request.body(Vec::new()).unwrap())
    }

    fn answer(&self, request: Request<Vec<u8>>) -> Answer {
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
        let body = String::from_utf8_lossy(&body).into_owned();
        Answer { status: parts.status.as_u16(), headers: parts.headers, body }
    }

    #[cfg(not(feature = "no-http"))]
    pub(super) fn get(&self, target: &str) -> Answer {
        self.ask("GET", target, &[], "")
    }

    #[cfg(not(feature = "no-http"))]
    pub(super) fn post(&self, name: &str, input: &Value) -> Answer {
        let json = [("content-type", "application/json")];
        self.ask("POST", &format!("/api/{name}"), &json, &input.to_string())
    }
}

/// Everything here is ready at once, so one poll is enough.
pub(super) fn now<T>(future: impl Future<Output = T>) -> T {
    use std::task::{Context, Poll, Waker};
    match std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits for something"),
    }
}
