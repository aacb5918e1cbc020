//! How does somebody add a server to the client they use, and to the public list of servers?

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use crate::percent;

/// Characters of a description in the public list.
const DESCRIPTION_CHARACTERS_MAX: usize = 100;
/// The form of an entry of the public list.
const ENTRY_SCHEMA: &str =
    "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/// A server that answers at a URL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remote {
    /// What people call it.
    pub title: String,
    /// What is there, in a sentence.
    pub description: String,
    /// Its version.
    pub version: String,
    /// The endpoint, such as `https://docs.example.org/mcp`.
    url: String,
    host: String,
}

/// The text is no URL of an endpoint.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is not the URL of an endpoint: use a whole one, such as `https://docs.example.org/mcp`"
)]
pub struct NotAnEndpoint(String);

impl Remote {
    /// The server at a URL.
    ///
    /// # Errors
    /// Where the text is not `http` or `https`, a host and a path, of characters that need no
    /// escape anywhere.
    pub fn at(url: &str) -> Result<Remote, NotAnEndpoint> {
        let refused = || NotAnEndpoint(url.chars().take(200).collect());
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        let (host, path) = rest.and_then(|it| it.split_once('/')).ok_or_else(refused)?;
        let is_host = |it: u8| it.is_ascii_alphanumeric() || b"-.:[]".contains(&it);
        let is_path = |it: u8| it.is_ascii_alphanumeric() || b"-._~/".contains(&it);
        if host.is_empty() || !host.bytes().all(is_host) || !path.bytes().all(is_path) {
            return Err(refused());
        }
        Ok(Remote {
            title: host.to_owned(),
            description: format!("Search and read {host}."),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            url: url.to_owned(),
            host: host.to_owned(),
        })
    }

    /// A short name that every client takes: the host's, without what it cannot hold.
    pub fn name(&self) -> String {
        let host = self.host.strip_prefix("www.").unwrap_or(&self.host);
        let plain = host.replace(|it: char| !it.is_ascii_alphanumeric(), "-");
        plain.trim_matches('-').to_ascii_lowercase()
    }

    /// A link that adds it to Cursor.
    pub fn cursor_link(&self) -> String {
        let config = STANDARD.encode(json!({"url": self.url}).to_string());
        let (name, config) = (percent::encoded(&self.name()), percent::encoded(&config));
        format!("cursor://anysphere.cursor-deeplink/mcp/install?name={name}&config={config}")
    }

    /// A link that adds it to VS Code.
    pub fn vscode_link(&self) -> String {
        format!("vscode:mcp/install?{}", percent::encoded(&self.vscode_entry().to_string()))
    }

    fn vscode_entry(&self) -> Value {
        json!({"name": self.name(), "type": "http", "url": self.url})
    }

    /// Every way to add it, as Markdown.
    pub fn guide(&self) -> String {
        let Remote { title, url, .. } = self;
        let (name, cursor, vscode) = (self.name(), self.cursor_link(), self.vscode_link());
        let entry = self.vscode_entry();
        format!(
            "# Add {title} to a client\n\n\
             The server is `{url}`. It asks for no login.\n\n\
             ## Claude Code\n\n```sh\nclaude mcp add --transport http {name} {url}\n```\n\n\
             ## Claude\n\nSettings, Connectors, Add custom connector: paste the URL.\n\n\
             ## Cursor\n\n[Add to Cursor]({cursor}), or in `~/.cursor/mcp.json`:\n\n\
             ```json\n{cursor_file:#}\n```\n\n\
             ## VS Code\n\n[Add to VS Code]({vscode}), or:\n\n```sh\ncode --add-mcp '{entry}'\n```\n\n\
             ## Codex\n\n```sh\ncodex mcp add {name} --url {url}\n```\n\n\
             ## ChatGPT\n\nSettings, Apps & Connectors, Advanced settings: turn on Developer mode. Then \
             Create: paste the URL, and choose no authentication.\n",
            cursor_file = json!({"mcpServers": {name.as_str(): {"url": url}}}),
        )
    }

    /// `server.json`: its entry in the public list of servers, which the publisher of that list
    /// reads.
    pub fn entry(&self) -> Value {
        let host = self.host.split(':').next().unwrap_or_default();
        let reversed: Vec<&str> = host.rsplit('.').collect();
        let kept: String = self.description.chars().take(DESCRIPTION_CHARACTERS_MAX).collect();
        let scheme = if self.url.starts_with("https:") { "https" } else { "http" };
        json!({
            "$schema": ENTRY_SCHEMA,
            "name": format!("{}/pages", reversed.join(".")),
            "title": self.title,
            "description": kept,
            "version": self.version,
            "websiteUrl": format!("{scheme}://{}/", self.host),
            "remotes": [{"type": "streamable-http", "url": self.url}],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_told_to_each_client_in_its_own_words() {
        let remote = Remote::at("https://docs.example.org/mcp").unwrap();
        assert_eq!(remote.name(), "docs-example-org");
        assert_eq!(
            remote.cursor_link(),
            "cursor://anysphere.cursor-deeplink/mcp/install?name=docs-example-org&config=\
             eyJ1cmwiOiJodHRwczovL2RvY3MuZXhhbXBsZS5vcmcvbWNwIn0%3D"
        );
        assert_eq!(
            remote.vscode_link(),
            "vscode:mcp/install?%7B%22name%22%3A%22docs-example-org%22%2C%22type%22%3A%22http%22%2C\
             %22url%22%3A%22https%3A%2F%2Fdocs.example.org%2Fmcp%22%7D"
        );
        let guide = remote.guide();
        for words in [
            "claude mcp add --transport http docs-example-org https://docs.example.org/mcp",
            "codex mcp add docs-example-org --url https://docs.example.org/mcp",
            "code --add-mcp '{\"name\":\"docs-example-org\",\"type\":\"http\",\
             \"url\":\"https://docs.example.org/mcp\"}'",
        ] {
            assert!(guide.contains(words), "{words}");
        }
    }

    #[test]
    fn the_public_list_is_told_who_it_is() {
        let mut remote = Remote::at("https://docs.example.org/mcp").unwrap();
        remote.title = "Docs".to_owned();
        remote.description = "é".repeat(150);
        assert_eq!(
            remote.entry(),
            json!({
                "$schema":
                    "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
                "name": "org.example.docs/pages",
                "title": "Docs",
                "description": "é".repeat(100),
                "version": env!("CARGO_PKG_VERSION"),
                "websiteUrl": "https://docs.example.org/",
                "remotes": [{"type": "streamable-http", "url": "https://docs.example.org/mcp"}],
            })
        );
    }

    #[test]
    fn what_could_mean_something_else_in_a_shell_or_a_link_is_no_url() {
        for url in [
            "",
            "docs.example.org/mcp",
            "ftp://docs.example.org/mcp",
            "https://docs.example.org",
            "https:///mcp",
            "https://a b/mcp",
            "https://docs.example.org/mcp'; rm -rf ~",
            "https://docs.example.org/mcp?x=1",
            "https://docs.example.org/$(id)",
            "https://user@docs.example.org/mcp",
            "https://docs.example.org/mcp`",
        ] {
            assert!(Remote::at(url).is_err(), "{url}");
        }
        for (url, name) in [
            ("http://127.0.0.1:8787/mcp", "127-0-0-1-8787"),
            ("http://[::1]:8787/mcp", "1--8787"),
            ("https://www.Example.org/mcp/read", "example-org"),
        ] {
            assert_eq!(Remote::at(url).unwrap().name(), name, "{url}");
        }
    }
}
