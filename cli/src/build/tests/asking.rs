//! Is everything found and read that a folder holds, by whatever name or words?

use serde_json::{Value, json};

use super::{Scratch, asked::Asked};

fn site(files: &[(&str, &str)]) -> (Scratch, Asked) {
    let scratch = Scratch::new();
    for (path, text) in files {
        scratch.write(path, text);
    }
    scratch.build();
    let asked = Asked::open(&scratch.site());
    (scratch, asked)
}

fn found(asked: &Asked, query: &str) -> Vec<String> {
    let answer = asked.ask("search", json!({"query": query})).unwrap();
    ids(&answer["matches"])
}

fn ids(items: &Value) -> Vec<String> {
    items.as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect()
}

fn read(asked: &Asked, page: &str) -> String {
    let answer = asked.ask("read", json!({"page": page}));
    match answer {
        Ok(page) => page["id"].as_str().unwrap().to_owned(),
        Err(failure) => failure["tag"].as_str().unwrap().to_owned(),
    }
}

#[test]
fn a_page_that_is_named_exactly_comes_first_whatever_kind_of_name_it_is() {
    let often = "---\ntitle: Other\n---\n".to_owned() + &"zebra käse book handbook ".repeat(50);
    let (_scratch, asked) = site(&[
        ("a.md", &often),
        ("ZEBRA.md", "---\ntitle: Stripes\n---\nAn animal."),
        ("b.md", "---\ntitle: Cheese\naliases: [KÄSE, The Handbook]\n---\nIt is old."),
    ]);
    for (query, first) in [
        ("zebra", "ZEBRA"),
        ("/ZEBRA.md", "ZEBRA"),
        ("käse", "b"),
        ("KA\u{308}SE", "b"),
        ("the handbook", "b"),
        ("stripes", "ZEBRA"),
    ] {
        let answer = asked.ask("search", json!({"query": query})).unwrap();
        assert_eq!(answer["matches"][0]["id"], first, "{query}: {answer}");
        assert_eq!(answer["confidence"], "high", "{query}");
        assert!(answer["matches"][0]["score"].as_f64().unwrap() > 900.0, "{query}");
    }
}

#[test]
fn accents_are_found_with_and_without_and_raise_confidence() {
    let (_scratch, asked) = site(&[("a.md", "Crème brûlée and Ärger."), ("b.md", "nothing")]);
    for query in ["creme brulee", "crème brûlée", "cre\u{300}me bru\u{302}le\u{301}e", "ÄRGER"]
    {
        let answer = asked.ask("search", json!({"query": query})).unwrap();
        assert_eq!(ids(&answer["matches"]), ["a"], "{query}");
        assert_eq!(answer["confidence"], "high", "{query}");
    }
}

#[test]
fn a_word_is_found_however_long_it_is() {
    let words: Vec<String> =
        [63, 64, 65, 70, 71, 300].iter().map(|it| format!("q{}ing", "x".repeat(*it))).collect();
    let files: Vec<(String, &str)> =
        words.iter().enumerate().map(|(at, word)| (format!("p{at}.md"), word.as_str())).collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let (_scratch, asked) = site(&files);
    for (at, word) in words.iter().enumerate() {
        assert!(found(&asked, word).contains(&format!("p{at}")), "{}", word.len());
    }
}

#[test]
fn a_page_is_read_by_every_form_of_its_route() {
    let (_scratch, asked) = site(&[
        ("index.md", "# Front"),
        ("sub/README.md", "# Sub"),
        ("sub/Caf\u{e9} au lait.md", "# Milk"),
        ("v1.html.md", "# Release"),
    ]);
    for (name, id) in [
        ("/", "index"),
        ("/?from=x", "index"),
        ("/#top", "index"),
        ("capstan://page/", "index"),
        ("/sub", "sub/README"),
        ("/sub/", "sub/README"),
        ("sub/", "sub/README"),
        ("/sub/README.md", "sub/README"),
        ("/sub/README.html", "sub/README"),
        ("/sub/README/", "sub/README"),
        ("/sub/Caf%C3%A9%20au%20lait", "sub/Caf\u{e9} au lait"),
        ("/sub/Cafe%CC%81%20au%20lait.md", "sub/Caf\u{e9} au lait"),
        ("sub/cafe\u{301} AU lait", "sub/Caf\u{e9} au lait"),
        ("/v1.html", "v1.html"),
        ("/v1.html.html", "v1.html"),
        ("release", "v1.html"),
        ("/none/", "PageNotFound"),
    ] {
        assert_eq!(read(&asked, name), id, "{name}");
    }
}

