//! Which capabilities there are: an ordered list without doubt about any name.

use std::collections::BTreeMap;

use crate::{
    address::{self, Address},
    capability::Capability,
    contract::{Contract, ContractError},
    handler::{Described, Handler, Typed},
};

pub use crate::handler::DescribedHandler;

/// One capability: its promise and what runs it.
pub struct Entry<P> {
    contract: Contract,
    pub(crate) handler: Box<dyn Handler<P>>,
}

impl<P: 'static> Entry<P> {
    /// A typed capability.
    ///
    /// # Errors
    /// Where its types break the contract's rules.
    pub fn typed<C: Capability<P>>() -> Result<Entry<P>, RegistryError> {
        let contract = Contract::of::<C, P>()
            .map_err(|error| RegistryError::Contract { address: C::NAME.address(), error })?;
        Ok(Entry { contract, handler: Box::new(Typed::<C>::new()) })
    }

    /// A capability described by JSON schemas alone.
    ///
    /// # Errors
    /// Where the description breaks the contract's rules.
    pub fn described(
        contract: Contract,
        handler: impl DescribedHandler<P> + 'static,
    ) -> Result<Entry<P>, RegistryError> {
        if let Err(error) = contract.vet() {
            return Err(RegistryError::Contract { address: contract.address, error });
        }
        Ok(Entry { contract, handler: Box::new(Described(Box::new(handler))) })
    }

    /// What it promises.
    pub fn contract(&self) -> &Contract {
        &self.contract
    }
}

/// The ordered list of capabilities.
///
/// Invariant: addresses and flat names are unique, no address encloses another, and no segment is
/// a reserved word.
pub struct Registry<P> {
    entries: Vec<Entry<P>>,
    by_address: BTreeMap<Address, usize>,
    by_flat_name: BTreeMap<String, usize>,
}

/// Why a list of capabilities is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RegistryError {
    /// Two capabilities have one address.
    #[error("`{0}` is declared twice")]
    Duplicate(Address),
    /// One address is a namespace of the other.
    #[error("`{outer}` cannot be both a capability and the namespace of `{inner}`")]
    Enclosed {
        /// The shorter address.
        outer: Address,
        /// The longer one.
        inner: Address,
    },
    /// Two addresses become the same flat name.
    #[error("`{first}` and `{second}` both become `{flat}` where there are no namespaces")]
    SameFlatName {
        /// The earlier address.
        first: Address,
        /// The later one.
        second: Address,
        /// What both become.
        flat: String,
    },
    /// A segment is a word that programs or the command line need.
    #[error("`{address}` uses the reserved word `{word}`")]
    Reserved {
        /// The address.
        address: Address,
        /// The word.
        word: String,
    },
    /// A next action names something that does not exist.
    #[error("`{address}` names `{next}` as next, and there is no such capability")]
    UnknownNext {
        /// The address.
        address: Address,
        /// What it names.
        next: Address,
    },
    /// A contract breaks the rules.
    #[error("`{address}`: {error}")]
    Contract {
        /// The address.
        address: Address,
        /// What is wrong.
        error: ContractError,
    },
}

impl<P: 'static> Registry<P> {
    /// Takes the list, in the order in which surfaces show it.
    ///
    /// # Errors
    /// The first rule that is broken, naming both sides.
    pub fn new(entries: Vec<Entry<P>>) -> Result<Registry<P>, RegistryError> {
        let mut by_address: BTreeMap<Address, usize> = BTreeMap::new();
        let mut by_flat_name: BTreeMap<String, usize> = BTreeMap::new();
        for (index, entry) in entries.iter().enumerate() {
            let address = &entry.contract.address;
            refuse_reserved(address)?;
            if by_address.insert(address.clone(), index).is_some() {
                return Err(RegistryError::Duplicate(address.clone()));
            }
        }
        // Sorted by text, an enclosed address does not always follow its namespace directly
        // (`a`, `a0`, `a.b`), so each proper prefix is looked up.
        for inner in by_address.keys() {
            let dots = inner.as_str().match_indices('.').map(|(at, _)| &inner.as_str()[..at]);
            for prefix in dots.filter_map(|it| Address::parse(it).ok()) {
                if by_address.contains_key(&prefix) {
                    return Err(RegistryError::Enclosed { outer: prefix, inner: inner.clone() });
                }
            }
        }
        for (index, entry) in entries.iter().enumerate() {
            let address = &entry.contract.address;
            let flat = address.flat();
            if let Some(first) = by_flat_name.insert(flat.clone(), index) {
                let first = entries[first].contract.address.clone();
                return Err(RegistryError::SameFlatName { first, second: address.clone(), flat });
            }
            for next in &entry.contract.next {
                if !by_address.contains_key(next) {
                    let (address, next) = (address.clone(), next.clone());
                    return Err(RegistryError::UnknownNext { address, next });
                }
            }
        }
        Ok(Registry { entries, by_address, by_flat_name })
    }

    /// The capability at an address.
    pub fn get(&self, address: &str) -> Option<&Entry<P>> {
        let index = self.by_address.get(&Address::parse(address).ok()?)?;
        self.entries.get(*index)
    }

    /// The capability with a flat name. The table is the only way back from one.
    pub fn by_flat_name(&self, flat: &str) -> Option<&Entry<P>> {
        self.entries.get(*self.by_flat_name.get(flat)?)
    }

    /// Every contract, in order.
    pub fn contracts(&self) -> impl Iterator<Item = &Contract> {
        self.entries.iter().map(|it| &it.contract)
    }
}

fn refuse_reserved(address: &Address) -> Result<(), RegistryError> {
    let first =
        address.segments().next().filter(|it| address::RESERVED_FIRST_SEGMENTS.contains(it));
    let any = address.segments().find(|it| address::RESERVED_SEGMENTS.contains(it));
    match first.or(any) {
        Some(word) => {
            Err(RegistryError::Reserved { address: address.clone(), word: word.to_owned() })
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
