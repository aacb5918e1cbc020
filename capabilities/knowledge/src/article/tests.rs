//! What is the article of a page, and what is it never?

mod elements;
mod limits;
mod raw_html;

use super::*;

#[track_caller]
fn check(body: &str, expected: &str) {
    assert_eq!(without_names(&html_of(body)).trim(), expected.trim(), "{body}");
}

/// The same without the names that blocks get from their words, which a test of their own is for.
fn without_names(html: &str) -> String {
    let link = "<a class=\"anchor\" href=\"#";
    let mut out = String::new();
    for piece in html.split_inclusive('>') {
        let is_link = ["p-", "li-"].iter().any(|it| piece.starts_with(&format!("{link}{it}")));
        if is_link || (piece == "</a>" && out.ends_with(link)) {
            out.push_str(link);
            continue;
        }
        let name = [" id=\"p-", " id=\"li-", " id=\"code-"].iter().find_map(|it| piece.find(it));
        match name {
            Some(at) => {
                out.push_str(&piece[..at]);
                let after = &piece[at + 5..];
                out.push_str(&after[after.find('"').unwrap() + 1..]);
            }
            None => out.push_str(piece),
        }
    }
    out.replace(&format!("{link}{link}"), "")
}

fn html_of(body: &str) -> String {
    article_of(body, &Pictures::default()).html
}

fn complaints_of(body: &str) -> Vec<String> {
    let complaints = article_of(body, &Pictures::default()).complaints;
    complaints.into_iter().map(|it| it.message).collect()
}
