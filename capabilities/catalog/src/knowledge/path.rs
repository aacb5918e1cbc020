//! How does one page lead to another?

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
    around_page::{self, read_at},
    graph::PATH_STEPS_MAX,
    graph_store::{self, ATTEMPTS_MAX, Place, Stride},
    link_kind::LinkKind,
    missing_page::{did_you_mean, page_not_found},
    neighbors::Neighbors,
    page_name::{LinkedPage, PageName},
    read::Read,
    search::SearchPages,
};
use crate::{Ports, ports::sql::SqlError};

/// Between which pages to look.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct PathBetween {
    /// The page to begin with, by any of its names.
    from: PageName,
    /// The page to end with, by any of its names.
    to: PageName,
}

/// A shortest way from one page to another.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PathFound {
    /// The pages of the way, both ends included.
    steps: Vec<PathStep>,
    /// How many links it takes: one less than there are pages.
    length: u64,
}

/// One page of the way.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PathStep {
    /// The page.
    page: LinkedPage,
    /// How it is linked with the page before; absent for the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    link_kind: Option<LinkKind>,
    /// The sentence around that link.
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<String>,
    /// The id of the page that the sentence stands on: this one, or the one before.
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_on: Option<String>,
    /// The block it stands in, on that page; absent where it stands in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    anchor: Option<String>,
}

/// Why no way was given.
#[derive(Debug, thiserror::Error, Serialize, JsonSchema)]
#[serde(tag = "tag", rename_all_fields = "camelCase")]
pub enum PathFailure {
    /// No page has that name.
    #[error("there is no page `{page}`{}", did_you_mean(nearest))]
    PageNotFound {
        /// The name that was asked for.
        page: String,
        /// Ids of pages with a name near it.
        nearest: Vec<String>,
    },
    /// The pages are not linked with each other, or only over very many links.
    #[error("no way of at most {PATH_STEPS_MAX} links leads from `{from}` to `{to}`")]
    NoPath {
        /// The id of the page to begin with.
        from: String,
        /// The id of the page to end with.
        to: String,
    },
}

impl Failure for PathFailure {
    const KINDS: &'static [(&'static str, FailureKind)] =
        &[("PageNotFound", FailureKind::NotFound), ("NoPath", FailureKind::NotFound)];
}

/// Finds how one page leads to another.
pub struct Path;

impl Capability<Ports> for Path {
    const NAME: Name = Name::new("path");
    const TITLE: &'static str = "Find how two pages are linked";
    const DESCRIPTION: &'static str = "Gives a shortest way from one page to another, each step \
        with the sentence that makes it. Links, mentions, sources and embeds count, in both \
        directions, and the same pages always give the same way.";
    const EFFECTS: Effects = Effects::READ_ONLY;
    const RATE: RateClass = RateClass::Standard;
    const KEYWORDS: &'static [&'static str] = &["connection", "relation", "between"];
    const NEXT: &'static [Name] = &[Read::NAME, Path::NAME, Neighbors::NAME, SearchPages::NAME];
    const PRESENT: Option<Present> = Some(present);

    type Input = PathBetween;
    type Output = PathFound;
    type Failure = PathFailure;

    fn examples() -> Vec<Example> {
        vec![Example {
            input: json!({"from": "ch04-01-what-is-ownership", "to": "ch15-00-smart-pointers"}),
            output: json!({
                "steps": [
                    {"page": LinkedPage::new("ch04-01-what-is-ownership".to_owned(), "What is Ownership?".to_owned())},
                    {
                        "page": LinkedPage::new("ch15-00-smart-pointers".to_owned(), "Smart Pointers".to_owned()),
                        "linkKind": "link",
                        "context": "Rust has the concept of ownership and borrowing.",
                        "standsOn": "ch15-00-smart-pointers",
                        "anchor": "smart-pointers"
                    }
                ],
                "length": 1
            }),
        }]
    }

    async fn run(
        call: Authorized<'_, Self, Ports>,
        input: PathBetween,
    ) -> Result<Reply<PathFound>, Fault<PathFailure>> {
        let ports = call.ports();
        match between(ports, &input).await.map_err(Fault::internal)? {
            Between::Way { from, strides } => Ok(answer(from, strides)),
            Between::NoWay { from, to } => Err(no_way(from, to)),
            Between::Missing(end) => {
                let name = end.name(&input);
                let failure = |page, nearest| PathFailure::PageNotFound { page, nearest };
                let again = |id: &str| {
                    let (from, to) = match end {
                        End::From => (json!(id), json!(input.to)),
                        End::To => (json!(input.from), json!(id)),
                    };
                    let near = json!({"from": from, "to": to});
                    NextAction::new(Path::NAME, &near, "ask for a near page")
                };
                let missing = page_not_found(&*ports.sql, name, failure, again).await;
                Err(missing.map_err(Fault::internal)?)
            }
        }
    }
}

