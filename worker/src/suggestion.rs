//! What of the site's pages is near what somebody looked for?

use contract::invoke::Invoker;
use serde_json::{Value, json};

use crate::route::spelt;

/// Names that are near one that no page has.
const NEAREST_MAX: usize = 3;
/// Matches of a search beside them.
const MATCHES_MAX: usize = 5;
/// Characters of a path that are searched for.
const QUERY_CHARACTERS_MAX: usize = 200;

/// A page, or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Suggestion {
    /// Its title, or its id where only that is known.
    pub(crate) title: String,
    /// Where it is.
    pub(crate) route: String,
}

/// What is near a path where no page is: pages of a like name first, then what a search for its
/// words finds. Asked as any caller may ask, so nobody learns of a page that is not theirs.
pub(crate) async fn near<P: 'static>(invoker: &Invoker<P>, id: &str) -> Vec<Suggestion> {
    let mut found: Vec<Suggestion> = Vec::new();
    let mut add = |suggestion: Suggestion| {
        if !found.iter().any(|it| it.route == suggestion.route) {
            found.push(suggestion);
        }
    };
    let matches = searched(invoker, &words_of(id)).await;
    for id in nearest(invoker, id).await.into_iter().take(NEAREST_MAX) {
        let route = spelt(&id);
        let title = matches.iter().find(|it| it.route == route).map(|it| it.title.clone());
        add(Suggestion { title: title.unwrap_or(id), route });
    }
    matches.into_iter().for_each(add);
    found
}

/// What a search finds, as the capability gives it, or why there is nothing, in a sentence.
pub(crate) async fn search<P: 'static>(
    invoker: &Invoker<P>,
    input: Value,
) -> Result<Value, String> {
    if invoker.contract("search").is_none() {
        return Err("This site has no search.".to_owned());
    }
    let found = invoker.invoke("search", input).await;
    found.map(|it| it.output).map_err(|error| error.message())
}

/// Pages that a search finds. What goes wrong was logged, and finds nothing.
async fn searched<P: 'static>(invoker: &Invoker<P>, words: &str) -> Vec<Suggestion> {
    if words.is_empty() {
        return Vec::new();
    }
    let input = json!({"query": words, "limit": MATCHES_MAX, "kinds": ["page"]});
    let output = search(invoker, input).await.unwrap_or_default();
    let matches = output["matches"].as_array().map(Vec::as_slice).unwrap_or_default();
    matches.iter().filter_map(suggestion_of).collect()
}

fn suggestion_of(found: &Value) -> Option<Suggestion> {
    let text = |name: &str| found[name].as_str();
    Some(Suggestion { title: text("title")?.to_owned(), route: text("route")?.to_owned() })
}

async fn nearest<P: 'static>(invoker: &Invoker<P>, id: &str) -> Vec<String> {
    if invoker.contract("read").is_none() {
        return Vec::new();
    }
    let Err(error) = invoker.invoke("read", json!({"page": id})).await else { return Vec::new() };
    let fields = error.fields();
    let nearest = fields.get("nearest").and_then(Value::as_array);
    nearest.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The words of a path, without numbers and extensions that say nothing.
fn words_of(path: &str) -> String {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let words = stem.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.collect::<Vec<_>>().join(" ").chars().take(QUERY_CHARACTERS_MAX).collect()
}
