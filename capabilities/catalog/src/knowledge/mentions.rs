//! Which pages name a page without a link to it?

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
    backlinks::Backlinks,
    cursor::mark_of,
    graph_store::{self, Incoming},
    link_kind::LinkKind,
    listing::Listed,
    page_name::{LinkedPage, PageName},
    read::Read,
    search::SearchPages,
};
use crate::Ports;

/// Whose mentions to list.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct MentionsOfPage {
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

/// The pages that name a page without a link.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageMentions {
    /// By title of the page.
    mentions: Vec<Mention>,
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

/// One page that names the page.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mention {
    /// The page that does.
    page: LinkedPage,
    /// The block that does: `read` takes it as `anchor`. Empty where none does.
    anchor: String,
    /// The words around the name.
    excerpt: String,
}

/// Lists the pages that name a page without a link.
pub struct Mentions;

impl Capability<Ports> for Mentions {
    const NAME: Name = Name::new("mentions");
    const TITLE: &'static str = "See what names a page";
    const DESCRIPTION: &'static str = "Lists the pages that name a page without a link to it, each \
        with the words around the name. A page is named by its title, an alias or another of its \
        terms.";
    const EFFECTS: Effects = Effects::READ_ONLY;
    const RATE: RateClass = RateClass::Light;
    const KEYWORDS: &'static [&'static str] = &["unlinked", "references", "occurrences"];
    const NEXT: &'static [Name] = &[Read::NAME, Mentions::NAME, Backlinks::NAME, SearchPages::NAME];
    const PRESENT: Option<Present> = Some(present);

    type Input = MentionsOfPage;
    type Output = PageMentions;
    type Failure = AroundPageFailure;

    fn examples() -> Vec<Example> {
        vec![Example {
            input: json!({"page": "ch13-01-closures"}),
            output: json!({
                "mentions": [{
                    "page": LinkedPage::new("ch16-01-threads".to_owned(), "Using Threads to Run Code Simultaneously".to_owned()),
                    "anchor": "using-move-closures-with-threads",
                    "excerpt": "… we’ll often use the move keyword with closures passed to …"
                }],
                "total": 1
            }),
        }]
    }

    async fn run(
        call: Authorized<'_, Self, Ports>,
        input: MentionsOfPage,
    ) -> Result<Reply<PageMentions>, Fault<AroundPageFailure>> {
        let MentionsOfPage { page, limit, cursor } = &input;
        let asked = Asked { capability: Mentions::NAME, page, limit: *limit };
        let sql = &*call.ports().sql;
        let kinds = &[LinkKind::Mention];
        let fetch = |window| graph_store::incoming(sql, page, kinds, window);
        let mark = |it: &Incoming| mark_of(&[&it.page.id]);
        let listed = asked.listed(sql, cursor.as_deref(), &[], fetch, mark).await?;
        Ok(answer(asked, listed))
    }
}

fn answer(asked: Asked<'_>, listed: Listed<Incoming>) -> Reply<PageMentions> {
    let Listed { total, items, next, warnings } = listed;
    let mut actions: Vec<NextAction> = items
        .iter()
        .take(OFFERED_MAX)
        .map(|it| read_at(&it.page.id, &it.anchor, "read where it is named"))
        .collect();
    let next_cursor = next.map(|it| it.encode());
    actions.extend(next_cursor.as_ref().map(|it| asked.more(it, &[])));
    let own = json!({"page": asked.page});
    actions.push(NextAction::new(Backlinks::NAME, &own, "see which pages link to it"));
    let mentions = items
        .into_iter()
        .map(|Incoming { page, anchor, context: excerpt, .. }| Mention { page, anchor, excerpt })
        .collect();
    Reply { output: PageMentions { mentions, total, next_cursor, warnings }, next: actions }
}

/// A compact list, each page with what `read` needs.
fn present(output: &Value) -> String {
    let items = output.get("mentions").and_then(Value::as_array).into_iter().flatten();
    let line = |(number, it): (usize, &Value)| {
        let said = |name| around_page::text(it, name);
        let page = it.get("page").unwrap_or(&Value::Null);
        around_page::line(number, page, said("anchor"), "", said("excerpt"))
    };
    let none = "No page names it without a link.";
    around_page::list(output, (1..).zip(items).map(line).collect(), none)
}
