//! The ports over what Cloudflare gives a Worker.

pub(crate) mod clock;
pub(crate) mod console;
pub(crate) mod d1;
pub(crate) mod exchange;
pub(crate) mod files;
