//! expect: E0308 mismatched types

#[path = "shop.rs"]
mod shop;

use contract::{authorized::Authorized, capability::Capability};
use serde_json::Value;

/// Another capability.
struct Other;

fn main() {
    drop(borrow);
}

async fn borrow(call: Authorized<'_, Other, shop::Ports>) {
    drop(shop::Look::run(call, Value::Null).await);
}
