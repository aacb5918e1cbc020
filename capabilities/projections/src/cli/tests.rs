//! Command lines in, inputs out, and back.

mod help_text;
mod sample;

use clap::Command;
use contract::{contract::Contract, failure::FailureKind, invoke_error::ErrorKind};
use serde_json::{Value, json};

use super::{
    Called, Failed, Options, called, command_line, commands, exit_code, flags, input_of, outline,
    shell_word, visible,
};
use sample::{contract_of, everything, search};

fn parser(contracts: &[&Contract]) -> Command {
    Command::new("capstan")
        .subcommands(commands(contracts.iter().copied()))
        .allow_external_subcommands(true)
        .external_subcommand_value_parser(clap::builder::StringValueParser::new())
}

fn read(contract: &Contract, words: &[&str]) -> Result<Value, String> {
    let matches = parser(&[contract])
        .try_get_matches_from(words)
        .map_err(|error| format!("{:?}", error.kind()))?;
    let Called::Capability { contract, matches } = called(&[contract], &matches) else {
        return Err("no capability".to_owned());
    };
    input_of(contract, matches, &mut || Ok(r#"{"text":"from stdin"}"#.to_owned()))
        .map_err(|invalid| format!("{} expected {}", invalid.pointer, invalid.expected))
}

#[track_caller]
fn reads(words: &[&str], expected: Value) {
    let contract = everything();
    let line: Vec<&str> = ["capstan", "every", "thing"].iter().chain(words).copied().collect();
    assert_eq!(read(&contract, &line), Ok(expected), "{words:?}");
}

#[test]
fn flags_become_an_input() {
    reads(&[], json!({}));
    reads(&["--text", "a b"], json!({"text": "a b"}));
    reads(&["a b"], json!({"text": "a b"}));
    reads(&["--text", ""], json!({"text": ""}));
    reads(&["--text", "-x"], json!({"text": "-x"}));
    reads(&["--text", "--json"], json!({"text": "--json"}));
    reads(&["--text=--json"], json!({"text": "--json"}));
    reads(&["--", "--json"], json!({"text": "--json"}));
    reads(&["-5"], json!({"text": "-5"}));
    reads(&["--text", "5"], json!({"text": "5"}));
    reads(&["--max-items", "5"], json!({"maxItems": 5}));
    reads(&["--max-items", "-5"], json!({"maxItems": -5}));
    reads(&["--max-items", "1.50"], json!({"maxItems": 1.5}));
    reads(&["--deep"], json!({"deep": true}));
    reads(&["--deep=true"], json!({"deep": true}));
    reads(&["--deep=false"], json!({"deep": false}));
    reads(&["--kind", "page"], json!({"kind": "page"}));
    reads(&["--tags", "a"], json!({"tags": ["a"]}));
    reads(&["--tags", "a", "--tags", "b,c"], json!({"tags": ["a", "b,c"]}));
    reads(&["--sizes", "1", "--sizes", "-2"], json!({"sizes": [1, -2]}));
    reads(&["--shape", r#"{"a":[1,null]}"#], json!({"shape": {"a": [1, null]}}));
    reads(&["--shape", "-1"], json!({"shape": -1}));
    reads(&["--shape", "null"], json!({"shape": null}));
}

#[test]
fn what_spells_no_value_of_its_kind_reaches_the_pipeline_as_text() {
    reads(&["--max-items", "ten"], json!({"maxItems": "ten"}));
    reads(&["--max-items", "+1"], json!({"maxItems": "+1"}));
    reads(&["--deep=yes"], json!({"deep": "yes"}));
    reads(&["--kind", "nonsense"], json!({"kind": "nonsense"}));
    reads(&["--sizes", "1", "--sizes", "x"], json!({"sizes": [1, "x"]}));
}

#[test]
fn the_whole_input_comes_first_and_flags_are_set_over_it() {
    reads(&["--input", r#"{"text":"a"}"#], json!({"text": "a"}));
    reads(
        &["--input", r#"{"text":"a","tags":[]}"#, "--text", "b"],
        json!({"text": "b", "tags": []}),
    );
    reads(&["--input", "-"], json!({"text": "from stdin"}));
    reads(&["--input", "-", "--deep"], json!({"text": "from stdin", "deep": true}));
    reads(&["--input", "[1]"], json!([1]));
}

#[test]
fn what_cannot_be_read_names_its_place() {
    let contract = everything();
    let refused = |words: &[&str]| {
        let line: Vec<&str> = ["capstan", "every", "thing"].iter().chain(words).copied().collect();
        read(&contract, &line).unwrap_err()
    };
    assert!(refused(&["--shape", "{"]).starts_with("/shape expected JSON for "));
    assert!(refused(&["--input", "{"]).starts_with(" expected JSON for an object"));
    assert_eq!(
        refused(&["--input", "[]", "--deep"]),
        " expected an object, where flags are set over it"
    );
    // Where the parser itself speaks, the exit code is the same one.
    assert_eq!(refused(&["--max-items", "1", "--max-items", "2"]), "ArgumentConflict");
    assert_eq!(refused(&["a", "--text", "b"]), "ArgumentConflict");
    assert_eq!(refused(&["a", "b"]), "UnknownArgument");
    assert_eq!(refused(&["--nonsense"]), "UnknownArgument");
    assert_eq!(refused(&["--max-items"]), "InvalidValue");
}

#[test]
fn a_field_named_like_an_own_flag_gets_a_prefix() {
    let contract = contract_of(
        "clash",
        json!({
            "json": {"type": "string"},
            "yes": {"type": "boolean"},
            "url": {"type": "string"},
            "help": {"type": "string"},
            "site": {"type": "string"},
            "input": {"type": "string"},
            "inputUrl": {"type": "string"},
            "maxItems": {"type": "integer"},
            "max_items": {"type": "integer"},
            "max-items": {"type": "integer"},
            "maxURLLength": {"type": "integer"},
            "été": {"type": "string"},
            "--": {"type": "string"},
        }),
        json!([]),
        json!({}),
    );
    let found = flags(&contract);
    let found: Vec<(&str, Option<&str>)> =
        found.iter().map(|it| (it.field.name, it.long.as_deref())).collect();
    assert_eq!(
        found,
        [
            ("json", Some("input-json")),
            ("yes", Some("input-yes")),
            // `inputUrl` has the better claim, so this one is left to `--input`.
            ("url", None),
            ("help", Some("input-help")),
            ("site", Some("input-site")),
            ("input", Some("input-input")),
            ("inputUrl", Some("input-url")),
            ("maxItems", Some("max-items")),
            ("max_items", Some("input-max-items")),
            ("max-items", None),
            ("maxURLLength", Some("max-url-length")),
            ("été", None),
            ("--", None),
        ]
    );
    let input = json!({
        "json": "a", "yes": true, "url": "b", "inputUrl": "c", "maxItems": 1, "max-items": 2,
        "été": "d",
    });
    round_trips(&contract, &input);
    // None of it approves, redirects or changes the form of the answer.
    let line = ["capstan", "clash", "--input-yes", "--input-json", "a", "--input-url", "b"];
    let matches = parser(&[&contract]).try_get_matches_from(line).unwrap();
    let Called::Capability { matches, .. } = called(&[&contract], &matches) else { panic!() };
    let options = Options { json: false, yes: false, url: None, site: None };
    assert_eq!(Options::of(matches), options);
}

#[test]
fn own_flags_say_how_to_call() {
    let contract = search();
    let line = ["capstan", "search", "x", "--json", "--yes", "--url", "http://h", "--site", "d"];
    let matches = parser(&[&contract]).try_get_matches_from(line).unwrap();
    let Called::Capability { matches, .. } = called(&[&contract], &matches) else { panic!() };
    let url = Some("http://h".to_owned());
    let options = Options { json: true, yes: true, url, site: Some("d".to_owned()) };
    assert_eq!(Options::of(matches), options);
}

#[test]
fn names_nobody_has_are_told_apart_from_capabilities() {
    let (one, two) = (everything(), search());
    let contracts = [&one, &two];
    let unknown = |line: &[&str]| {
        let matches = parser(&contracts).try_get_matches_from(line).unwrap();
        match called(&contracts, &matches) {
            Called::Unknown { name, rest } => (name, rest.join(" ")),
            Called::Capability { .. } | Called::Other => panic!("{line:?} is known"),
        }
    };
    assert_eq!(
        unknown(&["capstan", "serach", "x", "--json"]),
        ("serach".into(), "x --json".into())
    );
    assert_eq!(unknown(&["capstan", "every", "thin"]), ("every.thin".into(), String::new()));
}

/// A command line splits as a POSIX shell splits it, for the words that `shell_word` writes.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut started) = (Vec::new(), String::new(), false, false);
    let mut characters = line.chars();
    while let Some(it) = characters.next() {
        match (quoted, it) {
            (_, '\'') => (quoted, started) = (!quoted, true),
            (true, it) => word.push(it),
            (false, ' ') if started => {
                words.push(std::mem::take(&mut word));
                started = false;
            }
            (false, '\\') => word.push(characters.next().unwrap()),
            (false, it) => {
                word.push(it);
                started = true;
            }
        }
    }
    words.push(word);
    words
}

#[track_caller]
fn round_trips(contract: &Contract, input: &Value) {
    let line = command_line(contract, input);
    let words = words(&line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut again = read(contract, &words).unwrap_or_else(|why| panic!("{line}: {why}"));
    let mut input = input.clone();
    again.sort_all_objects();
    input.sort_all_objects();
    assert_eq!(again, input, "{line}");
}

#[test]
fn every_input_has_a_command_line_that_reads_back() {
    let contract = everything();
    for input in [
        json!({}),
        json!({"text": "plain"}),
        json!({"text": "two words, it's \"quoted\" $HOME `x` \\ \n end"}),
        json!({"text": ""}),
        json!({"text": "-rf"}),
        json!({"text": "--json"}),
        json!({"text": "\u{1f600} 検索"}),
        json!({"text": null, "maxItems": null}),
        json!({"maxItems": -1, "deep": false, "kind": "page"}),
        json!({"maxItems": 1.25, "deep": true}),
        json!({"tags": []}),
        json!({"tags": ["one"]}),
        json!({"tags": ["-a", "b c", ""]}),
        json!({"tags": ["a", null]}),
        json!({"sizes": [1, -2, 3.5]}),
        json!({"shape": {"a": [null, "it's"]}}),
        json!({"shape": "text"}),
        json!({"shape": -1}),
        json!({"unknown": {"member": 1}, "text": "a"}),
        json!({"text": 5, "maxItems": "five"}),
        json!([1, 2]),
        json!("text"),
    ] {
        round_trips(&contract, &input);
    }
}

#[test]
fn command_lines_read_well() {
    let contract = search();
    let shown = |input| command_line(&contract, &input);
    assert_eq!(shown(json!({"query": "ownership"})), "capstan search ownership");
    assert_eq!(
        shown(json!({"limit": 5, "kinds": ["page", "skill"], "query": "borrow checker"})),
        "capstan search 'borrow checker' --limit 5 --kinds page --kinds skill"
    );
    assert_eq!(shown(json!({"query": "-x"})), "capstan search --query=-x");
    assert_eq!(shown(json!({"query": "a", "explain": true})), "capstan search a --explain");
}

#[test]
fn a_shell_word_is_quoted_where_it_must_be() {
    assert_eq!(shell_word("ch04-01/what.is_ownership"), "ch04-01/what.is_ownership");
    assert_eq!(shell_word(""), "''");
    assert_eq!(shell_word("a b"), "'a b'");
    assert_eq!(shell_word("it's"), r"'it'\''s'");
    assert_eq!(shell_word("$(rm)"), "'$(rm)'");
    assert_eq!(shell_word("~"), "'~'");
}

#[test]
fn each_kind_has_its_exit_code() {
    let table = [
        (ErrorKind::Internal, 1),
        (ErrorKind::InvalidInput, 2),
        (ErrorKind::Declared(FailureKind::Unavailable), 3),
        (ErrorKind::Declared(FailureKind::NotFound), 4),
        (ErrorKind::UnknownCapability, 4),
        (ErrorKind::Declared(FailureKind::Conflict), 5),
        (ErrorKind::Declared(FailureKind::Invalid), 6),
        (ErrorKind::ApprovalDenied, 7),
        (ErrorKind::Declared(FailureKind::Limited), 8),
    ];
    for (kind, code) in table {
        assert_eq!(exit_code(kind), code, "{kind:?}");
    }
}

#[test]
fn an_outline_shows_everything_and_does_nothing() {
    let shown = outline(&json!({
        "id": "a",
        "none": null,
        "empty": [],
        "nothing": {},
        "yes": true,
        "text": "first\nsecond\n",
        "matches": [
            {"title": "One", "page": {"id": "x"}, "tags": ["a", "b"]},
            {"title": "Two", "text": "l1\nl2"},
            [1, [2, 3]],
            "plain"
        ],
        "evil": "\u{1b}[2J\u{202e}\u{9b}x\r",
    }));
    let expected = "\
id: a
none: none
empty: none
nothing: none
yes: yes
text:
  first
  second
matches:
  - title: One
    page:
      id: x
    tags:
      - a
      - b
  - title: Two
    text:
      l1
      l2
  - - 1
    - - 2
      - 3
  - plain
evil: \\u{1b}[2J\\u{202e}\\u{9b}x";
    assert_eq!(shown, expected);
    assert_eq!(visible("a\tb\nc\u{7f}"), "a\tb\nc\\u{7f}");
}

#[test]
fn input_that_does_not_fit_is_named_by_its_flag() {
    let contract = search();
    let failed = |pointer: &str, expected: &str, example: Value| Failed {
        kind: ErrorKind::InvalidInput,
        tag: "InvalidInput".to_owned(),
        message: format!("`{pointer}` does not fit: expected {expected}"),
        fields: serde_json::from_value(
            json!({"pointer": pointer, "expected": expected, "example": example}),
        )
        .unwrap(),
        next: Vec::new(),
    };
    assert_eq!(
        failed("/limit", "an integer from 1 to 50", json!(10)).text(Some(&contract)),
        "error[InvalidInput]: `--limit` (`/limit`) does not fit: expected an integer from 1 to 50\n  \
         example: capstan search ownership --limit 10"
    );
    assert_eq!(
        failed("/kinds/1", "one of `page`", json!("page")).text(Some(&contract)),
        "error[InvalidInput]: `/1` of `--kinds` (`/kinds/1`) does not fit: expected one of `page`"
    );
    assert_eq!(
        failed("/nonsense", "nothing", json!({"query": "x"})).text(Some(&contract)),
        "error[InvalidInput]: `/nonsense` does not fit: expected nothing"
    );
}
