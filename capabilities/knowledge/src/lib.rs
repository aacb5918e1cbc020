//! How a folder of Markdown becomes pages, blocks and problems.
//!
//! Invariant: nothing here reads a disk or a clock; the same sources give the same site.

pub mod block;
pub mod front_matter;
pub mod graph;
pub mod include;
pub mod outline;
pub mod page;
pub mod problem;
pub mod settings;
pub mod site;
pub mod slug;
pub mod source;
pub mod summary;
pub mod view;
