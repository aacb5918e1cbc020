//! expect: E0616 field `ports` of struct `Invoker` is private

#[path = "shop.rs"]
mod shop;

use contract::invoke::Invoker;

fn main() {
    drop(till);
}

fn till(invoker: &Invoker<shop::Ports>) -> u32 {
    invoker.ports.till
}
