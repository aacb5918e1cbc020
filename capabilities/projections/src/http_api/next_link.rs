//! How a next action is called over HTTP.

use contract::{invoke::Invoker, limits, next_action::NextAction};

use super::{PREFIX, query::query_of};
use crate::next::Handle;

/// What HTTP adds to a next action.
pub const HANDLE: &Handle =
    &[("href", "Where to send it."), ("method", "`GET`, or `POST` with the input as the body.")];

/// The link and the method: `GET` with the whole input where that can be, else `POST`.
pub(super) fn of<P: 'static>(invoker: &Invoker<P>, action: &NextAction) -> Vec<String> {
    let path = format!("{PREFIX}{}", action.capability);
    let readable = invoker
        .contract(action.capability.as_str())
        .filter(|it| it.effects.is_safe_to_repeat())
        .and_then(|it| query_of(it, &action.input))
        .filter(|it| it.len() <= limits::QUERY_BYTES_MAX)
        .filter(|it| it.split('&').count() <= limits::QUERY_PARAMETERS_MAX);
    match readable {
        Some(query) if query.is_empty() => vec![path, "GET".to_owned()],
        Some(query) => vec![format!("{path}?{query}"), "GET".to_owned()],
        None => vec![path, "POST".to_owned()],
    }
}
