//! How does a request reach the engine under Cloudflare?

#[cfg(not(feature = "no-rpc"))]
pub mod service;

use std::cell::OnceCell;
use std::rc::Rc;

use catalog::{Ports, knowledge::graph::GraphMemory};
use contract::{caller::Caller, registry::RegistryError};
use js_sys::Reflect;
use projections::access::Access;
use wasm_bindgen::{JsCast, JsValue};
use worker::{Context, Env, Request, Response, event};

use crate::adapters::{
    clock::RuntimeClock, console::Console, d1::D1Sql, exchange, files::DeployedFiles,
};
use crate::bindings::random_uuid;
use crate::log::RequestLog;
use crate::rules::rules;
use crate::site::live::Body;
use crate::site::{Site, SiteConfig, Visit, broken, refused};

/// The binding of the database.
const DATABASE: &str = "DB";
/// The binding of the files.
const FILES: &str = "ASSETS";
/// The variable that says from where the site may be reached: [`EVERYWHERE`], or this machine.
const REACH: &str = "REACH";
/// The value of [`REACH`] for a site that anyone may reach.
const EVERYWHERE: &str = "everywhere";
/// The variable with the origins whose pages may do everything, separated by spaces.
const ORIGINS: &str = "TRUSTED_ORIGINS";

thread_local! {
    /// What lives as long as this instance of the module.
    static SITE: OnceCell<Rc<Site<Ports>>> = const { OnceCell::new() };
    /// The graph that was asked for last: it belongs to the site, and to no request.
    static GRAPH: Rc<GraphMemory> = Rc::default();
}

/// The Worker is not set up to answer.
#[derive(Debug, thiserror::Error)]
enum NotSetUp {
    #[error("the capabilities contradict each other: {0}")]
    Registry(#[from] RegistryError),
    #[error("the Worker has no binding `{0}`: declare it in `wrangler.toml`")]
    Binding(&'static str),
}

impl From<NotSetUp> for JsValue {
    fn from(error: NotSetUp) -> JsValue {
        js_sys::Error::new(&error.to_string()).into()
    }
}

fn site(env: &JsValue) -> Result<Rc<Site<Ports>>, NotSetUp> {
    if let Some(site) = SITE.with(|it| it.get().cloned()) {
        return Ok(site);
    }
    trace_panics();
    let registry = Rc::new(catalog::capabilities()?);
    let site = Rc::new(with_library(Site::new(registry, rules(), &config(env))));
    Ok(SITE.with(|it| Rc::clone(it.get_or_init(|| site))))
}

/// What the variables of this deployment say. Without them the site answers this machine alone.
fn config(env: &JsValue) -> SiteConfig {
    let variable = |name: &str| Reflect::get(env, &name.into()).ok().and_then(|it| it.as_string());
    let origins = variable(ORIGINS).unwrap_or_default();
    SiteConfig {
        access: Access {
            local_only: variable(REACH).as_deref() != Some(EVERYWHERE),
            trusted_origins: origins.split_whitespace().map(str::to_owned).collect(),
        },
    }
}

fn visit(env: &JsValue) -> Result<Visit<Ports>, NotSetUp> {
    let binding = |name: &'static str| {
        let found = Reflect::get(env, &name.into()).ok().filter(JsValue::is_object);
        found.ok_or(NotSetUp::Binding(name))
    };
    let sql = Rc::new(D1Sql::new(binding(DATABASE)?.unchecked_into()));
    Ok(Visit {
        caller: Caller::anonymous(),
        ports: Rc::new(Ports { sql, graph: GRAPH.with(Rc::clone) }),
        assets: Rc::new(DeployedFiles::new(binding(FILES)?.unchecked_into())),
        clock: Rc::new(RuntimeClock),
        request_id: random_uuid(),
        log: Rc::new(Console),
    })
}

/// Adds where a panic happened to what the log has of it.
fn trace_panics() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        console_error_panic_hook::hook(panic);
        told(panic);
    }));
}

/// Answers one request.
#[event(fetch)]
async fn fetch(request: Request, env: Env, _context: Context) -> worker::Result<Response> {
    let response = match answer(&request, &env).await {
        Ok(response) => return exchange::sent_live(response),
        Err(thrown) => {
            let request_id = random_uuid();
            Console.failed(&request_id, &worker::Error::from(thrown));
            broken(&request_id)
        }
    };
    exchange::sent(response)
}

async fn answer(request: &Request, env: &JsValue) -> Result<http::Response<Body>, JsValue> {
    let (site, visit) = (site(env)?, visit(env)?);
    Ok(match exchange::received(request).await? {
        Ok(request) => site.answer_live(request, visit).await,
        Err(refusal) => refused(&refusal, &visit.request_id).map(Body::Whole),
    })
}

#[cfg(not(feature = "no-mcp"))]
fn with_library(site: Site<Ports>) -> Site<Ports> {
    site.with_library(crate::library::of_visit)
}

#[cfg(feature = "no-mcp")]
fn with_library(site: Site<Ports>) -> Site<Ports> {
    site
}
