//! What can be asked of a folder of Markdown?

pub mod cursor;
pub mod excerpt;
pub mod page_name;
pub mod read;
pub mod search;
pub mod search_text;
pub mod shelf;
mod store;
