//! How does a request reach the engine under Cloudflare?

use worker::{Context, Env, Request, Response, event};

/// Answers one request.
#[event(fetch)]
async fn fetch(_request: Request, _env: Env, _context: Context) -> worker::Result<Response> {
    Response::ok("Capstan")
}
