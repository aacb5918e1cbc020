//! expect: E0451 fields `ports`, `caller`, `progress` and `capability` of struct `Authorized` are private

#[path = "shop.rs"]
mod shop;

use std::marker::PhantomData;

use contract::{authorized::Authorized, caller::Caller, progress::Unreported};

fn main() {
    let (ports, caller) = (shop::Ports { till: 1 }, Caller::anonymous());
    let proof: Authorized<'_, shop::Look, _> =
        Authorized { ports: &ports, caller: &caller, progress: &Unreported, capability: PhantomData };
    drop(proof);
}
