//! Which request goes where: the whole table, as a function.

use projections::percent;

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
    /// The MCP endpoint.
    #[cfg(not(feature = "no-mcp"))]
    Mcp,
    /// The RPC endpoint.
    #[cfg(not(feature = "no-rpc"))]
    Rpc,
    /// A page, by its id.
    Page(String),
    /// Nothing can be at this path.
    Nowhere,
}

impl Route {
    /// Decides by the path alone. First match wins; the order is the documentation.
    pub fn of(path: &str) -> Route {
        match path {
            #[cfg(not(feature = "no-http"))]
            "/openapi.json" => Route::OpenApi,
            #[cfg(not(feature = "no-http"))]
            "/catalog.json" => Route::Catalog,
            #[cfg(not(feature = "no-http"))]
            "/docs" => Route::Reference,
            #[cfg(not(feature = "no-mcp"))]
            "/mcp" => Route::Mcp,
            #[cfg(not(feature = "no-rpc"))]
            "/rpc" => Route::Rpc,
            _ => match path.strip_prefix("/api/") {
                #[cfg(not(feature = "no-http"))]
                Some(name) if !name.is_empty() => Route::Call(name.to_owned()),
                Some(_) => Route::Nowhere,
                None => page_id(path).map_or(Route::Nowhere, Route::Page),
            },
        }
    }

    /// Whether the destination answers a refused origin in its own words.
    pub fn judges_origins(&self) -> bool {
        #[cfg(not(feature = "no-mcp"))]
        if *self == Route::Mcp {
            return true;
        }
        false
    }
}

/// The id of the page at a path: decoded, without `.md`; a folder's page is its `index`.
fn page_id(path: &str) -> Option<String> {
    let decoded = percent::decoded(path.strip_prefix('/')?)?;
    let named = decoded.strip_suffix(".md").unwrap_or(&decoded);
    let id = match named {
        "" => "index".to_owned(),
        folder if folder.ends_with('/') => format!("{folder}index"),
        page => page.to_owned(),
    };
    let is_plain = |it: &str| !matches!(it, "" | "." | "..") && !it.contains(['\\', '\0']);
    id.split('/').all(is_plain).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_table() {
        let page = |id: &str| Route::Page(id.to_owned());
        let mut table = vec![
            ("/", page("index")),
            ("/index", page("index")),
            ("/index.md", page("index")),
            ("/a", page("a")),
            ("/a.md", page("a")),
            ("/a/b%20c.md", page("a/b c")),
            ("/a/", page("a/index")),
            ("/%C3%A9", page("é")),
            ("/%ff", Route::Nowhere),
            ("/%", Route::Nowhere),
            ("/..", Route::Nowhere),
            ("/a/../b", Route::Nowhere),
            ("/a/%2e%2e/b", Route::Nowhere),
            ("/%2e%2e%2fetc", Route::Nowhere),
            ("//a", Route::Nowhere),
            ("/a%00", Route::Nowhere),
            ("/a%5cb", Route::Nowhere),
            ("", Route::Nowhere),
            ("/api/", Route::Nowhere),
            ("/api", page("api")),
            ("/mcp/", page("mcp/index")),
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
        table.push(("/mcp", Route::Mcp));
        #[cfg(not(feature = "no-rpc"))]
        table.push(("/rpc", Route::Rpc));
        for (path, expected) in table {
            assert_eq!(Route::of(path), expected, "{path}");
        }
    }
}
