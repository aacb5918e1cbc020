//! How can the site be called that this binary builds, for those who look for it?

use contract::registry::RegistryError;
use knowledge::publication::Surfaces;

/// What documents may say of the served site: what this build of the product speaks, and no more.
///
/// # Errors
/// Where the capabilities contradict each other.
pub fn surfaces() -> Result<Surfaces, RegistryError> {
    Ok(Surfaces {
        http: cfg!(not(feature = "no-http")),
        #[cfg(not(feature = "no-mcp"))]
        mcp: Some(mcp::server()?),
        #[cfg(feature = "no-mcp")]
        mcp: None,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    })
}

#[cfg(not(feature = "no-mcp"))]
mod mcp {
    use contract::{
        caller::Caller,
        policy::{Decision, decide},
        registry::RegistryError,
    };
    use knowledge::publication::McpServer;
    use projections::mcp::Revision;

    pub(super) fn server() -> Result<McpServer, RegistryError> {
        let registry = catalog::capabilities()?;
        let rules = gateway::rules::rules();
        let public = Caller::anonymous();
        let listed =
            registry.contracts().filter(|it| decide(&public, it, &rules) != Decision::Refuse);
        let revisions = Revision::STATELESS.into_iter().chain(Revision::HANDSHAKE);
        Ok(McpServer {
            revisions: revisions.map(|it| it.as_str().to_owned()).collect(),
            name: "capstan".to_owned(),
            tools: listed.map(|it| (it.address.flat(), it.description.clone())).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::surfaces;

    #[test]
    fn what_is_said_is_what_is_spoken() {
        let surfaces = surfaces().unwrap();
        assert_eq!(surfaces.http, cfg!(not(feature = "no-http")));
        assert_eq!(surfaces.mcp.is_some(), cfg!(not(feature = "no-mcp")));
        let Some(server) = surfaces.mcp else { return };
        assert_eq!(server.revisions.first().map(String::as_str), Some("2026-07-28"));
        assert!(server.tools.iter().any(|(name, does)| name == "search" && !does.is_empty()));
    }
}
