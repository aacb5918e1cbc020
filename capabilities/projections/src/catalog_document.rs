//! What the whole product can do, as one document.

use contract::{contract::Contract, digest};
use serde_json::{Value, json};

/// The form of the document.
const VERSION: &str = "1";

/// `{version, digest, capabilities}`, each capability as its contract publishes it.
///
/// The digest is SHA-256 over the list of capabilities as it stands there, in hex: it changes when
/// anything that a caller could see does.
pub fn catalog_document<'c>(contracts: impl IntoIterator<Item = &'c Contract>) -> Value {
    let capabilities: Vec<Value> = contracts.into_iter().map(Contract::published).collect();
    let capabilities = Value::Array(capabilities);
    let digest = digest::sha256_hex(capabilities.to_string().as_bytes());
    json!({"version": VERSION, "digest": digest, "capabilities": capabilities})
}
