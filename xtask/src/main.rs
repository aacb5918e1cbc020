//! The commands that build, test and serve the product.

fn main() {}
