//! Can a page, of any bytes, break its article, its Markdown form, or another page?
#![no_main]

#[path = "../../tests/it/hostile/document.rs"]
mod document;

use knowledge::{
    article::{Pictures, article_of},
    site::site_of,
    source::Sources,
};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut sources = Sources::default();
    sources.files.insert("page.md".to_owned(), bytes.to_vec());
    sources.files.insert("good.md".to_owned(), b"# Good\n\nwords [page](page.md)\n".to_vec());
    let site = site_of(&sources);
    for page in &site.pages {
        let article = article_of(&page.text, &Pictures::default());
        let faults = document::faults_of(&article.html);
        assert!(faults.is_empty(), "{faults:?}\n{}\n{}", page.text, article.html);
        assert!(article.html.len() <= 100 * page.text.len() + 10_000);
    }
    assert!(site.pages.iter().any(|it| it.id == "good" && it.text.contains("words")));
});
