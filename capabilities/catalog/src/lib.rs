//! What the product can do: a folder per domain, a file per capability.

#[cfg(feature = "fixtures")]
pub mod fixture;
pub mod knowledge;
pub mod ports;

pub use ports::Ports;

use contract::registry::{Entry, Registry, RegistryError};

use knowledge::{
    backlinks::Backlinks, mentions::Mentions, neighbors::Neighbors, path::Path, read::Read,
    search::SearchPages,
};

/// Every capability, in the order in which surfaces show them.
///
/// # Errors
/// Where the list breaks a rule of the registry.
pub fn capabilities() -> Result<Registry<Ports>, RegistryError> {
    let entries = vec![
        Entry::typed::<SearchPages>()?,
        Entry::typed::<Read>()?,
        Entry::typed::<Backlinks>()?,
        Entry::typed::<Neighbors>()?,
        Entry::typed::<Mentions>()?,
        Entry::typed::<Path>()?,
    ];
    #[cfg(feature = "fixtures")]
    let entries = entries.into_iter().chain(fixture::entries()?).collect();
    Registry::new(entries)
}
