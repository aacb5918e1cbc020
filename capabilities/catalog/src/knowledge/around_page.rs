//! What do all listings around one page share?

use std::future::Future;

use contract::{
    address::Name,
    capability::Capability,
    failure::{Failure, FailureKind},
    next_action::NextAction,
    reply::Fault,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::{
    cursor,
    listing::{Fetched, Listed, Listing, NotFetched, Window},
    missing_page::{did_you_mean, page_not_found},
    page_name::PageName,
    read::Read,
};
use crate::ports::sql::{Sql, SqlError};

/// Why nothing was listed.
#[derive(Debug, thiserror::Error, Serialize, JsonSchema)]
#[serde(tag = "tag", rename_all_fields = "camelCase")]
pub enum AroundPageFailure {
    /// No page has that name.
    #[error("there is no page `{page}`{}", did_you_mean(nearest))]
    PageNotFound {
        /// The name that was asked for.
        page: String,
        /// Ids of pages with a name near it.
        nearest: Vec<String>,
    },
    /// The cursor belongs to another question, or is damaged.
    #[error("the cursor does not belong to this question; ask again without it")]
    InvalidCursor {},
}

impl Failure for AroundPageFailure {
    const KINDS: &'static [(&'static str, FailureKind)] =
        &[("PageNotFound", FailureKind::NotFound), ("InvalidCursor", FailureKind::NotFound)];
}

/// What a listing is asked, as its next actions repeat it.
#[derive(Clone, Copy)]
pub(super) struct Asked<'q> {
    pub(super) capability: Name,
    pub(super) page: &'q PageName,
    pub(super) limit: u32,
}

impl Asked<'_> {
    /// What is listed: opened where the cursor left it, fetched, and refused in the words of all
    /// listings. `others` are what the question depends on beside the page.
    pub(super) async fn listed<T, F>(
        self,
        sql: &dyn Sql,
        cursor: Option<&str>,
        others: &[&str],
        fetch: impl Fn(Window) -> F,
        mark: impl Fn(&T) -> u64,
    ) -> Result<Listed<T>, Fault<AroundPageFailure>>
    where
        F: Future<Output = Result<Fetched<T>, NotFetched>>,
    {
        let parts = [&[self.page.as_str()], others].concat();
        let question = cursor::question_of(self.capability.as_str(), &parts);
        let Ok(listing) = Listing::open(cursor, question, self.limit) else {
            return Err(self.refused_cursor());
        };
        match listing.fetch(fetch, mark).await {
            Ok(listed) => Ok(listed),
            Err(NotFetched::Missing) => Err(self.missing(sql).await.map_err(Fault::internal)?),
            Err(NotFetched::Sql(error)) => Err(Fault::internal(error)),
        }
    }

    /// The cursor is none of this question.
    fn refused_cursor(self) -> Fault<AroundPageFailure> {
        Fault::from(AroundPageFailure::InvalidCursor {}).next(NextAction::new(
            self.capability,
            &json!({"page": self.page}),
            "list from the first on",
        ))
    }

    /// No page has the name.
    async fn missing(self, sql: &dyn Sql) -> Result<Fault<AroundPageFailure>, SqlError> {
        let failure = |page, nearest| AroundPageFailure::PageNotFound { page, nearest };
        let again = |id: &str| {
            NextAction::new(self.capability, &json!({"page": id}), "ask for a near page")
        };
        page_not_found(sql, self.page, failure, again).await
    }

    /// The same question from where it went so far.
    pub(super) fn more(self, cursor: &str, others: &[(&str, Value)]) -> NextAction {
        let mut input = json!({"page": self.page, "limit": self.limit, "cursor": cursor});
        for (name, value) in others {
            input[*name] = value.clone();
        }
        NextAction::new(self.capability, &input, "see more")
    }
}

/// Entries of one listing, where nothing else is asked for.
pub(super) fn limit_default() -> u32 {
    20
}

/// The pages that are offered for reading; the others are as easy to name.
pub(super) const OFFERED_MAX: usize = 3;

/// Reads a page, at an anchor where there is one.
pub(super) fn read_at(page: &str, anchor: &str, reason: &str) -> NextAction {
    let mut input = json!({"page": page});
    if !anchor.is_empty() {
        input["anchor"] = json!(anchor);
    }
    NextAction::new(Read::NAME, &input, reason)
}

/// A member of an answer as text; nothing where it has none.
pub(super) fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// An entry of a compact list: a page by title and id, how it is near, and the words that say so.
pub(super) fn line(number: usize, page: &Value, anchor: &str, how: &str, words: &str) -> String {
    let place = match anchor {
        "" => text(page, "id").to_owned(),
        anchor => format!("{}#{anchor}", text(page, "id")),
    };
    let mut line = format!("{number}. **{}** (`{place}`)", text(page, "title"));
    if !how.is_empty() {
        line.push_str(&format!(", {how}"));
    }
    if !words.is_empty() {
        line.push_str(&format!("\n   {words}"));
    }
    line
}

/// A compact list, with how much there is and what should be known of it.
pub(super) fn list(output: &Value, lines: Vec<String>, none: &str) -> String {
    let total = output.get("total").and_then(Value::as_u64).unwrap_or(0);
    let mut said = match (lines.len(), total) {
        (0, 0) => vec![none.to_owned()],
        (given, total) => {
            let mut said = lines;
            said.push(format!("{given} of {total}."));
            said
        }
    };
    if !text(output, "nextCursor").is_empty() {
        said.push("There are more: ask again with the cursor.".to_owned());
    }
    let warnings = output.get("warnings").and_then(Value::as_array);
    said.extend(warnings.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
    said.join("\n")
}
