//! In which form does a caller want a page, or an error?

use projections::accept::{Accepted, Weight};

/// A form that a page has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Its Markdown, as such.
    Markdown,
    /// Its HTML.
    Html,
    /// Its Markdown, as plain text.
    Plain,
}

/// A form that an error has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ErrorForm {
    Page(Form),
    /// Problem details.
    Json,
}

const MARKDOWN: &str = "text/markdown";
const HTML: &str = "text/html";
const PLAIN: &str = "text/plain";
const JSON: [&str; 2] = ["application/problem+json", "application/json"];

/// The form of a page for this caller: what is taken most gladly, of two alike what was named more
/// exactly, then Markdown. Plain text is for those who take nothing else; `None` where nothing is
/// taken.
pub(crate) fn form(accepted: &Accepted) -> Option<Form> {
    let (markdown, html) = (accepted.weight(MARKDOWN), accepted.weight(HTML));
    match (markdown, html) {
        (None, None) => accepted.weight(PLAIN).map(|_| Form::Plain),
        _ if markdown >= html => Some(Form::Markdown),
        _ => Some(Form::Html),
    }
}

/// The form of an error for this caller; there is always one.
pub(crate) fn error_form(accepted: &Accepted) -> ErrorForm {
    let page = form(accepted);
    let json: Option<Weight> = JSON.iter().filter_map(|it| accepted.weight(it)).max();
    let best_page = accepted.weight(MARKDOWN).max(accepted.weight(HTML));
    match page {
        Some(Form::Plain) if json.is_none() => ErrorForm::Page(Form::Plain),
        Some(form) if form != Form::Plain && best_page >= json => ErrorForm::Page(form),
        Some(_) | None => ErrorForm::Json,
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue, header::ACCEPT};

    use super::*;

    fn accepted(accept: Option<&str>) -> Accepted {
        let mut headers = HeaderMap::new();
        if let Some(accept) = accept {
            headers.insert(ACCEPT, HeaderValue::from_str(accept).unwrap());
        }
        Accepted::of(&headers)
    }

    #[test]
    fn a_page_is_markdown_unless_html_is_wanted_more() {
        const CHROME: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,\
                              image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7";
        const FIREFOX: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        let table = [
            (None, Some(Form::Markdown)),
            (Some(""), Some(Form::Markdown)),
            (Some("*/*"), Some(Form::Markdown)),
            (Some("text/*"), Some(Form::Markdown)),
            (Some("text/markdown"), Some(Form::Markdown)),
            (Some("text/markdown, text/html"), Some(Form::Markdown)),
            (Some("text/html, text/markdown"), Some(Form::Markdown)),
            (Some("text/html;q=0.5, text/markdown;q=0.9"), Some(Form::Markdown)),
            (Some("text/html;q=0.9, text/markdown;q=0.5"), Some(Form::Html)),
            (Some("text/html"), Some(Form::Html)),
            (Some("text/html, */*"), Some(Form::Html)),
            (Some("text/html, text/*"), Some(Form::Html)),
            (Some(CHROME), Some(Form::Html)),
            (Some(FIREFOX), Some(Form::Html)),
            (Some("text/markdown;q=0, */*"), Some(Form::Html)),
            (Some("text/html;q=0, */*"), Some(Form::Markdown)),
            (Some("text/plain"), Some(Form::Plain)),
            (Some("text/plain, text/html;q=0.1"), Some(Form::Html)),
            (Some("application/json, text/plain, */*"), Some(Form::Markdown)),
            (Some("text/markdown;q=abc"), Some(Form::Markdown)),
            (Some("application/json"), None),
            (Some("image/*"), None),
            (Some("*/*;q=0"), None),
            (Some("application/x-foo;note=\"text/markdown\""), None),
            (Some("TEXT/Markdown;Variant=GFM"), Some(Form::Markdown)),
        ];
        for (accept, expected) in table {
            assert_eq!(form(&accepted(accept)), expected, "{accept:?}");
        }
    }

    #[test]
    fn an_error_has_a_form_for_everyone() {
        let page = ErrorForm::Page;
        let table = [
            (None, page(Form::Markdown)),
            (Some("*/*"), page(Form::Markdown)),
            (Some("text/html,*/*;q=0.8"), page(Form::Html)),
            (Some("application/json"), ErrorForm::Json),
            (Some("application/problem+json"), ErrorForm::Json),
            (Some("application/json, */*;q=0.5"), ErrorForm::Json),
            (Some("application/json, text/plain, */*"), ErrorForm::Json),
            (Some("text/plain"), page(Form::Plain)),
            (Some("image/png"), ErrorForm::Json),
            (Some("*/*;q=0"), ErrorForm::Json),
        ];
        for (accept, expected) in table {
            assert_eq!(error_form(&accepted(accept)), expected, "{accept:?}");
        }
    }
}
