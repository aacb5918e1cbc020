//! How a call goes through each surface, and what is left of its answer without the surface.

use serde_json::{Value, json};

use super::{
    capstan,
    wire::{Address, Answer, encoded},
};

/// A surface through which a call can go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Surface {
    /// `GET /api/<name>?…`
    Get,
    /// `POST /api/<name>`
    Post,
    /// `POST /mcp`
    Mcp,
    /// `POST /rpc`
    Rpc,
    /// `capstan <name> --url …`
    Url,
    /// `capstan <name>` on this machine.
    Cli,
    /// `capstan mcp` on this machine.
    Stdio,
}

/// An answer, without what only its surface says.
#[derive(Debug)]
pub(crate) struct Reduced {
    /// How the surface marks it.
    pub(crate) mark: String,
    /// The output, or the failure; `None` where the surface has no such call.
    pub(crate) core: Option<Value>,
    /// What it names as next, with the surface's own handle checked; `None` where it names none.
    pub(crate) next: Option<Vec<String>>,
}

impl Surface {
    pub(crate) const ALL: [Surface; 7] = [
        Surface::Get,
        Surface::Post,
        Surface::Mcp,
        Surface::Rpc,
        Surface::Url,
        Surface::Cli,
        Surface::Stdio,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Surface::Get => "get",
            Surface::Post => "post",
            Surface::Mcp => "mcp",
            Surface::Rpc => "rpc",
            Surface::Url => "url",
            Surface::Cli => "cli",
            Surface::Stdio => "stdio",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Surface> {
        Surface::ALL.into_iter().find(|it| it.name() == name)
    }

    /// Whether this build has it.
    pub(crate) fn is_here(self) -> bool {
        match self {
            Surface::Get | Surface::Post => cfg!(not(feature = "no-http")),
            Surface::Mcp | Surface::Stdio => cfg!(not(feature = "no-mcp")),
            Surface::Rpc => cfg!(not(feature = "no-rpc")),
            Surface::Url | Surface::Cli => cfg!(not(feature = "no-cli")),
        }
    }

    /// Whether answers name what is next: RPC publishes the plain schema.
    fn names_next(self) -> bool {
        match self {
            Surface::Get | Surface::Post | Surface::Mcp | Surface::Cli | Surface::Stdio => true,
            Surface::Url => cfg!(not(feature = "no-http")),
            Surface::Rpc => false,
        }
    }

    /// Makes one call.
    pub(crate) fn call(self, service: &Address, name: &str, input: &Value, whole: bool) -> Reduced {
        match self {
            Surface::Get => {
                let path = format!("/api/{name}?{}", query(input));
                self.of_http(&service.get(path.trim_end_matches('?')))
            }
            Surface::Post => self.of_http(&service.post(&format!("/api/{name}"), &[], input)),
            Surface::Mcp => {
                let headers = [
                    ("accept", "application/json, text/event-stream"),
                    ("mcp-protocol-version", "2025-11-25"),
                ];
                let answer = service.post("/mcp", &headers, &tool_call(name, input));
                assert_eq!(answer.status, 200, "{name} {input}");
                self.of_mcp(&answer.json())
            }
            Surface::Stdio => self.of_mcp(&capstan::converse(&[
                json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
                    "protocolVersion": "2025-11-25", "capabilities": {},
                    "clientInfo": {"name": "parity", "version": "1"},
                }}),
                json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
                tool_call(name, input),
            ])),
            Surface::Rpc => {
                let answer = service.post("/rpc", &[], &json!({"name": name, "input": input}));
                assert_eq!(answer.status, 200, "{name} {input}");
                self.of_rpc(&answer.json())
            }
            Surface::Url => {
                self.of_process(name, input, whole, ["--url".to_owned(), service.url()])
            }
            Surface::Cli => {
                let site = capstan::site().to_str().unwrap().to_owned();
                self.of_process(name, input, whole, ["--site".to_owned(), site])
            }
        }
    }

    fn of_http(self, answer: &Answer) -> Reduced {
        let mark = answer.status.to_string();
        let json = "application/json";
        if answer.status == 200 {
            assert_eq!(answer.header("content-type"), Some(json));
            return self.reduced(mark, answer.json());
        }
        assert_eq!(answer.header("content-type"), Some("application/problem+json"));
        let mut problem = answer.json();
        let members = problem.as_object_mut().unwrap();
        // What problem details add, and that it says the same again.
        assert_eq!(members.shift_remove("status"), Some(json!(answer.status)));
        assert_eq!(members.shift_remove("detail").as_ref(), members.get("message"));
        for added in ["type", "title", "instance"] {
            let text = members.shift_remove(added);
            assert!(
                text.as_ref().is_some_and(|it| it != "" && it.is_string()),
                "{added}: {text:?}"
            );
        }
        if answer.status == 405 {
            assert!(answer.header("allow").is_some_and(|it| it.contains("POST")));
            return Reduced { mark, core: None, next: None };
        }
        self.reduced(mark, problem)
    }

    fn of_mcp(self, message: &Value) -> Reduced {
        if let Some(error) = message.get("error") {
            assert_eq!(error["data"]["tag"], "UnknownCapability", "{message}");
            return Reduced { mark: error["code"].to_string(), core: None, next: None };
        }
        let result = &message["result"];
        if result["isError"] == true {
            assert_eq!(result.get("structuredContent"), None, "{result}");
            let text = result["content"][0]["text"].as_str().unwrap();
            return self.reduced("isError".to_owned(), serde_json::from_str(text).unwrap());
        }
        assert!(result["content"][0]["text"].as_str().is_some_and(|it| !it.is_empty()));
        self.reduced("ok".to_owned(), result["structuredContent"].clone())
    }

    fn of_rpc(self, envelope: &Value) -> Reduced {
        if envelope["ok"] == true {
            assert_eq!(members_of(envelope), ["ok", "value"]);
            return self.reduced("ok".to_owned(), envelope["value"].clone());
        }
        assert_eq!(envelope["ok"], false);
        assert_eq!(members_of(envelope), ["ok", "failure"]);
        let mut failure = envelope["failure"].clone();
        let kind = failure.as_object_mut().unwrap().shift_remove("kind").unwrap();
        self.reduced(kind.as_str().unwrap().to_owned(), failure)
    }

    fn of_process(self, name: &str, input: &Value, whole: bool, more: [String; 2]) -> Reduced {
        let mut arguments: Vec<String> = name.split('.').map(str::to_owned).collect();
        match whole {
            true => arguments.extend(["--input".to_owned(), input.to_string()]),
            false => arguments.extend(flags(input)),
        }
        arguments.push("--json".to_owned());
        arguments.extend(more);
        let output = capstan::run(&arguments);
        let code = output.status.code().unwrap();
        let (told, other) = match code {
            0 => (&output.stdout, &output.stderr),
            _ => (&output.stderr, &output.stdout),
        };
        assert_eq!(String::from_utf8_lossy(other), "", "{arguments:?}");
        let mut json: Value = serde_json::from_slice(told)
            .unwrap_or_else(|_| panic!("{arguments:?}: {}", String::from_utf8_lossy(told)));
        if code != 0 {
            json.as_object_mut().unwrap().shift_remove("kind");
        }
        self.reduced(code.to_string(), json)
    }

    fn reduced(self, mark: String, mut core: Value) -> Reduced {
        let next = core.as_object_mut().unwrap().shift_remove("next");
        if !self.names_next() {
            assert_eq!(next, None);
            return Reduced { mark, core: Some(core), next: None };
        }
        let next = next.as_ref().and_then(Value::as_array).into_iter().flatten();
        let next = next.map(|it| self.checked_handle(it)).collect();
        Reduced { mark, core: Some(core), next: Some(next) }
    }

    /// The capability that a next action names, once its handle says the same.
    fn checked_handle(self, action: &Value) -> String {
        let name = action["capability"].as_str().unwrap();
        assert!(action["reason"].as_str().is_some_and(|it| !it.is_empty()));
        assert!(action["input"].is_object());
        match self {
            Surface::Get | Surface::Post => {
                let href = action["href"].as_str().unwrap();
                assert!(href.starts_with(&format!("/api/{name}")), "{action}");
                assert!(["GET", "POST"].contains(&action["method"].as_str().unwrap()), "{action}");
            }
            Surface::Mcp | Surface::Stdio => assert_eq!(action["tool"], flat(name).as_str()),
            Surface::Url | Surface::Cli => {
                let command = action["command"].as_str().unwrap();
                let start = format!("capstan {}", name.replace('.', " "));
                assert!(command.starts_with(&start), "{action}");
            }
            Surface::Rpc => panic!("RPC names nothing as next"),
        }
        name.to_owned()
    }
}

