//! Which pages are around a page?

use contract::{
    address::Name,
    authorized::Authorized,
    capability::{Capability, Example, Present},
    effects::{Effects, RateClass},
    next_action::NextAction,
    reply::{Fault, Reply},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    around_page::{self, AroundPageFailure, Asked, OFFERED_MAX, read_at},
    cursor::mark_of,
    graph_store::{self, ATTEMPTS_MAX},
    link_kind::{Kinds, LinkKind},
    listing::{Fetched, Listed, NotFetched, Window, edition_of},
    page_name::{LinkedPage, PageName},
    path::Path,
    read::Read,
    search::SearchPages,
};
use crate::Ports;

/// Whose neighbors to list.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct NeighborsOfPage {
    /// The page, by any of its names.
    page: PageName,
    /// How many links away, at most.
    #[serde(default = "depth_default")]
    #[schemars(range(min = 1, max = 3))]
    depth: u8,
    /// Only over links of these kinds; all where absent.
    #[schemars(length(min = 1, max = 4))]
    link_kinds: Option<Vec<LinkKind>>,
    /// How many to give.
    #[serde(default = "around_page::limit_default")]
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
    /// `nextCursor` of the answer before, to go on from there.
    #[schemars(length(min = 1, max = 4096))]
    cursor: Option<String>,
}

fn depth_default() -> u8 {
    1
}

/// The pages around a page.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageNeighbors {
    /// By distance, then by title. Each page stands here once, and the page itself does not.
    neighbors: Vec<Neighbor>,
    /// How many there are in all.
    total: u64,
    /// Pass it as `cursor` to go on; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// What the caller should know about this answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    warnings: Vec<String>,
}

/// One page around the page.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Neighbor {
    /// The page.
    page: LinkedPage,
    /// How many links away it is.
    distance: u8,
    /// The link between it and a page one step nearer; of several, the first of link, mention,
    /// source and embed.
    link_kind: LinkKind,
}

/// Lists the pages around a page.
pub struct Neighbors;

impl Capability<Ports> for Neighbors {
    const NAME: Name = Name::new("neighbors");
    const TITLE: &'static str = "See the pages around a page";
    const DESCRIPTION: &'static str = "Lists the pages up to three links away from a page, nearest \
        first. Links count in both directions.";
    const EFFECTS: Effects = Effects::READ_ONLY;
    const RATE: RateClass = RateClass::Standard;
    const KEYWORDS: &'static [&'static str] = &["related", "nearby", "graph", "linked"];
    const NEXT: &'static [Name] = &[Read::NAME, Neighbors::NAME, Path::NAME, SearchPages::NAME];
    const PRESENT: Option<Present> = Some(present);

    type Input = NeighborsOfPage;
    type Output = PageNeighbors;
    type Failure = AroundPageFailure;

    fn examples() -> Vec<Example> {
        vec![Example {
            input: json!({"page": "ch04-01-what-is-ownership", "depth": 2, "linkKinds": ["link"]}),
            output: json!({
                "neighbors": [{
                    "page": LinkedPage::new("ch15-00-smart-pointers".to_owned(), "Smart Pointers".to_owned()),
                    "distance": 1,
                    "linkKind": "link"
                }],
                "total": 1
            }),
        }]
    }

    async fn run(
        call: Authorized<'_, Self, Ports>,
        input: NeighborsOfPage,
    ) -> Result<Reply<PageNeighbors>, Fault<AroundPageFailure>> {
        let NeighborsOfPage { page, depth, link_kinds, limit, cursor } = &input;
        let asked = Asked { capability: Neighbors::NAME, page, limit: *limit };
        let kinds = Kinds::of(link_kinds.as_deref());
        let ports = call.ports();
        let fetch = |window| around(ports, page, *depth, kinds, window);
        let mark = |it: &graph_store::Neighbor| mark_of(&[&it.page.id]);
        let others = [depth.to_string(), kinds.spelt()];
        let others = [others[0].as_str(), others[1].as_str()];
        let listed = asked.listed(&*ports.sql, cursor.as_deref(), &others, fetch, mark).await?;
        Ok(answer(asked, &input, listed))
    }
}

/// One window of the pages around a page, all of it from one state of the site.
async fn around(
    ports: &Ports,
    page: &PageName,
    depth: u8,
    kinds: Kinds,
    window: Window,
) -> Result<Fetched<graph_store::Neighbor>, NotFetched> {
    let mut last = String::new();
    for _ in 0..ATTEMPTS_MAX {
        let ([place], graph) = graph_store::places(&*ports.sql, &ports.graph, [page]).await?;
        let place = place.ok_or(NotFetched::Missing)?;
        let rings = graph.around(&place.id, depth, kinds);
        let total = rings.iter().map(|it| it.len() as u64).sum();
        let (state, items) = graph_store::neighbors(&*ports.sql, &rings, window).await?;
        if state == graph.state {
            return Ok(Fetched { edition: edition_of(&state)?, total, items });
        }
        last = state;
    }
    Err(graph_store::changing(&last).into())
}

fn answer(
    asked: Asked<'_>,
    input: &NeighborsOfPage,
    listed: Listed<graph_store::Neighbor>,
) -> Reply<PageNeighbors> {
    let Listed { total, items, next, warnings } = listed;
    let mut actions: Vec<NextAction> =
        items.iter().take(OFFERED_MAX).map(|it| read_at(&it.page.id, "", "read it")).collect();
    let next_cursor = next.map(|it| it.encode());
    if let Some(cursor) = &next_cursor {
        let mut others = vec![("depth", json!(input.depth))];
        others.extend(input.link_kinds.as_ref().map(|it| ("linkKinds", json!(it))));
        actions.push(asked.more(cursor, &others));
    }
    if let Some(far) = items.iter().rfind(|it| it.distance > 1) {
        let way = json!({"from": asked.page, "to": far.page.id});
        actions.push(NextAction::new(Path::NAME, &way, "see how one of them is reached"));
    }
    let neighbors = items
        .into_iter()
        .map(|it| {
            let graph_store::Neighbor { page, distance, kind: link_kind } = it;
            Neighbor { page, distance, link_kind }
        })
        .collect();
    Reply { output: PageNeighbors { neighbors, total, next_cursor, warnings }, next: actions }
}

/// A compact list, each page with what `read` needs.
fn present(output: &Value) -> String {
    let items = output.get("neighbors").and_then(Value::as_array).into_iter().flatten();
    let line = |(number, it): (usize, &Value)| {
        let page = it.get("page").unwrap_or(&Value::Null);
        let away = match it.get("distance").and_then(Value::as_u64) {
            Some(1) => "1 link away".to_owned(),
            distance => format!("{} links away", distance.unwrap_or_default()),
        };
        let how = format!("{away} ({})", around_page::text(it, "linkKind"));
        around_page::line(number, page, "", &how, "")
    };
    around_page::list(output, (1..).zip(items).map(line).collect(), "No page is linked with it.")
}
