//! Does any file spell what only other files may spell?
//!
//! Text is the weakest layer, so this stays a list of spellings. A rule that would need more than
//! text belongs in a type or in the crate graph.

use std::collections::BTreeSet;

use crate::sources::{self, Source};

/// One thing that only a few files may spell.
struct Ban {
    name: &'static str,
    spellings: &'static [&'static str],
    /// Where the ban holds: beginnings of paths.
    within: &'static [&'static str],
    /// Where it does not: beginnings of paths.
    homes: &'static [&'static str],
    instead: &'static str,
}

const PRODUCT: &[&str] = &["capabilities/", "cli/", "worker/", "codemode-isolate/"];
const PURE: &[&str] = &["capabilities/"];

const BANS: &[Ban] = &[
    Ban {
        name: "entry of the Worker",
        spellings: &["#[event", "#[durable_object", "#[worker::"],
        within: PRODUCT,
        homes: &["worker/src/entry.rs"],
        instead: "answer in the site, which the one entry asks",
    },
    Ban {
        name: "binding to JavaScript",
        spellings: &["#[wasm_bindgen", "wasm_bindgen::", "js_sys::", "Reflect::"],
        within: PRODUCT,
        homes: &["worker/src/adapters/", "worker/src/bindings", "worker/src/entry"],
        instead: "an adapter behind a port",
    },
    Ban {
        name: "call of a capability",
        spellings: &[".invoke(", ".invoke_flat("],
        within: PRODUCT,
        homes: &[
            "capabilities/projections/src/http_api",
            "capabilities/projections/src/mcp",
            "capabilities/projections/src/rpc",
            "cli/src/commands/call.rs",
            // Asks what is near, as any caller may.
            "worker/src/suggestion.rs",
        ],
        instead: "a projection that every composition root shares",
    },
    Ban {
        name: "joining of capabilities, ports and rules",
        spellings: &["Invoker::new("],
        within: PRODUCT,
        homes: &["cli/src/engine.rs", "worker/src/site.rs"],
        instead: "the composition root's own invoker",
    },
    Ban {
        name: "handler outside the pipeline",
        spellings: &["handler.prepare(", "Authorized::new(", "Authorized::<", "C::run("],
        within: PRODUCT,
        homes: &["capabilities/contract/src/handler.rs", "capabilities/contract/src/invoke.rs"],
        instead: "`Invoker::invoke`, which decides first",
    },
    Ban {
        name: "route",
        spellings: &["\"/api", "\"/mcp", "\"/rpc", "\"/openapi", "\"/catalog", "\"/docs"],
        within: PRODUCT,
        homes: &[
            "capabilities/projections/src/",
            "worker/src/route.rs",
            "cli/src/remote",
            // Documents say where everything is.
            "capabilities/knowledge/src/publication",
        ],
        instead: "a capability, which has a route on every surface, or the table in `route.rs`",
    },
    Ban {
        name: "platform in a pure package",
        spellings: &[
            "use worker",
            "worker::",
            "wasm_bindgen",
            "js_sys",
            "web_sys",
            "rusqlite",
            "tokio",
            "hyper::",
            "ureq",
            "reqwest",
            "rmcp",
            "std::fs",
            "std::net",
            "std::process",
            "std::env",
            "std::thread",
            "std::io::std",
            "SystemTime::now",
            "Instant::now",
        ],
        within: PURE,
        homes: &[],
        instead: "a port in `catalog::ports`, with an adapter in a composition root",
    },
];

fn starts_with_any(path: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|it| path.starts_with(it))
}

fn violations(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources.iter().filter(|it| !it.is_test()) {
        let bans = BANS.iter().filter(|it| {
            starts_with_any(&source.path, it.within) && !starts_with_any(&source.path, it.homes)
        });
        for ban in bans {
            for (line, text) in source.code() {
                if let Some(spelling) = ban.spellings.iter().find(|it| text.contains(**it)) {
                    let Source { path, .. } = source;
                    let Ban { name, instead, .. } = ban;
                    found.push(format!("{path}:{line}: {name}: `{spelling}`. Instead: {instead}"));
                }
            }
        }
    }
    found
}

