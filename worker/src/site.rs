//! What a request to the site is answered with, on every platform.

pub mod live;

use std::cell::OnceCell;
use std::rc::Rc;

use contract::{
    caller::Caller,
    invoke::{Invoker, Situation},
    invoke_error::InvokeError,
    policy::Rule,
    registry::Registry,
    watch::Clock,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use projections::{
    access::{Access, Origin},
    problem::{self, Refusal},
    request::check_head,
};

#[cfg(not(feature = "no-http"))]
use crate::document::Document;
use crate::{
    assets::{Assets, AssetsError},
    content::{Content, Found},
    facts::{Facts, KeptFiles},
    log::RequestLog,
    missing,
    negotiation::{ErrorForm, Form},
    results,
    route::{Asked, Route},
    suggestion,
};

/// What does not change from request to request.
pub struct Site<P> {
    registry: Rc<Registry<P>>,
    rules: Rc<[Rule]>,
    config: SiteConfig,
    kept: KeptFiles,
    #[cfg(not(feature = "no-http"))]
    documents: Documents,
    #[cfg(not(feature = "no-mcp"))]
    mcp: OnceCell<Rc<projections::mcp::Server>>,
    #[cfg(not(feature = "no-mcp"))]
    library_of: Option<LibraryOf<P>>,
}

/// The page that asks what somebody looks for, where the site has none of that id.
const SEARCH: &str = "search";

/// Finds the pages behind the ports of one visit.
#[cfg(not(feature = "no-mcp"))]
pub type LibraryOf<P> = fn(&Visit<P>) -> Rc<dyn projections::mcp::Library>;

/// What of a site whoever runs it decides, and not whoever writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteConfig {
    /// From where it may be reached.
    pub access: Access,
}

/// The documents of the HTTP surface, each made when it is first asked for: a Worker starts often,
/// and few of its instances are ever asked.
#[cfg(not(feature = "no-http"))]
#[derive(Default)]
struct Documents {
    openapi: OnceCell<Document>,
    catalog: OnceCell<Document>,
    reference: OnceCell<Document>,
}

/// What one request is answered with.
pub struct Visit<P> {
    /// Who asks.
    pub caller: Caller,
    /// What handlers reach.
    pub ports: Rc<P>,
    /// The site's files.
    pub assets: Rc<dyn Assets>,
    /// What time it is.
    pub clock: Rc<dyn Clock>,
    /// What names the request.
    pub request_id: String,
    /// Where lines for whoever runs the site go.
    pub log: Rc<dyn RequestLog>,
}

