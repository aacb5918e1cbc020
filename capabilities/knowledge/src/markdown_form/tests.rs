//! What does an agent read of one page?

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag};

use super::*;
use crate::{block::options, graph::LinkKind, page::PageKind, view::PageRef};

fn view(title: &str) -> PageView {
    PageView {
        id: "a/b".to_owned(),
        route: "/a/b".to_owned(),
        kind: PageKind::Page,
        title: title.to_owned(),
        description: None,
        tags: Vec::new(),
        updated: None,
        change: None,
        outline: Vec::new(),
        trail: Vec::new(),
        previous: None,
        next: None,
        navigation: Vec::new(),
        sources: Vec::new(),
        linked_from: Vec::new(),
        mentioned_in: Vec::new(),
        links_to: Vec::new(),
    }
}

fn written(title: &str, body: &str) -> String {
    let all = markdown_of(&view(title), body, &Settings::default());
    let (pointer, rest) = all.split_once("\n\n").unwrap();
    assert!(
        pointer.starts_with("> For agents: ")
            && pointer.contains("(https://origin.invalid/llms.txt)"),
        "{pointer}"
    );
    rest.to_owned()
}

#[test]
fn a_page_has_one_title_and_its_own_words() {
    let table = [
        ("A", "# A\n\nText.\n", "# A\n\nText.\n"),
        ("A", "Text.", "# A\n\nText.\n"),
        ("A", "", "# A\n"),
        ("A", "A\n===\n\nText.\n", "# A\n\nText.\n"),
        ("A", "<!-- note -->\n\n# A\n\nText.\n", "# A\n\n<!-- note -->\n\n\nText.\n"),
        ("Use Box<T>", "# Use `Box<T>`\n\nText.\n", "# Use `Box<T>`\n\nText.\n"),
        ("A", "# B\n\nText.\n", "# A\n\n## B\n\nText.\n"),
        ("A", "# A\n\n# B\n\n## C\n", "# A\n\n## B\n\n## C\n"),
        ("A", "Text.\n\nB\n=\n\nText.\n", "# A\n\nText.\n\nB\n-\n\nText.\n"),
        ("A", "```\n# B\n```\n", "# A\n\n```\n# B\n```\n"),
        ("A", "> # B\n", "# A\n\n> ## B\n"),
        ("a_b*", "Text.", "# a\\_b\\*\n\nText.\n"),
        ("C #", "Text.", "# C \\#\n\nText.\n"),
        ("A", "# A {#mine}\n\nText.\n", "# A {#mine}\n\nText.\n"),
    ];
    for (title, body, expected) in table {
        assert_eq!(written(title, body), expected, "{body:?}");
    }
}

#[test]
fn what_a_page_leaves_open_swallows_nothing() {
    let long_fence = format!("{}\ncode", "`".repeat(20));
    let bodies = [
        "# B\n\n```\nopen",
        "~~~ rust\nopen\n",
        "<!-- open",
        "<?php open",
        "<![CDATA[ open",
        "<script>\nopen",
        "<pre>\nopen",
        "- item\n\n  ```\n  open",
        "> ```\n> open",
        long_fence.as_str(),
        "| a |\n|---|\n| b |",
        "[a]: /b \"open",
        "`open",
        "<div>\nopen",
        "Text\n# B\n# C\n===\n",
        "\u{feff}# B",
        "\r\n# B\r\n\r\nText\r\n",
    ];
    for body in bodies {
        let mut view = view("A");
        view.sources = vec![Source { title: "S".to_owned(), ..Source::default() }];
        let all = markdown_of(&view, body, &Settings::default());
        let mut levels = Vec::new();
        for event in Parser::new_ext(&all, options()) {
            if let Event::Start(Tag::Heading { level, .. }) = event {
                levels.push(level);
            }
        }
        let first = levels.iter().filter(|it| **it == HeadingLevel::H1).count();
        assert_eq!(first, 1, "{body:?}: {all}");
        assert_eq!(levels.last(), Some(&HeadingLevel::H2), "{body:?}: {all}");
    }
}

#[test]
fn a_description_stands_where_the_page_does_not_begin_with_it() {
    let mut view = view("A");
    view.description = Some("It begins so…".to_owned());
    let with = |body: &str| markdown_of(&view, body, &Settings::default());
    assert!(with("# A\n\nSomething else.").contains("# A\n\nIt begins so…\n\nSomething else."));
    assert!(with("# A\n\nIt *begins*\nso and goes on.").contains("# A\n\nIt *begins*\nso"));
}

#[test]
fn what_stands_around_a_page_follows_it() {
    let mut view = view("A");
    view.sources = vec![
        Source {
            title: "The [book]".to_owned(),
            url: Some("https://example.org/a b(c)".to_owned()),
            publisher: Some("Press".to_owned()),
            note: Some("Chapter 4".to_owned()),
            accessed: Some("2026-01-31".to_owned()),
        },
        Source { title: "Memory".to_owned(), ..Source::default() },
    ];
    view.change = Some(Change {
        commit: "0123456789abcdef0123456789abcdef01234567".to_owned(),
        date: "2026-02-01".to_owned(),
        subject: "Say *more*".to_owned(),
        url: Some("https://example.org/c/0123".to_owned()),
    });
    let reference = |title: &str, anchor: &str, context: &str| Reference {
        page: PageRef { title: title.to_owned(), route: "/x".to_owned() },
        kind: LinkKind::Link,
        anchor: anchor.to_owned(),
        context: context.to_owned(),
    };
    view.linked_from = vec![reference("X", "p-1", "See A_b.\nNow."), reference("Y", "", "")];
    view.mentioned_in = vec![reference("Z", "h", "of A")];
    let all = markdown_of(&view, "Text.", &Settings::default());
    let expected = "\
Text.

## Sources

1. [The \\[book\\]](https://example.org/a%20b%28c%29), Press, read 2026-01-31: Chapter 4
2. Memory

---

Last changed in [`0123456789`](https://example.org/c/0123) on 2026-02-01: Say \\*more\\*

## Linked from

- [X](https://origin.invalid/x#p-1): See A\\_b. Now.
- [Y](https://origin.invalid/x)

## Unlinked mentions

- [Z](https://origin.invalid/x#h): of A
";
    assert!(all.ends_with(expected), "{all}");
    assert_eq!(all, markdown_of(&view, "Text.", &Settings::default()));
}
