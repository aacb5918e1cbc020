//! How capabilities appear as remote procedures: one envelope for every outcome of a call.
//!
//! Over HTTP it is `POST /rpc` with `{name, input}`; over a binding between Workers it is a
//! function of the same two. Both give the same envelope, and both publish plain schemas.

mod client;
mod envelope;
mod over_http;

pub use client::typescript_client;
pub use envelope::{Called, NotACall, call, parse};
pub use over_http::answer;

#[cfg(test)]
mod tests;
