//! Words that name pages, found as a reader would find them.

use crate::{
    site::{Site, site_of},
    source::Sources,
};

fn site(files: &[(&str, &str)]) -> Site {
    let bytes = |(path, text): &(&str, &str)| ((*path).to_owned(), text.as_bytes().to_vec());
    site_of(&Sources { base: String::new(), files: files.iter().map(bytes).collect() })
}

/// Pages that are named, and the body of a page `z` that names them.
#[track_caller]
fn check(words: &str, served: &str) {
    let text = format!("# Zet\n\n{words}\n");
    let site = site(&[
        ("box.md", "---\ntitle: Box\naliases: [heap value]\n---\n# Box\n"),
        ("smart.md", "# Smart Pointer\n"),
        ("smarter.md", "# smart pointer type\n"),
        ("strasse.md", "---\nterms: [Straße, cafe\u{301}]\n---\n# Weg\n"),
        ("kanji.md", "---\nterms: [日本]\n---\n# Kanji page\n"),
        ("z.md", &text),
    ]);
    let page = site.pages.iter().find(|it| it.id == "z").unwrap();
    assert_eq!(page.text.strip_prefix("# Zet\n\n").unwrap().trim_end(), served);
}

#[test]
fn the_first_mention_becomes_a_link() {
    for (words, served) in [
        ("A box and a box.", "A [box](/) and a box."),
        ("BOX, heap value", "[BOX](/), heap value"),
        ("A smart pointer here", "A [smart pointer](/smart) here"),
        ("A smart pointer type", "A [smart pointer type](/smarter)"),
        ("Smart\npointer", "[Smart\npointer](/smart)"),
        ("> smart\n> pointer", "> [smart\n> pointer](/smart)"),
        ("STRASSE, box", "[STRASSE](/strasse), [box](/)"),
        ("ein CAFÉ", "ein [CAFÉ](/strasse)"),
        ("in 日本。", "in [日本](/kanji)。"),
        ("**Box**, _box_", "**[Box](/)**, _box_"),
        ("- a box\n- a box", "- a [box](/)\n- a box"),
        ("| h |\n|---|\n| box |", "| h |\n|---|\n| [box](/) |"),
        ("box&amp;smart pointer", "[box](/)&amp;[smart pointer](/smart)"),
        ("x[^n]\n\n[^n]: A box.", "x[^n]\n\n[^n]: A [box](/)."),
        ("a (box) \"box\"", "a ([box](/)) \"box\""),
    ] {
        check(words, served);
    }
}

#[test]
fn what_is_no_word_of_its_own_or_no_prose_stays() {
    for words in [
        "boxes, inbox, box_1, box's",
        "`box` and\n\n```\nbox\n```",
        "## About a box",
        "[a box](https://example.org/)",
        "[a box][r]\n\n[r]: https://example.org/",
        "<b>box</b> <a href=\"https://example.org/\">box</a>",
        "<div>\nbox\n</div>",
        "<!-- box -->",
        "![box](https://example.org/x.png)",
        "https://example.org/box?box=smart pointer-free",
        "me@box.example box@example.org",
        "| box |\n|---|\n| x |",
        "$box$ and $$box$$",
        "smart *pointer*",
        "smart `x` pointer",
        "the zet itself",
    ] {
        check(words, words);
    }
}

#[test]
fn a_mention_that_cannot_be_a_link_leaves_the_place_to_the_next() {
    check("!box, [box] and box", "!box, [box] and [box](/)");
    check("**日本**は 日本", "**日本**は [日本](/kanji)");
}

#[test]
fn a_page_is_linked_once_and_mentioned_where_it_is_not_linked() {
    let many: String = (0..20).map(|it| format!("Named thing {it:02}. ")).collect();
    let mut files: Vec<(String, String)> =
        (0..20).map(|it| (format!("p{it:02}.md"), format!("# Thing {it:02}\n"))).collect();
    files.push(("z.md".to_owned(), format!("# Zet\n\n[own](p03.md)\n\n{many}\n")));
    let files: Vec<(&str, &str)> = files.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let site = site(&files);
    let of = |kind: &str| -> Vec<&str> {
        let edges = site.edges.iter().filter(|it| it.kind.as_str() == kind);
        edges.map(|it| it.to.as_str()).collect()
    };
    let expected: Vec<String> = (0..13).map(|it| format!("p{it:02}")).collect();
    assert_eq!(of("link"), expected);
    let expected: Vec<String> = (13..20).map(|it| format!("p{it:02}")).collect();
    assert_eq!(of("mention"), expected);
    let mention =
        site.edges.iter().find(|it| it.to == "p13").filter(|it| it.kind.as_str() == "mention");
    assert_eq!(mention.unwrap().context, "Named thing 13.");
}

#[test]
fn a_term_of_two_pages_and_a_title_that_every_site_has_link_nowhere() {
    let site = site(&[
        ("a.md", "# Introduction\n"),
        ("b.md", "---\nterms: [Overview]\n---\n# Be page\n"),
        ("z.md", "# Zet\n\nAn introduction, an overview.\n"),
    ]);
    assert_eq!(site.pages[2].text, "# Zet\n\nAn introduction, an [overview](/b).\n");
}
