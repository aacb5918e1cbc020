//! Which request goes where: the whole table, as a function.

#[cfg(not(feature = "no-mcp"))]
use projections::mcp::Profile;
use projections::percent;

use crate::media;

/// Where a request goes. Methods are each destination's own affair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// One capability over HTTP.
    #[cfg(not(feature = "no-http"))]
    Call(String),
    /// The OpenAPI document.
    #[cfg(not(feature = "no-http"))]
    OpenApi,
    /// Every capability as one document.
    #[cfg(not(feature = "no-http"))]
    Catalog,
    /// The HTTP surface for people.
    #[cfg(not(feature = "no-http"))]
    Reference,
    /// The MCP endpoint, under one of its names.
    #[cfg(not(feature = "no-mcp"))]
    Mcp(Profile),
    /// The RPC endpoint.
    #[cfg(not(feature = "no-rpc"))]
    Rpc,
    /// What was found for a question, as a page.
    Search,
    /// A page or a file of the site.
    Content(Asked),
    /// Nothing can be at this path.
    Nowhere,
}

/// What of the site's own pages and files a path asks for. Each path is decoded, and holds neither
/// empty segments nor `.` and `..`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// A page by its id, in the form that the caller takes; the first page of the site by none.
    Page(String, Spelling),
    /// A page by its id, as Markdown.
    Markdown(String),
    /// A file, or else a page of that name.
    File(String),
    /// A file that lies elsewhere than it is served.
    Shelved(String),
    /// A file whose name changes with what is in it.
    Hashed(String),
}

/// How a page's path is spelt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// As the page's own path.
    Plain,
    /// With a slash at its end.
    Slash,
    /// With `.html` at its end, as other programs name pages.
    Html,
}

/// Links to what can be called.
pub(crate) const API_LINKS: &[&str] = &[
    #[cfg(not(feature = "no-http"))]
    "</openapi.json>; rel=\"service-desc\"; type=\"application/json\"",
    #[cfg(not(feature = "no-http"))]
    "</docs>; rel=\"service-doc\"; type=\"text/html\"",
];

/// The folder of assets in which lie the documents that are served below `/.well-known/`.
const WELL_KNOWN: &str = "_/well-known/";

impl Route {
    /// Decides by the path, and where a page of the site may have the same one, by the query. First
    /// match wins; the order is the documentation.
    pub fn of(path: &str, query: Option<&str>) -> Route {
        #[cfg(not(feature = "no-mcp"))]
        if let Some(profile) = Profile::at(path) {
            return Route::Mcp(profile);
        }
        match path {
            #[cfg(not(feature = "no-http"))]
            "/openapi.json" => Route::OpenApi,
            #[cfg(not(feature = "no-http"))]
            "/catalog.json" => Route::Catalog,
            #[cfg(not(feature = "no-http"))]
            "/docs" => Route::Reference,
            #[cfg(not(feature = "no-mcp"))]
            "/mcp/server-card" => shelved("mcp/server-card"),
            // Kept for programs, which no surface runs yet: no page may stand there meanwhile.
            "/mcp/code" => Route::Nowhere,
            #[cfg(not(feature = "no-rpc"))]
            "/rpc" => Route::Rpc,
            "/search" if query.is_some_and(asks) => Route::Search,
            _ => match path.strip_prefix("/api/") {
                #[cfg(not(feature = "no-http"))]
                Some(name) if !name.is_empty() => Route::Call(name.to_owned()),
                Some(_) => Route::Nowhere,
                None => content(path).unwrap_or(Route::Nowhere),
            },
        }
    }

    /// The same for a request that sends something: no page takes that, so one slash more after
    /// the address of an endpoint is a slip. A redirect would lose what was sent.
    #[cfg(feature = "no-mcp")]
    #[must_use]
    pub fn for_sending(self, _: &str) -> Route {
        self
    }

