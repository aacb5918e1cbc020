//! expect: E0616 field `handler` of struct `contract::registry::Entry` is private

#[path = "shop.rs"]
mod shop;

use contract::registry::Entry;

fn main() {
    if let Ok(entry) = Entry::typed::<shop::Look>() {
        drop(entry.handler);
    }
}
