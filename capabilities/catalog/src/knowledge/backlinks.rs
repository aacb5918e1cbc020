//! Which pages lead to a page?

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
    graph_store::{self, Incoming},
    link_kind::LinkKind,
    listing::Listed,
    mentions::Mentions,
    page_name::{LinkedPage, PageName},
    read::Read,
    search::SearchPages,
};
use crate::Ports;

/// Whose backlinks to list.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct BacklinksOfPage {
    /// The page, by any of its names.
    page: PageName,
    /// How many to give.
    #[serde(default = "around_page::limit_default")]
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
    /// `nextCursor` of the answer before, to go on from there.
    #[schemars(length(min = 1, max = 4096))]
    cursor: Option<String>,
}

/// The links that lead to a page.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageBacklinks {
    /// By title of the page they stand on, then by kind.
    backlinks: Vec<Backlink>,
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

/// One link that leads to the page.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Backlink {
    /// The page it stands on.
    page: LinkedPage,
    /// How it leads here.
    link_kind: LinkKind,
    /// The block it stands in: `read` takes it as `anchor`. Empty where it stands in none.
    anchor: String,
    /// The sentence around it.
    context: String,
}

/// Lists the links that lead to a page.
pub struct Backlinks;

/// The kinds that count: what only names a page is no link to it.
const KINDS: &[LinkKind] = &[LinkKind::Link, LinkKind::Source, LinkKind::Embed];

impl Capability<Ports> for Backlinks {
    const NAME: Name = Name::new("backlinks");
    const TITLE: &'static str = "See what links to a page";
    const DESCRIPTION: &'static str = "Lists the pages that link to a page, are based on it or show \
        a part of it, each with the sentence around the link.";
    const EFFECTS: Effects = Effects::READ_ONLY;
    const RATE: RateClass = RateClass::Light;
    const KEYWORDS: &'static [&'static str] =
        &["references", "incoming", "linked from", "cited by"];
    const NEXT: &'static [Name] = &[Read::NAME, Backlinks::NAME, Mentions::NAME, SearchPages::NAME];
    const PRESENT: Option<Present> = Some(present);

    type Input = BacklinksOfPage;
    type Output = PageBacklinks;
    type Failure = AroundPageFailure;

    fn examples() -> Vec<Example> {
        vec![Example {
            input: json!({"page": "ch04-01-what-is-ownership", "limit": 1}),
            output: json!({
                "backlinks": [{
                    "page": LinkedPage::new("ch15-00-smart-pointers".to_owned(), "Smart Pointers".to_owned()),
                    "linkKind": "link",
                    "anchor": "smart-pointers",
                    "context": "Rust has the concept of ownership and borrowing."
                }],
                "total": 9,
                "nextCursor": "ApnfTF2fTVUAAAAAAAAAAQAAAAEA"
            }),
        }]
    }

    async fn run(
        call: Authorized<'_, Self, Ports>,
        input: BacklinksOfPage,
    ) -> Result<Reply<PageBacklinks>, Fault<AroundPageFailure>> {
        let BacklinksOfPage { page, limit, cursor } = &input;
        let asked = Asked { capability: Backlinks::NAME, page, limit: *limit };
        let sql = &*call.ports().sql;
        let fetch = |window| graph_store::incoming(sql, page, KINDS, window);
        let mark = |it: &Incoming| mark_of(&[&it.page.id, &it.kind.number().to_string()]);
        let listed = asked.listed(sql, cursor.as_deref(), &[], fetch, mark).await?;
        Ok(answer(asked, listed))
    }
}

fn answer(asked: Asked<'_>, listed: Listed<Incoming>) -> Reply<PageBacklinks> {
    let Listed { total, items, next, warnings } = listed;
    let mut actions: Vec<NextAction> = items
        .iter()
        .take(OFFERED_MAX)
        .map(|it| read_at(&it.page.id, &it.anchor, "read where it is linked from"))
        .collect();
    let next_cursor = next.map(|it| it.encode());
    actions.extend(next_cursor.as_ref().map(|it| asked.more(it, &[])));
    let own = json!({"page": asked.page});
    actions.push(NextAction::new(Mentions::NAME, &own, "see where it is named without a link"));
    let backlinks = items
        .into_iter()
        .map(|it| {
            let Incoming { page, kind: link_kind, anchor, context } = it;
            Backlink { page, link_kind, anchor, context }
        })
        .collect();
    Reply { output: PageBacklinks { backlinks, total, next_cursor, warnings }, next: actions }
}

/// A compact list, each page with what `read` needs.
fn present(output: &Value) -> String {
    let items = output.get("backlinks").and_then(Value::as_array).into_iter().flatten();
    let line = |(number, it): (usize, &Value)| {
        let said = |name| around_page::text(it, name);
        let page = it.get("page").unwrap_or(&Value::Null);
        around_page::line(number, page, said("anchor"), said("linkKind"), said("context"))
    };
    around_page::list(output, (1..).zip(items).map(line).collect(), "No page links to it.")
}
