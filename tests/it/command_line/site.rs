//! What a person gets on a site of two pages.

use std::path::Path;

use serde_json::json;

use super::process::{command, home, run, run_in, run_with};

#[test]
fn search_and_read_answer_people_and_programs() {
    let found = run(&["search", "knot", "--json"]).answer();
    assert_eq!(found["matches"][0]["id"], "ropes");
    assert_eq!(found["matches"][0]["anchor"], "knots");
    let next = &found["next"][0];
    assert_eq!(next["capability"], "read");
    assert_eq!(next["command"], "capstan read ropes --anchor knots");
    assert_eq!(next["input"], json!({"page": "ropes", "anchor": "knots"}));

    let shown = run(&["search", "knot"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (0, ""));
    assert!(shown.stdout.contains("ropes#knots"), "{}", shown.stdout);
    assert!(shown.stdout.contains("  capstan read ropes --anchor knots\n"), "{}", shown.stdout);

    let page = run(&["read", "ropes"]);
    assert!(page.stdout.contains("# Ropes\n\nA rope holds the ship."), "{}", page.stdout);
    assert_eq!(run(&["read", "--page", "ropes", "--json"]).answer()["title"], "Ropes");
}

#[test]
fn what_is_offered_as_next_runs_as_it_stands() {
    let found = run(&["search", "rope", "--limit", "1", "--json"]).answer();
    let offered: Vec<&str> = found["next"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["command"].as_str().unwrap())
        .collect();
    assert!(!offered.is_empty());
    for line in offered {
        let words: Vec<&str> = line.split(' ').skip(1).collect();
        assert_eq!(run(&words).code, 0, "{line}");
    }
}

#[test]
fn an_example_in_the_help_runs_as_it_stands() {
    let help = run(&["search", "--help"]);
    assert_eq!((help.code, help.stderr.as_str()), (0, ""));
    let examples = help.stdout.split_once("Examples:\n").unwrap().1;
    let example = examples.lines().next().unwrap().trim();
    let rest = example.strip_prefix("capstan search '").unwrap();
    let (query, rest) = rest.split_once('\'').unwrap();
    let words: Vec<&str> = ["search", query].into_iter().chain(rest.split_whitespace()).collect();
    assert_eq!(run(&words).code, 0, "{example}");
}

#[test]
fn a_site_is_named_or_near() {
    let site = home().join(".capstan/site");
    let site = site.to_str().unwrap();
    let elsewhere = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let bare = ["search", "knot", "--json"];
    assert_eq!(run_in(home(), &bare, "").code, 0);
    let named = ["search", "knot", "--json", "--site", site];
    assert_eq!(run_in(elsewhere, &named, "").code, 0);
    let by_variable =
        run_with(command().current_dir(elsewhere).env("CAPSTAN_SITE", site).args(bare), "");
    assert_eq!(by_variable.code, 0);
    // A name wins over the variable, and a wrong name is no reason to look elsewhere.
    let wrong = ["search", "knot", "--json", "--site", "nowhere"];
    let wrong = run_with(command().current_dir(home()).env("CAPSTAN_SITE", site).args(wrong), "");
    assert_eq!(wrong.code, 3);
    assert_eq!(wrong.failure()["tag"], "NoSite");
    let nowhere = run_in(Path::new("/"), &bare, "");
    assert_eq!(nowhere.code, 3);
    let message = nowhere.failure()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("capstan build DIR"), "{message}");
}

#[test]
fn input_that_does_not_fit_names_its_flag_and_shows_how() {
    let ended = run(&["search", "knot", "--limit", "500"]);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    let first = ended.stderr.lines().next().unwrap();
    assert_eq!(
        first,
        "error[InvalidInput]: `--limit` (`/limit`) does not fit: expected an integer from 1 to 50"
    );
    assert!(ended.stderr.contains("Usage: capstan search "), "{}", ended.stderr);
    assert!(ended.stderr.contains("capstan search --help"), "{}", ended.stderr);

    let failure = run(&["search", "knot", "--limit", "ten", "--json"]).failure();
    assert_eq!(failure["kind"], "invalidInput");
    assert_eq!(failure["tag"], "InvalidInput");
    assert_eq!(failure["pointer"], "/limit");
    assert_eq!(failure["expected"], "an integer from 1 to 50");

    let missing = run(&["search", "--json"]);
    assert_eq!(missing.code, 2);
    assert_eq!(missing.failure()["pointer"], "/query");
}

#[test]
fn words_that_the_parser_refuses_are_invalid_input_too() {
    for words in [
        &["search", "knot", "--nonsense"][..],
        &["search", "knot", "knot"],
        &["search", "knot", "--limit"],
        &["search", "knot", "--limit", "1", "--limit", "2"],
        &["build"],
        &["completions", "nonsense"],
        &["catalog", "--nonsense"],
    ] {
        let ended = run(words);
        assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{words:?}");
        assert!(ended.stderr.starts_with("error: "), "{words:?}: {}", ended.stderr);
    }
    let failure = run(&["search", "knot", "--nonsense", "--json"]).failure();
    assert_eq!(failure["tag"], "InvalidInput");
    assert_eq!(failure["message"], "unexpected argument '--nonsense' found");
    assert_eq!(failure["expected"], "what `capstan search --help` lists");
    assert!(failure["example"]["query"].is_string());
}

