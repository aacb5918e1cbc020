//! Folders in; edges, bodies and problems out.

mod random;

use crate::{
    graph::Edge,
    site::{Site, site_of},
    source::Sources,
};

fn site(files: &[(&str, &str)]) -> Site {
    let bytes = |(path, text): &(&str, &str)| ((*path).to_owned(), text.as_bytes().to_vec());
    site_of(&Sources { base: String::new(), files: files.iter().map(bytes).collect() })
}

fn body<'s>(site: &'s Site, id: &str) -> &'s str {
    site.pages.iter().find(|it| it.id == id).map(|it| it.text.as_str()).unwrap()
}

fn problems(site: &Site) -> Vec<String> {
    site.problems.iter().map(ToString::to_string).collect()
}

fn edges(site: &Site) -> Vec<String> {
    let row = |it: &Edge| format!("{} -{}-> {}", it.from, it.kind.as_str(), it.to);
    site.edges.iter().map(row).collect()
}

/// A folder with a page in every kind of place; `from` is one of it, in a folder.
const PLACES: &[(&str, &str)] = &[
    ("index.md", "# Zuhause\n"),
    ("top.md", "# Zuoberst\n\n## Part One\n\n<a id=\"tagged\"></a>\n\nWords. ^block\n"),
    ("with space.md", "# Leer Zeichen\n"),
    ("Größe.md", "# Umlaute\n"),
    ("guide/README.md", "# Leitfaden\n"),
    ("guide/sister.md", "# Schwester\n"),
    ("guide/deep/page.md", "# Tiefe\n"),
    ("plain/one.md", "---\naliases: [/old/place.html, Umgezogen]\n---\n# Eins\n"),
    ("img/a b.png", ""),
    ("guide/data.json", "{}"),
];

/// A page `guide/from` that holds one link among those of [`PLACES`]: what it becomes, the page
/// that it leads to, and what is said of it.
#[track_caller]
fn check(written: &str, served: &str, to: &str, problem: &str) {
    let text = format!("# Anfang\n\n{written}\n");
    let mut files = PLACES.to_vec();
    files.push(("guide/from.md", &text));
    let site = site(&files);
    let body = body(&site, "guide/from").strip_prefix("# Anfang\n\n").unwrap().trim_end();
    assert_eq!(body, served, "{written}");
    let expected: Vec<String> = match to {
        "" => Vec::new(),
        to => vec![format!("guide/from -link-> {to}")],
    };
    assert_eq!(edges(&site), expected, "{written}");
    let expected: Vec<String> = match problem {
        "" => Vec::new(),
        problem => vec![format!("guide/from.md:3: {problem}")],
    };
    assert_eq!(problems(&site), expected, "{written}");
}

#[test]
fn a_link_is_found_however_it_is_written() {
    for (target, route, to) in [
        ("sister.md", "/guide/sister", "guide/sister"),
        ("./sister.md", "/guide/sister", "guide/sister"),
        ("sister", "/guide/sister", "guide/sister"),
        ("sister.html", "/guide/sister", "guide/sister"),
        ("sister/", "/guide/sister", "guide/sister"),
        ("Sister.MD", "/guide/sister", "guide/sister"),
        ("sister.md?x=1", "/guide/sister", "guide/sister"),
        ("..\\top.md", "/top", "top"),
        ("../top.md", "/top", "top"),
        ("/top.md", "/top", "top"),
        ("/top", "/top", "top"),
        ("../TOP.html", "/top", "top"),
        ("deep/page.md", "/guide/deep/page", "guide/deep/page"),
        ("../with%20space.md", "/with%20space", "with space"),
        ("<../with space.md>", "/with%20space", "with space"),
        ("../Gr%C3%B6%C3%9Fe.md", "/Gr%C3%B6%C3%9Fe", "Größe"),
        ("../gro\u{308}sse.md", "/Gr%C3%B6%C3%9Fe", "Größe"),
        ("../", "/", "index"),
        ("/", "/", "index"),
        ("../index.html", "/", "index"),
        ("./", "/guide/README", "guide/README"),
        (".", "/guide/README", "guide/README"),
        ("../guide", "/guide/README", "guide/README"),
        ("/guide/", "/guide/README", "guide/README"),
        ("/guide/index.html", "/guide/README", "guide/README"),
        ("/old/place.html", "/plain/one", "plain/one"),
        ("/old/place", "/plain/one", "plain/one"),
        ("../top.md#part-one", "/top#part-one", "top"),
        ("../top.md#Part-One", "/top#part-one", "top"),
        ("../top.md#Part%20One", "/top#part-one", "top"),
        ("../top.md#tagged", "/top#tagged", "top"),
        ("../top.md#block", "/top#block", "top"),
        ("../top.md#", "/top", "top"),
        ("../top.md#top", "/top", "top"),
    ] {
        check(&format!("[w]({target})"), &format!("[w]({route})"), to, "");
    }
}

