//! Is each part of a code taken for what it is?

use super::*;

/// The code with each part in braces after its class.
fn marked(language: &str, text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (range, class) in tokens_of(language, text) {
        assert!(at <= range.start && range.start < range.end, "{language} {text:?}");
        out.push_str(&text[at..range.start]);
        out.push_str(&format!("{}«{}»", class.as_str(), &text[range.clone()]));
        at = range.end;
    }
    out + &text[at..]
}

#[test]
fn languages_are_told_apart() {
    for (language, text, expected) in [
        ("rust", "let mut x: u32 = 1_000;", "k«let» k«mut» x: t«u32» = n«1_000»;"),
        ("rust", "println!(\"{x}\\\"\"); a != b", "f«println!»(s«\"{x}\\\"\"»); a != b"),
        ("rust", "fn f<'a>(c: &'a str) {}", "k«fn» f<v«'a»>(c: &v«'a» t«str») {}"),
        ("rust", "'a' '\\n' '\\u{1F600}' b'x'", "s«'a'» s«'\\n'» s«'\\u{1F600}'» s«b'x'»"),
        ("rust", "r#\"a\"b\"# /* a /* b */ c */ d", "s«r#\"a\"b\"#» c«/* a /* b */ c */» d"),
        ("rust", "#[derive(Debug)] Some(v.len())", "m«#[derive(Debug)]» t«Some»(v.f«len»())"),
        ("rust", "0..10 1.5e-3 x.0", "n«0»..n«10» n«1.5e-3» x.n«0»"),
        (
            "toml",
            "[a.b] # c\nk-1 = \"v\"\nl = [1, true]",
            "m«[a.b]» c«# c»\nm«k»-n«1» = s«\"v\"»\nm«l» = [n«1», n«true»]",
        ),
        ("json", "{\"a\": [\"b\", -1.5, null]}", "{m«\"a\"»: [s«\"b\"», -n«1.5», n«null»]}"),
        (
            "js",
            "const f = async (x) => `a\n${x}`; // c",
            "k«const» f = k«async» (x) => s«`a\n${x}`»; c«// c»",
        ),
        ("ts", "let a: string = new Map()", "k«let» a: t«string» = k«new» f«Map»()"),
        (
            "html",
            "<!-- c --><a href=\"x\">b &amp; c</a>",
            "c«<!-- c -->»k«<a» m«href»=s«\"x\"»k«>»b n«&amp;» ck«</a>»",
        ),
        (
            "css",
            "a { color: red; /* c */ }\n@media x {}",
            "a { m«color»: red; c«/* c */» }\nm«@media» x {}",
        ),
        (
            "bash",
            "for i in $X; do echo \"a\" # c\ndone",
            "k«for» i k«in» v«$X»; k«do» k«echo» s«\"a\"» c«# c»\nk«done»",
        ),
        ("console", "$ cargo run --x 'a'\n   out $ x\n", "p«$» cargo run --x s«'a'»\n   out $ x\n"),
        (
            "python",
            "@d\ndef f(x):  # c\n  return \"\"\"a\nb\"\"\"",
            "m«@d»\nk«def» f«f»(x):  c«# c»\n  k«return» s«\"\"\"a\nb\"\"\"»",
        ),
        ("go", "func f() error { return nil }", "k«func» f«f»() t«error» { k«return» n«nil» }"),
        ("c", "#include <a.h>\nint main(void) {}", "m«#include» <a.h>\nt«int» f«main»(t«void») {}"),
        ("yaml", "a-b: 'c' # d\n- e: 1\n  x y", "m«a-b»: s«'c'» c«# d»\n- m«e»: n«1»\n  x y"),
        (
            "sql",
            "SELECT a FROM b -- c\nwhere x = 'y'",
            "k«SELECT» a k«FROM» b c«-- c»\nk«where» x = s«'y'»",
        ),
        ("diff", "@@ 1\n+a\n-b\n c", "m«@@ 1»\ni«+a»\nd«-b»\n c"),
        ("markdown", "# A\n- b `c`\n> q", "k«# A»\nm«-» b s«`c`»\nc«> q»"),
        ("text", "let a = 1", "let a = 1"),
        ("", "let a = 1", "let a = 1"),
    ] {
        assert_eq!(marked(language, text), expected, "{language} {text:?}");
    }
}

#[test]
fn no_text_trips_it() {
    let odd = [
        "\"",
        "'",
        "'\\",
        "r#",
        "r#\"",
        "b'",
        "/*",
        "#[",
        "@",
        "$",
        "<",
        "</",
        "<a",
        "&",
        "é'é\"ü",
        "\\",
        "`",
        "\"\"\"",
        "[",
        "1e",
        "0x",
        "'\u{1F600}'",
        "b'\u{e9}",
        "<é \"",
        "# ",
        "::",
    ];
    for language in LANGUAGES.iter().flat_map(|it| it.names) {
        for text in odd {
            for text in [text.to_owned(), text.repeat(3), format!("é{text}\n{text}ü")] {
                marked(language, &text);
            }
        }
    }
}

#[test]
fn what_is_too_long_is_left_alone() {
    assert!(tokens_of("rust", &"let ".repeat(LINE_BYTES_MAX)).is_empty());
    assert!(tokens_of("rust", &"let\n".repeat(BLOCK_BYTES_MAX)).is_empty());
    assert!(!tokens_of("rust", &"let\n".repeat(BLOCK_BYTES_MAX / 4)).is_empty());
}

#[test]
fn no_language_has_two_tables() {
    let mut names: Vec<&str> = LANGUAGES.iter().flat_map(|it| it.names).copied().collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
}
