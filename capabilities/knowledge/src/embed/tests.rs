//! Parts of pages, shown on others.

use crate::{
    anchor::anchors_of,
    site::{Site, site_of},
    source::Sources,
};

fn site(files: &[(&str, &str)]) -> Site {
    let bytes = |(path, text): &(&str, &str)| ((*path).to_owned(), text.as_bytes().to_vec());
    site_of(&Sources { base: String::new(), files: files.iter().map(bytes).collect() })
}

#[track_caller]
fn check(files: &[(&str, &str)], id: &str, expected: &str) {
    let site = site(files);
    let page = site.pages.iter().find(|it| it.id == id).unwrap();
    assert_eq!(page.text, expected);
    assert!(site.problems.is_empty(), "{:?}", site.problems);
}

const PART: &str = "# Whole\n\nLead.\n\n## One\n\nIn [one](x/c.md).\n\n### Deeper\n\nDeep.\n\n## Two\n\n- item\n  - under\n    more ^here\n- last\n\n[r]: https://example.org/\n";

#[test]
fn a_page_a_section_and_a_block_stand_in_a_quotation() {
    let files = |text: &'static str| [("a.md", text), ("part.md", PART), ("x/c.md", "# See\n")];
    check(
        &files("# Aa\n\n![[part#One]]\n\nEnd.\n"),
        "a",
        "# Aa\n\n> **[part > One](/part#one)**\n>\n> ## One\n>\n> In [one](/x/c).\n>\n> ### Deeper\n>\n> Deep.\n\nEnd.\n",
    );
    check(
        &files("# Aa\n\n![[part#^here]]\n"),
        "a",
        "# Aa\n\n> **[part](/part#here)**\n>\n> - under\n>   more ^here\n",
    );
    let whole = site(&files("# Aa\n\n![[part]]\n"));
    let text = &whole.pages[0].text;
    assert!(text.contains("> # Whole\n>\n> Lead.\n"), "{text}");
    assert!(text.contains("> - last\n"), "{text}");
    let kinds: Vec<&str> = whole.edges.iter().map(|it| it.kind.as_str()).collect();
    assert_eq!(kinds, ["embed", "link"]);
}

#[test]
fn an_embedded_reference_is_not_taken_for_one_of_the_page() {
    check(
        &[
            ("a.md", "# Aa\n\n![[b]]\n\n[r][^1]\n\n[r]: https://own.example/\n"),
            ("b.md", "# Be\n\n[r][^1]\n\n[r]: https://other.example/ \"T\"\n\n[^1]: Note.\n"),
        ],
        "a",
        "# Aa\n\n> **[b](/b)**\n>\n> # Be\n>\n> [r](<https://other.example/> \"T\")[^b-1]\n>\n> [b-r]: https://other.example/ \"T\"\n>\n> [^b-1]: Note.\n\n[r][^1]\n\n[r]: https://own.example/\n",
    );
}

#[test]
fn a_page_that_would_show_itself_links_to_itself() {
    let note = "(not shown here: it would show itself)";
    let pages = site(&[
        ("a.md", "# Aa\n\n![[b]]\n"),
        ("b.md", "# Be\n\n![[c]]\n"),
        ("c.md", "# Ce\n\n![[a]]\n"),
        ("self.md", "# Self\n\n![[self]]\n"),
    ]);
    assert!(pages.pages[0].text.contains(&format!("> > [a](/) {note}")), "{}", pages.pages[0].text);
    assert_eq!(pages.pages[3].text, format!("# Self\n\n[self](/self) {note}\n"));
}

#[test]
fn what_is_shown_too_deep_or_is_too_long_is_a_link() {
    let chain: Vec<(String, String)> = (0..10)
        .map(|it| (format!("p{it}.md"), format!("# Page no {it}\n\n![[p{}]]\n", it + 1)))
        .chain([("p10.md".to_owned(), "# Last\n".to_owned())])
        .collect();
    let chain: Vec<(&str, &str)> = chain.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let deep = site(&chain);
    assert!(deep.pages[0].text.contains("(not shown here: too deep)"), "{}", deep.pages[0].text);
    let long = format!("# Long\n\n{}", "word ".repeat(300_000));
    let many = format!("# Many\n\n{}", "![[long]]\n\n".repeat(50));
    let long = site(&[("long.md", &long), ("many.md", &many)]);
    let body = &long.pages[1].text;
    assert!(body.len() < 6 * 1024 * 1024, "{}", body.len());
    assert!(body.contains("(not shown here: the page is too long)"));
}

#[test]
fn what_is_shown_changes_no_anchor_of_the_page() {
    let text = "# Aa\n\n![[part]]\n\n## Two\n\nLead.\n\n- item\n";
    let site = site(&[("a.md", text), ("part.md", PART), ("x/c.md", "# See\n")]);
    let shown: Vec<String> =
        anchors_of(&site.pages[0].text).into_iter().map(|it| it.anchor).collect();
    for own in anchors_of("# Aa\n\n## Two\n\nLead.\n\n- item\n") {
        assert!(shown.contains(&own.anchor), "{own:?} of {shown:?}");
    }
    let headings: Vec<&str> = site.pages[0].outline().map(|it| it.anchor.as_str()).collect();
    assert_eq!(headings, ["aa", "two"]);
}
