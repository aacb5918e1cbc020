//! How is a page or a file of the site answered?
//!
//! Invariant: nothing is parsed or rendered here. What is served was built before; the origin is
//! put where a document leaves room for it.

mod marker;

use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use projections::{accept::Accepted, etag, problem::Refusal};

use crate::{
    assets::{Asset, Assets, AssetsError},
    cors::{READING, expose, preflight},
    facts::{Facts, KeptFiles},
    headers::{self, Freshness},
    media,
    negotiation::{self, Form},
    route::{Asked, Spelling, spelt},
};
use marker::Markers;

#[cfg(not(feature = "no-mcp"))]
pub(crate) use marker::ORIGIN;

/// What came of asking for a page or a file.
pub(crate) enum Found {
    /// This answers.
    Answer(Response<Vec<u8>>),
    /// There is no such page; whoever asked may be told what is near.
    Nothing,
}

/// Everything that is known when a page or a file is asked for.
pub(crate) struct Content<'v> {
    pub(crate) assets: &'v dyn Assets,
    pub(crate) kept: &'v KeptFiles,
    pub(crate) facts: &'v Facts,
    pub(crate) request: &'v Request<Vec<u8>>,
    pub(crate) request_id: &'v str,
    pub(crate) is_local: bool,
    pub(crate) now_ms: u64,
}

/// A variant that is about to be sent.
struct Variant<'a> {
    path: &'a str,
    media_type: &'static str,
    /// What its validator ends with, besides the version of the file.
    suffix: &'static str,
    freshness: Freshness,
}

