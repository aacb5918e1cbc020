//! Which request goes where, and the adapters for Cloudflare.

#[cfg(target_arch = "wasm32")]
mod entry;