impl<P: 'static> Site<P> {
    /// Joins what no request changes.
    pub fn new(registry: Rc<Registry<P>>, rules: Rc<[Rule]>, config: &SiteConfig) -> Site<P> {
        Site {
            registry,
            rules,
            config: config.clone(),
            kept: KeptFiles::default(),
            #[cfg(not(feature = "no-http"))]
            documents: Documents::default(),
            #[cfg(not(feature = "no-mcp"))]
            mcp: OnceCell::new(),
            #[cfg(not(feature = "no-mcp"))]
            library_of: None,
        }
    }

    /// What exists for everyone, as documents and servers list it.
    #[cfg(not(feature = "no-http"))]
    fn listed(&self) -> impl Iterator<Item = &contract::contract::Contract> {
        use contract::policy::{Decision, decide};
        let public = Caller::anonymous();
        let exists = move |it: &&contract::contract::Contract| {
            decide(&public, it, &self.rules) != Decision::Refuse
        };
        self.registry.contracts().filter(exists)
    }

    /// Offers the site's pages to MCP clients as well.
    #[cfg(not(feature = "no-mcp"))]
    #[must_use]
    pub fn with_library(mut self, library_of: LibraryOf<P>) -> Site<P> {
        self.library_of = Some(library_of);
        self
    }

    /// Answers one request, all at once.
    pub async fn answer(&self, request: Request<Vec<u8>>, visit: Visit<P>) -> Response<Vec<u8>> {
        let (head, body) = self.answer_live(request, visit).await.into_parts();
        Response::from_parts(head, body.whole().await)
    }

    /// Answers one request: as it is said where there is something to say before the end, and all
    /// at once otherwise.
    pub async fn answer_live(
        &self,
        request: Request<Vec<u8>>,
        visit: Visit<P>,
    ) -> Response<live::Body> {
        #[cfg(not(feature = "no-mcp"))]
        if let Some(profile) = live::profile_of(&request) {
            let request_id = visit.request_id.clone();
            let mut response = match self.kept.facts(&*visit.assets).await {
                Ok(facts) => self.conversing(profile, &request, &facts, visit).await,
                Err(error) => silent(&*visit.log, &error, &request_id).map(live::Body::Whole),
            };
            protect(response.headers_mut(), &request_id);
            return response;
        }
        self.answer_at_once(&request, visit).await.map(live::Body::Whole)
    }

    async fn answer_at_once(
        &self,
        request: &Request<Vec<u8>>,
        visit: Visit<P>,
    ) -> Response<Vec<u8>> {
        let request_id = visit.request_id.clone();
        let mut response = self.routed(request, visit).await;
        if *request.method() == Method::HEAD {
            // The length would be the full answer's, which is not at hand where the client holds it.
            if response.status() != StatusCode::NOT_MODIFIED {
                let length = HeaderValue::from(response.body().len());
                response.headers_mut().entry(header::CONTENT_LENGTH).or_insert(length);
            }
            response.body_mut().clear();
        }
        protect(response.headers_mut(), &request_id);
        response
    }

    /// The pipeline for a caller without a request of its own, such as another Worker.
    pub fn invoker(&self, visit: Visit<P>) -> Invoker<P> {
        let situation = Situation {
            caller: visit.caller,
            rules: Rc::clone(&self.rules),
            approver: Rc::new(contract::approval::DenyAll),
            watch: Rc::new(crate::log::Watched(visit.log)),
            clock: visit.clock,
            request_id: visit.request_id,
        };
        Invoker::new(Rc::clone(&self.registry), visit.ports, situation)
    }

    async fn routed(&self, request: &Request<Vec<u8>>, visit: Visit<P>) -> Response<Vec<u8>> {
        let request_id = visit.request_id.clone();
        if let Err(refusal) = check_head(request) {
            return refusal.response(&request_id);
        }
        let origin = self.config.access.origin(request.headers());
        let (path, query) = (request.uri().path(), request.uri().query());
        let route = match *request.method() {
            Method::POST | Method::OPTIONS => Route::of(path, query).for_sending(path),
            _ => Route::of(path, query),
        };
        if origin == Origin::Refused && !route.judges_origins() {
            let message = "this site answers to its own machine alone: `Host` and `Origin` must be \
                           `localhost` or a loopback address";
            let refusal = Refusal::new(StatusCode::FORBIDDEN, "OriginNotAllowed", message);
            return refusal.response(&request_id);
        }
        let log = Rc::clone(&visit.log);
        let facts = match self.kept.facts(&*visit.assets).await {
            Ok(facts) => facts,
            Err(error) => return silent(&*log, &error, &request_id),
        };
        match route {
            Route::Content(asked) => {
                let answered = self.content(&asked, request, &facts, visit).await;
                answered.unwrap_or_else(|error| silent(&*log, &error, &request_id))
            }
            Route::Search => {
                let answered = self.search(request, &facts, visit).await;
                answered.unwrap_or_else(|error| silent(&*log, &error, &request_id))
            }
            Route::Nowhere => Refusal::unknown_path("`/` lists the pages").response(&request_id),
            #[cfg(not(feature = "no-http"))]
            Route::Call(name) => {
                projections::http_api::answer(&self.invoker(visit), &name, request, origin).await
            }
            #[cfg(not(feature = "no-http"))]
            Route::OpenApi => self.openapi(&facts).answer(request, &request_id),
            #[cfg(not(feature = "no-http"))]
            Route::Catalog => self.catalog().answer(request, &request_id),
            #[cfg(not(feature = "no-http"))]
            Route::Reference => self.reference(&facts).answer(request, &request_id),
            #[cfg(not(feature = "no-mcp"))]
            Route::Mcp(profile) => {
                let answered = self.conversing(profile, request, &facts, visit).await;
                let (head, body) = answered.into_parts();
                Response::from_parts(head, body.whole().await)
            }
            #[cfg(not(feature = "no-rpc"))]
            Route::Rpc => projections::rpc::answer(&self.invoker(visit), request, origin).await,
        }
    }
}

#[cfg(not(feature = "no-mcp"))]
impl<P: 'static> Site<P> {
    /// What an MCP client is answered, as it is said.
    async fn conversing(
        &self,
        profile: projections::mcp::Profile,
        request: &Request<Vec<u8>>,
        facts: &Facts,
        visit: Visit<P>,
    ) -> Response<live::Body> {
        let library = self.library_of.map(|library_of| library_of(&visit));
        let server = Rc::clone(self.mcp.get_or_init(|| {
            let access = self.config.access.clone();
            let public = crate::mcp_server::Public {
                registry: Rc::clone(&self.registry),
                rules: Rc::clone(&self.rules),
            };
            Rc::new(crate::mcp_server(&facts.title, access, public))
        }));
        let endpoint =
            projections::mcp::Endpoint::new(server, self.invoker(visit)).with_profile(profile);
        let response = match library {
            Some(library) => endpoint.with_library(library).answer_live(request).await,
            None => endpoint.answer_live(request).await,
        };
        response.map(live::Body::from)
    }
}

