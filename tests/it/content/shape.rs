//! Is every page short, introduced and reachable?

use std::collections::{BTreeMap, BTreeSet};

use super::pages;
use crate::sources::Source;

/// Lines of one page.
const LINES_MAX: usize = 250;

fn own_pages() -> Vec<Source> {
    pages().into_iter().filter(|it| it.path.starts_with("content/")).collect()
}

/// The value of a key in the front matter.
fn said<'t>(page: &'t Source, key: &str) -> Option<&'t str> {
    let matter = page.text.strip_prefix("---\n")?.split_once("\n---\n")?.0;
    matter.lines().find_map(|it| it.strip_prefix(key)?.strip_prefix(": "))
}

/// The lines of a page that are no code, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence = None;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let inner = line.trim_start();
        let marks = &inner[..inner.len() - inner.trim_start_matches('`').len()];
        match fence {
            None if marks.len() >= 3 => fence = Some(marks),
            None => return Some((number, line)),
            Some(opening) if inner == opening => fence = None,
            Some(_) => {}
        }
        None
    })
}

/// Where the links of a page lead, with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        // What stands in backticks is code.
        let words: String = line.split('`').step_by(2).collect();
        for after in words.split("](").skip(1) {
            found.push((number, after.split(')').next().unwrap().to_owned()));
        }
    }
    found
}

/// The anchors of the headings of a page.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|(_, it)| it.starts_with('#'));
    let slug = |heading: &str| -> String {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
        kept.map(|it| if it == ' ' { '-' } else { it }).collect()
    };
    headings.map(|(_, it)| slug(it)).collect()
}

/// The path of a linked file, from the folder of the page.
fn joined(page: &str, target: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn every_page_says_what_it_is_and_is_short() {
    let mut orders = BTreeMap::new();
    for page in own_pages() {
        let Source { path, text } = &page;
        if path.ends_with("/SKILL.md") {
            let folder = path.rsplit('/').nth(1).unwrap();
            assert_eq!(said(&page, "name"), Some(folder), "{path}: a skill is named as its folder");
            assert!(said(&page, "description").is_some_and(|it| it.contains("Use ")), "{path}");
            continue;
        }
        let title = said(&page, "title").unwrap_or_else(|| panic!("{path} has no title"));
        assert!(text.contains(&format!("\n---\n\n# {title}\n\nAfter this page ")), "{path}");
        let description = said(&page, "description").unwrap_or_default();
        let is_sentence = description.ends_with('.') && !description.contains(". ");
        assert!(is_sentence, "{path}: describe it in one sentence");
        assert!(text.lines().count() <= LINES_MAX, "{path} is too long");
        assert!(!text.contains('\u{2014}'), "{path}: write shorter sentences");
        let order = said(&page, "order").unwrap_or_else(|| panic!("{path} has no order"));
        assert!(order.parse::<f64>().is_ok(), "{path}: `order` is a number");
        if let Some(other) = orders.insert(order.to_owned(), path.clone()) {
            panic!("{path} and {other} have the same place");
        }
    }
}

#[test]
fn every_link_leads_to_a_page_and_an_anchor_that_are_there() {
    let pages: BTreeMap<String, String> =
        own_pages().into_iter().map(|it| (it.path, it.text)).collect();
    let mut linked = BTreeSet::from(["content/index.md".to_owned()]);
    let mut wrong = Vec::new();
    for (path, text) in &pages {
        for (line, target) in links(text) {
            if target.contains("://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file = if file.is_empty() { path.clone() } else { joined(path, file) };
            let is_there = pages
                .get(&file)
                .is_some_and(|it| anchor.is_empty() || anchors(it).contains(anchor));
            if !is_there {
                wrong.push(format!("{path}:{line}: {target}"));
            }
            linked.insert(file);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let lonely: Vec<&String> = pages.keys().filter(|it| !linked.contains(*it)).collect();
    assert!(lonely.is_empty(), "no page leads to {lonely:?}");
}

#[test]
fn links_and_anchors_are_found_where_they_are() {
    let text =
        "# A b\n\n[x](a.md) `[no](b.md)` [y](c.md#d-e)\n\n```md\n# No\n[z](d.md)\n```\n## D, `e`\n";
    let expected = [(3, "a.md".to_owned()), (3, "c.md#d-e".to_owned())];
    assert_eq!(links(text), expected);
    assert_eq!(anchors(text), BTreeSet::from(["a-b".to_owned(), "d-e".to_owned()]));
    assert_eq!(joined("content/skills/x/SKILL.md", "../../http.md"), "content/http.md");
}
