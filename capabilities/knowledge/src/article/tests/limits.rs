//! Is a page that passes a bound shown, and in time?

use super::*;

/// The page is shown as it was written, with a note.
#[track_caller]
fn is_plain(body: &str) {
    let article = article_of(body, &Pictures::default());
    assert!(article.html.starts_with("<p class=\"notice\""), "{}", &article.html[..200]);
    assert!(article.html.len() > body.len());
    assert_eq!(article.complaints.len(), 1);
}

#[test]
fn what_nests_too_deep_is_plain() {
    is_plain(&">".repeat(10_000));
    is_plain(&("- ".repeat(10_000) + "a"));
    is_plain(&format!("{}a", "> ".repeat(DEPTH_MAX + 1)));
    let fine = html_of(&format!("{}a", "> ".repeat(DEPTH_MAX - 1)));
    assert!(fine.starts_with("<blockquote>"));
    assert!(html_of(&"[a](b".repeat(20_000)).len() > 20_000);
    assert!(html_of(&"<div>".repeat(50_000)).matches("<div>").count() < 100);
    assert!(html_of(&"<b>a".repeat(50_000)).matches('a').count() >= 50_000);
}

#[test]
fn what_is_too_long_is_plain() {
    is_plain(&"a ".repeat(BODY_BYTES_MAX / 2 + 1));
    is_plain(&"\"".repeat(BODY_BYTES_MAX / 2));
}

#[test]
fn no_input_takes_more_than_its_share() {
    let n = 5_000;
    for body in [
        "*a **b ".repeat(n),
        "*a_ ".repeat(n),
        "![a".repeat(n),
        "[a][".repeat(n),
        "`".repeat(n) + "a",
        "`a``b".repeat(n),
        "<".repeat(n),
        "<a ".repeat(n),
        "<!-- ".repeat(n),
        "<![CDATA[".repeat(n),
        "<?".repeat(n),
        "a[^1]".repeat(n) + "\n\n[^1]: b",
        format!("[a]: {}\n\n{}", "b".repeat(1000), "[a]".repeat(n)),
        format!("|{}\n|{}\n{}", "a|".repeat(2000), "-|".repeat(2000), "|\n".repeat(n)),
        "$a".repeat(n),
        "&#x".repeat(n),
        "~~a~".repeat(n),
        "<font><p><b id=x>".repeat(n),
        "<table><tr><td>".repeat(n),
        "<b>\n\na\n\n".repeat(n),
    ] {
        let html = html_of(&body);
        assert!(!html.is_empty() && html.len() <= HTML_BYTES_MAX + 1000);
    }
}