impl<P: 'static> Site<P> {
    /// What a search finds, as a page.
    async fn search(
        &self,
        request: &Request<Vec<u8>>,
        facts: &Facts,
        visit: Visit<P>,
    ) -> Result<Response<Vec<u8>>, AssetsError> {
        let shell = match results::form_of(request) {
            Some(Form::Html) => shell(&*visit.assets, results::SHELL).await?,
            Some(Form::Markdown | Form::Plain) | None => None,
        };
        Ok(results::answer(&self.invoker(visit), request, facts, shell).await)
    }

    /// A page or a file; where there is none, what is near.
    async fn content(
        &self,
        asked: &Asked,
        request: &Request<Vec<u8>>,
        facts: &Facts,
        visit: Visit<P>,
    ) -> Result<Response<Vec<u8>>, AssetsError> {
        let assets = Rc::clone(&visit.assets);
        let request_id = visit.request_id.clone();
        let content = Content {
            assets: &*assets,
            kept: &self.kept,
            facts,
            request,
            request_id: &request_id,
            is_local: self.config.access.local_only,
            now_ms: visit.clock.now_ms(),
        };
        if let Found::Answer(response) = content.answer(asked).await? {
            return Ok(response);
        }
        if matches!(asked, Asked::Page(id, _) if id == SEARCH) {
            return self.search(request, facts, visit).await;
        }
        let suggestions = match asked {
            Asked::Page(id, _) | Asked::Markdown(id) => {
                suggestion::near(&self.invoker(visit), id).await
            }
            // Programs ask for files by name, and those who guess are not worth a search.
            Asked::File(_) | Asked::Shelved(_) | Asked::Hashed(_) => Vec::new(),
        };
        if matches!(asked, Asked::Shelved(_) | Asked::Hashed(_)) {
            return Ok(Refusal::unknown_path("`/llms.txt` lists the pages").response(&request_id));
        }
        let shell = match missing::form_of(request) {
            ErrorForm::Page(Form::Html) => shell(&*assets, missing::SHELL).await?,
            ErrorForm::Page(Form::Markdown | Form::Plain) | ErrorForm::Json => None,
        };
        Ok(missing::response(request, &request_id, facts, &suggestions, shell))
    }
}

#[cfg(not(feature = "no-http"))]
impl<P: 'static> Site<P> {
    fn openapi(&self, facts: &Facts) -> &Document {
        self.documents.openapi.get_or_init(|| {
            let openapi = projections::openapi::document(&info(&facts.title), self.listed());
            Document::new(openapi.to_string(), "application/json")
        })
    }

    fn catalog(&self) -> &Document {
        self.documents.catalog.get_or_init(|| {
            let catalog = projections::catalog_document::catalog_document(self.listed());
            Document::new(catalog.to_string(), "application/json")
        })
    }

    fn reference(&self, facts: &Facts) -> &Document {
        self.documents.reference.get_or_init(|| {
            let info = info(&facts.title);
            let reference = projections::reference_page::page(&info, self.listed());
            Document::html(reference, projections::reference_page::STYLE)
        })
    }
}

/// What the HTTP documents say about a site of this title.
#[cfg(not(feature = "no-http"))]
pub fn info(title: &str) -> projections::openapi::Info {
    projections::openapi::Info {
        title: title.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        description:
            "Search and read this site's pages, and call what it can do. Every answer may \
                      name what to do next."
                .to_owned(),
    }
}

/// A page that was built with room for what a request finds, where there is one.
async fn shell(assets: &dyn Assets, path: &str) -> Result<Option<Vec<u8>>, AssetsError> {
    match assets.open(path).await? {
        Some(shell) => shell.bytes.await.map(Some),
        None => Ok(None),
    }
}

/// The answer where the site's files cannot be asked.
fn silent(log: &dyn RequestLog, error: &AssetsError, request_id: &str) -> Response<Vec<u8>> {
    log.failed(request_id, error);
    let message = "the site's files do not answer: try again";
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "Unavailable", message).response(request_id)
}

/// The answer to a request that its platform refuses before the site can be asked.
pub fn refused(refusal: &Refusal, request_id: &str) -> Response<Vec<u8>> {
    let mut response = refusal.response(request_id);
    protect(response.headers_mut(), request_id);
    response
}

/// The answer where the platform itself fails: the same as where a handler does.
pub fn broken(request_id: &str) -> Response<Vec<u8>> {
    let error = InvokeError::Internal { request_id: request_id.to_owned() };
    let mut response = problem::response_of(&error, &error.to_json(), request_id);
    protect(response.headers_mut(), request_id);
    response
}

/// Headers that every answer has.
fn protect(headers: &mut HeaderMap, request_id: &str) {
    let fixed: [(HeaderName, &'static str); 3] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let nothing = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(nothing);
    if let Ok(value) = HeaderValue::from_str(request_id) {
        headers.insert(HeaderName::from_static("x-request-id"), value);
    }
}

#[cfg(test)]
mod tests;