#[test]
fn nothing_is_spelt_outside_its_home() {
    let found = violations(&sources::rust());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn source(path: &str, text: &str) -> Source {
    Source { path: path.to_owned(), text: text.to_owned() }
}

#[test]
fn each_planted_violation_is_named() {
    let planted = [
        ("cli/src/serve.rs", "    router.route(\"/api/notes\", get(notes));", "route"),
        ("worker/src/entry.rs", "    if path == \"/rpc/fast\" {", "route"),
        (
            "worker/src/site.rs",
            "    let it = invoker.invoke(name, input).await;",
            "call of a capability",
        ),
        (
            "capabilities/catalog/src/a.rs",
            "    Archive::run(Authorized::new(p, c))",
            "handler outside the pipeline",
        ),
        (
            "capabilities/projections/src/mcp.rs",
            "    entry.handler.prepare(input)",
            "handler outside the pipeline",
        ),
        (
            "cli/src/serve.rs",
            "    Invoker::new(registry, ports, situation)",
            "joining of capabilities, ports and rules",
        ),
        ("capabilities/catalog/src/a.rs", "use worker::Env;", "platform in a pure package"),
        ("capabilities/contract/src/a.rs", "use std::fs;", "platform in a pure package"),
        ("worker/src/site.rs", "#[event(fetch)]", "entry of the Worker"),
        ("worker/src/site.rs", "#[wasm_bindgen]", "binding to JavaScript"),
    ];
    for (path, text, name) in planted {
        let found = violations(&[source(path, text)]);
        assert_eq!(found.len(), 1, "{path}: {text}: {found:?}");
        assert!(found[0].starts_with(&format!("{path}:1: {name}: ")), "{found:?}");
    }
}

#[test]
fn words_and_tests_are_no_violation() {
    let fine = [
        ("cli/src/serve.rs", "/// Answers \"/api/notes\"."),
        (
            "capabilities/catalog/src/a.rs",
            "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n",
        ),
        ("capabilities/catalog/src/a/tests.rs", "use std::fs;"),
        ("worker/src/route.rs", "    \"/rpc\" => Route::Rpc,"),
    ];
    for (path, text) in fine {
        assert_eq!(violations(&[source(path, text)]), [""; 0], "{path}");
    }
}

/// A home that nobody lives in would let anyone move in.
#[test]
fn every_home_is_lived_in() {
    let sources = sources::rust();
    let mut empty = Vec::new();
    for ban in BANS {
        for home in ban.homes {
            let at_home = sources.iter().filter(|it| it.path.starts_with(home));
            let mut code = at_home.flat_map(Source::code);
            if !code.any(|(_, line)| ban.spellings.iter().any(|it| line.contains(it))) {
                empty.push(format!("{}: {home}", ban.name));
            }
        }
    }
    assert_eq!(empty, [""; 0]);
}

/// Words that belong to one surface or platform.
const SURFACE_WORDS: &[&str] = &[
    "http",
    "https",
    "mcp",
    "rpc",
    "cli",
    "openapi",
    "route",
    "routes",
    "tool",
    "tools",
    "command",
    "commands",
    "javascript",
    "typescript",
    "cloudflare",
    "worker",
    "d1",
    "url",
    "endpoint",
];

/// Where the two packages that know no surface say such a word all the same. It only ever shrinks.
const SAID_ALL_THE_SAME: &str = include_str!("../../fence/surface-words.txt");

/// `path word`, once for each.
fn said(sources: &[Source]) -> BTreeSet<String> {
    let mut said = BTreeSet::new();
    for source in sources.iter().filter(|it| !it.is_test()) {
        let knows_none = ["capabilities/contract/src/", "capabilities/catalog/src/"];
        if !starts_with_any(&source.path, &knows_none) {
            continue;
        }
        let text = source.product().to_lowercase();
        for word in text.split(|it: char| !it.is_alphanumeric()) {
            if SURFACE_WORDS.contains(&word) {
                said.insert(format!("{} {word}", source.path));
            }
        }
    }
    said
}

#[test]
fn contract_and_catalog_do_not_know_the_words_of_surfaces() {
    let lines = SAID_ALL_THE_SAME.lines().filter(|it| !it.is_empty() && !it.starts_with('#'));
    let listed: BTreeSet<String> = lines
        .map(|line| line.split_once(": ").map(|(said, _reason)| said.to_owned()).unwrap())
        .collect();
    assert_eq!(
        said(&sources::rust()),
        listed,
        "found, and listed in tests/fence/surface-words.txt"
    );
}

#[test]
fn a_planted_surface_word_is_seen() {
    let planted = [
        source("capabilities/contract/src/a.rs", "/// The MCP tool.\nlet http_status = 1;"),
        source("capabilities/projections/src/a.rs", "/// The MCP tool."),
    ];
    let found: Vec<String> = said(&planted).into_iter().collect();
    let path = "capabilities/contract/src/a.rs";
    assert_eq!(found, [format!("{path} http"), format!("{path} mcp"), format!("{path} tool")]);
}
