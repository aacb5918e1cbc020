//! Resources, prompts and completion.

use http::StatusCode;
use serde_json::{Value, json};

use super::stage::{Stage, library, stage};

fn resources(stage: &Stage) -> Vec<Value> {
    let mut all = Vec::new();
    let mut cursor = None;
    loop {
        let params = cursor.map_or(json!({}), |it: Value| json!({"cursor": it}));
        let result = stage.ask("resources/list", params).json()["result"].clone();
        all.extend(result["resources"].as_array().unwrap().clone());
        match result.get("nextCursor") {
            Some(next) => cursor = Some(next.clone()),
            None => return all,
        }
    }
}

#[test]
fn what_is_offered_is_declared_and_nothing_else() {
    let declared = |stage: &Stage| {
        let params = json!({"protocolVersion": "2025-11-25"});
        let greeted = stage.ask("initialize", params).json()["result"]["capabilities"].clone();
        let found = stage.ask_stateless("server/discover", json!({})).json();
        assert_eq!(found["result"]["capabilities"], greeted, "both eras say the same");
        greeted
    };
    let all = json!({"tools": {}, "resources": {}, "prompts": {}, "completions": {}});
    assert_eq!(declared(&library(5)), all);
    assert_eq!(declared(&stage()), json!({"tools": {}}));
    let methods = [
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "prompts/list",
        "prompts/get",
        "completion/complete",
    ];
    for method in methods {
        assert_eq!(stage().ask(method, json!({})).code(), -32601, "{method}");
        assert_ne!(library(5).ask(method, json!({})).code(), -32601, "{method}");
    }
    for method in ["resources/subscribe", "resources/unsubscribe"] {
        assert_eq!(library(5).ask(method, json!({})).code(), -32601, "{method}");
    }
}

#[test]
fn every_page_is_listed_once_in_order() {
    for count in [0, 1, 99, 100, 101, 250] {
        let all = resources(&library(count));
        let mut uris: Vec<&str> = all.iter().map(|it| it["uri"].as_str().unwrap()).collect();
        if count > 0 {
            assert_eq!(uris.remove(0), "capstan://guide", "{count}");
        }
        assert_eq!(uris.remove(0), "capstan://beginning", "{count}");
        assert_eq!(uris.len() as u64, count);
        uris.dedup();
        assert_eq!(uris.len() as u64, count, "{count}");
    }
    let all = resources(&library(4));
    assert_eq!(
        all[0],
        json!({
            "uri": "capstan://guide",
            "name": "guide",
            "title": "The guide to this site",
            "description": "What is here and where, as a map with links: llms.txt.",
            "mimeType": "text/markdown",
            "size": 35,
            "annotations": {"audience": ["assistant"], "priority": 1.0},
        })
    );
    assert_eq!(
        all[2],
        json!({
            "uri": "capstan://page/part/page%20000",
            "name": "part/page 000",
            "title": "Title 0",
            "mimeType": "text/markdown",
            "size": 7,
            "annotations": {"lastModified": "2026-07-28T00:00:00Z"},
        })
    );
    assert_eq!(all[5]["uri"], "capstan://page/skills/s3");
    assert_eq!(all[5]["description"], "What 3 does.");
}

#[test]
fn a_cursor_that_was_not_given_out_is_refused() {
    for cursor in [json!(""), json!("abc"), json!("64-00000000"), json!(7)] {
        let answer = library(5).ask("resources/list", json!({"cursor": cursor}));
        assert_eq!((answer.status(), answer.code()), (StatusCode::OK, -32602), "{cursor}");
    }
}

#[test]
fn a_resource_is_read_by_either_name() {
    let read = |uri: &str| library(5).ask("resources/read", json!({"uri": uri})).json();
    for uri in [
        "capstan://page/part/page%20001",
        "https://site.example/part/page%20001",
        "https://site.example/part/page%20001.md",
    ] {
        let contents = json!([{"uri": uri, "mimeType": "text/markdown", "text": "# Title 1"}]);
        assert_eq!(read(uri)["result"]["contents"], contents, "{uri}");
    }
    let text = |uri: &str| read(uri)["result"]["contents"][0]["text"].clone();
    assert_eq!(text("capstan://beginning"), "Begin at the beginning.");
    assert_eq!(text("capstan://guide"), "# Notes\n\nhttps://site.example/a.md\n");
}

/// An empty list of contents would look like an empty page.
#[test]
fn a_resource_that_is_not_there_is_an_error_that_names_it() {
    for uri in
        ["capstan://page/none", "capstan://page/../a", "file:///etc/passwd", "https://a.example/b"]
    {
        let answer = library(5).ask("resources/read", json!({"uri": uri}));
        assert_eq!((answer.status(), answer.code()), (StatusCode::OK, -32002), "{uri}");
        assert_eq!(answer.json()["error"]["data"]["uri"], uri);
        let answer = library(5).ask_stateless("resources/read", json!({"uri": uri}));
        assert_eq!((answer.status(), answer.code()), (StatusCode::OK, -32602), "{uri}");
        assert_eq!(answer.json()["error"]["data"]["uri"], uri);
    }
    assert_eq!(library(5).ask("resources/read", json!({})).code(), -32602);
}

