//! What is somebody shown who searches without a script?

use contract::invoke::Invoker;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use projections::{accept::Accepted, percent, problem::Refusal};
use serde_json::{Value, json};

use crate::{
    content::vary,
    cors::{READING, expose, preflight},
    facts::Facts,
    headers::{self, Freshness},
    missing::{escaped_html, escaped_markdown},
    negotiation::{Form, form},
    suggestion,
};

/// Where the page for people lies, and what in it makes room for the matches and the question.
pub(crate) const SHELL: &str = "_/search.html";
const ROOM: &str = "<!-- results -->";
const QUESTION: &str = "<!-- query -->";
/// The page where none was built.
const BARE: &str = "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
                    <meta name=\"viewport\" content=\"width=device-width\">\
                    <meta name=\"robots\" content=\"noindex\">\
                    <title>Search</title></head>\n<body>\n<main>\n<h1>Search</h1>\n\
                    <form action=\"/search\" role=\"search\"><label>Search \
                    <input type=\"search\" name=\"query\" value=\"<!-- query -->\"></label> \
                    <button>Search</button></form>\n<!-- results -->\n</main>\n</body>\n</html>\n";
/// Matches on the page.
const MATCHES_MAX: usize = 20;

/// One match, as it is shown.
struct Match {
    title: String,
    heading: Option<String>,
    route: String,
    excerpt: String,
}

/// What came of a search: matches, or a sentence that says why there are none.
struct Searched {
    question: String,
    found: Result<Vec<Match>, String>,
}

/// Which form is wanted; `None` where none will do.
pub(crate) fn form_of(request: &Request<Vec<u8>>) -> Option<Form> {
    form(&Accepted::of(request.headers()))
}

/// Answers a search as a page. `shell` is the built page for people, where there is one.
pub(crate) async fn answer<P: 'static>(
    invoker: &Invoker<P>,
    request: &Request<Vec<u8>>,
    facts: &Facts,
    shell: Option<Vec<u8>>,
) -> Response<Vec<u8>> {
    let mut response = match *request.method() {
        Method::GET | Method::HEAD => match form_of(request) {
            Some(form) => searched(invoker, request).await.response(form, shell),
            None => {
                let message = "the matches are `text/markdown` or `text/html`; `/api/search` has \
                               them as JSON";
                Refusal::new(StatusCode::NOT_ACCEPTABLE, "NotAcceptable", message)
                    .response(invoker.request_id())
            }
        },
        Method::OPTIONS => preflight(),
        _ => Refusal::method(READING).response(invoker.request_id()),
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, Freshness::Never.value(false));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    headers::links(headers, facts, &[]);
    vary(headers);
    expose(headers);
    response
}

async fn searched<P: 'static>(invoker: &Invoker<P>, request: &Request<Vec<u8>>) -> Searched {
    let question = question_of(request.uri().query().unwrap_or_default());
    if question.trim().is_empty() {
        return Searched { question, found: Err("Type what you are looking for.".to_owned()) };
    }
    let input = json!({"query": question, "limit": MATCHES_MAX});
    let found = suggestion::search(invoker, input).await;
    let found = found.map(|output| {
        let matches = output["matches"].as_array().map(Vec::as_slice).unwrap_or_default();
        matches.iter().filter_map(match_of).collect()
    });
    Searched { question, found }
}

/// The question of a form: `+` is a space there.
fn question_of(query: &str) -> String {
    let value = query.split('&').find_map(|it| it.strip_prefix("query=")).unwrap_or_default();
    percent::decoded(&value.replace('+', " ")).unwrap_or_default()
}

fn match_of(found: &Value) -> Option<Match> {
    let text = |name: &str| found[name].as_str().map(str::to_owned);
    let mut route = text("route")?;
    if let Some(anchor) = text("anchor") {
        route.push('#');
        route.push_str(&percent::encoded(&anchor));
    }
    let (title, excerpt) = (text("title")?, text("excerpt").unwrap_or_default());
    let heading = text("heading").filter(|it| *it != title);
    Some(Match { title, heading, route, excerpt })
}

impl Searched {
    fn response(&self, form: Form, shell: Option<Vec<u8>>) -> Response<Vec<u8>> {
        let (text, media_type) = match form {
            Form::Html => {
                let shell = shell.and_then(|it| String::from_utf8(it).ok());
                let page = shell.unwrap_or_else(|| BARE.to_owned());
                let page = page.replace(QUESTION, &escaped_html(&self.question));
                (page.replace(ROOM, &self.html()), "text/html; charset=utf-8")
            }
            Form::Markdown => (self.markdown(), "text/markdown; charset=utf-8"),
            Form::Plain => (self.markdown(), "text/plain; charset=utf-8"),
        };
        let mut response = Response::new(text.into_bytes());
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        if form == Form::Html {
            headers.insert(header::CONTENT_SECURITY_POLICY, headers::page_policy());
        }
        response
    }

    fn markdown(&self) -> String {
        let mut text = format!("# Search: {}\n\n", escaped_markdown(&self.question));
        match &self.found {
            Err(why) => text.push_str(&format!("{}\n", escaped_markdown(why))),
            Ok(matches) if matches.is_empty() => text.push_str("Nothing matches.\n"),
            Ok(matches) => {
                for Match { title, heading, route, excerpt } in matches {
                    let heading = heading.as_deref().map(|it| format!(" › {it}"));
                    let name = format!("{title}{}", heading.unwrap_or_default());
                    let (name, excerpt) = (escaped_markdown(&name), escaped_markdown(excerpt));
                    text.push_str(&format!("- [{name}]({route}): {excerpt}\n"));
                }
            }
        }
        text
    }

    fn html(&self) -> String {
        match &self.found {
            Err(why) => format!("<p>{}</p>", escaped_html(why)),
            Ok(matches) if matches.is_empty() => "<p>Nothing matches.</p>".to_owned(),
            Ok(matches) => {
                let lines = matches.iter().map(|Match { title, heading, route, excerpt }| {
                    let heading = heading.as_deref().map(|it| format!(" › {it}"));
                    let name = format!("{title}{}", heading.unwrap_or_default());
                    format!(
                        "<li><a href=\"{}\">{}</a><p>{}</p></li>\n",
                        escaped_html(route),
                        escaped_html(&name),
                        escaped_html(excerpt)
                    )
                });
                format!("<ol>\n{}</ol>", lines.collect::<String>())
            }
        }
    }
}
