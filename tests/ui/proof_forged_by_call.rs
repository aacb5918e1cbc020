//! expect: E0624 associated function `new` is private

#[path = "shop.rs"]
mod shop;

use contract::{authorized::Authorized, caller::Caller};

fn main() {
    let (ports, caller) = (shop::Ports { till: 1 }, Caller::anonymous());
    let proof = Authorized::<shop::Look, shop::Ports>::new(&ports, &caller);
    drop(proof);
}
