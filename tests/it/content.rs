//! Is what the product's own pages say true?
//!
//! Pages are those of `content/` and the README. A `console` block holds commands, each on a line
//! that begins with `$ `, and below each what it prints; `...` stands for any text, and alone on a
//! line for any lines. The commands of a page run in their order, in a folder of their own that
//! looks like a clone with its site built. After the language a block may say:
//!
//! - `no-run="why"`: these commands cannot run here; `tests/fence/unrun-commands.txt` lists them.
//! - `exit="4"`: these commands end with this code instead of 0.
//! - `title="notes/a.md"`, on a block of any language: the block is this file, and is written.

mod cargo_words;
mod fences;
mod limits;
mod printed;
mod running;
mod samples;
mod scratch;
mod sessions;
mod settings;
mod shape;
mod tables;

use crate::sources::{self, Source};

/// Every page that speaks to the product's users.
pub(super) fn pages() -> Vec<Source> {
    let is_page =
        |path: &str| path == "README.md" || (path.starts_with("content/") && path.ends_with(".md"));
    sources::all().into_iter().filter(|it| is_page(&it.path)).collect()
}
