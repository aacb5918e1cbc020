//! What stands around the pages of tiny sites.

use super::*;
use crate::{
    contents::contents_of,
    link::{Linked, Surroundings, link},
    manuscript::parse,
    settings::Settings,
    site::{arrange, page_files},
    source::Sources,
    summary::Listing,
    term::{Vocabulary, scan},
};

/// Makes a site and shows each page with what stands around it, a few lines each.
fn shown(files: &[(&str, &str)], look: &dyn Fn(&Views<'_>, usize) -> String) -> Vec<String> {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
    let sources = Sources { base: String::new(), files: files.collect() };
    let listing = Listing::of(&sources);
    let read: Vec<_> =
        page_files(&sources).filter_map(|it| parse(it, &sources, &listing)).collect();
    let facts: Vec<&Facts> = read.iter().map(|it| &it.facts).collect();
    let order = arrange(&facts, &listing).order;
    let facts: Vec<Facts> = order.iter().map(|it| read[*it].facts.clone()).collect();
    let vocabulary = Vocabulary::of(&facts);
    let found: Vec<_> = order.iter().map(|it| scan(&read[*it], &vocabulary)).collect();
    let none = std::collections::BTreeSet::new();
    let surroundings = Surroundings { files: &none, routes: &[] };
    let Linked { edges, pages, .. } = link(&facts, &found, surroundings, &Settings::default());
    let changes = BTreeMap::new();
    let contents = contents_of(&sources);
    let site =
        Site { facts: &facts, edges: &edges, ties: &pages, contents: &contents, changes: &changes };
    let views = Views::of(site);
    (0..facts.len()).map(|it| look(&views, it)).collect()
}

fn drawn(entries: &[NavigationEntry], depth: usize) -> String {
    let line = |it: &NavigationEntry| {
        let route = it.route.as_deref().unwrap_or("-");
        let mark = if it.is_current { "*" } else { "" };
        let below = drawn(&it.children, depth + 1);
        format!("{}{}{mark} {route}\n{below}", "  ".repeat(depth), it.title)
    };
    entries.iter().map(line).collect()
}

#[test]
fn a_folder_opens_for_its_own_pages_alone() {
    let files = [
        ("index.md", "# Home"),
        ("a-b/index.md", "# AB"),
        ("a-b/one.md", "# One"),
        ("c/deep/two.md", "# Two"),
    ];
    let drawings = shown(&files, &|views, page| drawn(&views.navigation(page), 0));
    assert_eq!(
        drawings,
        [
            "Home* /\nAB /a-b/index\nC /c/deep/two\n",
            "Home /\nAB* /a-b/index\n  One /a-b/one\nC /c/deep/two\n",
            "Home /\nAB /a-b/index\n  One* /a-b/one\nC /c/deep/two\n",
            "Home /\nAB /a-b/index\nC -\n  Deep -\n    Two* /c/deep/two\n",
        ]
    );
    let trails = shown(&files, &|views, page| {
        let view = views.view(page);
        let title = |it: Option<&PageRef>| it.map(|it| it.title.clone()).unwrap_or_default();
        let trail: Vec<&str> = view.trail.iter().map(|it| it.title.as_str()).collect();
        format!("{trail:?} {} {}", title(view.previous.as_ref()), title(view.next.as_ref()))
    });
    assert_eq!(trails, ["[]  AB", "[] Home One", "[\"AB\"] AB Two", "[] One "]);
}

#[test]
fn a_summary_nests_its_chapters_with_parts_and_drafts() {
    let files = [
        (
            "SUMMARY.md",
            "# Book\n\n[Start](s.md)\n\n# Part\n\n- [A](a.md)\n  - [B](b.md)\n- [Later]()\n",
        ),
        ("s.md", ""),
        ("a.md", ""),
        ("b.md", ""),
        ("x/other.md", ""),
    ];
    let drawings = shown(&files, &|views, page| drawn(&views.navigation(page), 0));
    assert_eq!(drawings[0], "Start* /\nPart -\nA /a\nLater -\nX /x/other\n");
    assert_eq!(drawings[2], "Start /\nPart -\nA /a\n  B* /b\nLater -\nX /x/other\n");
    let trails = shown(&files, &|views, page| {
        views.view(page).trail.iter().map(|it| it.title.as_str()).collect::<Vec<_>>().join("/")
    });
    assert_eq!(trails, ["", "", "A", ""]);
}

#[test]
fn references_come_by_title_with_their_words() {
    let files = [
        ("a.md", "# Alpha\n\nSee [b](b.md). Gamma is near."),
        ("b.md", "# Beta\n\nNothing."),
        ("c.md", "# Gamma\n\nOnly [Beta](b.md) counts."),
    ];
    let said = shown(&files, &|views, page| {
        let view = views.view(page);
        let line = |it: &Reference| format!("{} {:?} {}", it.page.title, it.kind, it.context);
        let from: Vec<String> = view.linked_from.iter().map(line).collect();
        let to: Vec<&str> = view.links_to.iter().map(|it| it.route.as_str()).collect();
        format!("{} | {}", from.join("; "), to.join(" "))
    });
    assert_eq!(
        said,
        [
            " | /b /c",
            "Alpha Link See b.; Gamma Link Only Beta counts. | ",
            "Alpha Link Gamma is near. | /b",
        ]
    );
}

#[test]
fn a_large_level_shows_what_is_near_and_the_key_tells_it_apart() {
    let files: Vec<(String, String)> =
        (0..1_000).map(|it| (format!("p{it:03}.md"), format!("# P{it:03}"))).collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let levels = shown(&files, &|views, page| {
        let navigation = views.navigation(page);
        assert!(navigation.len() <= 122);
        assert_eq!(navigation.iter().filter(|it| it.is_current).count(), 1, "{page}");
        views.navigation_key(page)
    });
    let distinct: std::collections::BTreeSet<&String> = levels.iter().collect();
    assert_eq!(distinct.len(), 1_000);
    let mut renamed = files.clone();
    renamed[500].1 = "# Renamed";
    let after = shown(&renamed, &|views, page| views.navigation_key(page));
    let differ: Vec<usize> = (0..1_000).filter(|it| levels[*it] != after[*it]).collect();
    assert!(differ.contains(&500) && differ.len() < 200, "{differ:?}");
}
