//! The native binary.

fn main() {}
