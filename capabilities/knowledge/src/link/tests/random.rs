//! Whatever is written, what is served leads somewhere.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{Event, Parser, Tag};

use super::{problems, site};
use crate::{
    anchor::anchors_of,
    block::{options, options_as_written},
    resolve::{is_elsewhere, route_of},
    site::Site,
};

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn pick<'l>(&mut self, list: &[&'l str]) -> &'l str {
        list[self.roll(list.len())]
    }
}

const TARGETS: &[&str] = &[
    "p1.md",
    "p2",
    "f/p3.html",
    "../p1.md",
    "f/",
    "p4.md#sec",
    "#sec",
    "none.md",
    "p2.md#none",
    "pic.png",
    "f/none.png",
    "https://example.org/",
    "/",
    "%70%31.md",
    "../../x",
    "p5#block",
    "",
];
const NAMES: &[&str] = &[
    "p1",
    "p2|words",
    "P3",
    "none",
    "none|*w*",
    "p4#Sec",
    "p4#sec|a `b`",
    "#Sec",
    "p5#^block",
    "pic.png",
    "Title two",
    "f/p3",
    "a\\|b",
    "1",
    "pic.png|30",
];
// A bracket without its other would make a link of what a dead link leaves.
const WORDS: &[&str] = &[
    "word",
    "Title two",
    "title\ntwo",
    "three*",
    "*",
    "**bold**",
    "`title two`",
    "_a",
    "!",
    "\\",
    "&amp;",
    "<b>",
    "</b>",
    "é",
    "日本",
    "$x$",
    "title two",
    "{#x}",
    "^x",
    "~~s~~",
    "|",
    "[^1]",
    "<a id=tag>",
    "</a>",
    "\"",
    "(",
    ")",
    "#",
    ":",
];
// A tag alone on its line would be another thing than one in a link.
const SHOWN: &[&str] = &[
    "word",
    "Title two",
    "title\ntwo",
    "**bold**",
    "`title two`",
    "é",
    "$x$",
    "#",
    ":",
    "_a",
    "\\\\",
];
const STARTS: &[&str] = &[
    "",
    "",
    "",
    "- ",
    "> ",
    "# ",
    "## ",
    "1. ",
    "    ",
    "> - ",
    "- > ",
    "| ",
    "```\n",
    "<div>",
    "[^1]: ",
    "> [!NOTE]\n> ",
    "- [ ] ",
    "\t",
];
const GAPS: &[&str] = &["\n\n", "\n\n", "\n", "\n> ", "\n  ", "\n\n    "];

fn page(dice: &mut Dice) -> String {
    let mut text = String::new();
    if dice.roll(2) == 0 {
        text.push_str("# Sec\n\n");
    }
    for _ in 0..dice.roll(12) {
        text.push_str(dice.pick(STARTS));
        for _ in 0..dice.roll(6) {
            match dice.roll(12) {
                0 => text.push_str(&format!("[{}]({})", dice.pick(SHOWN), dice.pick(TARGETS))),
                1 => text.push_str(&format!(
                    "![{}](<{}> \"t\")",
                    dice.pick(SHOWN),
                    dice.pick(TARGETS)
                )),
                2 => text.push_str(&format!("[[{}]]", dice.pick(NAMES))),
                3 => text.push_str(&format!("![[{}]]", dice.pick(NAMES))),
                4 => text.push_str(&format!("[{}][l]", dice.pick(SHOWN))),
                5 => text.push_str("[l][] [l]"),
                6 => text.push_str(&format!("<a href=\"{}\">w</a>", dice.pick(TARGETS))),
                _ => text.push_str(dice.pick(WORDS)),
            }
            // Brackets that touch are read together.
            text.push(' ');
        }
        text.push_str(dice.pick(GAPS));
        if dice.roll(5) == 0 {
            text.push_str(&format!("\n\n![[{}]]\n\n", dice.pick(NAMES)));
        }
        // A label that is defined twice is defined where it is shown on another page.
        if dice.roll(6) == 0 && !text.contains("[l]: ") {
            text.push_str(&format!("\n\n[l]: {}\n\n", dice.pick(TARGETS)));
        }
        if dice.roll(8) == 0 {
            text.push_str("end ^block\n\n");
        }
    }
    text
}

fn anchors(site: &Site) -> BTreeMap<&str, BTreeSet<String>> {
    let of = |text: &str| anchors_of(text).into_iter().map(|it| it.anchor).collect();
    site.pages.iter().map(|it| (it.id.as_str(), of(&it.text))).collect()
}

/// Everything that is served and leads nowhere.
fn faults(site: &Site) -> Vec<String> {
    let mut faults = Vec::new();
    let anchors = anchors(site);
    let mut routes: BTreeMap<String, &str> =
        site.pages.iter().map(|it| (route_of(&it.id), it.id.as_str())).collect();
    routes.insert("/".to_owned(), &site.pages[0].id);
    for edge in &site.edges {
        if !edge.anchor.is_empty() && !anchors[edge.from.as_str()].contains(&edge.anchor) {
            faults.push(format!("{edge:?} stands at no anchor of its page"));
        }
        if edge.from == edge.to || edge.context.chars().count() > 480 {
            faults.push(format!("{edge:?}"));
        }
    }
    for page in &site.pages {
        for event in Parser::new_ext(&page.text, options()) {
            let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event
            else {
                continue;
            };
            if is_elsewhere(&dest_url) || &*dest_url == "/pic.png" {
                continue;
            }
            let (path, anchor) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
            let to =
                if path.is_empty() { Some(page.id.as_str()) } else { routes.get(path).copied() };
            let is_there = |it: &str| anchor.is_empty() || anchors[it].contains(anchor);
            if !to.is_some_and(is_there) {
                faults.push(format!("{}: {dest_url}", page.id));
            }
        }
        let (of_pages, wiki) =
            (Parser::new_ext(&page.text, options_as_written()), |it: &Event<'_>| {
                matches!(
                    it,
                    Event::Start(
                        Tag::Link { link_type: pulldown_cmark::LinkType::WikiLink { .. }, .. }
                            | Tag::Image {
                                link_type: pulldown_cmark::LinkType::WikiLink { .. },
                                ..
                            }
                    )
                )
            });
        if of_pages.into_iter().any(|it| wiki(&it)) {
            faults.push(format!("{}: a wikilink", page.id));
        }
    }
    faults
}

#[test]
fn whatever_is_written_what_is_served_leads_somewhere() {
    let mut dice = Dice(11);
    let (mut edges, mut reported) = (0, 0);
    for round in 0..150 {
        let mut files: Vec<(String, String)> =
            ["p1.md", "p2.md", "f/p3.md", "p4.md", "p5.md", "f/index.md"]
                .into_iter()
                .map(|it| (it.to_owned(), page(&mut dice)))
                .collect();
        files[1].1.insert_str(0, "---\ntitle: Title two\n---\n");
        files[4].1.push_str("\n\nwords ^block\n");
        files.push(("pic.png".to_owned(), String::new()));
        let files: Vec<(&str, &str)> =
            files.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let site = site(&files);
        assert_eq!(site.pages.len(), 6);
        let faults = faults(&site);
        let served: Vec<(&str, &str)> =
            site.pages.iter().map(|it| (it.id.as_str(), it.text.as_str())).collect();
        assert!(faults.is_empty(), "{round}: {faults:#?}\n{files:?}\n{served:?}");
        edges += site.edges.len();
        reported += problems(&site).len();
    }
    assert!(edges > 500 && reported > 500, "{edges} {reported}");
}
