//! What each setting may be, and what is said of one that it may not be.

use super::*;
use crate::problem::Problem;

fn read(book: Option<&str>, own: Option<&str>) -> (Chosen, Vec<String>) {
    let mut problems: Vec<Problem> = Vec::new();
    let book = book.map(|it| ("book.toml", it));
    let own = own.map(|it| ("capstan.toml", it));
    let chosen = Chosen::read(book, own, &mut problems);
    (chosen, problems.iter().map(ToString::to_string).collect())
}

#[test]
fn every_setting_can_be_chosen() {
    let text = r##"
[site]
title = "Guide"
description = "How it works."
base_url = "https://Docs.example.org/"
language = "pt-BR"
contact = "mailto:a@example.org"
license = "MIT OR Apache-2.0"
repository = "https://github.com/a/b.git"
[theme]
accent = "#a0F"
accent_dark = "rebeccapurple"
[links]
terms = false
terms_max = 0x1_0
[agents]
search = true
ai_input = false
ai_train = false
"##;
    let (chosen, problems) = read(None, Some(text));
    assert_eq!(problems, [""; 0]);
    let expected = Settings {
        title: "Guide".to_owned(),
        description: Some("How it works.".to_owned()),
        base_url: Some("https://docs.example.org".to_owned()),
        language: "pt-BR".to_owned(),
        contact: Some("mailto:a@example.org".to_owned()),
        license: Some("MIT OR Apache-2.0".to_owned()),
        repository: Some("https://github.com/a/b".to_owned()),
        theme: Theme { accent: "#a0F".to_owned(), accent_dark: "rebeccapurple".to_owned() },
        terms: Terms { linked: false, links_max: 16 },
        signals: Signals { search: true, ai_input: false, ai_train: false },
    };
    assert_eq!(chosen.complete([Some("Other")]), expected);
    for (table, key) in read::keys() {
        assert!(text.contains(&format!("[{table}]")) && text.contains(&format!("\n{key} = ")));
    }
}

#[test]
fn what_cannot_be_is_named_with_its_line_and_what_would_be_right() {
    for (text, said) in [
        (
            "[site]\nbase-url = 1",
            "capstan.toml:2: there is no key `base-url`; the nearest is `base_url`",
        ),
        ("\n[sites]\n", "capstan.toml:2: there is no table `sites`; the nearest is `site`"),
        (
            "[elsewhere]",
            "capstan.toml:1: there is no table `elsewhere`; it can be one of `site`, `theme`, `links`, `agents`",
        ),
        ("title = 1", "capstan.toml:1: there is no table `title`; the nearest is `site`"),
        ("site = 1", "capstan.toml:1: `site` is no table; write `[site]` on a line of its own"),
        (
            "[site]\n\ntitle = 1",
            "capstan.toml:3: `title` cannot be that; it is a line of text in quotes, 500 characters at most",
        ),
        (
            "[site]\nbase_url = 'https://a.example/docs'",
            "capstan.toml:2: `base_url` cannot be that; it is an origin such as `\"https://docs.example.org\"`: a scheme and a host",
        ),
        (
            "[site]\ncontact = 'javascript:alert(1)'",
            "capstan.toml:2: `contact` cannot be that; it is a URL such as `\"mailto:you@example.org\"` or `\"https://example.org\"`",
        ),
        (
            "[site]\nlanguage = 'english language'",
            "capstan.toml:2: `language` cannot be that; it is a language tag such as `\"en\"` or `\"pt-BR\"`",
        ),
        (
            "[theme]\naccent = 'red;} body{'",
            "capstan.toml:2: `accent` cannot be that; it is a colour such as `\"#0b5cad\"` or `\"rebeccapurple\"`",
        ),
        (
            "[links]\nterms = 'yes'",
            "capstan.toml:2: `terms` cannot be that; it is `true` or `false`",
        ),
        (
            "[links]\nterms_max = -1",
            "capstan.toml:2: `terms_max` cannot be that; it is a whole number from 0 to 200",
        ),
        (
            "[links]\nterms_max = 201",
            "capstan.toml:2: `terms_max` cannot be that; it is a whole number from 0 to 200",
        ),
    ] {
        let (chosen, problems) = read(None, Some(text));
        assert_eq!(problems, [said], "{text}");
        assert_eq!(chosen.complete([]), Settings::default(), "{text}");
    }
    let (_, problems) = read(None, Some("[site]\ntitle = \"a\"\n[broken"));
    assert!(problems[0].starts_with("capstan.toml:3: it is not TOML: "), "{problems:?}");
}

#[test]
fn the_own_file_has_the_last_word_and_the_pages_the_first() {
    let book = "[book]\ntitle = 'The Book'\nauthors = ['A']\nlanguage = 'de'\n[output.html]\n\
                git-repository-url = 'https://example.org/r'\n[output.html.redirect]\n\
                'old.html' = 'new.html'\n'/a/b.html' = '/c.html'\n[rust]\nedition = '2024'\n";
    let (chosen, problems) = read(Some(book), Some("[site]\nlanguage = 'fr'"));
    assert_eq!(problems, [""; 0]);
    let moved = [("a/b", "c"), ("old", "new")];
    assert_eq!(chosen.redirects, moved.map(|(from, to)| (from.to_owned(), to.to_owned())));
    let settings = chosen.complete([Some("Page")]);
    assert_eq!(
        (settings.title.as_str(), settings.language.as_str(), settings.repository.as_deref()),
        ("The Book", "fr", Some("https://example.org/r"))
    );
    let (chosen, _) = read(None, None);
    assert_eq!(chosen.clone().complete([None, Some(" "), Some("Page")]).title, "Page");
    assert_eq!(chosen.complete([None]).title, "Pages");
    let (chosen, problems) = read(Some("[book]\ntitle = 2"), None);
    assert_eq!(
        problems,
        [
            "book.toml:2: `book.title` cannot be that; it is a line of text in quotes, 500 characters at most"
        ]
    );
    assert_eq!(chosen.complete([]).title, "Pages");
}
