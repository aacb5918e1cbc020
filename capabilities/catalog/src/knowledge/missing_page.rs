//! What is said of a page that is not there?

use contract::{capability::Capability, next_action::NextAction, reply::Fault};
use serde_json::json;

use super::{
    page_name::{PageName, nearest_ids},
    search::SearchPages,
    store,
};
use crate::ports::sql::{Sql, SqlError};

/// Near names that are offered as next.
const OFFERED_MAX: usize = 3;

/// The failure for a name that no page has: `failure` of it and of the ids near it, and as next
/// what `again` makes of each of those, then a search.
pub(super) async fn page_not_found<F>(
    sql: &dyn Sql,
    name: &PageName,
    failure: impl FnOnce(String, Vec<String>) -> F,
    again: impl Fn(&str) -> NextAction,
) -> Result<Fault<F>, SqlError> {
    let nearest = nearest_ids(name, &store::names(sql).await?);
    let offered: Vec<NextAction> =
        nearest.iter().take(OFFERED_MAX).map(|id| again(id.as_str())).collect();
    let fault = Fault::from(failure(name.as_str().to_owned(), nearest));
    let fault = offered.into_iter().fold(fault, Fault::next);
    let words = name.as_id().replace(['/', '-', '_'], " ");
    // An action with an input that no search takes would be dropped, and be told in the log.
    if words.trim().is_empty() {
        return Ok(fault);
    }
    Ok(fault.next(NextAction::new(SearchPages::NAME, &json!({"query": words}), "search for it")))
}

/// Ends a message with the names that may have been meant.
pub(super) fn did_you_mean(nearest: &[String]) -> String {
    let quoted: Vec<String> = nearest.iter().map(|it| format!("`{it}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        _ => format!("; did you mean {}?", quoted.join(" or ")),
    }
}
