//! Folders as they are found in the wild.

use super::*;

fn site(files: &[(&str, &str)]) -> Site {
    site_below("", files)
}

fn site_below(base: &str, files: &[(&str, &str)]) -> Site {
    let bytes = |(path, text): &(&str, &str)| ((*path).to_owned(), text.as_bytes().to_vec());
    site_of(&Sources { base: base.to_owned(), files: files.iter().map(bytes).collect() })
}

fn problems(site: &Site) -> Vec<String> {
    site.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_plain_folder_comes_in_the_order_of_its_paths() {
    let site = site(&[
        ("b.md", "# B"),
        ("a/z.md", "text only"),
        ("a/README.md", "# About a\n\nWhat a is."),
        ("index.md", "---\ntitle: Home\n---\nWelcome."),
        ("a/notes.txt", "no page"),
        ("draft.md", "---\ndraft: true\n---\n# D"),
        ("empty.md", ""),
    ]);
    let rows: Vec<(&str, &str, &str)> = site
        .pages
        .iter()
        .map(|it| (it.id.as_str(), it.title.as_str(), it.section.as_str()))
        .collect();
    assert_eq!(
        rows,
        [
            ("index", "Home", ""),
            ("b", "B", ""),
            ("empty", "empty", ""),
            ("a/README", "About a", "a"),
            ("a/z", "z", "a"),
        ]
    );
    assert_eq!(site.pages[3].aliases, ["/a"]);
    assert_eq!(site.pages[3].description.as_deref(), Some("What a is."));
    assert_eq!(problems(&site), [""; 0]);
}

#[test]
fn an_mdbook_comes_in_the_order_of_its_summary() {
    let site = site(&[
        (
            "SUMMARY.md",
            "# S\n\n- [Second](b.md)\n  - [Sub](sub.md)\n- [First](a.md)\n- [Gone](gone.md)\n- [Again](a.md)\n",
        ),
        ("a.md", "# The A"),
        ("b.md", "# The B"),
        ("sub.md", "x"),
        ("unlisted.md", "# U"),
    ]);
    let rows: Vec<(&str, &str, &str)> = site
        .pages
        .iter()
        .map(|it| (it.id.as_str(), it.title.as_str(), it.section.as_str()))
        .collect();
    assert_eq!(
        rows,
        [("b", "Second", ""), ("sub", "Sub", "b"), ("a", "First", ""), ("unlisted", "U", "")]
    );
    assert_eq!(site.pages[0].aliases, ["The B"]);
    assert_eq!(
        problems(&site),
        [
            "SUMMARY.md:6: `gone.md` is listed, and there is no such page; add the file or remove the line",
            "SUMMARY.md:7: `a.md` is listed twice; keep one of the two lines",
        ]
    );
}

#[test]
fn a_problem_is_at_its_line_of_the_file_and_the_text_begins_where_the_body_does() {
    let site = site(&[("a.md", "---\ntitle: A\n---\n\n# A\n\n{{#include none.rs}}\n")]);
    assert!(problems(&site)[0].starts_with("a.md:7: "), "{:?}", problems(&site));
    assert_eq!(site.pages[0].text, "# A\n\n(not included: none.rs)\n");
}

#[test]
fn what_two_pages_share_is_reported() {
    let site = site(&[("A.md", "# Same"), ("a.md", "# Same"), ("b.md", "# Same")]);
    assert_eq!(site.pages.len(), 2);
    assert_eq!(
        problems(&site),
        [
            "a.md: its route is the same as that of `A.md`; rename one of the two",
            "b.md: its title `Same` is also that of `A.md`; give each page its own title, so that it can be asked for by name",
        ]
    );
}

#[test]
fn a_digest_changes_with_what_is_written() {
    let digest = |text: &str| site(&[("a.md", text)]).pages[0].digest();
    assert_eq!(digest("# A\n"), digest("# A\r\n"));
    assert_ne!(digest("# A\n"), digest("# A \n"));
    assert_ne!(digest("# A\n"), digest("---\ndescription: x\n---\n# A\n"));
}

#[test]
fn an_mdbook_may_be_given_by_its_root() {
    let site = site_below(
        "src/",
        &[
            ("src/SUMMARY.md", "- [A](a.md)\n  - [B](sub/b.md)\n- [Out](../README.md)\n"),
            ("src/a.md", "{{#include ../listings/x.rs}}"),
            ("src/sub/b.md", "# B"),
            ("listings/x.rs", "fn x() {}"),
            ("README.md", "# Not a page of the book"),
        ],
    );
    let rows: Vec<(&str, &str)> =
        site.pages.iter().map(|it| (it.id.as_str(), it.section.as_str())).collect();
    assert_eq!(rows, [("a", ""), ("sub/b", "a")]);
    assert_eq!(site.pages[0].text, "fn x() {}");
    assert_eq!(
        problems(&site),
        [
            "src/SUMMARY.md:3: `README.md` is listed, and there is no such page; add the file or remove the line"
        ]
    );
}

#[test]
fn a_folder_is_read_by_weight_then_path_and_its_own_page_first() {
    let site = site(&[
        ("b.md", "---\nweight: 1.5\n---\n# Be\n"),
        ("a.md", "---\norder: 2\n---\n# Aa\n"),
        ("c.md", "# Ce\n"),
        ("README.md", "# Home page\n"),
        ("x/late.md", "# Late\n"),
        ("x/index.md", "---\nweight: 9\n---\n# Ex\n"),
        ("y/_index.md", "+++\nweight = 1\n+++\n# Why\n"),
        ("y/z/deep.md", "# Deep\n"),
        ("w/last.md", "# Last\n"),
    ]);
    let ids: Vec<&str> = site.pages.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(
        ids,
        ["README", "b", "a", "c", "y/_index", "y/z/deep", "x/index", "x/late", "w/last"]
    );
    assert_eq!(site.pages[0].aliases, ["/"]);
    assert_eq!(problems(&site), [""; 0]);
}

#[test]
fn routes_that_a_host_takes_for_one_are_reported() {
    let site = site(&[
        ("Stra\u{df}e.md", "# One\n"),
        ("STRASSE.md", "# Two\n"),
        ("cafe\u{301}.md", "# Three\n"),
        ("caf\u{e9}.md", "# Four\n"),
        ("_/own.md", "# Five\n"),
    ]);
    assert_eq!(site.pages.len(), 2);
    let messages: Vec<&str> = site.problems.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "its route is the same as that of `STRASSE.md`",
            "its route is one of the site's own",
            "its route is the same as that of `cafe\u{301}.md`",
        ]
    );
}

#[test]
fn a_link_to_a_draft_and_one_to_the_first_page_are_told_apart() {
    let site = site(&[
        ("SUMMARY.md", "[Sum](one.md)\n[Two](two.md)\n"),
        ("one.md", "# One\n"),
        ("two.md", "# Two\n\n[home](/) [draft](draft.md)\n"),
        ("draft.md", "---\ndraft: true\n---\n# Draft\n"),
    ]);
    assert_eq!(site.pages[1].text, "# Two\n\n[home](/) draft\n");
    assert_eq!(
        problems(&site),
        [
            "two.md:3: the link `draft.md` leads to `draft.md`, which is no page of the site; publish it, or remove the link"
        ]
    );
}

#[test]
fn an_alias_at_the_path_of_another_page_is_reported() {
    let site = site(&[
        ("a.md", "---\naliases: [b.html, /own]\n---\n# Aa\n"),
        ("b.md", "# Be\n"),
        ("c.md", "# Ce\n"),
        ("c/README.md", "# Folder of c\n"),
    ]);
    assert_eq!(
        problems(&site),
        [
            "a.md: its alias `/b.html` is the path of `b.md`; remove the alias, or move the other page"
        ]
    );
}
