//! Which rows stand for a page?

use catalog::{
    knowledge::search_text::{folded, indexed},
    ports::sql::SqlValue,
};
use knowledge::page::Page;

pub(super) const PAGE: &str = "INSERT INTO page (key, id, kind, title, folded_title, description, \
    section, position, digest, updated, outline, born)";
pub(super) const NAME: &str = "INSERT OR IGNORE INTO page_name (folded, grade, page)";
pub(super) const BLOCK: &str =
    "INSERT INTO block (key, page, ordinal, anchor, part, level, heading, text, plain)";
pub(super) const SEARCH: &str = "INSERT INTO block_search (rowid, title, heading, body)";

/// Aliases of one page that are kept.
const ALIASES_MAX: usize = 50;

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
    pub(super) first_block_key: i64,
    pub(super) position: i64,
    pub(super) born: i64,
}

pub(super) fn rows_of(page: &Page, digest: &str, place: &Place) -> PageRows {
    let key = place.page_key;
    let maybe = |text: Option<&str>| text.map_or(SqlValue::Null, SqlValue::from);
    let outline: Vec<(u8, &str, &str)> =
        page.outline().map(|it| (it.level, it.anchor.as_str(), it.title.as_str())).collect();
    let mut blocks = Vec::new();
    let mut search = Vec::new();
    let numbered = (place.first_block_key..).zip((0_i64..).zip(&page.blocks));
    for (block_key, (ordinal, block)) in numbered {
        let heading = block.heading.as_ref();
        let level = heading.filter(|_| block.begins).map(|it| i64::from(it.level));
        blocks.push(vec![
            block_key.into(),
            key.into(),
            ordinal.into(),
            maybe(heading.map(|it| it.anchor.as_str())),
            i64::try_from(block.part).unwrap_or(i64::MAX).into(),
            level.map_or(SqlValue::Null, SqlValue::from),
            maybe(heading.map(|it| it.title.as_str())),
            block.text.as_str().into(),
            block.plain.as_str().into(),
        ]);
        search.push(vec![
            block_key.into(),
            indexed(&page.title).as_str().into(),
            indexed(heading.map_or("", |it| it.title.as_str())).as_str().into(),
            indexed(&block.plain).as_str().into(),
        ]);
    }
    let row = vec![
        key.into(),
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
        place.born.into(),
    ];
    PageRows { page: row, names: names_of(page, key), blocks, search }
}

fn names_of(page: &Page, key: i64) -> Vec<Vec<SqlValue>> {
    let aliases = page.aliases.iter().take(ALIASES_MAX).map(|it| (2, it.trim_start_matches('/')));
    let names = [(0, page.id.as_str()), (1, page.title.as_str())].into_iter().chain(aliases);
    let row =
        |(grade, name): (i64, &str)| vec![folded(name).as_str().into(), grade.into(), key.into()];
    names.map(row).collect()
}