fn members_of(json: &Value) -> Vec<&str> {
    json.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect()
}

/// The name of a tool; the one long name is written out, hash and all.
pub(crate) fn flat(name: &str) -> String {
    match name {
        "fixture.names.longer_than_any_flat_name_may_be" => {
            "fixture_names_longer_than_any_f_16ff6f91".to_owned()
        }
        short => short.replace('.', "_"),
    }
}

pub(crate) fn tool_call(name: &str, input: &Value) -> Value {
    let params = json!({"name": flat(name), "arguments": input});
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
}

/// Each field as texts: a scalar as one, scalars in an array as many, and anything else as JSON.
fn texts(input: &Value) -> Vec<(&str, String)> {
    let mut texts = Vec::new();
    for (name, value) in input.as_object().into_iter().flatten() {
        let scalar = |it: &Value| match it {
            Value::String(text) => Some(text.clone()),
            Value::Bool(_) | Value::Number(_) => Some(it.to_string()),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        };
        let items: Option<Vec<String>> =
            value.as_array().and_then(|items| items.iter().map(scalar).collect());
        match (scalar(value), items) {
            (Some(text), _) => texts.push((name.as_str(), text)),
            (None, Some(items)) => texts.extend(items.into_iter().map(|it| (name.as_str(), it))),
            (None, None) => texts.push((name.as_str(), value.to_string())),
        }
    }
    texts
}

pub(crate) fn query(input: &Value) -> String {
    let pairs = texts(input).into_iter();
    let pairs: Vec<String> =
        pairs.map(|(name, text)| format!("{}={}", encoded(name), encoded(&text))).collect();
    pairs.join("&")
}

fn flags(input: &Value) -> Vec<String> {
    let flag = |name: &str| {
        let mut flag = String::from("--");
        for character in name.chars() {
            if character.is_ascii_uppercase() {
                flag.push('-');
            }
            flag.push(character.to_ascii_lowercase());
        }
        flag
    };
    texts(input).into_iter().map(|(name, text)| format!("{}={text}", flag(name))).collect()
}