#[test]
fn a_name_nobody_has_is_unknown_and_near_ones_are_told() {
    let ended = run(&["serach", "knot"]);
    assert_eq!((ended.code, ended.stdout.as_str()), (4, ""));
    assert!(ended.stderr.contains("did you mean `search`?"), "{}", ended.stderr);
    let failure = run(&["serach", "knot", "--json"]).failure();
    assert_eq!(failure["kind"], "unknownCapability");
    assert_eq!(failure["nearest"], json!(["search"]));
    let own = run(&["bild"]);
    assert_eq!(own.code, 4);
    assert!(own.stderr.contains("`capstan build`"), "{}", own.stderr);
    // After `--` a word is data, not a flag.
    let data = run(&["serach", "--", "--json"]);
    assert!(data.stderr.starts_with("error[UnknownCapability]"), "{}", data.stderr);
}

#[test]
fn input_may_come_as_json_and_from_standard_input() {
    let whole = r#"{"query":"knot","limit":1}"#;
    let given = run(&["search", "--input", whole, "--json"]).answer();
    let piped = run_in(home(), &["search", "--input", "-", "--json"], whole).answer();
    let flags = run(&["search", "knot", "--limit", "1", "--json"]).answer();
    assert_eq!(given, flags);
    assert_eq!(piped, flags);
    let over = run(&["search", "rope", "--input", whole, "--json"]).answer();
    assert_eq!(over, run(&["search", "rope", "--limit", "1", "--json"]).answer());
    let broken = run_in(home(), &["search", "--input", "-", "--json"], "{\"query\"");
    assert_eq!(broken.code, 2);
    assert_eq!(broken.failure()["pointer"], "");
    let huge = format!("{{\"query\":\"{}\"}}", "x".repeat(2 * 1024 * 1024));
    let huge = run_in(home(), &["search", "--input", "-", "--json"], &huge);
    assert_eq!(huge.code, 2);
    let expected = huge.failure()["expected"].as_str().unwrap().to_owned();
    assert!(expected.contains("at most 2097152 bytes"), "{expected}");
}

#[test]
fn any_text_is_data() {
    for query in
        ["--limit", "-x", "\"knot", "knot OR NOT (", "結び目", "\u{1f6a2}", "'; DROP TABLE"]
    {
        let ended = run(&["search", "--query", query, "--json"]);
        assert_eq!(ended.code, 0, "{query}: {}", ended.stderr);
    }
}

#[test]
fn declared_failures_say_what_to_do_next() {
    let ended = run(&["read", "no-such-page"]);
    assert_eq!((ended.code, ended.stdout.as_str()), (4, ""));
    assert!(ended.stderr.starts_with("error[PageNotFound]: "), "{}", ended.stderr);
    assert!(ended.stderr.contains("\nNext:\n  capstan search "), "{}", ended.stderr);
    let failure = run(&["read", "no-such-page", "--json"]).failure();
    assert_eq!(failure["kind"], "notFound");
    assert_eq!(failure["page"], "no-such-page");
    assert_eq!(failure["next"][0]["capability"], "search");
}

#[test]
fn documents_and_completions_need_no_site() {
    let anywhere = Path::new("/");
    let catalog = run_in(anywhere, &["catalog"], "").answer();
    assert_eq!(catalog["version"], "1");
    let names = catalog["capabilities"].as_array().unwrap();
    let names: Vec<&str> = names.iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert!(names.starts_with(&["search", "read"]), "{names:?}");
    let types = run_in(anywhere, &["catalog", "--types"], "");
    assert!(types.stdout.contains("export type SearchInput = {"), "{}", types.stdout);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run_in(anywhere, &["completions", shell], "");
        assert_eq!((script.code, script.stderr.as_str()), (0, ""), "{shell}");
        assert!(script.stdout.contains("search"), "{shell}");
        assert!(script.stdout.contains("limit"), "{shell}");
    }
    #[cfg(not(feature = "no-http"))]
    {
        let openapi = run_in(anywhere, &["openapi"], "").answer();
        assert_eq!(openapi["openapi"].as_str().unwrap().split('.').next(), Some("3"));
        assert!(openapi["paths"]["/api/search"].is_object());
    }
}

#[test]
fn help_lists_every_capability_and_goes_to_standard_output() {
    let help = run(&["--help"]);
    assert_eq!((help.code, help.stderr.as_str()), (0, ""));
    for name in ["search", "read", "build", "catalog", "completions"] {
        assert!(help.stdout.contains(&format!("\n  {name} ")), "{name}: {}", help.stdout);
    }
    let bare = run(&[]);
    assert_eq!((bare.code, bare.stdout.as_str()), (2, ""));
    assert_eq!(run(&["--version"]).stdout, format!("capstan {}\n", env!("CARGO_PKG_VERSION")));
}
