//! What does a page say?

use contract::{
    address::Name,
    authorized::Authorized,
    capability::{Capability, Example, Present},
    effects::{Effects, RateClass},
    failure::{Failure, FailureKind},
    next_action::NextAction,
    reply::{Fault, Reply},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    backlinks::Backlinks,
    cursor::{self, Cursor},
    missing_page::{did_you_mean, page_not_found},
    neighbors::Neighbors,
    page_name::{PageName, route_of},
    search::{MatchKind, SearchPages},
    store::{self, BlockRow, PageRow, Start},
};
use crate::Ports;

/// Bytes of text that one answer holds.
const TEXT_BYTES_MAX: usize = 64 * 1024;

/// What to read.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ReadPage {
    /// The page: its id, route, title or an alias.
    page: PageName,
    /// Only what is at this anchor: a section, from its heading to the next of the same level, or a
    /// paragraph, a list item or a piece of code.
    #[schemars(length(min = 1, max = 512))]
    anchor: Option<String>,
    /// The text, or the outline alone.
    #[serde(default)]
    part: Part,
    /// `nextCursor` of the answer before, to go on from there.
    #[schemars(length(min = 1, max = 4096))]
    cursor: Option<String>,
}

/// Which part of a page.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub enum Part {
    /// The Markdown.
    #[default]
    Text,
    /// The headings with their anchors.
    Outline,
}

/// A page, or a part of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageText {
    /// The page's id.
    id: String,
    /// What it is.
    kind: MatchKind,
    /// Its title.
    title: String,
    /// What it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// Its path on the site.
    route: String,
    /// Changes whenever the page does.
    digest: String,
    /// When it was last changed, as the page itself says.
    #[serde(skip_serializing_if = "Option::is_none")]
    updated: Option<String>,
    /// Its headings, in order.
    outline: Vec<OutlineEntry>,
    /// Markdown.
    text: String,
    /// Pass it as `cursor` to go on; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

/// One heading of a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutlineEntry {
    /// The heading.
    pub title: String,
    /// 1 for the page's own heading, down to 6.
    pub level: u8,
    /// `read` takes it as `anchor`.
    pub anchor: String,
}

/// Why a page was not read.
#[derive(Debug, thiserror::Error, Serialize, JsonSchema)]
#[serde(tag = "tag", rename_all_fields = "camelCase")]
pub enum ReadFailure {
    /// No page has that name.
    #[error("there is no page `{page}`{}", did_you_mean(nearest))]
    PageNotFound {
        /// The name that was asked for.
        page: String,
        /// Ids of pages with a name near it.
        nearest: Vec<String>,
    },
    /// The page has no such anchor.
    #[error("the page `{page}` has no anchor `{anchor}`{}", did_you_mean(nearest))]
    AnchorNotFound {
        /// The page's id.
        page: String,
        /// The anchor that was asked for.
        anchor: String,
        /// Anchors near it.
        nearest: Vec<String>,
    },
    /// The cursor belongs to another question, or the page has changed since.
    #[error(
        "the cursor does not belong to this question, or the page has changed; read it again without it"
    )]
    InvalidCursor {},
}

impl Failure for ReadFailure {
    const KINDS: &'static [(&'static str, FailureKind)] = &[
        ("PageNotFound", FailureKind::NotFound),
        ("AnchorNotFound", FailureKind::NotFound),
        ("InvalidCursor", FailureKind::NotFound),
    ];
}

/// Gives a page of the site as Markdown.
pub struct Read;

