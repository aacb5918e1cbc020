//! What can be asked of a folder of Markdown?

mod around_page;
pub mod backlinks;
pub mod cursor;
pub mod excerpt;
pub mod graph;
mod graph_store;
pub mod link_kind;
mod listing;
pub mod mentions;
mod missing_page;
pub mod neighbors;
pub mod page_name;
pub mod path;
pub mod read;
pub mod search;
pub mod search_text;
pub mod shelf;
mod store;