#[test]
fn every_list_and_read_may_be_kept_in_the_stateless_era_alone() {
    let table = [
        ("resources/list", json!({}), true),
        ("resources/templates/list", json!({}), true),
        ("resources/read", json!({"uri": "capstan://guide"}), true),
        ("prompts/list", json!({}), true),
        ("tools/list", json!({}), true),
        ("server/discover", json!({}), true),
        ("prompts/get", json!({"name": "skills/s3"}), false),
    ];
    for (method, params, kept) in table {
        let result = library(5).ask_stateless(method, params.clone()).json()["result"].clone();
        assert_eq!(result["resultType"], "complete", "{method}");
        assert_eq!(result.get("ttlMs").is_some(), kept, "{method}");
        assert_eq!(result.get("cacheScope").is_some(), kept, "{method}");
        if method != "server/discover" {
            let result = library(5).ask(method, params).json()["result"].clone();
            for member in ["resultType", "ttlMs", "cacheScope", "_meta"] {
                assert!(result.get(member).is_none(), "{method} {member}");
            }
        }
    }
}

#[test]
fn prompts_are_the_sites_own_and_its_skills() {
    let answer = library(5).ask("prompts/list", json!({})).json();
    let prompts = answer["result"]["prompts"].as_array().unwrap();
    let names: Vec<&str> = prompts.iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["explain", "skills/s3", "skills/s4"]);
    assert_eq!(
        prompts[0]["arguments"],
        json!([
            {"name": "page", "description": "Which page.", "required": true},
            {"name": "reader", "description": "For whom.", "required": false},
        ])
    );
}

#[test]
fn a_prompt_is_filled_in_once() {
    let text = |arguments: Value| {
        let params = json!({"name": "explain", "arguments": arguments});
        let answer = library(5).ask("prompts/get", params).json();
        answer["result"]["messages"][0]["content"]["text"].as_str().unwrap().to_owned()
    };
    assert_eq!(text(json!({"page": "a"})), "Explain a to {anyone} ().");
    let tricky = json!({"page": "{reader} {page}", "reader": "{page}"});
    assert_eq!(text(tricky), "Explain {reader} {page} to {anyone} ({page}).");
}

#[test]
fn a_skill_is_given_whole_with_its_task() {
    let params = json!({"name": "skills/s3", "arguments": {"task": "count to three"}});
    let answer = library(5).ask("prompts/get", params).json();
    assert_eq!(
        answer["result"],
        json!({
            "description": "What 3 does.",
            "messages": [{
                "role": "user",
                "content": {"type": "text", "text": "# Title 3\n\nTask: count to three"},
            }],
        })
    );
}

#[test]
fn a_prompt_that_cannot_be_given_is_an_error() {
    let table = [
        json!({}),
        json!({"name": 7}),
        json!({"name": "none"}),
        json!({"name": "part/page 001"}),
        json!({"name": "explain"}),
        json!({"name": "explain", "arguments": {"reader": "a"}}),
        json!({"name": "explain", "arguments": {"page": 7}}),
        json!({"name": "explain", "arguments": []}),
    ];
    for params in table {
        let answer = library(5).ask("prompts/get", params.clone());
        assert_eq!((answer.status(), answer.code()), (StatusCode::OK, -32602), "{params}");
    }
}

#[test]
fn ids_are_completed_for_templates_and_prompts() {
    let complete = |reference: Value, argument: &str, value: &str| {
        let argument = json!({"name": argument, "value": value});
        library(250).ask("completion/complete", json!({"ref": reference, "argument": argument}))
    };
    let page = json!({"type": "ref/resource", "uri": "capstan://page/{+id}"});
    let address = json!({"type": "ref/resource", "uri": "https://site.example/{+id}"});
    let listed = library(1).ask("resources/templates/list", json!({})).json();
    let listed = &listed["result"]["resourceTemplates"];
    assert_eq!(listed[0]["uriTemplate"], page["uri"]);
    assert_eq!(listed[1]["uriTemplate"], address["uri"]);
    let explain = json!({"type": "ref/prompt", "name": "explain"});
    for (reference, argument) in [(&page, "id"), (&address, "id"), (&explain, "page")] {
        let found = complete(reference.clone(), argument, "part/page 01").json();
        let completion = &found["result"]["completion"];
        assert_eq!(completion["values"].as_array().unwrap().len(), 10);
        assert_eq!((&completion["total"], &completion["hasMore"]), (&json!(10), &json!(false)));
    }
    let many = complete(page.clone(), "id", "").json()["result"]["completion"].clone();
    assert_eq!(many["values"].as_array().unwrap().len(), 100);
    assert_eq!((&many["total"], &many["hasMore"]), (&json!(250), &json!(true)));
    let free = complete(explain.clone(), "reader", "x").json()["result"]["completion"].clone();
    assert_eq!(free, json!({"values": [], "total": 0, "hasMore": false}));
    for (reference, argument) in [
        (page, "name"),
        (json!({"type": "ref/resource", "uri": "capstan://guide"}), "id"),
        (explain, "none"),
        (json!({"type": "ref/prompt", "name": "none"}), "page"),
        (json!({"type": "ref/tool", "name": "search"}), "query"),
        (json!({}), "id"),
    ] {
        assert_eq!(complete(reference.clone(), argument, "").code(), -32602, "{reference}");
    }
}

#[test]
fn a_library_that_does_not_answer_is_an_internal_error_that_says_nothing_more() {
    let stage = super::stage::silent_library();
    for (method, params) in [
        ("resources/list", json!({})),
        ("resources/read", json!({"uri": "capstan://page/a"})),
        ("prompts/list", json!({})),
        ("prompts/get", json!({"name": "a"})),
    ] {
        let answer = stage.ask(method, params);
        assert_eq!((answer.status(), answer.code()), (StatusCode::OK, -32603), "{method}");
    }
}
