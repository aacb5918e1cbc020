//! Does anything stand outside the fence: an edge, a route, a platform, a way around the pipeline?
//!
//! The types come first (`ui`), then the crate graph (`edges`), then lints, then text (`bans`).

mod bans;
mod edges;