    /// The same for a request that sends something: no page takes that, so one slash more after
    /// the address of an endpoint is a slip. A redirect would lose what was sent.
    #[cfg(not(feature = "no-mcp"))]
    #[must_use]
    pub fn for_sending(self, path: &str) -> Route {
        if let (Route::Content(_), Some(profile)) =
            (&self, path.strip_suffix('/').and_then(Profile::at))
        {
            return Route::Mcp(profile);
        }
        self
    }

    /// Whether the destination answers a refused origin in its own words.
    pub fn judges_origins(&self) -> bool {
        #[cfg(not(feature = "no-mcp"))]
        if matches!(self, Route::Mcp(_)) {
            return true;
        }
        false
    }
}

fn shelved(name: &str) -> Route {
    Route::Content(Asked::Shelved(format!("{WELL_KNOWN}{name}")))
}

fn asks(query: &str) -> bool {
    query.split('&').any(|it| it == "query" || it.starts_with("query="))
}

fn content(path: &str) -> Option<Route> {
    let decoded = percent::decoded(path.strip_prefix('/')?)?;
    let (named, spelling) = match decoded.strip_suffix('/') {
        Some(named) => (named, Spelling::Slash),
        None => (decoded.as_str(), Spelling::Plain),
    };
    if named.is_empty() {
        return (spelling == Spelling::Plain)
            .then(|| Route::Content(Asked::Page(String::new(), spelling)));
    }
    let is_plain = |it: &str| !matches!(it, "" | "." | "..") && !it.contains(['\\', '\0']);
    if !named.split('/').all(is_plain) {
        return None;
    }
    if let Some(name) = named.strip_prefix(".well-known/") {
        return is_spoken(name).then(|| shelved(name));
    }
    if named.starts_with("_/") {
        return is_hashed(named).then(|| Route::Content(Asked::Hashed(named.to_owned())));
    }
    let named = named.to_owned();
    let asked = match spelling {
        Spelling::Slash => Asked::Page(named, spelling),
        Spelling::Plain | Spelling::Html => match named.rsplit_once('.') {
            Some((id, "md")) => Asked::Markdown(id.to_owned()),
            Some((id, "html")) => Asked::Page(id.to_owned(), Spelling::Html),
            _ if media::is_known(&named) => Asked::File(named),
            _ => Asked::Page(named, spelling),
        },
    };
    Some(Route::Content(asked))
}

/// Whether this build speaks what the document describes; the site may have been built by another.
fn is_spoken(name: &str) -> bool {
    let is_mcp = name.starts_with("mcp") || name == "ai-catalog.json";
    !(is_mcp && cfg!(feature = "no-mcp"))
}

/// Whether a file's name holds a hash of what is in it: `_/reader.0123abcd.css`.
fn is_hashed(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let mut parts = name.split('.').skip(1);
    let is_hash = |it: &str| it.len() >= 8 && it.bytes().all(|it| it.is_ascii_hexdigit());
    parts.next().is_some_and(is_hash) && parts.next().is_some()
}