impl Capability<Ports> for Read {
    const NAME: Name = Name::new("read");
    const TITLE: &'static str = "Read a page";
    const DESCRIPTION: &'static str = "Gives a page of this site as Markdown: all of it, its \
        outline, or what is at one anchor. An anchor names a section, a paragraph, a list item or \
        a piece of code. A long page comes in parts.";
    const EFFECTS: Effects = Effects::READ_ONLY;
    const RATE: RateClass = RateClass::Light;
    const KEYWORDS: &'static [&'static str] = &["open", "get", "fetch", "show"];
    const NEXT: &'static [Name] =
        &[Read::NAME, SearchPages::NAME, Backlinks::NAME, Neighbors::NAME];
    const PRESENT: Option<Present> = Some(present);

    type Input = ReadPage;
    type Output = PageText;
    type Failure = ReadFailure;

    fn examples() -> Vec<Example> {
        vec![Example {
            input: json!({"page": "ch04-01-what-is-ownership", "anchor": "ownership-rules"}),
            output: json!({
                "id": "ch04-01-what-is-ownership",
                "kind": "page",
                "title": "What is Ownership?",
                "route": "/ch04-01-what-is-ownership",
                "digest": "5feceb66ffc86f38",
                "outline": [
                    {"title": "What Is Ownership?", "level": 2, "anchor": "what-is-ownership"},
                    {"title": "Ownership Rules", "level": 3, "anchor": "ownership-rules"}
                ],
                "text": "### Ownership Rules\n\nFirst, let’s take a look at the ownership rules."
            }),
        }]
    }

    async fn run(
        call: Authorized<'_, Self, Ports>,
        input: ReadPage,
    ) -> Result<Reply<PageText>, Fault<ReadFailure>> {
        let sql = &*call.ports().sql;
        let cursor = match &input.cursor {
            None => None,
            Some(text) => {
                Some(Cursor::decode(text, question_of(&input)).map_err(|_| stale(&input))?)
            }
        };
        let start = match (&cursor, &input.anchor) {
            (Some(cursor), _) => Start::Ordinal(i64::from(cursor.given)),
            (None, Some(anchor)) => Start::Anchor(anchor.strip_prefix('#').unwrap_or(anchor)),
            (None, None) => Start::Ordinal(0),
        };
        let found = store::page(sql, &input.page, &start).await.map_err(Fault::internal)?;
        let Some((page, blocks)) = found else {
            let failure = |page, nearest| ReadFailure::PageNotFound { page, nearest };
            let again =
                |id: &str| NextAction::new(Read::NAME, &json!({"page": id}), "read a near page");
            let missing = page_not_found(sql, &input.page, failure, again).await;
            return Err(missing.map_err(Fault::internal)?);
        };
        if cursor.as_ref().is_some_and(|it| it.edition != edition_of(&page)) {
            return Err(stale(&input));
        }
        if let (Start::Anchor(anchor), true) = (&start, blocks.is_empty()) {
            return Err(no_such_anchor(page, anchor));
        }
        let reach = reach_of(&input, cursor.as_ref(), &blocks);
        Ok(answer(&input, page, blocks, reach))
    }
}

/// How far a reading goes: what an earlier answer began, or what stands at the anchor.
fn reach_of(input: &ReadPage, cursor: Option<&Cursor>, blocks: &[BlockRow]) -> Reach {
    if let Some(cursor) = cursor {
        return match (cursor.note, cursor.marks.first()) {
            (0, _) => Reach::Page,
            (ELEMENT, bytes) => {
                let bytes = bytes.copied().and_then(|it| usize::try_from(it).ok());
                Reach::Element { skipped: 0, bytes: bytes.unwrap_or_default() }
            }
            (level, _) => Reach::SectionOfLevel(i64::from(level)),
        };
    }
    let Some(anchor) = input.anchor.as_deref() else { return Reach::Page };
    let anchor = anchor.strip_prefix('#').unwrap_or(anchor);
    let first = blocks.first().filter(|it| it.anchor.as_deref() != Some(anchor));
    match first.and_then(|it| it.element(anchor)) {
        Some((skipped, bytes)) => Reach::Element { skipped, bytes },
        None => Reach::Section,
    }
}

fn question_of(input: &ReadPage) -> [u8; 8] {
    let part = match input.part {
        Part::Text => "text",
        Part::Outline => "outline",
    };
    let [_, _, page] = input.page.spellings();
    cursor::question_of("read", &[&page, input.anchor.as_deref().unwrap_or_default(), part])
}

/// A reading goes on while the page itself is unchanged, whatever else changed on the site.
fn edition_of(page: &PageRow) -> u64 {
    u64::from_str_radix(page.digest.get(..16).unwrap_or_default(), 16).unwrap_or_default()
}

fn stale(input: &ReadPage) -> Fault<ReadFailure> {
    let again = json!({"page": input.page});
    Fault::from(ReadFailure::InvalidCursor {}).next(NextAction::new(
        Read::NAME,
        &again,
        "read the page from its start",
    ))
}

fn no_such_anchor(page: PageRow, anchor: &str) -> Fault<ReadFailure> {
    let anchors = page.outline.iter().map(|it| it.anchor.as_str());
    let near = contract::nearest::nearest(anchor, anchors);
    let nearest: Vec<String> = near.into_iter().map(str::to_owned).collect();
    let outline = json!({"page": page.id, "part": "outline"});
    let anchor = anchor.to_owned();
    Fault::from(ReadFailure::AnchorNotFound { page: page.id, anchor, nearest })
        .next(NextAction::new(Read::NAME, &outline, "see the page's anchors"))
}

