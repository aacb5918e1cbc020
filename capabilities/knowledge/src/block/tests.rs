//! Blocks are their page, and each heading begins one.

use super::*;

fn outline(text: &str) -> Vec<(u8, String, String)> {
    blocks_of(text)
        .into_iter()
        .filter(|it| it.begins)
        .filter_map(|it| it.heading)
        .map(|it| (it.level, it.title, it.anchor))
        .collect()
}

#[test]
fn each_heading_begins_a_block() {
    let text = "lead\n\n# One *two* `three`\n\npara\n\n> # quoted\n\n## Next {#mine}\ntext\n\nUnder\n---\n";
    let own = |level: u8, title: &str, anchor: &str| (level, title.to_owned(), anchor.to_owned());
    assert_eq!(
        outline(text),
        [
            own(1, "One two three", "one-two-three"),
            own(2, "Next", "mine"),
            own(2, "Under", "under")
        ]
    );
    let blocks = blocks_of(text);
    assert_eq!(blocks[0].text, "lead\n\n");
    assert_eq!(blocks[1].text, "# One *two* `three`\n\npara\n\n> # quoted\n\n");
    assert_eq!(blocks[1].plain, "para\nquoted");
}

#[test]
fn all_blocks_together_are_the_page() {
    let long = format!("# A\n\n{}", "A paragraph of words.\n\n".repeat(2_000));
    let fence = format!("```\n{}```\n", "code line\n".repeat(20_000));
    let one_line = "é".repeat(100_000);
    let odd = "[ref]: /x\n\n\n<div>\n\n# In\n</div>\n\n[ref2]: y\n";
    for text in [&long, &fence, &one_line, odd, "", "\n\n", "# only", "[a]: b\n", "- a\n- b\n"] {
        let blocks = blocks_of(text);
        let joined: String = blocks.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(&joined, text);
        assert!(blocks.iter().all(|it| it.text.len() <= BLOCK_BYTES_MAX));
        assert!(blocks.iter().all(|it| it.plain.len() <= BLOCK_BYTES_MAX));
    }
    let parts: Vec<(bool, usize)> =
        blocks_of(&long).iter().map(|it| (it.begins, it.part)).collect();
    assert_eq!(&parts[..3], [(true, 0), (false, 1), (false, 2)]);
}

#[test]
fn anchors_do_not_change_with_white_space() {
    assert_eq!(outline("#   A   b\n"), outline("# A b\n"));
    assert_eq!(outline("# e\u{301}a\n")[0].2, outline("# éa\n")[0].2);
}

#[test]
fn words_of_two_cells_stay_two_words() {
    let blocks = blocks_of("| a | b |\n| --- | --- |\n| left | right |\n");
    let words: Vec<&str> = blocks[0].plain.split_whitespace().collect();
    assert_eq!(words, ["a", "b", "left", "right"]);
}
