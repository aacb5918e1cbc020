//! Which form an answer takes over HTTP.

use http::{HeaderMap, header::ACCEPT};

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
    let ranges: Vec<Range> = headers
        .get_all(ACCEPT)
        .iter()
        .filter_map(|it| it.to_str().ok())
        .flat_map(|it| split_outside_quotes(it, b','))
        .filter_map(Range::parse)
        .collect();
    let allows = |kind, subtype| ranges.is_empty() || weight(&ranges, kind, subtype) > 0;
    let forms =
        Forms { json: allows("application", "json"), events: allows("text", "event-stream") };
    (forms.json || forms.events).then_some(forms)
}

/// One media range with its weight in thousandths.
struct Range {
    kind: String,
    subtype: String,
    weight: u16,
}

impl Range {
    fn parse(text: &str) -> Option<Range> {
        let mut parts = split_outside_quotes(text, b';');
        let (kind, subtype) = parts.next()?.trim().split_once('/')?;
        let weight = parts
            .filter_map(|it| it.split_once('='))
            .find(|(name, _)| name.trim().eq_ignore_ascii_case("q"))
            .and_then(|(_, value)| thousandths(value.trim()))
            .unwrap_or(1000);
        let (kind, subtype) = (kind.to_ascii_lowercase(), subtype.trim().to_ascii_lowercase());
        Some(Range { kind, subtype, weight })
    }

    fn specificity(&self, kind: &str, subtype: &str) -> Option<u8> {
        match (self.kind.as_str(), self.subtype.as_str()) {
            ("*", "*") => Some(0),
            (own, "*") if own == kind => Some(1),
            (own, detail) if own == kind && detail == subtype => Some(2),
            _ => None,
        }
    }
}

fn weight(ranges: &[Range], kind: &str, subtype: &str) -> u16 {
    let matching = ranges.iter().filter_map(|it| Some((it.specificity(kind, subtype)?, it.weight)));
    matching.max().map_or(0, |(_, weight)| weight)
}

/// A weight that is none counts as if it were absent.
fn thousandths(text: &str) -> Option<u16> {
    let value: f32 = text.parse().ok()?;
    if !(0.0..=1.0).contains(&value) {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the value is between 0 and 1000"
    )]
    let whole = (value * 1000.0).round() as u16;
    Some(whole)
}

fn split_outside_quotes(text: &str, separator: u8) -> impl Iterator<Item = &str> {
    let (mut quoted, mut escaped) = (false, false);
    text.split(move |character: char| {
        if escaped {
            escaped = false;
        } else if quoted && character == '\\' {
            escaped = true;
        } else if character == '"' {
            quoted = !quoted;
        } else {
            return !quoted && character == char::from(separator);
        }
        false
    })
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
