//! Which rows stand for a page?

use std::ops::Range;

use catalog::{
    knowledge::search_text::{folded, indexed},
    ports::sql::SqlValue,
};
use knowledge::{graph::Edge, page::Page};

use super::rendered::Fresh;

pub(super) const PAGE: &str = "INSERT INTO page (key, node, id, kind, title, folded_title, \
    description, section, position, digest, updated, outline, links_digest, born)";
pub(super) const NAME: &str = "INSERT OR IGNORE INTO page_name (folded, grade, page)";
pub(super) const BLOCK: &str =
    "INSERT INTO block (key, page, ordinal, anchor, anchors, part, level, heading, text, plain)";
pub(super) const SEARCH: &str = "INSERT INTO block_search (rowid, title, heading, body)";

/// Aliases of one page that are kept.
const ALIASES_MAX: usize = 50;
/// Characters of a page's other names that are found by the words in them.
const NAMES_CHARACTERS_MAX: usize = 2_000;
/// Bytes that name the elements of one block; those beyond have no anchor of their own.
const ANCHORS_BYTES_MAX: usize = 16 * 1024;

/// A page with what is written beside it.
#[derive(Clone, Copy)]
pub(super) struct Written<'s> {
    /// Its id.
    pub(super) id: &'s str,
    /// Changes whenever one of its rows does.
    pub(super) digest: &'s str,
    /// How many blocks it has.
    pub(super) blocks: usize,
    /// What its rows are made of, where they may differ from those of the last build.
    pub(super) fresh: Option<&'s Fresh>,
    /// The ways that lead from it.
    pub(super) edges: &'s [Edge],
}

/// Everything that is written for one page.
pub(super) struct PageRows {
    pub(super) page: Vec<SqlValue>,
    pub(super) names: Vec<Vec<SqlValue>>,
    pub(super) blocks: Vec<Vec<SqlValue>>,
    pub(super) search: Vec<Vec<SqlValue>>,
}

/// The keys and the generation that new rows get.
pub(super) struct Place {
    pub(super) page_key: i64,
    pub(super) node: i64,
    pub(super) first_block_key: i64,
    pub(super) position: i64,
    pub(super) born: i64,
}

pub(super) fn rows_of(fresh: &Fresh, digest: &str, links_digest: &str, place: &Place) -> PageRows {
    let Fresh { page, anchors } = fresh;
    let key = place.page_key;
    let maybe = |text: Option<&str>| text.map_or(SqlValue::Null, SqlValue::from);
    let outline: Vec<(u8, &str, &str)> =
        page.outline().map(|it| (it.level, it.anchor.as_str(), it.title.as_str())).collect();
    let names = names_of(page, key);
    let mut blocks = Vec::new();
    let mut search = Vec::new();
    let mut start = 0;
    let numbered = (place.first_block_key..).zip((0_i64..).zip(&page.blocks));
    for (block_key, (ordinal, block)) in numbered {
        let heading = block.heading.as_ref();
        let level = heading.filter(|_| block.begins).map(|it| i64::from(it.level));
        blocks.push(vec![
            block_key.into(),
            key.into(),
            ordinal.into(),
            maybe(heading.map(|it| it.anchor.as_str())),
            maybe(anchors_in(anchors, start..start + block.text.len()).as_deref()),
            i64::try_from(block.part).unwrap_or(i64::MAX).into(),
            level.map_or(SqlValue::Null, SqlValue::from),
            maybe(heading.map(|it| it.title.as_str())),
            block.text.as_str().into(),
            block.plain.as_str().into(),
        ]);
        start += block.text.len();
        search.push(vec![
            block_key.into(),
            title_words(&page.title, &names_in(&names, ordinal)).as_str().into(),
            indexed(heading.map_or("", |it| it.title.as_str())).as_str().into(),
            indexed(&block.plain).as_str().into(),
        ]);
    }
    let row = vec![
        key.into(),
        place.node.into(),
        page.id.as_str().into(),
        page.kind.as_str().into(),
        page.title.as_str().into(),
        folded(&page.title).as_str().into(),
        maybe(page.description.as_deref()),
        page.section.as_str().into(),
        place.position.into(),
        digest.into(),
        maybe(page.updated.as_deref()),
        serde_json::json!(outline).to_string().as_str().into(),
        links_digest.into(),
        place.born.into(),
    ];
    PageRows { page: row, names, blocks, search }
}

/// The elements that begin in a block, as its row names them.
fn anchors_in(anchors: &[(String, Range<usize>)], block: Range<usize>) -> Option<String> {
    let first = anchors.partition_point(|(_, it)| it.start < block.start);
    let mut lines = String::from("\n");
    for (name, range) in anchors[first..].iter().take_while(|(_, it)| it.start < block.end) {
        let line = format!("{name}\t{}\t{}\n", range.start - block.start, range.len());
        if name.contains(['\t', '\n']) || lines.len() + line.len() > ANCHORS_BYTES_MAX {
            continue;
        }
        lines.push_str(&line);
    }
    (lines.len() > 1).then_some(lines)
}

/// What the index holds in the place of a title: the title, and for a page's first block its other
/// names, so that a page is found by any of them.
pub(super) fn title_words(title: &str, names: &str) -> String {
    let names: String = names.chars().take(NAMES_CHARACTERS_MAX).collect();
    indexed(&format!("{title}\n{names}"))
}

/// The names of a page, a line each, where a block is its first.
fn names_in(names: &[Vec<SqlValue>], ordinal: i64) -> String {
    let mut found: Vec<&str> = Vec::new();
    for name in names.iter().filter(|_| ordinal == 0) {
        if let (Some(SqlValue::Text(folded)), Some(SqlValue::Integer(grade))) =
            (name.first(), name.get(1))
            && *grade != TITLE_GRADE
        {
            found.push(folded);
        }
    }
    found.sort_unstable();
    found.dedup();
    found.join("\n")
}

/// The grade of a title among a page's names.
const TITLE_GRADE: i64 = 1;

fn names_of(page: &Page, key: i64) -> Vec<Vec<SqlValue>> {
    let aliases = page.aliases.iter().take(ALIASES_MAX).map(|it| (2, it.trim_start_matches('/')));
    let names =
        [(0, page.id.as_str()), (TITLE_GRADE, page.title.as_str())].into_iter().chain(aliases);
    let row =
        |(grade, name): (i64, &str)| vec![folded(name).as_str().into(), grade.into(), key.into()];
    names.map(row).collect()
}