fn answer(input: &ReadPage, page: PageRow, blocks: Vec<BlockRow>, reach: Reach) -> Reply<PageText> {
    let (text, next_cursor) = match input.part {
        Part::Outline => (outline_text(&page.outline), None),
        Part::Text => {
            let taken = take(blocks, reach);
            let edition = edition_of(&page);
            let next = taken.rest_at.map(|given| {
                let (question, note) = (question_of(input), taken.note);
                let marks = taken.rest_bytes.into_iter().collect();
                Cursor { question, edition, given, note, marks }.encode()
            });
            (taken.text, next)
        }
    };
    let mut next = Vec::new();
    if let Some(cursor) = &next_cursor {
        let mut more = json!({"page": input.page, "cursor": cursor});
        if let Some(anchor) = &input.anchor {
            more["anchor"] = json!(anchor);
        }
        next.push(NextAction::new(Read::NAME, &more, "read on"));
    }
    let own = json!({"page": page.id});
    next.push(NextAction::new(Backlinks::NAME, &own, "see which pages lead here"));
    next.push(NextAction::new(Neighbors::NAME, &own, "see the pages around it"));
    let kind = if page.kind == "skill" { MatchKind::Skill } else { MatchKind::Page };
    let output = PageText {
        kind,
        title: page.title,
        description: page.description,
        route: route_of(&page.id),
        digest: page.digest,
        updated: page.updated,
        outline: page.outline,
        text,
        next_cursor,
        id: page.id,
    };
    Reply { output, next }
}

struct Taken {
    text: String,
    /// The block to go on with.
    rest_at: Option<u32>,
    /// What the cursor keeps of the reach: 0 for a page, a section's level, or [`ELEMENT`].
    note: u8,
    /// Bytes of an element that are left.
    rest_bytes: Option<u64>,
}

/// The note of a reading of one element.
const ELEMENT: u8 = u8::MAX;

/// How far a reading goes.
#[derive(Clone, Copy)]
enum Reach {
    /// To the end of the page.
    Page,
    /// To the next heading of the first block's level, or a higher one.
    Section,
    /// The same, begun in an earlier answer with a heading of this level.
    SectionOfLevel(i64),
    /// So many bytes, after some of the first block.
    Element { skipped: usize, bytes: usize },
}

/// Takes whole blocks, within the reach and up to the bound; of an element, what lies in them.
fn take(blocks: Vec<BlockRow>, reach: Reach) -> Taken {
    let mut taken = Taken { text: String::new(), rest_at: None, note: 0, rest_bytes: None };
    let level = match reach {
        Reach::Section => blocks.first().and_then(|it| it.level),
        Reach::SectionOfLevel(level) => Some(level),
        Reach::Page | Reach::Element { .. } => None,
    };
    if let Reach::Element { bytes, .. } = reach {
        taken.note = ELEMENT;
        taken.rest_bytes = u64::try_from(bytes).ok();
    } else if let Some(level) = level {
        taken.note = u8::try_from(level).unwrap_or_default();
    }
    for (index, block) in blocks.into_iter().enumerate() {
        let is_begun = index > 0 || matches!(reach, Reach::SectionOfLevel(_));
        let ends = block.level.zip(level).is_some_and(|(here, own)| here <= own);
        if is_begun && ends || taken.rest_bytes == Some(0) {
            return taken;
        }
        let is_full =
            !taken.text.is_empty() && taken.text.len() + block.text.len() > TEXT_BYTES_MAX;
        if is_full || index == store::BLOCKS_MAX {
            taken.rest_at = u32::try_from(block.ordinal).ok();
            return taken;
        }
        let skipped = match reach {
            Reach::Element { skipped, .. } if index == 0 => skipped,
            Reach::Element { .. } | Reach::Page | Reach::Section | Reach::SectionOfLevel(_) => 0,
        };
        let text = block.text.get(skipped..).unwrap_or_default();
        match taken.rest_bytes {
            None => taken.text.push_str(text),
            Some(left) => {
                let end = usize::try_from(left).unwrap_or(usize::MAX).min(text.len());
                let part = text.get(..end).unwrap_or(text);
                taken.text.push_str(part);
                taken.rest_bytes = Some(left.saturating_sub(part.len() as u64));
            }
        }
    }
    taken
}

fn outline_text(outline: &[OutlineEntry]) -> String {
    let line = |it: &OutlineEntry| {
        let indent = "  ".repeat(usize::from(it.level.saturating_sub(1)));
        format!("{indent}- {} (`{}`)\n", it.title, it.anchor)
    };
    outline.iter().map(line).collect()
}

/// The page's own Markdown, with its title where the text does not begin with a heading.
fn present(output: &Value) -> String {
    let text = |name: &str| output.get(name).and_then(Value::as_str).unwrap_or_default();
    let body = text("text");
    let mut shown = String::new();
    if !body.trim_start().starts_with('#') {
        shown.push_str(&format!("# {}\n\n", text("title")));
    }
    shown.push_str(body);
    if output.get("nextCursor").is_some() {
        shown.push_str("\n\n(The page goes on: read it again with the cursor.)");
    }
    shown
}
