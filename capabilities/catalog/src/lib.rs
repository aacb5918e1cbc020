//! What the product can do: a folder per domain, a file per capability.

pub mod knowledge;
pub mod ports;

pub use ports::Ports;

use contract::registry::{Entry, Registry, RegistryError};

use knowledge::{read::Read, search::SearchPages};

/// Every capability, in the order in which surfaces show them.
///
/// # Errors
/// Where the list breaks a rule of the registry.
pub fn capabilities() -> Result<Registry<Ports>, RegistryError> {
    Registry::new(vec![Entry::typed::<SearchPages>()?, Entry::typed::<Read>()?])
}
