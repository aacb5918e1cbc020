//! Which blocks of the site's pages answer a question?

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
    cursor::{self, mark_of},
    excerpt::{excerpt_of, stem_of},
    listing::{Listed, Listing},
    page_name::{PAGE_NAME_CHARACTERS_MAX, PageName, route_of},
    read::Read,
    search_text::{self, Terms, bare},
    store::{self, Hit, SearchQuery},
};
use crate::Ports;

/// What to look for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Search {
    /// Words or a question, in any form: nothing in it is syntax.
    #[schemars(length(min = 1, max = 131_072))]
    query: String,
    /// How many matches to give.
    #[serde(default = "limit_default")]
    #[schemars(range(min = 1, max = 50))]
    limit: u32,
    /// `nextCursor` of the answer before, to go on from there.
    #[schemars(length(min = 1, max = 4096))]
    cursor: Option<String>,
    /// Only these kinds of match; all where absent.
    #[schemars(length(min = 1, max = 2))]
    kinds: Option<Vec<MatchKind>>,
    /// Only pages of this section: a folder, or the id of a chapter with pages below it.
    #[schemars(length(min = 1, max = 512))]
    section: Option<String>,
}

fn limit_default() -> u32 {
    10
}

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub enum MatchKind {
    /// A page of the site.
    Page,
    /// A skill: instructions for an agent.
    Skill,
}

impl MatchKind {
    fn as_str(self) -> &'static str {
        match self {
            MatchKind::Page => "page",
            MatchKind::Skill => "skill",
        }
    }
}

/// The blocks that match, best first.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchResult {
    /// Best first.
    matches: Vec<Match>,
    /// How many blocks match in all.
    total: u64,
    /// Pass it as `cursor` to go on; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// Whether the best match is likely to answer.
    confidence: Confidence,
    /// What the caller should know about this answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    warnings: Vec<String>,
}

/// Whether the best match is likely to answer.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub enum Confidence {
    /// The best match holds most of what was asked.
    High,
    /// Nothing close was found.
    Low,
}

/// One block that matches.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Match {
    /// The page's id: `read` takes it as `page`.
    id: String,
    /// What was found.
    kind: MatchKind,
    /// The page's title.
    title: String,
    /// The page's path on the site.
    route: String,
    /// The heading that the block stands under.
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<String>,
    /// The block's anchor: `read` takes it as `anchor`.
    #[serde(skip_serializing_if = "Option::is_none")]
    anchor: Option<String>,
    /// The words around the match.
    excerpt: String,
    /// Higher is better; only comparable within one answer.
    score: f64,
}

/// Why a search was not done.
#[derive(Debug, thiserror::Error, Serialize, JsonSchema)]
#[serde(tag = "tag", rename_all_fields = "camelCase")]
pub enum SearchFailure {
    /// The cursor belongs to another question, or is damaged.
    #[error("the cursor does not belong to this question; search again without it")]
    InvalidCursor {},
}

impl Failure for SearchFailure {
    const KINDS: &'static [(&'static str, FailureKind)] =
        &[("InvalidCursor", FailureKind::NotFound)];
}

/// Finds the blocks of the site's pages that answer a question.
pub struct SearchPages;