/// An end of the way.
#[derive(Clone, Copy)]
enum End {
    From,
    To,
}

impl End {
    fn name(self, input: &PathBetween) -> &PageName {
        match self {
            End::From => &input.from,
            End::To => &input.to,
        }
    }
}

/// What is between two pages.
enum Between {
    Way { from: Place, strides: Vec<Stride> },
    NoWay { from: Place, to: Place },
    Missing(End),
}

/// Looks for a way, all of it in one state of the site.
async fn between(ports: &Ports, input: &PathBetween) -> Result<Between, SqlError> {
    let mut last = String::new();
    for _ in 0..ATTEMPTS_MAX {
        let names = [&input.from, &input.to];
        let ([from, to], graph) = graph_store::places(&*ports.sql, &ports.graph, names).await?;
        let Some(from) = from else { return Ok(Between::Missing(End::From)) };
        let Some(to) = to else { return Ok(Between::Missing(End::To)) };
        let Some(steps) = graph.path(&from.id, &to.id) else {
            return Ok(Between::NoWay { from, to });
        };
        let (state, strides) = graph_store::strides(&*ports.sql, &steps).await?;
        if state == graph.state && strides.len() == steps.len() {
            return Ok(Between::Way { from, strides });
        }
        last = state;
    }
    Err(graph_store::changing(&last))
}

fn answer(from: Place, strides: Vec<Stride>) -> Reply<PathFound> {
    let length = strides.len() as u64;
    let mut next: Vec<NextAction> = strides
        .iter()
        .take(around_page::OFFERED_MAX)
        .map(|it| read_at(&it.stands_on, &it.anchor, "read the sentence that makes a step"))
        .collect();
    if strides.is_empty() {
        next.push(read_at(&from.id, "", "read the page"));
    }
    let first = PathStep {
        page: LinkedPage::new(from.id, from.title),
        link_kind: None,
        context: None,
        stands_on: None,
        anchor: None,
    };
    let others = strides.into_iter().map(|it| PathStep {
        page: it.page,
        link_kind: Some(it.kind),
        context: Some(it.context),
        stands_on: Some(it.stands_on),
        anchor: Some(it.anchor).filter(|it| !it.is_empty()),
    });
    let steps = std::iter::once(first).chain(others).collect();
    Reply { output: PathFound { steps, length }, next }
}

fn no_way(from: Place, to: Place) -> Fault<PathFailure> {
    let around = |id: &str| {
        NextAction::new(Neighbors::NAME, &json!({"page": id}), "see the pages around it")
    };
    let (of_from, of_to) = (around(&from.id), around(&to.id));
    let failure = PathFailure::NoPath { from: from.id, to: to.id };
    Fault::from(failure).next(of_from).next(of_to)
}

/// A compact list, each step with the sentence that makes it.
fn present(output: &Value) -> String {
    let items = output.get("steps").and_then(Value::as_array).into_iter().flatten();
    let line = |(number, it): (usize, &Value)| {
        let said = |name| around_page::text(it, name);
        let how = match said("linkKind") {
            "" => String::new(),
            kind => format!("{kind} on `{}`", said("standsOn")),
        };
        let page = it.get("page").unwrap_or(&Value::Null);
        around_page::line(number, page, "", &how, said("context"))
    };
    let mut lines: Vec<String> = (1..).zip(items).map(line).collect();
    let length = output.get("length").and_then(Value::as_u64).unwrap_or_default();
    lines.push(if length == 1 { "1 link.".to_owned() } else { format!("{length} links.") });
    lines.join("\n")
}
