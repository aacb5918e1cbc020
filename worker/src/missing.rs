//! What is somebody told who asks for a page that is not there?

use http::{HeaderValue, Request, Response, StatusCode, header};
use projections::{accept::Accepted, percent, problem::Refusal};
use serde_json::json;

use crate::{
    content::vary,
    cors::expose,
    facts::Facts,
    headers::{self, Freshness},
    negotiation::{ErrorForm, Form, error_form},
    suggestion::Suggestion,
};

/// Where the page for people lies, and what in it makes room for suggestions.
pub(crate) const SHELL: &str = "_/missing.html";
const ROOM: &str = "<!-- suggestions -->";
/// The page where none was built.
const BARE: &str = "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
                    <meta name=\"viewport\" content=\"width=device-width\">\
                    <title>Not found</title></head>\n<body>\n<main>\n<h1>Not found</h1>\n\
                    <!-- suggestions -->\n</main>\n</body>\n</html>\n";
/// Characters of a path that are said back.
const PATH_CHARACTERS_MAX: usize = 200;

/// In which form the error is wanted.
pub(crate) fn form_of(request: &Request<Vec<u8>>) -> ErrorForm {
    error_form(&Accepted::of(request.headers()))
}

/// The answer. `shell` is the built page for people, where there is one.
pub(crate) fn response(
    request: &Request<Vec<u8>>,
    request_id: &str,
    facts: &Facts,
    suggestions: &[Suggestion],
    shell: Option<Vec<u8>>,
) -> Response<Vec<u8>> {
    let path: String = request.uri().path().chars().take(PATH_CHARACTERS_MAX).collect();
    let asked = Asked { path: &path, suggestions };
    let mut response = match form_of(request) {
        ErrorForm::Json => asked.problem(request_id),
        ErrorForm::Page(Form::Html) => {
            let shell = shell.and_then(|it| String::from_utf8(it).ok());
            let page = shell.unwrap_or_else(|| BARE.to_owned()).replace(ROOM, &asked.html());
            let mut response = page_of(page, "text/html; charset=utf-8");
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, headers::page_policy());
            response
        }
        ErrorForm::Page(Form::Markdown) => {
            page_of(asked.markdown(), "text/markdown; charset=utf-8")
        }
        ErrorForm::Page(Form::Plain) => page_of(asked.markdown(), "text/plain; charset=utf-8"),
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, Freshness::Never.value(false));
    headers::links(headers, facts, &[]);
    headers::signal(headers, facts);
    vary(headers);
    expose(headers);
    response
}

fn page_of(text: String, media_type: &'static str) -> Response<Vec<u8>> {
    let mut response = Response::new(text.into_bytes());
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}

struct Asked<'a> {
    path: &'a str,
    suggestions: &'a [Suggestion],
}

impl Asked<'_> {
    fn search(&self) -> String {
        let decoded = percent::decoded(self.path).unwrap_or_default();
        let words = decoded.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
        format!("/search?query={}", percent::encoded(&words.collect::<Vec<_>>().join(" ")))
    }

    fn problem(&self, request_id: &str) -> Response<Vec<u8>> {
        let near: Vec<_> = self
            .suggestions
            .iter()
            .map(|it| json!({"title": it.title, "route": it.route}))
            .collect();
        Refusal::unknown_path("`/llms.txt` lists the pages, and a search finds one")
            .with("nearest", json!(near))
            .with("search", json!(self.search()))
            .response(request_id)
    }

    fn markdown(&self) -> String {
        let shown = self.path.replace('`', "%60");
        let mut text = format!("# Not found\n\nThere is no page at `{shown}`.\n");
        if !self.suggestions.is_empty() {
            text.push_str("\nPerhaps one of these is meant:\n\n");
            for Suggestion { title, route } in self.suggestions {
                text.push_str(&format!("- [{}]({route})\n", escaped_markdown(title)));
            }
        }
        text.push_str(&format!(
            "\nNext:\n\n- [Search for it]({})\n- [List of pages](/llms.txt)\n- [Start](/)\n",
            self.search()
        ));
        text
    }

    fn html(&self) -> String {
        let mut text =
            format!("<p>There is no page at <code>{}</code>.</p>\n", escaped_html(self.path));
        if !self.suggestions.is_empty() {
            text.push_str("<p>Perhaps one of these is meant:</p>\n<ul>\n");
            for Suggestion { title, route } in self.suggestions {
                text.push_str(&format!(
                    "<li><a href=\"{}\">{}</a></li>\n",
                    escaped_html(route),
                    escaped_html(title)
                ));
            }
            text.push_str("</ul>\n");
        }
        let search = self.search();
        text.push_str(&format!(
            "<p><a href=\"{}\">Search for it</a>, or <a href=\"/\">begin at the start</a>.</p>",
            escaped_html(&search)
        ));
        text
    }
}

/// Words as Markdown that shows exactly them.
pub(crate) fn escaped_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '&' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '\n' | '\r' => escaped.push(' '),
            it => escaped.push(it),
        }
    }
    escaped
}

/// Words as HTML that shows exactly them, in an attribute too.
pub(crate) fn escaped_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            it => escaped.push(it),
        }
    }
    escaped
}