impl Capability<Ports> for SearchPages {
    const NAME: Name = Name::new("search");
    const TITLE: &'static str = "Search the pages";
    const DESCRIPTION: &'static str = "Finds the parts of this site's pages that answer a question. \
        Each match names its page, heading and anchor, with an excerpt; `read` gives the text.";
    const EFFECTS: Effects = Effects::READ_ONLY;
    const RATE: RateClass = RateClass::Standard;
    const KEYWORDS: &'static [&'static str] = &["find", "query", "lookup", "docs"];
    const NEXT: &'static [Name] = &[Read::NAME, SearchPages::NAME];
    const PRESENT: Option<Present> = Some(present);

    type Input = Search;
    type Output = SearchResult;
    type Failure = SearchFailure;

    fn examples() -> Vec<Example> {
        vec![Example {
            input: json!({"query": "who owns a value", "limit": 1}),
            output: json!({
                "matches": [{
                    "id": "ch04-01-what-is-ownership",
                    "kind": "page",
                    "title": "What is Ownership?",
                    "route": "/ch04-01-what-is-ownership",
                    "heading": "Ownership Rules",
                    "anchor": "ownership-rules",
                    "excerpt": "Each value in Rust has an owner. …",
                    "score": 7.25
                }],
                "total": 42,
                "nextCursor": "AZk3f0xT2m4AAAAAAAAAAQAAAAE",
                "confidence": "high"
            }),
        }]
    }

    async fn run(
        call: Authorized<'_, Self, Ports>,
        input: Search,
    ) -> Result<Reply<SearchResult>, Fault<SearchFailure>> {
        let opened = Listing::open(input.cursor.as_deref(), question_of(&input), input.limit);
        let Ok(listing) = opened else { return Err(refused_cursor(&input)) };
        let terms = search_text::terms_of(&input.query);
        let Some(matching) = terms.any_of() else {
            return Ok(nothing_to_look_for().into());
        };
        let kinds: Vec<&str> = input.kinds.iter().flatten().map(|it| it.as_str()).collect();
        // No page has a longer name.
        let name: String = input.query.chars().take(PAGE_NAME_CHARACTERS_MAX).collect();
        let name = PageName::from(name.as_str());
        let query = SearchQuery {
            matching: &matching,
            spellings: &name.spellings(),
            kinds: &kinds,
            section: input.section.as_deref(),
        };
        let sql = &*call.ports().sql;
        let known = listing.is_continued().then(|| confidence_in(listing.note()));
        let fetch = |window| store::search(sql, &query, window);
        let mark = |hit: &Hit| {
            mark_of(&[&hit.id, hit.anchor.as_deref().unwrap_or_default(), &hit.part.to_string()])
        };
        let listed = listing.fetch(fetch, mark).await.map_err(Fault::internal)?;
        answer(&input, &terms, known, listed).map_err(Fault::Internal)
    }
}

fn question_of(input: &Search) -> [u8; 8] {
    let kinds: Vec<&str> = input.kinds.iter().flatten().map(|it| it.as_str()).collect();
    let section = input.section.as_deref().unwrap_or_default();
    cursor::question_of("search", &[&input.query, &kinds.join(","), section])
}

fn refused_cursor(input: &Search) -> Fault<SearchFailure> {
    let again = json!({"query": input.query});
    Fault::from(SearchFailure::InvalidCursor {}).next(NextAction::new(
        SearchPages::NAME,
        &again,
        "search from the first match on",
    ))
}

fn nothing_to_look_for() -> SearchResult {
    SearchResult {
        matches: Vec::new(),
        total: 0,
        next_cursor: None,
        confidence: Confidence::Low,
        warnings: vec!["the query holds no letter or digit to look for".to_owned()],
    }
}

/// Answers with what was listed; the confidence of the first part is that of all.
fn answer(
    input: &Search,
    terms: &Terms,
    known: Option<Confidence>,
    listed: Listed<Hit>,
) -> Result<Reply<SearchResult>, contract::reply::Cause> {
    let Listed { total, items, next, mut warnings } = listed;
    if terms.cut {
        warnings
            .insert(0, format!("only the first {} words were looked for", search_text::TERMS_MAX));
    }
    let confidence = known.unwrap_or_else(|| confidence_of(terms, items.first()));
    let next_cursor = next.map(|mut it| {
        it.note = u8::from(confidence == Confidence::High);
        it.encode()
    });
    let matches = items
        .into_iter()
        .map(|hit| match_of(hit, &terms.terms))
        .collect::<Result<Vec<Match>, UnknownKind>>()
        .map_err(contract::reply::Cause::new)?;
    let result = SearchResult { matches, total, next_cursor, confidence, warnings };
    Ok(with_next(input, result))
}

fn confidence_in(note: u8) -> Confidence {
    if note == 0 { Confidence::Low } else { Confidence::High }
}

