//! expect: E0080 evaluation panicked: a built-in name is lower case

use contract::address::Name;

const NAME: Name = Name::new("shop.Look");

fn main() {
    drop(NAME.address());
}
