//! Which form an answer takes over HTTP.

use http::{HeaderMap, header::ACCEPT};

/// The form of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// One JSON document.
    Json,
    /// A stream of server-sent events.
    Events,
}

/// The form that the caller can take: JSON unless it is excluded, `None` where both are.
///
/// The protocol wants both to be listed. Proxies and hosts send one, or none, or `*/*`, so whatever
/// does not exclude a form allows it.
pub(super) fn form(headers: &HeaderMap) -> Option<Form> {
    let ranges: Vec<Range> = headers
        .get_all(ACCEPT)
        .iter()
        .filter_map(|it| it.to_str().ok())
        .flat_map(|it| split_outside_quotes(it, b','))
        .filter_map(Range::parse)
        .collect();
    if ranges.is_empty() || weight(&ranges, "application", "json") > 0 {
        return Some(Form::Json);
    }
    (weight(&ranges, "text", "event-stream") > 0).then_some(Form::Events)
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

    use super::{Form, form};

    #[test]
    fn whatever_does_not_exclude_a_form_allows_it() {
        let table = [
            ("application/json, text/event-stream", Some(Form::Json)),
            ("text/event-stream, application/json", Some(Form::Json)),
            ("*/*", Some(Form::Json)),
            ("application/json", Some(Form::Json)),
            ("APPLICATION/JSON;Q=0.1", Some(Form::Json)),
            ("text/event-stream", Some(Form::Events)),
            ("text/*", Some(Form::Events)),
            ("application/json;q=0.9, text/event-stream;q=0.1", Some(Form::Json)),
            ("application/json;q=0, text/event-stream", Some(Form::Events)),
            ("application/json;q=0, */*", Some(Form::Events)),
            ("application/json;q=0, text/event-stream;q=0", None),
            ("application/json;q=abc", Some(Form::Json)),
            ("text/html", None),
            ("application/x-foo;note=\"application/json, text/event-stream\"", None),
            ("", Some(Form::Json)),
        ];
        for (accept, expected) in table {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, HeaderValue::from_static(accept));
            assert_eq!(form(&headers), expected, "{accept}");
        }
        assert_eq!(form(&HeaderMap::new()), Some(Form::Json));
    }
}
