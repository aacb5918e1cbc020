//! What is the article of a page, and what is it never?

mod elements;
mod limits;
mod raw_html;

use super::*;

#[track_caller]
fn check(body: &str, expected: &str) {
    assert_eq!(html_of(body).trim(), expected.trim(), "{body}");
}

fn html_of(body: &str) -> String {
    article_of(body, &Pictures::default()).html
}

fn complaints_of(body: &str) -> Vec<String> {
    let complaints = article_of(body, &Pictures::default()).complaints;
    complaints.into_iter().map(|it| it.message).collect()
}
