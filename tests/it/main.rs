//! Does the product as a whole keep its word?

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod registry;
#[cfg(test)]
mod schemas;
#[cfg(test)]
mod stage;