#[test]
fn a_page_ends_with_its_last_block() {
    for blocks in [399, 400, 401, 800, 801] {
        let text: String = (0..blocks).map(|it| format!("# H{it}\n\n")).collect();
        let (_scratch, asked) = site(&[("a.md", &text)]);
        let (mut whole, mut cursor) = (String::new(), None::<Value>);
        let mut parts = 0;
        loop {
            let mut input = json!({"page": "a"});
            if let Some(cursor) = &cursor {
                input["cursor"] = cursor.clone();
            }
            let part = asked.ask("read", input).unwrap();
            assert_ne!(part["text"], "", "{blocks} blocks, part {parts}");
            whole.push_str(part["text"].as_str().unwrap());
            parts += 1;
            cursor = part.get("nextCursor").cloned();
            if cursor.is_none() {
                break;
            }
        }
        let said = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(said(&whole), said(&text));
        assert_eq!(parts, usize::div_ceil(blocks, 400), "{blocks} blocks");
    }
}

#[test]
fn whatever_has_an_anchor_is_read_by_it_alone() {
    let code = format!("```text\n{}```", "word word word word\n".repeat(8_000));
    let text = format!(
        "# One\n\nFirst paragraph.\n\nSecond one. {{#mine}}\n\n- item a\n- item b {{#b}}\n\n\
         # Two {{#two}}\n\n{code}\n\nLast.\n"
    );
    let (_scratch, asked) = site(&[("a.md", &text)]);
    let at = |anchor: &str| {
        let page = asked.ask("read", json!({"page": "a", "anchor": anchor})).unwrap();
        page["text"].as_str().unwrap().trim().to_owned()
    };
    assert_eq!(at("mine").split(" {#").next(), Some("Second one."));
    assert!(at("b").contains("item b") && !at("b").contains("item a"), "{}", at("b"));
    assert!(at("one").starts_with("# One") && !at("one").contains("# Two"));
    assert!(at("two").starts_with("# Two"));

    // A piece of code longer than one answer comes whole, in parts.
    let written = std::fs::read_to_string(_scratch.site().join("assets/a.md")).unwrap();
    let anchors = knowledge::anchor::anchors_of(&written);
    let is_code = |it: &&knowledge::anchor::Anchor| it.anchor.starts_with("code-");
    let anchor = anchors.iter().find(is_code).unwrap();
    let (mut whole, mut input) = (String::new(), json!({"page": "a", "anchor": anchor.anchor}));
    let mut parts = 0;
    loop {
        let part = asked.ask("read", input.clone()).unwrap();
        whole.push_str(part["text"].as_str().unwrap());
        parts += 1;
        match part.get("nextCursor") {
            Some(cursor) => input["cursor"] = cursor.clone(),
            None => break,
        }
    }
    assert_eq!(whole.trim_end(), written[anchor.range.clone()].trim_end());
    assert!(parts > 1, "{parts}");
    let missing = asked.ask("read", json!({"page": "a", "anchor": "nowhere"})).unwrap_err();
    assert_eq!(missing["tag"], "AnchorNotFound");
}

#[test]
fn a_listing_goes_on_across_a_change_and_repeats_nothing() {
    let scratch = Scratch::new();
    for page in 0..9 {
        scratch
            .write(&format!("p{page}.md"), format!("---\ntitle: T{page}\n---\nSee [it](hub.md)."));
    }
    scratch.write("hub.md", "# Hub");
    scratch.build();
    let first = Asked::open(&scratch.site());
    let part = first.ask("backlinks", json!({"page": "hub", "limit": 4})).unwrap();
    assert_eq!(part["total"], 9);
    // One that was given moves behind, one that was not moves before, and one is new.
    scratch.write("p0.md", "---\ntitle: T99\n---\nSee [it](hub.md).");
    scratch.write("p8.md", "---\ntitle: A0\n---\nSee [it](hub.md).");
    scratch.write("new.md", "---\ntitle: A1\n---\nSee [it](hub.md).");
    scratch.build();
    let second = Asked::open(&scratch.site());
    let input = json!({"page": "hub", "limit": 100, "cursor": part["nextCursor"]});
    let rest = second.ask("backlinks", input.clone()).unwrap();
    let pages = |it: &Value| -> Vec<String> {
        let items = it["backlinks"].as_array().unwrap().iter();
        items.map(|it| it["page"]["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(pages(&part), ["p0", "p1", "p2", "p3"]);
    assert_eq!(pages(&rest), ["p8", "new", "p4", "p5", "p6", "p7"]);
    assert_eq!(rest["total"], 10);
    assert_eq!(rest["warnings"].as_array().unwrap().len(), 1);
    // A cursor is for its own question.
    for (name, other) in [
        ("backlinks", json!({"page": "p1", "cursor": part["nextCursor"]})),
        ("mentions", input.clone()),
        ("neighbors", input),
    ] {
        assert_eq!(second.ask(name, other).unwrap_err()["tag"], "InvalidCursor");
    }
}