#[test]
fn every_form_of_link_is_written_anew() {
    for (written, served, to) in [
        ("[*w* `c`](../top.md \"A \\\"t\\\"\")", "[*w* `c`](/top \"A \\\"t\\\"\")", "top"),
        ("[w](\n../top.md\n'T')", "[w](/top \"T\")", "top"),
        ("[](../top.md)", "[](/top)", "top"),
        (
            "[w][l]\n\n[l]: ../top.md \"T\"\n\nend",
            "[w](/top \"T\")\n\n[l]: /top \"T\"\n\nend",
            "top",
        ),
        ("[l][]\n\n[L]: ../top.md", "[l](/top)\n\n[L]: /top", "top"),
        ("[l]\n\n[l]: ../top.md", "[l](/top)\n\n[l]: /top", "top"),
        ("[![p](../img/a%20b.png)](../top.md)", "[![p](/img/a%20b.png)](/top)", "top"),
        ("x <a class=b href='../top.md'>w</a>", "x <a class=b href='/top'>w</a>", "top"),
        ("<div><a href=../top.md>w</a></div>", "<div><a href=/top>w</a></div>", "top"),
        ("> - [w](../top.md)", "> - [w](/top)", "top"),
        ("| a |\n|---|\n| [w](../top.md) |", "| a |\n|---|\n| [w](/top) |", "top"),
        ("[[top]]", "[top](/top)", "top"),
        ("[[TOP|*w*]]", "[*w*](/top)", "top"),
        ("[[Zuoberst]]", "[Zuoberst](/top)", "top"),
        ("[[umgezogen]]", "[umgezogen](/plain/one)", "plain/one"),
        ("[[deep/page]]", "[deep/page](/guide/deep/page)", "guide/deep/page"),
        ("[[page.md]]", "[page.md](/guide/deep/page)", "guide/deep/page"),
        ("[[top#Part One]]", "[top > Part One](/top#part-one)", "top"),
        ("[[top#^block]]", "[top](/top#block)", "top"),
        ("[[with space]]", "[with space](/with%20space)", "with space"),
        ("| a |\n|---|\n| [[top\\|w]] |", "| a |\n|---|\n| [w](/top) |", "top"),
        ("![[top]] and more", "[top](/top) and more", "top"),
    ] {
        check(written, served, to, "");
    }
}

#[test]
fn what_is_no_page_of_the_site_stays_or_leads_to_its_file() {
    for (written, served) in [
        ("[w](https://example.org/top.md)", "[w](https://example.org/top.md)"),
        ("[w](//example.org/x)", "[w](//example.org/x)"),
        (
            "[w](mailto:a@example.org) <https://example.org>",
            "[w](mailto:a@example.org) <https://example.org>",
        ),
        ("[w](data.json)", "[w](/guide/data.json)"),
        ("[w](DATA.json#a?b)", "[w](/guide/data.json#a?b)"),
        ("![w](../img/a%20b.png)", "![w](/img/a%20b.png)"),
        ("<img alt='' src=\"../img/a b.png\">", "<img alt='' src=\"/img/a%20b.png\">"),
        ("![[a b.png]]", "![a b.png](/img/a%20b.png)"),
        ("![[a b.png|300x20]]", "![a b.png](/img/a%20b.png)"),
        ("![[a b.png|a *b*]]", "![a *b*](/img/a%20b.png)"),
        ("[w](#anfang) [w](from.md#anfang)", "[w](#anfang) [w](#anfang)"),
        ("[[#Anfang]]", "[Anfang](#anfang)"),
        ("`[[top]]` `[w](top.md)`", "`[[top]]` `[w](top.md)`"),
        ("```\n[[top]] [w](top.md)\n```", "```\n[[top]] [w](top.md)\n```"),
        ("<!-- [[top]] <a href=\"absent.md\"> -->", "<!-- [[top]] <a href=\"absent.md\"> -->"),
        ("\\[[top]] [not a link]", "\\[[top]] [not a link]"),
        ("[[1]]\n\n[1]: https://example.org", "[[1]]\n\n[1]: https://example.org"),
    ] {
        check(written, served, "", "");
    }
}

#[test]
fn a_dead_link_becomes_its_words_and_a_problem() {
    let page = "link to a page of the folder, or add the page";
    for (written, served, problem) in [
        ("[*w*](absent.md)", "*w*", format!("the link `absent.md` leads nowhere; {page}")),
        ("[w][l]\n\n[l]: absent.md", "w\n\n[l]: #", format!("the link `absent.md` leads nowhere; {page}")),
        ("[[Absent|w]]", "w", format!("the link `Absent` leads nowhere; {page}")),
        ("[[Ab_sent]]", "Ab\\_sent", format!("the link `Ab_sent` leads nowhere; {page}")),
        ("![[Absent]]", "Absent", format!("the link `Absent` leads nowhere; {page}")),
        ("<a href=\"absent.md\">w</a>", "<a href=\"#\">w</a>", format!("the link `absent.md` leads nowhere; {page}")),
        (
            "[w](sistre.md)",
            "w",
            "the link `sistre.md` leads nowhere; did you mean `guide/sister`".to_owned(),
        ),
        (
            "[w](../../etc/passwd)",
            "w",
            "the link `../../etc/passwd` leads out of the folder; copy the file into the folder, or link to where it is published".to_owned(),
        ),
        (
            "![w](../img/ab.png)",
            "w",
            "there is no picture `../img/ab.png`; did you mean `img/a b.png`".to_owned(),
        ),
        (
            "![w](x.gif)",
            "w",
            "there is no picture `x.gif`; add the file, or correct its path".to_owned(),
        ),
    ] {
        check(written, served, "", &problem);
    }
}

