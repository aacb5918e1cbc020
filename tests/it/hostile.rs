//! Does hostile Markdown run, hang, leak or lose anything?
//!
//! Each file of `tests/hostile` is a page; `expected.toml` says what its article holds and lacks.

mod build;
mod corpus;
mod document;
mod targets;

use knowledge::{
    article::{Pictures, article_of},
    site::{Site, site_of},
    source::Sources,
};

/// The site of all hostile pages, made in memory.
fn site() -> Site {
    let mut sources = Sources::default();
    for page in corpus::pages() {
        sources.files.insert(page.file, page.text.into_bytes());
    }
    site_of(&sources)
}

#[test]
fn no_page_runs_and_none_is_lost() {
    let pages = corpus::pages();
    assert!(pages.len() >= 60, "{}", pages.len());
    let site = site();
    let mut faults: Vec<String> = Vec::new();
    for page in &pages {
        let mut fault = |what: String| faults.push(format!("{}: {what}", page.file));
        let Some(made) = site.pages.iter().find(|it| it.file == page.file) else {
            fault("it is lost".to_owned());
            continue;
        };
        let article = article_of(&made.text, &Pictures::default());
        document::faults_of(&article.html).into_iter().for_each(&mut fault);
        for words in page.has.iter().filter(|it| !article.html.contains(it.as_str())) {
            fault(format!("it lacks {words:?}"));
        }
        for words in page.lacks.iter().filter(|it| article.html.contains(it.as_str())) {
            fault(format!("it has {words:?}"));
        }
        if made.text.contains(corpus::SECRET) {
            fault("it leaks".to_owned());
        }
    }
    assert_eq!(faults, [""; 0]);
    assert_eq!(site.pages.len(), pages.len());
}

#[test]
fn each_planted_fault_is_seen() {
    for (html, fault) in [
        ("<script>x</script>", "<script>"),
        ("<svg></svg>", "<svg>"),
        ("<p onclick=x>a</p>", "onclick"),
        ("<p style=x>a</p>", "style"),
        ("<a href=' jav&#x09;ascript:x'>a</a>", "URL"),
        ("<a href='data:text/html,x'>a</a>", "URL"),
        ("<img src='data:image/svg+xml,x'>", "URL"),
        ("<p>a", "ends within"),
        ("a</article>b", "ends what"),
        ("<p>a<p>b</p>", "ends within"),
        ("<p id=a></p><p id=a></p>", "twice"),
        ("<!-- a -->", "comment"),
        ("<iframe srcdoc=x></iframe>", "<iframe>"),
        ("<i id=Site-search>a</i>", "Site-search"),
    ] {
        let faults = document::faults_of(html);
        assert!(faults.iter().any(|it| it.contains(fault)), "{html}: {faults:?}");
    }
    let fine = "<p id=\"a\">a<br><img src=\"/x\" alt=\"\"> <a href=\"https://x\">&lt;b&gt;</a></p>";
    assert_eq!(document::faults_of(fine), [""; 0]);
}

/// Inputs that the fuzzer kept, each a line of hexadecimal digits.
fn kept(target: &str) -> Vec<Vec<u8>> {
    let file = crate::sources::root().join(format!("fuzz/kept/{target}.txt"));
    let lines = std::fs::read_to_string(file).unwrap();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    lines.lines().map(|line| line.as_bytes().chunks(2).map(byte).collect()).collect()
}

#[test]
fn what_the_fuzzer_kept_is_harmless() {
    let (pages, html) = (kept("page"), kept("html"));
    assert!(pages.len() >= 100 && html.len() >= 100, "{} and {}", pages.len(), html.len());
    for input in pages {
        assert_eq!(targets::page(&input), [""; 0], "{}", String::from_utf8_lossy(&input));
    }
    for input in html {
        let text = String::from_utf8_lossy(&input);
        assert_eq!(targets::html(&text), [""; 0], "{text}");
    }
}
