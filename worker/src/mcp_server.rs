//! What this site says of itself to MCP clients.

use contract::contract::Contract;
use projections::{
    access::Access,
    mcp::{Identity, Server},
};

/// What the models that connect are told first.
const INSTRUCTIONS: &str = "This site is a library of pages. Start with `search` for a question or \
                            a name, then `read` a match by its id and anchor. Every answer may \
                            name what to call next, and an error says how to mend the call.";

/// A server for these capabilities, for every surface of this process that speaks MCP.
pub fn mcp_server<'c>(
    title: &str,
    access: Access,
    contracts: impl IntoIterator<Item = &'c Contract>,
) -> Server {
    let identity = Identity {
        name: "capstan".to_owned(),
        title: title.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        description: Some("Search and read this site's pages.".to_owned()),
        website: None,
    };
    Server::new(&identity, INSTRUCTIONS, access, contracts)
}
