//! What is tried with any input at all, by the fuzzer and by a test of what it kept?

use knowledge::{
    article::{Pictures, article_of},
    markdown_form::markdown_of,
    page::Page,
    sanitise::sanitised,
    settings::Settings,
    site::site_of,
    source::Sources,
    view::PageView,
};

use super::document::faults_of;

/// Bytes of HTML for one of Markdown, beside what every page has.
const GROWTH_MAX: usize = 200;

/// A folder of two pages, one of them these bytes: what is wrong with its site.
pub(crate) fn page(bytes: &[u8]) -> Vec<String> {
    let mut sources = Sources::default();
    sources.files.insert("page.md".to_owned(), bytes.to_vec());
    sources.files.insert("good.md".to_owned(), b"# Good\n\nwords [page](page.md)\n".to_vec());
    let site = site_of(&sources);
    let mut faults = Vec::new();
    for page in &site.pages {
        let article = article_of(&page.text, &Pictures::default());
        faults.extend(faults_of(&article.html));
        if article.html.len() > GROWTH_MAX * page.text.len() + 10_000 {
            faults.push("it grew too much".to_owned());
        }
        let markdown = markdown_of(&view_of(page), &page.text, &Settings::default());
        if !markdown.ends_with('\n') {
            faults.push("its Markdown form does not end".to_owned());
        }
    }
    if !site.pages.iter().any(|it| it.id == "good" && it.text.contains("words")) {
        faults.push("the other page is lost".to_owned());
    }
    faults
}

fn view_of(page: &Page) -> PageView {
    PageView {
        id: page.id.clone(),
        route: format!("/{}", page.id),
        kind: page.kind,
        title: page.title.clone(),
        description: page.description.clone(),
        tags: Vec::new(),
        updated: page.updated.clone(),
        change: None,
        outline: page.outline().cloned().collect(),
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

/// HTML in the places where it may stand among Markdown: what is wrong with the article.
pub(crate) fn html(text: &str) -> Vec<String> {
    let body = format!("<div>{text}\n\n```rust\nlet a = 1;\n```\n\n<b>{text}</b>\n\n> {text}\n");
    let mut faults = faults_of(&article_of(&body, &Pictures::default()).html);
    // The second list alone lets nothing run either; names are the first one's affair.
    let alone = faults_of(&sanitised(text));
    faults.extend(alone.into_iter().filter(|it| !it.contains("the name ")));
    faults
}