impl Content<'_> {
    /// Answers, or says that there is nothing.
    ///
    /// # Errors
    /// Where the site's files do not answer.
    pub(crate) async fn answer(&self, asked: &Asked) -> Result<Found, AssetsError> {
        if *self.request.method() == Method::OPTIONS {
            let mut response = preflight();
            expose(response.headers_mut());
            return Ok(Found::Answer(response));
        }
        let mut found = match asked {
            Asked::Page(id, spelling) => self.page(id, *spelling).await?,
            Asked::Markdown(id) => self.markdown(id).await?,
            Asked::File(path) => match self.file(path, Freshness::File).await? {
                Found::Nothing => self.page(path, Spelling::Plain).await?,
                answer @ Found::Answer(_) => answer,
            },
            Asked::Shelved(path) => self.file(path, Freshness::File).await?,
            Asked::Hashed(path) => self.file(path, Freshness::Forever).await?,
        };
        if let Found::Answer(response) = &mut found {
            if !matches!(*self.request.method(), Method::GET | Method::HEAD) {
                *response = Refusal::method(READING).response(self.request_id);
            }
            expose(response.headers_mut());
        }
        Ok(found)
    }

    /// The page at `/` has an id of its own.
    fn home(&self) -> &str {
        self.facts.home.as_deref().unwrap_or("index")
    }

    async fn page(&self, id: &str, spelling: Spelling) -> Result<Found, AssetsError> {
        let is_root = id.is_empty();
        let id = if is_root { self.home() } else { id };
        let accepted = Accepted::of(self.request.headers());
        // A name that ends so only leads on: any form will do to know that the page is there.
        let form = negotiation::form(&accepted).filter(|_| spelling != Spelling::Html);
        let (path, asset) = match self.variant_of(id, form).await? {
            Some(found) => found,
            None if spelling == Spelling::Plain && media::is_known(id) => {
                return Ok(Found::Nothing);
            }
            None => return self.elsewhere(id, spelling, "").await,
        };
        if (id == self.home()) != is_root {
            return Ok(self.moved("/"));
        }
        if spelling != Spelling::Plain && !is_root {
            return Ok(self.moved(&spelt(id)));
        }
        let Some(form) = form else { return Ok(self.not_acceptable(id)) };
        let is_html = path.ends_with(".html");
        let (media_type, suffix) = match form {
            Form::Html if is_html => ("text/html; charset=utf-8", "html"),
            Form::Plain => ("text/plain; charset=utf-8", "txt"),
            Form::Html | Form::Markdown => ("text/markdown; charset=utf-8", "md"),
        };
        let freshness = Freshness::Page;
        let variant = Variant { path: &path, media_type, suffix, freshness };
        let mut response = self.sent(&variant, asset).await?;
        let route = if is_root { "/".to_owned() } else { spelt(id) };
        let alternate = match suffix {
            "html" => {
                format!("<{}>; rel=\"alternate\"; type=\"text/markdown\"", markdown_route(&route))
            }
            _ => format!("<{route}>; rel=\"alternate\"; type=\"text/html\""),
        };
        headers::links(response.headers_mut(), self.facts, &[alternate]);
        vary(response.headers_mut());
        self.speak(response.headers_mut());
        if is_html {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, headers::page_policy());
        }
        Ok(Found::Answer(response))
    }

    /// The file that holds a page's form, with its path. A site may have been built without HTML.
    async fn variant_of(
        &self,
        id: &str,
        form: Option<Form>,
    ) -> Result<Option<(String, Asset)>, AssetsError> {
        let markdown = format!("{id}.md");
        if form == Some(Form::Html) {
            let html = format!("{id}.html");
            if let Some(asset) = self.assets.open(&html).await? {
                return Ok(Some((html, asset)));
            }
        }
        let asset = self.assets.open(&markdown).await?;
        Ok(asset.map(|it| (markdown, it)))
    }

    async fn markdown(&self, id: &str) -> Result<Found, AssetsError> {
        let is_home = id == "index" || id == self.home();
        let id = if is_home { self.home() } else { id };
        let path = format!("{id}.md");
        let Some(asset) = self.assets.open(&path).await? else {
            return self.elsewhere(id, Spelling::Plain, ".md").await;
        };
        let variant = Variant {
            path: &path,
            media_type: "text/markdown; charset=utf-8",
            suffix: "md",
            freshness: Freshness::Page,
        };
        let mut response = self.sent(&variant, asset).await?;
        let route = if is_home { "/".to_owned() } else { spelt(id) };
        let canonical = format!("<{route}>; rel=\"canonical\"");
        headers::links(response.headers_mut(), self.facts, &[canonical]);
        self.speak(response.headers_mut());
        Ok(Found::Answer(response))
    }

    async fn file(&self, path: &str, freshness: Freshness) -> Result<Found, AssetsError> {
        let Some(asset) = self.assets.open(path).await? else { return Ok(Found::Nothing) };
        let media_type = media::type_of(path);
        let variant = Variant { path, media_type, suffix: "", freshness };
        let mut response = self.sent(&variant, asset).await?;
        let headers = response.headers_mut();
        if let Some(policy) = headers::file_policy(media_type) {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        if path.ends_with("api-catalog") {
            let link = "</.well-known/api-catalog>; rel=\"api-catalog\"";
            headers.insert(header::LINK, HeaderValue::from_static(link));
        }
        headers::signal(headers, self.facts);
        Ok(Found::Answer(response))
    }

    /// Sends a file with its validator, or says that the client holds it already.
    async fn sent(
        &self,
        variant: &Variant<'_>,
        asset: Asset,
    ) -> Result<Response<Vec<u8>>, AssetsError> {
        let Variant { path, media_type, suffix, freshness } = variant;
        let markers = Markers::of(path, media_type, self);
        let dash = if suffix.is_empty() { "" } else { "-" };
        let etag = format!("\"{}{}{dash}{suffix}\"", asset.version, markers.version());
        let is_held = etag::is_held(self.request.headers(), &etag);
        let bytes = if is_held { Vec::new() } else { markers.filled(asset.bytes.await?) };
        let tokens = bytes.len().div_ceil(4);
        let mut response = etag::revalidated(self.request.headers(), &etag, media_type, || bytes);
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, freshness.value(self.is_local));
        if !is_held && matches!(*suffix, "md" | "txt") {
            let tokens = HeaderValue::from(tokens);
            headers.insert(HeaderName::from_static("x-markdown-tokens"), tokens);
        }
        Ok(response)
    }

    /// Says in which language a page is, and what agents may do with it.
    fn speak(&self, headers: &mut HeaderMap) {
        if let Ok(language) = HeaderValue::from_str(&self.facts.language) {
            headers.insert(header::CONTENT_LANGUAGE, language);
        }
        headers::signal(headers, self.facts);
    }

    /// Where the page is that other names lead to.
    async fn elsewhere(
        &self,
        id: &str,
        spelling: Spelling,
        suffix: &str,
    ) -> Result<Found, AssetsError> {
        let folded = id.to_lowercase();
        let folder = ["/index", "/readme"].iter().find_map(|it| folded.strip_suffix(it));
        let redirects = self.kept.redirects(self.assets).await?;
        let named = [Some(folded.as_str()), folder];
        let route = named.into_iter().flatten().find_map(|it| redirects.get(it).cloned());
        let route = match route {
            Some(route) => Some(route),
            None => self.differently_spelt(id, &folded, folder).await?,
        };
        let Some(route) = route else {
            // Somebody's own file of HTML.
            if spelling == Spelling::Html {
                return self.file(&format!("{id}.html"), Freshness::File).await;
            }
            return Ok(Found::Nothing);
        };
        let target = if suffix.is_empty() { route } else { markdown_route(&route) };
        Ok(self.moved(&target))
    }

    async fn differently_spelt(
        &self,
        id: &str,
        folded: &str,
        folder: Option<&str>,
    ) -> Result<Option<String>, AssetsError> {
        let own = folder.and_then(|it| id.get(..it.len()));
        let folded = Some(folded).filter(|it| *it != id);
        for other in [folded, own, folder].into_iter().flatten() {
            if self.assets.open(&format!("{other}.md")).await?.is_some() {
                return Ok(Some(if other == self.home() { "/".to_owned() } else { spelt(other) }));
            }
        }
        Ok(None)
    }

    /// Leads to the page's own path; what was asked about it goes along.
    fn moved(&self, route: &str) -> Found {
        let target = match self.request.uri().query() {
            Some(query) => format!("{route}?{query}"),
            None => route.to_owned(),
        };
        let mut response = Response::new(Vec::new());
        *response.status_mut() = StatusCode::MOVED_PERMANENTLY;
        let headers = response.headers_mut();
        if let Ok(target) = HeaderValue::from_str(&target) {
            headers.insert(header::LOCATION, target);
        }
        headers.insert(header::CACHE_CONTROL, Freshness::Page.value(self.is_local));
        Found::Answer(response)
    }

    /// Says which forms there are.
    fn not_acceptable(&self, id: &str) -> Found {
        let route = if id == self.home() { "/".to_owned() } else { spelt(id) };
        let message = format!(
            "this page is `text/markdown`, `text/html` or `text/plain`: accept one of them, or ask \
             for {}, which is always Markdown",
            markdown_route(&route)
        );
        let refusal = Refusal::new(StatusCode::NOT_ACCEPTABLE, "NotAcceptable", message);
        let mut response = refusal.response(self.request_id);
        let alternates = [
            format!("<{}>; rel=\"alternate\"; type=\"text/markdown\"", markdown_route(&route)),
            format!("<{route}>; rel=\"alternate\"; type=\"text/html\""),
        ];
        headers::links(response.headers_mut(), self.facts, &alternates);
        vary(response.headers_mut());
        Found::Answer(response)
    }
}

/// The path that is always the page's Markdown.
pub(crate) fn markdown_route(route: &str) -> String {
    if route == "/" { "/index.md".to_owned() } else { format!("{route}.md") }
}

/// Says that another `Accept` may be answered otherwise.
pub(crate) fn vary(headers: &mut HeaderMap) {
    headers.insert(header::VARY, HeaderValue::from_static("Accept"));
}
