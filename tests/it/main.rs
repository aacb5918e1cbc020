//! Does the product as a whole keep its word?

#[cfg(test)]
#[cfg(not(feature = "no-cli"))]
mod command_line;
#[cfg(test)]
#[cfg(not(any(feature = "no-http", feature = "no-mcp", feature = "no-rpc", feature = "no-cli")))]
mod content;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod documents;
#[cfg(test)]
mod fence;
#[cfg(test)]
mod hostile;
#[cfg(test)]
#[cfg(feature = "fixtures")]
mod parity;
#[cfg(test)]
mod registry;
#[cfg(test)]
#[cfg(not(feature = "no-mcp"))]
mod rmcp_client;
#[cfg(test)]
mod schemas;
#[cfg(test)]
mod sources;
#[cfg(test)]
mod stage;
#[cfg(test)]
mod tidy;
#[cfg(test)]
mod ui;
