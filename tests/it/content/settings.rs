//! Does the page of settings list exactly those that there are?

use std::fs;

use knowledge::settings::Settings;

use crate::sources::root;

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// Table, key and default of each row of the page.
fn told() -> Vec<(String, String, String)> {
    let page = text("content/settings.md");
    let (_, all) = page.split_once("\n## All of them\n").unwrap();
    let rows =
        all.lines().skip_while(|it| !it.starts_with('|')).take_while(|it| it.starts_with('|'));
    let cell = |it: Option<&str>| it.unwrap().trim().trim_matches('`').to_owned();
    rows.skip(2)
        .map(|row| {
            let mut cells = row.split('|').skip(1);
            let (table, key) = (cell(cells.next()), cell(cells.next()));
            (table, key, cell(cells.nth(1)))
        })
        .collect()
}

#[test]
fn the_page_of_settings_lists_those_that_are_read() {
    let told: Vec<(String, String)> = told().into_iter().map(|it| (it.0, it.1)).collect();
    let source = text("capabilities/knowledge/src/settings/read.rs");
    let (_, keys) = source.split_once("const KEYS: ").unwrap();
    let (keys, _) = keys.split_once("\n];").unwrap();
    let read: Vec<(String, String)> = keys
        .split("    (\"")
        .skip(1)
        .map(|it| {
            let mut words = it.split('"');
            (words.next().unwrap().to_owned(), words.nth(1).unwrap().to_owned())
        })
        .collect();
    assert!(read.len() > 10, "{read:?}");
    assert_eq!(told, read, "on the page, and in KEYS");
}

#[test]
fn the_page_of_settings_tells_the_defaults() {
    let Settings { language, theme, terms, signals, .. } = Settings::default();
    let defaults = [
        ("site", "language", language),
        ("theme", "accent", theme.accent),
        ("theme", "accent_dark", theme.accent_dark),
        ("links", "terms", terms.linked.to_string()),
        ("links", "terms_max", terms.links_max.to_string()),
        ("agents", "search", signals.search.to_string()),
        ("agents", "ai_input", signals.ai_input.to_string()),
        ("agents", "ai_train", signals.ai_train.to_string()),
    ];
    let told = told();
    for (table, key, default) in defaults {
        let row = told.iter().find(|it| it.0 == table && it.1 == key).unwrap();
        assert_eq!(row.2, default, "{table}.{key}");
    }
}
