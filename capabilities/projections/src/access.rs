//! From where a surface may be reached over HTTP.

use http::{HeaderMap, header};

/// From where a surface may be reached.
///
/// There are no cookies and no logins to steal, so on a public site a page of any origin may read.
/// What changes something is for pages of this site's own origin and of trusted ones; and a process
/// on someone's own machine answers to that machine alone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// Only `Host` and `Origin` of this machine are accepted.
    pub local_only: bool,
    /// Origins whose pages may do everything, such as `https://app.example`.
    pub trusted_origins: Vec<String>,
}

/// Where a request comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// It may not ask at all.
    Refused,
    /// A page of someone else's: it may read.
    Foreign,
    /// No page, or one that may do everything.
    Trusted,
}

impl Access {
    /// Where a request comes from, by its `Host` and `Origin`.
    pub fn origin(&self, headers: &HeaderMap) -> Origin {
        let host = headers.get(header::HOST).and_then(|it| it.to_str().ok());
        if self.local_only && !host.is_none_or(is_loopback) {
            return Origin::Refused;
        }
        let Some(origin) = headers.get(header::ORIGIN) else {
            return Origin::Trusted;
        };
        let Ok(origin) = origin.to_str() else {
            return Origin::Refused;
        };
        let named = || self.trusted_origins.iter().any(|it| it.eq_ignore_ascii_case(origin));
        let authority = origin.split_once("://").map(|(_, authority)| authority);
        if self.local_only {
            return match authority.is_some_and(is_loopback) || named() {
                true => Origin::Trusted,
                false => Origin::Refused,
            };
        }
        let own =
            authority.is_some_and(|it| host.is_some_and(|host| host.eq_ignore_ascii_case(it)));
        if own || named() { Origin::Trusted } else { Origin::Foreign }
    }
}

/// Whether `host[:port]` is this machine by a name that no one else can give.
pub fn is_loopback(authority: &str) -> bool {
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or(rest, |(host, _)| host),
        None => authority.split_once(':').map_or(authority, |(host, _)| host),
    };
    host.eq_ignore_ascii_case("localhost") || host == "127.0.0.1" || host == "::1"
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue, header};

    use super::{Access, Origin};

    fn origin(access: &Access, host: &str, origin: Option<&str>) -> Origin {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        access.origin(&headers)
    }

    #[test]
    fn a_local_process_answers_to_its_own_machine_alone() {
        let local = Access { local_only: true, trusted_origins: Vec::new() };
        for host in ["localhost", "127.0.0.1:8787", "[::1]:9", "LOCALHOST:1"] {
            assert_eq!(origin(&local, host, None), Origin::Trusted, "{host}");
            assert_eq!(origin(&local, host, Some("http://localhost:3000")), Origin::Trusted);
            for foreign in ["https://evil.example", "null", "http://localhost.evil.example"] {
                assert_eq!(origin(&local, host, Some(foreign)), Origin::Refused, "{foreign}");
            }
        }
        for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", ""] {
            assert_eq!(origin(&local, host, None), Origin::Refused, "{host}");
        }
    }

    #[test]
    fn a_public_site_lets_foreign_pages_read_and_its_own_do_everything() {
        let trusted_origins = vec!["https://app.example".to_owned()];
        let public = Access { local_only: false, trusted_origins };
        let table = [
            (None, Origin::Trusted),
            (Some("https://site.example"), Origin::Trusted),
            (Some("https://app.example"), Origin::Trusted),
            (Some("https://site.example.evil.example"), Origin::Foreign),
            (Some("https://other.example"), Origin::Foreign),
            (Some("null"), Origin::Foreign),
        ];
        for (from, expected) in table {
            assert_eq!(origin(&public, "site.example", from), expected, "{from:?}");
        }
    }
}
