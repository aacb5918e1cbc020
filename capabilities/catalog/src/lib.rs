//! What the product can do: a folder per domain, a file per capability.