#[test]
fn a_dead_anchor_leads_to_its_page_and_is_a_problem() {
    check(
        "[w](../top.md#part-tow)",
        "[w](/top)",
        "top",
        "`top.md` has no anchor `part-tow`; did you mean `part-one`",
    );
    check(
        "[[top#Nothing like it]]",
        "[top > Nothing like it](/top)",
        "top",
        "`top.md` has no anchor `Nothing like it`; link to one of its headings",
    );
    check(
        "[w](#gone)",
        "[w](/guide/from)",
        "",
        "`guide/from.md` has no anchor `gone`; link to one of its headings",
    );
}

#[test]
fn a_name_of_two_pages_leads_to_the_near_one_or_nowhere() {
    let files = [
        ("a/x.md", "# Xa\n\n[[note]]\n"),
        ("a/note.md", "# Na\n"),
        ("b/note.md", "# Nb\n"),
        ("c.md", "# Ce\n\n[[note]] and [[b/note]]\n"),
    ];
    let site = site(&files);
    assert_eq!(edges(&site), ["a/x -link-> a/note", "c -link-> b/note"]);
    assert_eq!(body(&site, "c"), "# Ce\n\nnote and [b/note](/b/note)\n");
    assert_eq!(
        problems(&site),
        ["c.md:3: the link `note` means 2 pages; say which: `a/note`, `b/note`"]
    );
}

#[test]
fn a_link_is_reported_at_its_line_of_the_file() {
    let site = site(&[
        (
            "a.md",
            "---\ntitle: Aa\n---\n\n{{#include three.txt}}\n\n[w](absent.md)\n\n{{#include link.txt}}\n",
        ),
        ("three.txt", "1\n2\n3\n"),
        ("link.txt", "x\n[w](gone.md)\n"),
    ]);
    let lines: Vec<Option<usize>> = site.problems.iter().map(|it| it.line).collect();
    assert_eq!(lines, [Some(7), Some(9)], "{:?}", problems(&site));
}

#[test]
fn an_edge_says_where_it_stands_and_in_which_words() {
    let site = site(&[
        (
            "a.md",
            "# Aa\n\n## Two\n\nFirst. A sentence with [a\nlink](b.md) in it, e.g. *this*. Last.\n\n- [b](b.md)\n",
        ),
        ("b.md", "# Be\n"),
    ]);
    let [edge] = &site.edges[..] else { panic!("{:?}", site.edges) };
    assert_eq!(edge.context, "A sentence with a link in it, e.g. this.");
    let anchors = crate::anchor::anchors_of(body(&site, "a"));
    let anchor = anchors.iter().find(|it| it.anchor == edge.anchor).unwrap();
    assert!(body(&site, "a")[anchor.range.clone()].starts_with("First."));
}

#[test]
fn sources_lead_to_pages_and_stay_where_they_are_others() {
    let text = "---\nsources:\n  - b.md\n  - https://example.org/x\n  - {title: A book, publisher: Press}\n  - {title: Own words, url: '[[Be]]'}\n  - {url: gone.md}\n---\n# Aa\n";
    let site = site(&[("a.md", text), ("b.md", "# Be\n")]);
    assert_eq!(edges(&site), ["a -source-> b"]);
    assert_eq!(
        problems(&site),
        [
            "a.md:1: its source `gone.md` is no page of the site; link to a page of the folder, or add the page"
        ]
    );
}

#[test]
fn names_that_two_pages_share_are_reported() {
    let site = site(&[
        ("a.md", "---\naliases: [Shared, /old]\nterms: [tee]\n---\n# Aa\n"),
        ("b.md", "---\naliases: [SHARED, /old]\nterms: [Tee]\n---\n# Be\n\nBut shared tee.\n"),
        ("c.md", "---\ntitle: aA\n---\nNo shared tee.\n"),
    ]);
    assert_eq!(
        problems(&site),
        [
            "b.md: its alias `/old` is also the alias of `a.md`; keep it on one of the two, so that it means one page",
            "b.md: its alias `SHARED` is also the alias of `a.md`; keep it on one of the two, so that it means one page",
            "b.md: its term `Tee` is also the term of `a.md`; keep it on one of the two, so that it means one page",
            "c.md: its title `aA` is also that of `a.md`; give each page its own title, so that it can be asked for by name",
        ]
    );
    assert_eq!(edges(&site), [""; 0]);
}

#[test]
fn a_file_at_the_path_of_a_page_is_reported() {
    let site = site(&[("a.md", "# Aa\n"), ("a.html", "<p>")]);
    assert_eq!(
        problems(&site),
        ["a.md: `a.html` is served at the same path as the page `a`; rename one of the two"]
    );
}
