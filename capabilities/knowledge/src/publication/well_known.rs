//! What do programs find below `/.well-known/`?

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{McpServer, Publication, Published, Skill, published};

/// Where the folder of assets holds what is served below `/.well-known/`.
pub const WELL_KNOWN: &str = "_/well-known/";
/// What stands in security.txt for the day on which it expires; whoever serves it puts one in its
/// place that is less than a year ahead.
pub const EXPIRY_MARKER: &str = "2000-01-01T00:00:00Z";

/// Characters of a server's description in its card.
const CARD_DESCRIPTION_CHARACTERS_MAX: usize = 100;
const SKILL_NAME_CHARACTERS_MAX: usize = 64;
const SKILL_DESCRIPTION_CHARACTERS_MAX: usize = 1024;
const SKILLS_SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

impl Publication<'_> {
    pub(super) fn well_known(&self) -> Vec<Published> {
        let mut documents = Vec::new();
        if let Some(catalog) = self.api_catalog() {
            documents.push(below("api-catalog", &catalog));
        }
        if let Some(server) = &self.surfaces.mcp {
            let card = self.server_card(server);
            documents.push(below("mcp/server-card", &card));
            let whole = self.older_card(server, card);
            for name in ["mcp/server-card.json", "mcp.json", "mcp-server-card.json"] {
                documents.push(below(name, &whole));
            }
            documents.push(below("ai-catalog.json", &self.ai_catalog(server)));
        }
        documents.extend(self.agent_skills());
        documents.extend(self.security());
        documents
    }

    /// RFC 9727: which APIs there are.
    fn api_catalog(&self) -> Option<Value> {
        let origin = self.origin();
        let mut linkset = Vec::new();
        if self.surfaces.http {
            linkset.push(json!({
                "anchor": format!("{origin}/api/"),
                "service-desc": [
                    {"href": format!("{origin}/openapi.json"), "type": "application/json"}
                ],
                "service-doc": [{"href": format!("{origin}/docs"), "type": "text/html"}],
            }));
        }
        if self.surfaces.mcp.is_some() {
            linkset.push(json!({
                "anchor": format!("{origin}/mcp"),
                "service-desc": [{
                    "href": format!("{origin}/mcp/server-card"),
                    "type": "application/mcp-server-card+json",
                }],
                "service-doc": [{"href": format!("{origin}/llms.txt"), "type": "text/plain"}],
            }));
        }
        (!linkset.is_empty()).then(|| json!({"linkset": linkset}))
    }

    /// The reverse of the host's name, and the server's.
    fn server_name(&self, server: &McpServer) -> String {
        let place = self.settings.base_url.as_deref().unwrap_or("http://localhost");
        let host = place.split_once("://").map_or(place, |(_, it)| it);
        let host = host.split([':', '/']).next().unwrap_or_default();
        let reversed: Vec<&str> = host.rsplit('.').filter(|it| !it.is_empty()).collect();
        format!("{}/{}", reversed.join("."), server.name)
    }

    fn description(&self) -> String {
        let said = self.settings.description.clone();
        let text = said.unwrap_or_else(|| format!("Search and read {}.", self.settings.title));
        if text.chars().count() <= CARD_DESCRIPTION_CHARACTERS_MAX {
            return text;
        }
        let kept: String = text.chars().take(CARD_DESCRIPTION_CHARACTERS_MAX - 1).collect();
        format!("{}…", kept.trim_end())
    }

    fn server_card(&self, server: &McpServer) -> Value {
        let origin = self.origin();
        json!({
            "$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
            "name": self.server_name(server),
            "title": self.settings.title,
            "description": self.description(),
            "version": self.surfaces.version,
            "websiteUrl": format!("{origin}/"),
            "remotes": [{
                "type": "streamable-http",
                "url": format!("{origin}/mcp"),
                "supportedProtocolVersions": server.revisions,
            }],
        })
    }

    /// What was published at older paths under older names, with what is published now.
    fn older_card(&self, server: &McpServer, card: Value) -> Value {
        let endpoint = format!("{}/mcp", self.origin());
        let tools =
            server.tools.iter().map(|(name, does)| json!({"name": name, "description": does}));
        let mut whole = card;
        if let Value::Object(members) = &mut whole {
            let newest = server.revisions.first().cloned().unwrap_or_default();
            let more = json!({
                "protocolVersion": newest,
                "protocolVersions": server.revisions,
                "serverInfo": {
                    "name": server.name,
                    "title": self.settings.title,
                    "version": self.surfaces.version,
                },
                "transport": {"type": "streamable-http", "endpoint": endpoint, "url": endpoint},
                "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
                "authentication": {"required": false},
                "tools": tools.collect::<Vec<_>>(),
            });
            if let Value::Object(more) = more {
                members.extend(more);
            }
        }
        whole
    }

    fn ai_catalog(&self, server: &McpServer) -> Value {
        let origin = self.origin();
        let media_type = "application/mcp-server-card+json";
        json!({
            "specVersion": "1.0",
            "host": {"displayName": self.settings.title, "identifier": origin},
            "entries": [{
                "identifier": format!("urn:air:{}", self.server_name(server).replace('/', ":")),
                "displayName": self.settings.title,
                "description": self.description(),
                "version": self.surfaces.version,
                "type": media_type,
                "mediaType": media_type,
                "url": format!("{origin}/mcp/server-card"),
            }],
        })
    }

    /// The index of the skills and their files, with the digest of each file.
    fn agent_skills(&self) -> Vec<Published> {
        let skills: Vec<&Skill> = self.skills.iter().filter(|it| is_publishable(it)).collect();
        if skills.is_empty() {
            return Vec::new();
        }
        let listed: Vec<Value> = skills
            .iter()
            .map(|it| {
                json!({
                    "name": it.name,
                    "type": "skill-md",
                    "description": it.description,
                    "url": format!("/.well-known/agent-skills/{}/SKILL.md", it.name),
                    "digest": format!("sha256:{}", hex_of(&it.bytes)),
                })
            })
            .collect();
        let index = json!({"$schema": SKILLS_SCHEMA, "skills": listed});
        let mut documents = vec![below("agent-skills/index.json", &index)];
        documents.extend(skills.into_iter().map(|it| {
            let path = format!("{WELL_KNOWN}agent-skills/{}/SKILL.md", it.name);
            published(path, it.bytes.clone())
        }));
        documents
    }

    /// RFC 9116, where somebody answers for the site.
    fn security(&self) -> Option<Published> {
        let contact = self.settings.contact.as_deref().filter(|it| !it.contains(['\n', '\r']))?;
        let canonical = format!("{}/.well-known/security.txt", self.origin());
        let text = format!(
            "Contact: {contact}\nExpires: {EXPIRY_MARKER}\nPreferred-Languages: {}\n\
             Canonical: {canonical}\n",
            self.settings.language
        );
        Some(published(format!("{WELL_KNOWN}security.txt"), text))
    }
}

/// Whether the index may list a skill: clients refuse other names and longer descriptions.
fn is_publishable(skill: &Skill) -> bool {
    let name = skill.name.as_bytes();
    let is_plain = |it: &u8| it.is_ascii_lowercase() || it.is_ascii_digit() || *it == b'-';
    let is_name = !name.is_empty()
        && name.len() <= SKILL_NAME_CHARACTERS_MAX
        && name.iter().all(is_plain)
        && !skill.name.starts_with('-')
        && !skill.name.ends_with('-')
        && !skill.name.contains("--");
    let length = skill.description.chars().count();
    is_name && (1..=SKILL_DESCRIPTION_CHARACTERS_MAX).contains(&length)
}

fn hex_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|it| format!("{it:02x}")).collect()
}

fn below(name: &str, document: &Value) -> Published {
    published(format!("{WELL_KNOWN}{name}"), format!("{document:#}\n"))
}
