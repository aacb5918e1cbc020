//! What a page holds, and that its words stay words.

use super::*;
use crate::{
    graph::LinkKind,
    outline::Heading,
    page::PageKind,
    view::{Change, PageRef, Reference, Source},
};

fn page(title: &str, route: &str) -> PageRef {
    PageRef { title: title.to_owned(), route: route.to_owned() }
}

fn heading(level: u8, title: &str, anchor: &str) -> Heading {
    Heading { level, title: title.to_owned(), anchor: anchor.to_owned() }
}

fn view() -> PageView {
    PageView {
        id: "guide/start".to_owned(),
        route: "/guide/start".to_owned(),
        kind: PageKind::Page,
        title: "Start".to_owned(),
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

fn html_of(view: &PageView, article: &str) -> String {
    Reader::of(&Settings::default()).page(view, article)
}

const EVIL: &str = "</title><script>alert(1)</script>\"'>&";

#[test]
fn words_of_authors_are_never_markup() {
    let evil = || EVIL.to_owned();
    let reference = Reference {
        page: page(EVIL, "/other"),
        kind: LinkKind::Link,
        anchor: evil(),
        context: EVIL.repeat(20),
    };
    let view = PageView {
        title: evil(),
        description: Some(evil()),
        tags: vec![evil()],
        updated: Some(evil()),
        change: Some(Change {
            commit: evil(),
            date: evil(),
            subject: evil(),
            url: Some("javascript:alert(1)".to_owned()),
        }),
        outline: vec![heading(2, EVIL, EVIL), heading(2, EVIL, "b")],
        trail: vec![page(EVIL, EVIL)],
        previous: Some(page(EVIL, "javascript:alert(1)")),
        next: Some(page(EVIL, EVIL)),
        navigation: vec![NavigationEntry {
            title: evil(),
            route: Some("//evil.example".to_owned()),
            is_current: true,
            children: Vec::new(),
        }],
        sources: vec![Source {
            title: evil(),
            url: Some("data:text/html,x".to_owned()),
            publisher: Some(evil()),
            note: Some(evil()),
            accessed: Some(evil()),
        }],
        linked_from: vec![reference.clone()],
        mentioned_in: vec![reference],
        links_to: vec![page(EVIL, "/another")],
        ..view()
    };
    let settings = Settings {
        title: evil(),
        language: evil(),
        license: Some(evil()),
        repository: Some("javascript:alert(1)".to_owned()),
        theme: Theme {
            accent: "red}body{display:none".to_owned(),
            accent_dark: "url(https://evil.example)".to_owned(),
        },
        ..Settings::default()
    };
    let reader = Reader::of(&settings);
    let mut pages = vec![reader.page(&view, "<p>plain</p>")];
    for (path, bytes) in reader.files() {
        let text = String::from_utf8(bytes.clone()).unwrap();
        if path.ends_with(".html") {
            pages.push(text);
        } else if path.ends_with(".css") {
            assert!(text.starts_with(":root{--accent-light:#0b5cad;--accent-dark:#7cb7ff}\n"));
        }
    }
    assert_eq!(pages.len(), 3);
    for html in pages {
        assert!(html.contains("&lt;/title&gt;&lt;script&gt;alert(1)"));
        for never in
            ["<script>", "javascript:", "data:text", "//evil.example", " style=", " onclick"]
        {
            assert!(!html.contains(never), "{never} in {html}");
        }
    }
}

#[test]
fn a_page_has_one_title_and_skips_no_level() {
    let titled = |title: &str, outline: Vec<Heading>| PageView {
        title: title.to_owned(),
        outline,
        ..view()
    };
    let table = [
        // Its own title of the first level.
        ("Start", "<h1 id=\"a\">A</h1><h3 id=\"b\">B</h3>", "h1 A h2 B"),
        // A second one is no title.
        ("Start", "<h1 id=\"a\">A</h1><h1 id=\"b\">B</h1><h2 id=\"c\">C</h2>", "h1 A h2 B h3 C"),
        // The same words at a deeper level, as chapters of books have them.
        ("What Is It?", "<h2 id=\"a\">What is It?</h2><h3 id=\"b\">B</h3>", "h1 What is It? h2 B"),
        // Other words leave the title to the page.
        (
            "Start",
            "<h2 id=\"a\">A</h2><h5 id=\"b\">B</h5><h2 id=\"c\">C</h2>",
            "h1 Start h2 A h3 B h2 C",
        ),
        // Nothing at all.
        ("Start", "<p>no heading, &lt;h2&gt;</p>", "h1 Start"),
        ("Start", "<hr><header>x</header>", "h1 Start"),
    ];
    for (title, article, expected) in table {
        let outline = article
            .split("id=\"")
            .skip(1)
            .map(|it| heading(2, it[3..].split('<').next().unwrap(), &it[..1]))
            .collect();
        let html = html_of(&titled(title, outline), article);
        let inner = html.split("<article>").nth(1).unwrap().split("</article>").next().unwrap();
        let mut found = Vec::new();
        for part in inner.split("<h").skip(1) {
            let Some(level) = part.chars().next().filter(char::is_ascii_digit) else { continue };
            let words = part.split('>').nth(1).unwrap().split('<').next().unwrap();
            assert!(part.contains(&format!("</h{level}>")), "{part}");
            found.push(format!("h{level} {words}"));
        }
        assert_eq!(found.join(" "), expected, "{article}");
        assert_eq!(html.matches("<h1").count(), 1, "{html}");
    }
}

#[test]
fn a_head_says_what_the_page_is_and_where_its_markdown_is() {
    let settings =
        Settings { base_url: Some("https://docs.example.org".to_owned()), ..Settings::default() };
    let reader = Reader::of(&settings);
    let html = reader.page(&PageView { description: Some("How to.".to_owned()), ..view() }, "");
    for expected in [
        "<html lang=\"en\">",
        "<title>Start · Pages</title>",
        "<meta name=\"description\" content=\"How to.\">",
        "<link rel=\"canonical\" href=\"https://docs.example.org/guide/start\">",
        "<link rel=\"alternate\" type=\"text/markdown\" href=\"/guide/start.md\"",
        "<link rel=\"alternate\" type=\"application/atom+xml\" href=\"/feed.xml\"",
        "<meta property=\"og:url\" content=\"https://docs.example.org/guide/start\">",
    ] {
        assert!(html.contains(expected), "{expected} in {html}");
    }
    for (path, _) in reader.files().iter().filter(|it| !it.0.ends_with(".html")) {
        assert!(html.contains(&format!("\"/{path}\"")), "{path}");
    }
}

#[test]
fn a_picture_shows_each_page_once_and_is_bounded() {
    let many = |name: &str| -> Vec<PageRef> {
        (0..40).map(|it| page(&format!("{name} {it}"), &format!("/{name}{it}"))).collect()
    };
    let from = |page: PageRef| Reference {
        page,
        kind: LinkKind::Link,
        anchor: String::new(),
        context: String::new(),
    };
    let nodes = |incoming: Vec<PageRef>, outgoing: Vec<PageRef>| {
        let linked_from = incoming.into_iter().map(from).collect();
        let html = html_of(&PageView { linked_from, links_to: outgoing, ..view() }, "");
        let svg = html.split("<svg").nth(1).map(|it| it.split("</svg>").next().unwrap().to_owned());
        svg.map(|it| it.matches("<a href").count())
    };
    assert_eq!(nodes(Vec::new(), Vec::new()), None);
    assert_eq!(nodes(many("a"), many("b")), Some(15));
    assert_eq!(nodes(many("a"), Vec::new()), Some(15));
    assert_eq!(nodes(Vec::new(), many("b")), Some(15));
    // Both ways between two pages is one line, and the page itself none.
    let both = vec![page("A", "/a"), page("Own", "/guide/start")];
    assert_eq!(nodes(both.clone(), both), Some(1));
}

#[test]
fn many_references_and_long_contexts_are_folded() {
    let reference = |context: &str, index: usize| Reference {
        page: page(&format!("Page {index}"), &format!("/p{index}")),
        kind: LinkKind::Mention,
        anchor: "here".to_owned(),
        context: context.to_owned(),
    };
    let long = "word ".repeat(60);
    let mut mentioned_in: Vec<Reference> = (0..9).map(|it| reference("Short.", it)).collect();
    mentioned_in.push(reference(&long, 9));
    let html = html_of(&PageView { mentioned_in, ..view() }, "");
    let (open, folded) =
        html.split_once("<details class=\"rest\"><summary>4 more</summary>").unwrap();
    assert_eq!(open.matches("<a href=\"/p").count(), 6);
    assert_eq!(folded.matches("<a href=\"/p").count(), 4);
    assert!(open.contains("<a href=\"/p0#here\">Page 0</a><p>Short.</p>"), "{open}");
    let words = folded.split("<details class=\"context\">").nth(1).unwrap();
    let words = words.split("</details>").next().unwrap();
    assert_eq!(words.matches("word").count(), 60, "nothing is lost: {words}");
}

#[test]
fn the_servers_pages_have_room_for_what_it_fills_in() {
    let settings = Settings::default();
    let reader = Reader::of(&settings);
    let text = |name: &str| {
        let file = reader.files().iter().find(|it| it.0 == name).unwrap();
        String::from_utf8(file.1.clone()).unwrap()
    };
    for marker in ["value=\"<!-- query -->\"", "<!-- results -->"] {
        assert_eq!(text("_/search.html").matches(marker).count(), 1, "{marker}");
    }
    assert_eq!(text("_/missing.html").matches("<!-- suggestions -->").count(), 1);
}

#[test]
fn what_a_page_brings_with_it_is_small() {
    let settings = Settings::default();
    let reader = Reader::of(&settings);
    let bytes = |extension: &str| -> usize {
        let files = reader.files().iter().filter(|it| it.0.ends_with(extension));
        files.map(|it| it.1.len()).sum()
    };
    // Before compression, which takes about two thirds of it.
    assert!(bytes(".js") < 16_000, "{}", bytes(".js"));
    assert!(bytes(".css") < 26_000, "{}", bytes(".css"));
}

#[test]
fn whoever_reads_the_source_finds_the_guide_before_the_page() {
    let html = html_of(&view(), "<p>Words.</p>");
    let guide = html.find("<a href=\"/llms.txt\">").unwrap();
    assert!(guide > html.find("<body").unwrap());
    assert!(guide < html.find("<header").unwrap());
}
