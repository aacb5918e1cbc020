//! What does a document leave room for that only a request can say?

use contract::digest::sha256_hex;
use http::header;

use super::Content;
use crate::media;

/// What stands for the origin where the site's settings do not name one.
pub(crate) const ORIGIN: &str = "https://origin.invalid";
/// What stands in security.txt for the day on which it expires.
const EXPIRY: &str = "2000-01-01T00:00:00Z";
/// Where that document lies.
const SECURITY: &str = "_/well-known/security.txt";
/// How long security.txt is good for.
const EXPIRY_DAYS: u64 = 180;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Texts of one document, each with what takes its place.
pub(super) struct Markers(Vec<(&'static str, String)>);

impl Markers {
    pub(super) fn of(path: &str, media_type: &str, content: &Content<'_>) -> Markers {
        let mut markers = Vec::new();
        // Skills have digests, so each is served as it lies there.
        let is_skill = path.ends_with("/SKILL.md") && path.starts_with("_/");
        let has_origin = content.facts.base_url.is_none() && media::is_text(media_type);
        if has_origin && !is_skill {
            markers.push((ORIGIN, origin(content)));
        }
        if path == SECURITY {
            markers.push((EXPIRY, date_of(content.now_ms / DAY_MS + EXPIRY_DAYS)));
        }
        Markers(markers)
    }

    /// What of a validator depends on them.
    pub(super) fn version(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let all: Vec<&str> = self.0.iter().map(|(_, it)| it.as_str()).collect();
        format!("-{}", &sha256_hex(all.join("\n").as_bytes())[..8])
    }

    pub(super) fn filled(&self, bytes: Vec<u8>) -> Vec<u8> {
        if self.0.is_empty() {
            return bytes;
        }
        // What is no text holds no marker.
        let mut text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return error.into_bytes(),
        };
        for (marker, value) in &self.0 {
            if text.contains(marker) {
                text = text.replace(marker, value);
            }
        }
        text.into_bytes()
    }
}

/// The origin under which the site was asked. Only this machine is asked without encryption.
fn origin(content: &Content<'_>) -> String {
    let host = content.request.headers().get(header::HOST).and_then(|it| it.to_str().ok());
    let is_plain = |it: &&str| {
        !it.is_empty() && it.bytes().all(|it| it.is_ascii_alphanumeric() || b".-:[]_".contains(&it))
    };
    let host = host.filter(is_plain).unwrap_or("localhost");
    let scheme = if projections::access::is_loopback(host) { "http" } else { "https" };
    format!("{scheme}://{host}")
}

/// A day, counted from 1970, as a date with a time.
fn date_of(day: u64) -> String {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut year, mut rest) = (1970, day);
    loop {
        let days = if is_leap(year) { 366 } else { 365 };
        if rest < days {
            break;
        }
        rest -= days;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if rest < days {
            break;
        }
        rest -= days;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}T00:00:00Z", rest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_marker_is_replaced_in_text_alone() {
        let markers = Markers(vec![("<m>", "it".to_owned()), ("<n>", "<m>".to_owned())]);
        assert_eq!(markers.filled(b"<m>a<m><m>b<n>".to_vec()), b"itaititb<m>");
        assert_eq!(markers.filled(b"<m>\xff".to_vec()), b"<m>\xff");
    }

    #[test]
    fn a_day_has_its_date() {
        for (day, date) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_788, "2026-12-01"),
            (20_819, "2027-01-01"),
        ] {
            assert_eq!(date_of(day), format!("{date}T00:00:00Z"));
        }
    }
}