/// The path of a page: `/` and its id, percent-encoded (RFC 3986 `pchar` and `/` stay).
pub(crate) fn spelt(id: &str) -> String {
    let mut route = String::with_capacity(id.len() + 1);
    route.push('/');
    for byte in id.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/".contains(&byte) {
            route.push(char::from(byte));
        } else {
            route.push_str(&format!("%{byte:02X}"));
        }
    }
    route
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_table() {
        let page = |id: &str| Route::Content(Asked::Page(id.to_owned(), Spelling::Plain));
        let slash = |id: &str| Route::Content(Asked::Page(id.to_owned(), Spelling::Slash));
        let html = |id: &str| Route::Content(Asked::Page(id.to_owned(), Spelling::Html));
        let markdown = |id: &str| Route::Content(Asked::Markdown(id.to_owned()));
        let file = |path: &str| Route::Content(Asked::File(path.to_owned()));
        let shelved = |path: &str| Route::Content(Asked::Shelved(path.to_owned()));
        let mut table = vec![
            ("/", page("")),
            ("/index", page("index")),
            ("/index.md", markdown("index")),
            ("/index.html", html("index")),
            ("/a", page("a")),
            ("/a.md", markdown("a")),
            ("/a.html", html("a")),
            ("/a.b", page("a.b")),
            ("/a/b%20c.md", markdown("a/b c")),
            ("/a/", slash("a")),
            ("/a.md/", slash("a.md")),
            ("/%C3%A9", page("é")),
            ("/img/a.PNG", file("img/a.PNG")),
            ("/llms.txt", file("llms.txt")),
            (
                "/_/reader.0123abcd.css",
                Route::Content(Asked::Hashed("_/reader.0123abcd.css".to_owned())),
            ),
            ("/_/site.json", Route::Nowhere),
            ("/%5F/site.json", Route::Nowhere),
            ("/_/well-known/security.txt", Route::Nowhere),
            ("/.well-known/security.txt", shelved("_/well-known/security.txt")),
            ("/.well-known/../_/site.json", Route::Nowhere),
            ("/%ff", Route::Nowhere),
            ("/%", Route::Nowhere),
            ("/..", Route::Nowhere),
            ("/a/../b", Route::Nowhere),
            ("/a/%2e%2e/b", Route::Nowhere),
            ("/%2e%2e%2fetc", Route::Nowhere),
            ("//a", Route::Nowhere),
            ("//", Route::Nowhere),
            ("/a//", Route::Nowhere),
            ("/a%00", Route::Nowhere),
            ("/a%5cb", Route::Nowhere),
            ("", Route::Nowhere),
            ("/api/", Route::Nowhere),
            ("/api", page("api")),
            ("/mcp/", slash("mcp")),
            ("/search", page("search")),
            ("/search?query=a", Route::Search),
            ("/search?x=1&query=", Route::Search),
            ("/search?queryx=1", page("search")),
        ];
        #[cfg(not(feature = "no-http"))]
        table.extend([
            ("/api/search", Route::Call("search".to_owned())),
            ("/api/a.b", Route::Call("a.b".to_owned())),
            ("/api/a/b", Route::Call("a/b".to_owned())),
            ("/openapi.json", Route::OpenApi),
            ("/catalog.json", Route::Catalog),
            ("/docs", Route::Reference),
        ]);
        #[cfg(not(feature = "no-mcp"))]
        table.extend([
            ("/mcp", Route::Mcp(Profile::Full)),
            ("/mcp/read", Route::Mcp(Profile::Read)),
            ("/mcp/code", Route::Nowhere),
            ("/mcp/server-card", shelved("_/well-known/mcp/server-card")),
            ("/.well-known/mcp.json", shelved("_/well-known/mcp.json")),
        ]);
        #[cfg(feature = "no-mcp")]
        table.push(("/.well-known/mcp.json", Route::Nowhere));
        #[cfg(not(feature = "no-rpc"))]
        table.push(("/rpc", Route::Rpc));
        for (target, expected) in table {
            let (path, query) = match target.split_once('?') {
                Some((path, query)) => (path, Some(query)),
                None => (target, None),
            };
            assert_eq!(Route::of(path, query), expected, "{target}");
        }
    }

    #[cfg(not(feature = "no-mcp"))]
    #[test]
    fn what_is_sent_with_one_slash_more_arrives_all_the_same() {
        let sent = |path: &str| Route::of(path, None).for_sending(path);
        assert_eq!(sent("/mcp/"), Route::Mcp(Profile::Full));
        assert_eq!(sent("/mcp/read/"), Route::Mcp(Profile::Read));
        assert_eq!(sent("/mcp//"), Route::Nowhere);
        let slash = |id: &str| Route::Content(Asked::Page(id.to_owned(), Spelling::Slash));
        assert_eq!(sent("/a/"), slash("a"));
        assert_eq!(Route::of("/mcp/", None), slash("mcp"));
    }
}
