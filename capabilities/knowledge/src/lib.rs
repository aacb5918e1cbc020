//! How a folder of Markdown becomes pages, blocks and problems.
//!
//! Invariant: nothing here reads a disk or a clock; the same sources give the same site.

pub mod anchor;
pub mod article;
pub mod block;
pub mod callout;
pub mod contents;
pub mod embed;
pub mod facts;
mod fold;
pub mod front_matter;
pub mod graph;
pub mod highlight;
mod html;
pub mod include;
mod leaf;
pub mod link;
pub mod manuscript;
pub mod markdown_form;
mod names;
pub mod outline;
pub mod page;
pub mod problem;
pub mod publication;
pub mod reader;
pub mod resolve;
pub mod sanitise;
mod sentence;
pub mod settings;
pub mod site;
pub mod slug;
pub mod source;
pub mod summary;
pub mod term;
pub mod view;
pub mod views;
