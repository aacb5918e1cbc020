//! What do tests call to see every kind of field, outcome and contract on every surface?
//!
//! Built with the feature `fixtures` alone; no product holds them.

pub mod approve;
pub mod erase;
pub mod fail;
pub mod fields;
pub mod long_name;
pub mod runs;
pub mod scoped;
pub mod steps;
pub mod twin;

use std::cell::Cell;

use contract::registry::{Entry, RegistryError};

use crate::Ports;

/// Every fixture, in the order in which surfaces show them.
///
/// # Errors
/// Where one breaks the contract's rules.
pub fn entries() -> Result<Vec<Entry<Ports>>, RegistryError> {
    Ok(vec![
        Entry::typed::<approve::Approve>()?,
        Entry::typed::<erase::Erase>()?,
        Entry::typed::<fields::Fields>()?,
        Entry::typed::<fail::Fail>()?,
        Entry::typed::<runs::Runs>()?,
        Entry::typed::<scoped::Scoped>()?,
        Entry::typed::<steps::Steps>()?,
        Entry::typed::<long_name::LongName>()?,
        Entry::typed::<twin::typed::Typed>()?,
        Entry::described(twin::described::contract()?, twin::described::Described)?,
    ])
}

thread_local! {
    // The engine stays on one thread, so this counts one process, and in a test one test.
    static RUNS: Cell<u64> = const { Cell::new(0) };
}

/// One handler of a fixture ran.
fn ran() {
    RUNS.set(RUNS.get().saturating_add(1));
}

/// How many handlers of fixtures ran on this thread, [`runs::Runs`] aside.
pub fn count() -> u64 {
    RUNS.get()
}
