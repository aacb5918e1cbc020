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

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }
}

const WORDS: &[&str] = &["one", "two", "Three", "Straße", "ÉTÉ", "neun", "日", "o"];
const GAPS: &[&str] = &[" ", " ", " ", "\n", ", ", ". ", "-", "; "];

/// Every term tried at every word, with nothing of the code that is tried: which page is named
/// first, second and so on.
fn named_by_hand(text: &[(usize, usize)], terms: &[(Vec<usize>, usize)], own: usize) -> Vec<usize> {
    let owner = |words: &[usize]| {
        let mut pages: Vec<usize> =
            terms.iter().filter(|(term, _)| term == words).map(|(_, page)| *page).collect();
        pages.sort_unstable();
        pages.dedup();
        if let [page] = pages[..] { Some(page) } else { None }
    };
    let mut named = Vec::new();
    let mut at = 0;
    'words: while at < text.len() {
        for length in (1..=3).rev() {
            let Some(run) = text.get(at..at + length) else { continue };
            let is_joined = run[..length - 1].iter().all(|(_, gap)| GAPS[*gap].trim().is_empty());
            let words: Vec<usize> = run.iter().map(|(word, _)| *word).collect();
            let Some(page) = owner(&words).filter(|_| is_joined) else { continue };
            if page != own && !named.contains(&page) {
                named.push(page);
            }
            at += length;
            continue 'words;
        }
        at += 1;
    }
    named
}

#[test]
fn what_is_found_is_what_trying_every_term_at_every_word_finds() {
    let mut dice = Dice(7);
    let mut named_pages = 0;
    for _ in 0..120 {
        let pages = 2 + dice.roll(20);
        let terms: Vec<(Vec<usize>, usize)> = (0..dice.roll(40))
            .map(|_| {
                let words = (0..1 + dice.roll(3)).map(|_| dice.roll(WORDS.len() - 2)).collect();
                (words, dice.roll(pages))
            })
            .collect();
        let spelt = |word: usize, how: usize| match how {
            0 => WORDS[word].to_lowercase(),
            1 => WORDS[word].to_uppercase(),
            _ => WORDS[word].to_owned(),
        };
        let texts: Vec<Vec<(usize, usize)>> = (0..pages)
            .map(|_| {
                (0..dice.roll(60))
                    .map(|_| (dice.roll(WORDS.len()), dice.roll(GAPS.len())))
                    .collect()
            })
            .collect();
        let files: Vec<(String, String)> = (0..pages)
            .map(|page| {
                let mut file = format!("---\ntitle: Qq{page:02}\nterms:\n");
                for (words, _) in terms.iter().filter(|it| it.1 == page) {
                    let words: Vec<String> = words.iter().map(|it| spelt(*it, 2)).collect();
                    file.push_str(&format!("  - {}\n", words.join(" ")));
                }
                file.push_str("---\nx ");
                for (word, gap) in &texts[page] {
                    file.push_str(&spelt(*word, dice.roll(3)));
                    file.push_str(GAPS[*gap]);
                }
                (format!("p{page:02}.md"), file + "x\n")
            })
            .collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let site = site(&files);
        for (page, text) in texts.iter().enumerate() {
            let named = named_by_hand(text, &terms, page);
            named_pages += named.len();
            let mut expected: Vec<(String, &str)> = Vec::new();
            for (place, to) in named.iter().enumerate() {
                let kind = if place < 12 { "link" } else { "mention" };
                expected.push((format!("p{to:02}"), kind));
            }
            expected.sort();
            let id = format!("p{page:02}");
            let found: Vec<(String, &str)> = site
                .edges
                .iter()
                .filter(|it| it.from == id)
                .map(|it| (it.to.clone(), it.kind.as_str()))
                .collect();
            assert_eq!(found, expected, "{}", files[page].1);
        }
    }
    assert!(named_pages > 2_000, "{named_pages}");
}
