//! How does a program that a model wrote become one that a sandbox may run?
//!
//! Invariant: nothing here runs a program, and no text of a program is ever spliced into the
//! harness: the two are separate modules.

pub mod diagnostic;
mod edit;
mod extract;
mod guard;
pub mod harness;
pub mod known;
mod literal;
mod parse;
mod place;
mod prepare;
mod rule;
mod shape;
mod splice;
pub mod tools;
mod typescript;
mod usage;

pub use diagnostic::{Diagnostic, Kind};
pub use place::{Place, Sent};
pub use prepare::{Prepared, RUN_NAMES, prepare};
pub use splice::SpliceTable;
pub use tools::{Misfit, MisfitKind, Tools, Warning};

#[cfg(test)]
mod tests;
