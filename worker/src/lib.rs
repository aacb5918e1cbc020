//! Which request goes where, and the adapters for Cloudflare.
