//! What a capability is, and the one way to run one.
//!
//! Invariant: nothing here knows a surface, a platform, a clock or a domain.

pub mod address;
pub mod approval;
pub mod authorized;
pub mod caller;
pub mod capability;
pub mod contract;
pub mod digest;
pub mod effects;
pub mod failure;
mod handler;
pub mod invoke;
pub mod invoke_error;
pub mod limits;
pub mod nearest;
pub mod next_action;
pub mod pointer;
pub mod policy;
pub mod progress;
pub mod registry;
pub mod reply;
pub mod schema;
pub mod watch;

/// A future that stays on its thread, as everything on Workers does.
pub type LocalFuture<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + 'a>>;
