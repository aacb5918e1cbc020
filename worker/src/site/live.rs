//! What is said of an answer while the work on it goes on?

#[cfg(not(feature = "no-mcp"))]
use http::{Method, Request};
#[cfg(not(feature = "no-mcp"))]
use projections::{
    mcp::{self, Profile},
    request::check_head,
};

#[cfg(not(feature = "no-mcp"))]
use crate::route::Route;

/// The body of an answer.
pub enum Body {
    /// It is all here.
    Whole(Vec<u8>),
    /// It comes piece by piece. Dropping it, as when a client goes away, stops the work.
    #[cfg(not(feature = "no-mcp"))]
    Live(mcp::Events),
}

impl Body {
    /// Waits for all of it.
    pub async fn whole(self) -> Vec<u8> {
        match self {
            Body::Whole(bytes) => bytes,
            #[cfg(not(feature = "no-mcp"))]
            Body::Live(events) => mcp::Body::Events(events).whole().await,
        }
    }
}

#[cfg(not(feature = "no-mcp"))]
impl From<mcp::Body> for Body {
    fn from(body: mcp::Body) -> Body {
        match body {
            mcp::Body::Whole(bytes) => Body::Whole(bytes),
            mcp::Body::Events(events) => Body::Live(events),
        }
    }
}

/// The profile that is asked to converse: nothing else says anything before its end.
#[cfg(not(feature = "no-mcp"))]
pub(super) fn profile_of(request: &Request<Vec<u8>>) -> Option<Profile> {
    if *request.method() != Method::POST || check_head(request).is_err() {
        return None;
    }
    let (path, query) = (request.uri().path(), request.uri().query());
    let route = Route::of(path, query).for_sending(path);
    if let Route::Mcp(profile) = route { Some(profile) } else { None }
}
