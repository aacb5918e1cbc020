//! Which headers say what an answer is, how long it stays, and where it leads?

use http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::facts::Facts;

/// For pages of HTML: what the site serves itself, pictures from anywhere, and no script in a page.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                           img-src 'self' https: data:; media-src 'self' https:; font-src 'self'; \
                           connect-src 'self'; manifest-src 'self'; form-action 'self'; \
                           base-uri 'none'; frame-ancestors 'none'";
/// For files that a browser may take for a page: they run nothing, and are of no origin.
const FILE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
                           frame-ancestors 'none'; sandbox";

/// How long an answer may be used again without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Freshness {
    /// A page, or a document made of pages.
    Page,
    /// A file that seldom changes.
    File,
    /// A file whose name changes with what is in it.
    Forever,
    /// An answer that says that something is not there.
    Never,
}

impl Freshness {
    /// The value of `Cache-Control`. A site on someone's own machine is being written: there, each
    /// answer is asked for again.
    pub(crate) fn value(self, is_local: bool) -> HeaderValue {
        HeaderValue::from_static(match (self, is_local) {
            (Freshness::Forever, _) => "public, max-age=31536000, immutable",
            (Freshness::Never, _) | (Freshness::Page | Freshness::File, true) => "no-cache",
            (Freshness::Page, false) => "public, max-age=300, stale-while-revalidate=86400",
            (Freshness::File, false) => "public, max-age=3600, stale-while-revalidate=86400",
        })
    }
}

/// The policy of an HTML page.
pub(crate) fn page_policy() -> HeaderValue {
    HeaderValue::from_static(PAGE_POLICY)
}

/// The policy of a file of this type, where it needs one of its own.
pub(crate) fn file_policy(media_type: &str) -> Option<HeaderValue> {
    let is_active = ["image/svg+xml", "text/html", "application/xml"]
        .iter()
        .any(|it| media_type.starts_with(it));
    is_active.then(|| HeaderValue::from_static(FILE_POLICY))
}

/// Says what agents may do with the answer.
pub(crate) fn signal(headers: &mut HeaderMap, facts: &Facts) {
    let value = HeaderValue::from_str(&facts.content_signal).ok();
    if let Some(value) = value.filter(|it| !it.is_empty()) {
        headers.insert(HeaderName::from_static("content-signal"), value);
    }
}

/// Where a caller finds more: the guide, and what can be called. `own` are links of the answer
/// itself.
pub(crate) fn links(headers: &mut HeaderMap, facts: &Facts, own: &[String]) {
    let mut links = own.to_vec();
    links.push("</llms.txt>; rel=\"describedby\"; type=\"text/plain\"".to_owned());
    if facts.has_feed {
        let feed = "</feed.xml>; rel=\"alternate\"; type=\"application/atom+xml\"";
        links.push(feed.to_owned());
    }
    if cfg!(any(not(feature = "no-http"), not(feature = "no-mcp"))) {
        links.push("</.well-known/api-catalog>; rel=\"api-catalog\"".to_owned());
    }
    links.extend(crate::route::API_LINKS.iter().map(|it| (*it).to_owned()));
    if let Ok(value) = HeaderValue::from_str(&links.join(", ")) {
        headers.insert(header::LINK, value);
    }
}
