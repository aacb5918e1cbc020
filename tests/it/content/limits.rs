//! Are the bounds that the limits page states those in the code?

use std::fs;

use crate::sources::root;

/// Each row of the page that a constant decides, with that constant's home.
const STATED: &[(&str, &str, &str)] = &[
    (
        "words of a query that count",
        "capabilities/catalog/src/knowledge/search_text.rs",
        "TERMS_MAX",
    ),
    (
        "text of one answer of `read`",
        "capabilities/catalog/src/knowledge/read.rs",
        "TEXT_BYTES_MAX",
    ),
    ("length of a cursor", "capabilities/catalog/src/knowledge/cursor.rs", "CURSOR_BYTES_MAX"),
    ("files of a folder", "cli/src/build/folder.rs", "FILES_MAX"),
    ("depth of folders", "cli/src/build/folder.rs", "DEPTH_MAX"),
    ("one Markdown file", "cli/src/build/folder.rs", "MARKDOWN_BYTES_MAX"),
    ("one included file", "cli/src/build/folder.rs", "INCLUDED_BYTES_MAX"),
    (
        "front matter of a page",
        "capabilities/knowledge/src/front_matter.rs",
        "FRONT_MATTER_BYTES_MAX",
    ),
    ("includes of a page", "capabilities/knowledge/src/include.rs", "INCLUDES_MAX"),
    ("includes in includes", "capabilities/knowledge/src/include.rs", "DEPTH_MAX"),
    (
        "text that includes add to a page",
        "capabilities/knowledge/src/include.rs",
        "ADDED_BYTES_MAX",
    ),
    ("aliases of a page", "cli/src/build/rows.rs", "ALIASES_MAX"),
    ("block", "capabilities/knowledge/src/block.rs", "BLOCK_BYTES_MAX"),
    (
        "name of a page, as it is asked for",
        "capabilities/catalog/src/knowledge/page_name.rs",
        "PAGE_NAME_CHARACTERS_MAX",
    ),
    ("steps of a path", "capabilities/catalog/src/knowledge/graph.rs", "PATH_STEPS_MAX"),
    ("embeds in embeds", "capabilities/knowledge/src/embed.rs", "DEPTH_MAX"),
    ("text that embeds add to a page", "capabilities/knowledge/src/embed.rs", "ADDED_BYTES_MAX"),
    ("links of a page", "capabilities/knowledge/src/manuscript.rs", "LINKS_MAX"),
    ("mentions on a page", "capabilities/knowledge/src/link.rs", "MENTIONS_MAX"),
    ("terms of a site", "capabilities/knowledge/src/term.rs", "TERMS_MAX"),
    ("`llms.txt`", "capabilities/knowledge/src/publication/guide.rs", "GUIDE_CHARACTERS_MAX"),
    ("`llms-full.txt`", "capabilities/knowledge/src/publication/guide.rs", "WHOLE_BYTES_MAX"),
    ("changes in `feed.xml`", "capabilities/knowledge/src/publication/feed.rs", "ENTRIES_MAX"),
    (
        "pages in one file of the sitemap",
        "capabilities/knowledge/src/publication/sitemap.rs",
        "PAGES_MAX",
    ),
];

#[test]
fn the_limits_page_states_the_constants_of_the_code() {
    let page = fs::read_to_string(root().join("content/limits.md")).unwrap();
    for (what, file, name) in STATED {
        let max = constant(&fs::read_to_string(root().join(file)).unwrap(), name);
        let row = format!("| {what} | {max} ");
        assert!(page.contains(&row), "`content/limits.md` must hold `{row}… |`, as {file} has it");
    }
}

/// The value of a constant that is a number or a product of numbers.
fn constant(source: &str, name: &str) -> u64 {
    let (_, after) = source.split_once(&format!("const {name}: ")).unwrap_or_else(|| {
        panic!("there is no constant `{name}`");
    });
    let value = after.split_once(" = ").unwrap().1.split(';').next().unwrap();
    value.split('*').map(|it| it.trim().replace('_', "").parse::<u64>().unwrap()).product()
}

#[test]
fn a_constant_is_worked_out() {
    assert_eq!(constant("pub const A_MAX: u64 = 2 * 1_024;\n", "A_MAX"), 2048);
}