#[derive(Debug, thiserror::Error)]
#[error("a page has the unknown kind `{0}`")]
struct UnknownKind(String);

fn match_of(hit: Hit, terms: &[String]) -> Result<Match, UnknownKind> {
    let kind = match hit.kind.as_str() {
        "page" => MatchKind::Page,
        "skill" => MatchKind::Skill,
        _ => return Err(UnknownKind(hit.kind)),
    };
    Ok(Match {
        kind,
        title: hit.title,
        route: route_of(&hit.id),
        heading: hit.heading,
        anchor: hit.anchor,
        excerpt: excerpt_of(&hit.plain, terms),
        score: score_of(hit.rank, hit.exact),
        id: hit.id,
    })
}

/// FTS5 ranks best lowest; a page that was named exactly stands above all others.
fn score_of(rank: f64, exact: bool) -> f64 {
    const EXACT_BONUS: f64 = 1000.0;
    let bonus = if exact { EXACT_BONUS } else { 0.0 };
    let score = bonus - rank;
    // Six digits: what is beyond them differs between builds of the database.
    format!("{score:.5e}").parse().unwrap_or(score)
}

/// High where the best hit was named exactly, or holds at least half of the words asked for.
fn confidence_of(terms: &Terms, best: Option<&Hit>) -> Confidence {
    let Some(best) = best else { return Confidence::Low };
    let text = format!("{} {} {}", best.title, best.heading.as_deref().unwrap_or(""), best.plain);
    let text = bare(&text);
    let held = terms.terms.iter().filter(|term| text.contains(&stem_of(term))).count();
    if best.exact || held * 2 >= terms.terms.len() {
        return Confidence::High;
    }
    Confidence::Low
}

fn with_next(input: &Search, result: SearchResult) -> Reply<SearchResult> {
    /// Matches that are offered for reading; the others are as easy to name.
    const OFFERED_MAX: usize = 3;
    let mut next = Vec::new();
    for (index, it) in result.matches.iter().take(OFFERED_MAX).enumerate() {
        let mut read = json!({"page": it.id});
        if let Some(anchor) = &it.anchor {
            read["anchor"] = json!(anchor);
        }
        let reason = if index == 0 { "read the best match" } else { "read another match" };
        next.push(NextAction::new(Read::NAME, &read, reason));
    }
    if let Some(cursor) = &result.next_cursor {
        let mut more = json!({"query": input.query, "limit": input.limit, "cursor": cursor});
        if let Some(kinds) = &input.kinds {
            more["kinds"] = json!(kinds);
        }
        if let Some(section) = &input.section {
            more["section"] = json!(section);
        }
        next.push(NextAction::new(SearchPages::NAME, &more, "see more matches"));
    }
    Reply { output: result, next }
}

/// A compact list, each match with what `read` needs.
fn present(output: &Value) -> String {
    let text = |value: &Value, name: &str| {
        value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let matches = output.get("matches").and_then(Value::as_array);
    let total = output.get("total").and_then(Value::as_u64).unwrap_or(0);
    let mut lines = Vec::new();
    for (index, it) in matches.into_iter().flatten().enumerate() {
        let mut place = text(it, "id");
        if it.get("anchor").is_some() {
            place.push_str(&format!("#{}", text(it, "anchor")));
        }
        let heading = text(it, "heading");
        let title = text(it, "title");
        let name = match heading.as_str() {
            "" => title,
            heading if heading == title => title,
            heading => format!("{title} > {heading}"),
        };
        lines.push(format!("{}. **{name}** (`{place}`)\n   {}", index + 1, text(it, "excerpt")));
    }
    if lines.is_empty() {
        lines.push("Nothing was found.".to_owned());
    } else {
        lines.push(format!("{} of {total} matches.", lines.len()));
    }
    if text(output, "confidence") == "low" {
        lines.push("Nothing close was found: try other words.".to_owned());
    }
    let warnings = output.get("warnings").and_then(Value::as_array);
    lines.extend(warnings.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
    lines.join("\n")
}
