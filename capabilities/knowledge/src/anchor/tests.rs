//! Anchors are the same for the same words, and each stands once.

use super::*;

fn names(text: &str) -> Vec<(AnchorKind, String)> {
    anchors_of(text).into_iter().map(|it| (it.kind, it.anchor)).collect()
}

fn only(text: &str) -> Vec<String> {
    anchors_of(text).into_iter().map(|it| it.anchor).collect()
}

#[test]
fn every_block_has_one() {
    // The digests are those of `printf '%s' 'words' | sha256sum`.
    assert_eq!(
        names("# A heading\n\nSome *words*\nhere.\n\n- one\n- two\n\n```rust\nfn main() {}\n```\n"),
        [
            (AnchorKind::Heading, "a-heading".to_owned()),
            (AnchorKind::Paragraph, "p-8311b1738e43".to_owned()),
            (AnchorKind::Item, "li-7692c3ad3540".to_owned()),
            (AnchorKind::Item, "li-3fc4ccfe7458".to_owned()),
            (AnchorKind::Code, "code-ef32637cb9c3".to_owned()),
        ]
    );
}

#[test]
fn white_space_markup_and_normal_form_change_none() {
    assert_eq!(only("caf\u{e9}  **and**\n`bar`\n"), only("cafe\u{301} and [bar](/x)\n"));
    assert_eq!(only("- [x](y.md)\n"), only("* x\n"));
}

#[test]
fn the_name_that_the_author_gave_wins() {
    assert_eq!(only("# Mine\n\n## Other {#mine}\n"), ["mine-1", "mine"]);
    assert_eq!(
        only("Words. {#here}\n\nMore ^there-1\n\n- item {#it}\n- two ^t\n"),
        ["here", "there-1", "it", "t"]
    );
    let text = "Words of `code` {#here}\n";
    let anchor = &anchors_of(text)[0];
    assert_eq!(anchor.marker.clone().map(|it| &text[it]), Some(" {#here}"));
    for text in ["2^10\n", "a{#b}\n", "`x {#y}`\n", "x {#}\n", "x ^\n", "x {#a b}\n"] {
        assert!(only(text)[0].starts_with("p-"), "{text}");
    }
}

#[test]
fn a_name_stands_once() {
    let twice = only("same\n\nsame\n\nsame\n\n# H\n\n# H\n");
    assert_eq!(twice[1], format!("{}-2", twice[0]));
    assert_eq!(twice[2], format!("{}-3", twice[0]));
    assert_eq!(twice[3..], ["h", "h-1"]);
    assert_eq!(
        names("# Tag\n\n<a id=\"tag\"></a><a id=own></a>\n")[2..],
        [(AnchorKind::Html, "own".to_owned())]
    );
}

#[test]
fn a_quotation_takes_no_name_from_the_page() {
    let own = only("# H\n\nsame\n");
    let quoted = only("> # H\n>\n> same\n\n# H\n\nsame\n");
    assert_eq!(quoted[2..], own);
    assert_eq!(quoted[..2], ["h-1".to_owned(), format!("{}-2", own[1])]);
}

#[test]
fn an_item_is_named_by_its_own_words() {
    let flat = only("- a\n- b\n");
    let nested = only("- a\n  - b\n");
    assert_eq!(flat, nested);
    let loose = names("- a\n\n- b\n");
    assert_eq!(loose[0].1, flat[0]);
    assert_eq!(loose[1].0, AnchorKind::Paragraph);
}

#[test]
fn ten_thousand_of_anything_are_named() {
    let nested: String =
        (0..10_000).map(|depth| format!("{}- x\n", "  ".repeat(depth % 500))).collect();
    assert_eq!(only(&nested).len(), 10_000);
    assert_eq!(only(&"same\n\n".repeat(10_000)).len(), 10_000);
    assert_eq!(only(&"# same\n\n".repeat(10_000)).len(), 10_000);
}
