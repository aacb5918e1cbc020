//! Which media types does a caller take, and how gladly?
//!
//! `Accept` as RFC 9110 section 12.5.1 has it: each media type is weighed by the most specific range
//! that covers it, and 0 excludes. What cannot be read counts as if it were absent, for a caller
//! who spells a weight wrong still wants an answer.

use http::{HeaderMap, header::ACCEPT};

/// Ranges that are read; what follows them says nothing.
const RANGES_MAX: usize = 64;
/// The weight of what no weight is given for, in thousandths.
const WHOLE: u16 = 1000;

/// What a request says that its caller takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted(Vec<Range>);

/// How gladly a media type is taken: by weight, then by how exactly it was named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Weight {
    /// In thousandths; never 0.
    pub thousandths: u16,
    /// 2 where it was named, 1 for a range such as `text/*`, 0 for `*/*` or nothing at all.
    pub exactness: u8,
}

impl Accepted {
    /// Reads the `Accept` fields of a request.
    pub fn of(headers: &HeaderMap) -> Accepted {
        let fields = headers.get_all(ACCEPT).iter().filter_map(|it| it.to_str().ok());
        let ranges = fields.flat_map(|it| split_outside_quotes(it, ',')).filter_map(Range::parse);
        Accepted(ranges.take(RANGES_MAX).collect())
    }

    /// How gladly a media type such as `text/html` is taken; `None` where it is excluded, or
    /// covered by nothing.
    pub fn weight(&self, media_type: &str) -> Option<Weight> {
        if self.0.is_empty() {
            return Some(Weight { thousandths: WHOLE, exactness: 0 });
        }
        let (kind, subtype) = media_type.split_once('/')?;
        let covering = self.0.iter().filter_map(|it| {
            let exactness = it.exactness(kind, subtype)?;
            Some((exactness, it.thousandths))
        });
        let (exactness, thousandths) = covering.max()?;
        (thousandths > 0).then_some(Weight { thousandths, exactness })
    }
}

/// One media range.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Range {
    kind: String,
    subtype: String,
    thousandths: u16,
}

impl Range {
    fn parse(text: &str) -> Option<Range> {
        let mut parts = split_outside_quotes(text, ';');
        let range = parts.next()?.trim();
        // Some clients write `*` for `*/*`.
        let (kind, subtype) = if range == "*" { ("*", "*") } else { range.split_once('/')? };
        let (kind, subtype) = (kind.trim().to_lowercase(), subtype.trim().to_lowercase());
        if kind.is_empty() || subtype.is_empty() || (kind == "*" && subtype != "*") {
            return None;
        }
        let weight = parts
            .filter_map(|it| it.split_once('='))
            .find(|(name, _)| name.trim().eq_ignore_ascii_case("q"))
            .and_then(|(_, value)| thousandths(value.trim()));
        Some(Range { kind, subtype, thousandths: weight.unwrap_or(WHOLE) })
    }

    fn exactness(&self, kind: &str, subtype: &str) -> Option<u8> {
        match (self.kind.as_str(), self.subtype.as_str()) {
            ("*", _) => Some(0),
            (own, "*") if own == kind => Some(1),
            (own, detail) if own == kind && detail == subtype => Some(2),
            _ => None,
        }
    }
}

/// A weight of at most three decimals; one that is none counts as if it were absent.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_decimals = decimals.len() <= 3 && decimals.bytes().all(|it| it.is_ascii_digit());
    if !is_decimals || (whole.is_empty() && decimals.is_empty()) {
        return None;
    }
    let decimals: u16 = format!("{decimals:0<3}").parse().ok()?;
    match whole {
        "" | "0" => Some(decimals),
        "1" if decimals == 0 => Some(WHOLE),
        _ => None,
    }
}

fn split_outside_quotes(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    text.split(move |character: char| {
        if is_escaped {
            is_escaped = false;
        } else if is_quoted && character == '\\' {
            is_escaped = true;
        } else if character == '"' {
            is_quoted = !is_quoted;
        } else {
            return !is_quoted && character == separator;
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn weight(accept: &str, media_type: &str) -> Option<(u16, u8)> {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_str(accept).unwrap());
        Accepted::of(&headers).weight(media_type).map(|it| (it.thousandths, it.exactness))
    }

    #[test]
    fn the_most_specific_range_weighs() {
        let table = [
            ("text/html", Some((1000, 2))),
            ("TEXT/HTML;Q=0.5", Some((500, 2))),
            ("text/*;q=0.3", Some((300, 1))),
            ("*/*;q=0.001", Some((1, 0))),
            ("*", Some((1000, 0))),
            ("text/html;q=0.2, text/*;q=0.9, */*", Some((200, 2))),
            ("*/*, text/html;q=0", None),
            ("text/html;q=0.000, text/*", None),
            ("text/*;q=0, */*", None),
            ("text/markdown", None),
            ("text/html;level=1;q=0.4;x=y", Some((400, 2))),
            ("text/html ; q = 0.4", Some((400, 2))),
            ("text/html;q=abc", Some((1000, 2))),
            ("text/html;q=1.5", Some((1000, 2))),
            ("text/html;q=-1", Some((1000, 2))),
            ("text/html;q=0.1234", Some((1000, 2))),
            ("text/html;q=", Some((1000, 2))),
            ("text/html;q=.2", Some((200, 2))),
            ("text/html;q=1.000", Some((1000, 2))),
            ("text/html;q=0.1, text/html;q=0.7", Some((700, 2))),
            ("application/x-foo;note=\"text/html\"", None),
            ("application/x-foo;note=\", text/html\"", None),
            ("application/x-foo;note=\"\\\", text/html\"", None),
            ("a/b;n=\",\", text/html", Some((1000, 2))),
            ("text/htmlx, xtext/html", None),
            (",, text/html ,", Some((1000, 2))),
            ("*/html", Some((1000, 0))),
            ("text", Some((1000, 0))),
            ("", Some((1000, 0))),
            ("\"", Some((1000, 0))),
        ];
        for (accept, expected) in table {
            assert_eq!(weight(accept, "text/html"), expected, "{accept}");
        }
    }

    #[test]
    fn several_fields_are_one_list() {
        let mut headers = HeaderMap::new();
        assert_eq!(Accepted::of(&headers).weight("a/b").map(|it| it.exactness), Some(0));
        headers.append(ACCEPT, HeaderValue::from_static("text/html"));
        headers.append(ACCEPT, HeaderValue::from_static("a/b;q=0.5"));
        let accepted = Accepted::of(&headers);
        assert_eq!(accepted.weight("a/b").map(|it| it.thousandths), Some(500));
        assert_eq!(accepted.weight("c/d"), None);
    }
}
