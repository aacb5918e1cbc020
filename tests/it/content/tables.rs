//! Do the pages and the README, where they say the same, say it alike?

use std::collections::BTreeSet;
use std::fs;

use crate::sources::root;

fn page(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The rows of the first table below a heading, with its head.
fn table<'t>(page: &'t str, heading: &str) -> Vec<&'t str> {
    let (_, below) = page.split_once(&format!("{heading}\n")).unwrap();
    let rows = below.lines().skip_while(|it| !it.starts_with('|'));
    rows.take_while(|it| it.starts_with('|')).collect()
}

#[test]
fn what_can_be_cut_is_told_alike() {
    let (readme, own) = (page("README.md"), page("content/keep-or-cut.md"));
    assert_eq!(table(&readme, "## Keep or cut"), table(&own, "# Keep or cut"));
    let manifest = page("cli/Cargo.toml");
    let features: BTreeSet<&str> = manifest
        .lines()
        .filter_map(|it| it.split_once(" = ["))
        .map(|it| it.0)
        .filter(|it| it.starts_with("no-"))
        .collect();
    let rows = table(&readme, "## Keep or cut");
    let told = rows[2..].iter().map(|it| it.split('`').nth(1).unwrap());
    assert_eq!(told.collect::<BTreeSet<_>>(), features);
}

#[test]
fn the_glossary_has_every_noun_of_the_readme() {
    let (readme, glossary) = (page("README.md"), page("content/glossary.md").to_lowercase());
    let nouns = table(&readme, "## Nouns");
    assert!(nouns.len() > 10);
    for row in &nouns[2..] {
        let noun = row.split('|').nth(1).unwrap().trim();
        assert!(glossary.contains(&format!("- **{noun}**: ")), "{noun}");
    }
}

#[test]
fn every_capability_is_told_of_and_none_that_is_not_there() {
    let all: String = super::pages().into_iter().map(|it| it.text).collect();
    let registry = catalog::capabilities().unwrap();
    let names: BTreeSet<&str> = registry
        .contracts()
        .map(|it| it.address.as_str())
        .filter(|it| !it.starts_with("fixture."))
        .collect();
    for name in &names {
        assert!(all.contains(&format!("`{name}`")), "no page tells of `{name}`");
    }
    let page = page("content/code-mode.md");
    let is_absent = page.contains("**No surface serves");
    assert_eq!(is_absent, !names.contains("execute"), "what is served of code mode");
}
