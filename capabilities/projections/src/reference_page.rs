//! What the HTTP surface is, for people: one page without script.

use std::fmt::Write;

use contract::{approval::Approval, contract::Contract, effects::Access, schema::Schema};
use serde_json::Value;

use crate::{
    field::fields,
    http_api::PREFIX,
    openapi::Info,
    problem::{status_of, words_of},
};

/// The page's style; a page may only use styles that its policy names by hash.
pub const STYLE: &str = include_str!("reference_page/style.css");

/// The page for these capabilities, in their order.
pub fn page<'c>(info: &Info, contracts: impl IntoIterator<Item = &'c Contract>) -> String {
    let contracts: Vec<&Contract> = contracts.into_iter().collect();
    let mut page = Page(String::new());
    page.add(&format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}: API reference</title>\n\
         <meta name=\"description\" content=\"Every operation of the HTTP API, with its fields, \
         examples and errors.\">\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{title}: API reference</h1>\n<p>Made from the capabilities that run here. For \
         programs: <a href=\"/openapi.json\">OpenAPI</a>, \
         <a href=\"/catalog.json\">catalog</a>.</p></header>\n",
        title = escaped(&info.title)
    ));
    page.add("<nav aria-label=\"Operations\"><ul>\n");
    for contract in &contracts {
        let name = escaped(contract.address.as_str());
        page.add(&format!("<li><a href=\"#{name}\"><code>{name}</code></a></li>\n"));
    }
    page.add("</ul></nav>\n<main>\n");
    for contract in &contracts {
        page.operation(contract);
    }
    page.errors(&contracts);
    page.add("</main>\n</body>\n</html>\n");
    page.0
}

struct Page(String);

impl Page {
    fn add(&mut self, html: &str) {
        self.0.push_str(html);
    }

    fn operation(&mut self, contract: &Contract) {
        let name = escaped(contract.address.as_str());
        let methods = if contract.effects.is_safe_to_repeat() { "GET, POST" } else { "POST" };
        let changes = match contract.effects.access {
            Access::ReadOnly => "Changes nothing.",
            Access::Additive => "Adds, and destroys nothing.",
            Access::Destructive => "May change or remove what exists.",
        };
        let approval = match contract.approval {
            Approval::NotNeeded => "",
            Approval::Required => " A person must approve each call.",
        };
        self.add(&format!(
            "<section id=\"{name}\" aria-labelledby=\"{name}-title\">\n\
             <h2 id=\"{name}-title\">{title}</h2>\n<p><code>{methods} {PREFIX}{name}</code></p>\n\
             <p>{description} {changes}{approval}</p>\n",
            title = escaped(&contract.title),
            description = escaped(&contract.description),
        ));
        self.fields(["Input", "required; ", "It takes no input."], &contract.input);
        self.fields(["Output", "always; ", "It gives no output."], &contract.output);
        for example in &contract.examples {
            self.code("Example input", &example.input);
            self.code("Example output", &example.output);
        }
        self.add("</section>\n");
    }

    fn fields(&mut self, words: [&str; 3], schema: &Schema) {
        let [caption, always, otherwise] = words;
        let fields = fields(schema);
        if fields.is_empty() {
            self.add(&format!("<p>{otherwise}</p>\n"));
            return;
        }
        self.add(&format!(
            "<table><caption>{caption}</caption><thead><tr><th scope=\"col\">Field</th>\
             <th scope=\"col\">What</th><th scope=\"col\">Meaning</th></tr></thead><tbody>\n"
        ));
        for field in &fields {
            let expected = contract::schema::expectation_of(schema, field.schema);
            let required = if field.required { always } else { "" };
            let default = field.schema.get("default").filter(|it| !it.is_null());
            let default = default.map(|it| format!("; {it} where absent")).unwrap_or_default();
            let meaning = field.schema.get("description").and_then(Value::as_str).unwrap_or("");
            self.add(&format!(
                "<tr><th scope=\"row\"><code>{}</code></th><td>{required}{}{}</td><td>{}</td></tr>\n",
                escaped(field.name),
                escaped(&expected),
                escaped(&default),
                escaped(meaning),
            ));
        }
        self.add("</tbody></table>\n");
    }

    fn code(&mut self, caption: &str, value: &Value) {
        let text = serde_json::to_string_pretty(value).unwrap_or_default();
        self.add(&format!(
            "<figure><figcaption>{caption}</figcaption><pre tabindex=\"0\"><code>{}</code></pre></figure>\n",
            escaped(&text)
        ));
    }

    /// Every problem's `type` leads here.
    fn errors(&mut self, contracts: &[&Contract]) {
        let mut rows: Vec<(String, String, String)> = Vec::new();
        let common = [
            ("InvalidInput", "400", "The input does not fit; it says where, and what would."),
            ("UnexpectedQuery", "400", "With POST the input is the body: send no query."),
            ("NotACall", "400", "The body is no call of a capability by its name."),
            ("InvalidRequest", "400", "The URL cannot be read."),
            ("BodyBrokeOff", "400", "The body ended early: send it whole."),
            ("ApprovalDenied", "403", "Nobody approved the call."),
            ("OriginNotAllowed", "403", "A page of this origin may not do that."),
            ("UnknownCapability", "404", "There is no such capability for you."),
            ("UnknownPath", "404", "There is nothing at this path."),
            ("MethodNotAllowed", "405", "The path takes other methods; `Allow` lists them."),
            (
                "NotAcceptable",
                "406",
                "The path has no form that `Accept` takes; it says which it has.",
            ),
            ("BodyTooSlow", "408", "The body took too long: send it faster."),
            ("BodyTooLarge", "413", "The body passes the bound."),
            ("UrlTooLong", "414", "The path and query pass the bound."),
            ("UnsupportedMediaType", "415", "The body must be JSON."),
            ("HeadersTooLarge", "431", "The headers pass the bound."),
            ("InternalError", "500", "Something went wrong inside; quote the request id."),
            ("Unavailable", "503", "The site's files do not answer: try again."),
        ];
        for (tag, status, meaning) in common {
            rows.push((tag.to_owned(), status.to_owned(), meaning.to_owned()));
        }
        for contract in contracts {
            for failure in &contract.failures {
                let kind = contract::invoke_error::ErrorKind::Declared(failure.kind);
                let status = status_of(kind).as_u16().to_string();
                let meaning = failure.schema.json().get("description").and_then(Value::as_str);
                let meaning = meaning.map_or_else(|| words_of(&failure.tag), str::to_owned);
                let row = (failure.tag.clone(), status, meaning);
                if !rows.iter().any(|it| it.0 == row.0) {
                    rows.push(row);
                }
            }
        }
        self.add(
            "<section id=\"errors\" aria-labelledby=\"errors-title\">\n<h2 id=\"errors-title\">Errors</h2>\n\
             <p>Every error is <code>application/problem+json</code>.</p>\n\
             <table><thead><tr><th scope=\"col\">Tag</th><th scope=\"col\">Status</th>\
             <th scope=\"col\">Meaning</th></tr></thead><tbody>\n",
        );
        for (tag, status, meaning) in rows {
            let tag = escaped(&tag);
            let meaning = escaped(&meaning);
            // Writing to a String cannot fail.
            let _ = writeln!(
                self.0,
                "<tr id=\"{tag}\"><th scope=\"row\"><code>{tag}</code></th><td>{status}</td><td>{meaning}</td></tr>"
            );
        }
        self.add("</tbody></table>\n</section>\n");
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
