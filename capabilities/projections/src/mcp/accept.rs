//! Which form an answer takes over HTTP.

use http::HeaderMap;

use crate::accept::Accepted;

/// The forms that a caller takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Forms {
    /// One JSON document.
    pub(super) json: bool,
    /// A stream of server-sent events.
    pub(super) events: bool,
}

/// The forms that the caller can take, `None` where it excludes both.
///
/// The protocol wants both to be listed. Proxies and hosts send one, or none, or `*/*`, so whatever
/// does not exclude a form allows it.
pub(super) fn forms(headers: &HeaderMap) -> Option<Forms> {
    let accepted = Accepted::of(headers);
    let takes = |media_type: &str| accepted.weight(media_type).is_some();
    let forms = Forms { json: takes("application/json"), events: takes("text/event-stream") };
    (forms.json || forms.events).then_some(forms)
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue, header::ACCEPT};

    use super::{Forms, forms};

    #[test]
    fn whatever_does_not_exclude_a_form_allows_it() {
        const BOTH: Option<Forms> = Some(Forms { json: true, events: true });
        const JSON: Option<Forms> = Some(Forms { json: true, events: false });
        const EVENTS: Option<Forms> = Some(Forms { json: false, events: true });
        let table = [
            ("application/json, text/event-stream", BOTH),
            ("text/event-stream, application/json", BOTH),
            ("*/*", BOTH),
            ("application/json", JSON),
            ("APPLICATION/JSON;Q=0.1", JSON),
            ("text/event-stream", EVENTS),
            ("text/*", EVENTS),
            ("application/json;q=0.9, text/event-stream;q=0.1", BOTH),
            ("application/json;q=0, text/event-stream", EVENTS),
            ("application/json;q=0, */*", EVENTS),
            ("text/event-stream;q=0, */*", JSON),
            ("application/json;q=0, text/event-stream;q=0", None),
            ("application/json;q=abc", JSON),
            ("text/html", None),
            ("application/x-foo;note=\"application/json, text/event-stream\"", None),
            ("", BOTH),
        ];
        for (accept, expected) in table {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, HeaderValue::from_static(accept));
            assert_eq!(forms(&headers), expected, "{accept}");
        }
        assert_eq!(forms(&HeaderMap::new()), BOTH);
    }
}
