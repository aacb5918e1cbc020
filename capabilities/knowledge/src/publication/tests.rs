//! Which documents does a site publish beside its pages?

use serde_json::{Value, json};

use super::*;
use crate::{outline::Heading, page::PageKind, settings::Signals};

fn view(id: &str, title: &str) -> PageView {
    PageView {
        id: id.to_owned(),
        route: if id == "index" { "/".to_owned() } else { format!("/{id}") },
        kind: PageKind::Page,
        title: title.to_owned(),
        description: None,
        tags: Vec::new(),
        updated: None,
        change: None,
        outline: vec![Heading { level: 1, title: title.to_owned(), anchor: "a".to_owned() }],
        trail: Vec::new(),
        previous: None,
        next: None,
        navigation: Vec::new(),
        sources: Vec::new(),
        linked_from: Vec::new(),
        mentioned_in: Vec::new(),
        links_to: Vec::new(),
    }
}

fn change(commit: char, date: &str, subject: &str) -> Option<Change> {
    let commit = commit.to_string().repeat(40);
    Some(Change { commit, date: date.to_owned(), subject: subject.to_owned(), url: None })
}

/// A site of four pages, as a test may change it.
struct Stage {
    settings: Settings,
    views: Vec<PageView>,
    names: Vec<String>,
    skills: Vec<Skill>,
    surfaces: Surfaces,
    moved: BTreeMap<String, String>,
}

impl Stage {
    fn new() -> Stage {
        let mut home = view("index", "Home & more");
        home.description = Some("Where to *start*".to_owned());
        home.change = change('b', "2026-02-01", "Say <more>");
        let mut chapter = view("Ch-04", "Ownership");
        chapter.updated = Some("2026-01-31T10:00:00Z".to_owned());
        let mut part = view("ch-04-01", "What it is");
        part.trail = vec![PageRef { title: "Ownership".to_owned(), route: "/Ch-04".to_owned() }];
        part.updated = Some("last week".to_owned());
        let folder = view("guide/README", "Guide");
        let settings = Settings {
            title: "Shop [of] things".to_owned(),
            base_url: Some("https://docs.example.org".to_owned()),
            ..Settings::default()
        };
        let mcp = McpServer {
            revisions: vec!["2026-07-28".to_owned(), "2025-11-25".to_owned()],
            name: "shop".to_owned(),
            tools: vec![("search".to_owned(), "Finds pages.".to_owned())],
        };
        Stage {
            settings,
            views: vec![home, chapter, part, folder],
            names: vec!["Owner rules".to_owned(), "/old/ownership.html".to_owned()],
            skills: Vec::new(),
            surfaces: Surfaces { http: true, mcp: Some(mcp), version: "1.2.3".to_owned() },
            moved: BTreeMap::new(),
        }
    }

    fn listed(&self) -> Vec<Listed<'_>> {
        let names = |view: &PageView| if view.id == "Ch-04" { self.names.as_slice() } else { &[] };
        self.views.iter().map(|view| Listed { view, names: names(view) }).collect()
    }

    fn with<T>(&self, ask: impl FnOnce(&Publication<'_>) -> T) -> T {
        let pages = self.listed();
        let markdown_of =
            |id: &str| Some(format!("> For agents: see [/llms.txt](/llms.txt).\n\n# Page {id}\n"));
        ask(&Publication {
            settings: &self.settings,
            pages: &pages,
            skills: &self.skills,
            moved: &self.moved,
            surfaces: &self.surfaces,
            markdown_of: &markdown_of,
        })
    }

    fn documents(&self) -> BTreeMap<String, String> {
        let documents = self.with(|it| it.documents());
        let text = |it: Vec<u8>| String::from_utf8(it).unwrap();
        documents.into_iter().map(|it| (it.path, text(it.bytes))).collect()
    }

    fn json(&self, path: &str) -> Value {
        serde_json::from_str(&self.documents()[path]).unwrap()
    }
}

#[test]
fn the_guide_lists_every_page_under_its_section() {
    let mut stage = Stage::new();
    stage.views.insert(1, view("glossary", "Words"));
    let expected = "\
# Shop \\[of\\] things

> Shop \\[of\\] things, in 5 pages.

Every page answers with Markdown, and with HTML where `Accept` asks for `text/html`; its path \
with `.md` is always Markdown. To find something, GET \
`https://docs.example.org/api/search?query=…`; to read a page or one of its sections, GET \
`https://docs.example.org/api/read?page=…`. The same is offered over MCP (streamable HTTP, no \
sign-in) at `https://docs.example.org/mcp`.

The pages stand in one file, up to a bound, at `https://docs.example.org/llms-full.txt`, and with \
the day of their last change in `https://docs.example.org/sitemap.xml`. \
`https://docs.example.org/feed.xml` is an Atom feed of changes. \
`https://docs.example.org/openapi.json` says what can be called.

## Pages

- [Home \\& more](https://docs.example.org/index.md): Where to \\*start\\*

## Ownership

- [Ownership](https://docs.example.org/Ch-04.md)
- [What it is](https://docs.example.org/ch-04-01.md)

## Guide

- [Guide](https://docs.example.org/guide/README.md)

## Optional

- [Words](https://docs.example.org/glossary.md)
";
    assert_eq!(stage.documents()["llms.txt"], expected);
}

#[test]
fn a_guide_of_many_pages_stays_short_and_says_so() {
    let mut stage = Stage::new();
    for chapter in 0..60 {
        let head = format!("c{chapter}");
        stage.views.push(view(&head, &head));
        for part in 0..50 {
            let mut page = view(&format!("{head}-{part}"), "A title of some length");
            page.trail = vec![PageRef { title: head.clone(), route: format!("/{head}") }];
            stage.views.push(page);
        }
    }
    let guide = &stage.documents()["llms.txt"];
    assert!(guide.chars().count() <= 50_000, "{}", guide.len());
    assert!(guide.contains("(https://docs.example.org/c59.md)"), "{guide}");
    assert!(
        guide.contains("the first page is listed, and 3001 pages are not. The pages stand in"),
        "{guide}"
    );
}

#[test]
fn the_whole_text_is_bounded_and_says_what_it_left_out() {
    let stage = Stage::new();
    let whole = &stage.documents()["llms-full.txt"];
    assert!(whole.contains("<https://docs.example.org/Ch-04>\n\n# Page Ch-04\n"), "{whole}");
    assert!(!whole.contains("For agents"), "{whole}");
    let pages = stage.listed();
    let large = |_: &str| Some("x".repeat(3 * 1024 * 1024));
    let whole = stage.with(|it| {
        let bounded = Publication { markdown_of: &large, pages: &pages, ..*it };
        String::from_utf8(bounded.whole_text().bytes).unwrap()
    });
    assert!(whole.len() < 4 * 1024 * 1024);
    let end = "3 more pages follow, from <https://docs.example.org/Ch-04.md> on. \
               <https://docs.example.org/sitemap.xml> lists every page.\n";
    assert!(whole.ends_with(end), "{}", &whole[whole.len() - 300..]);
}

#[test]
fn robots_are_told_what_the_signals_say() {
    let mut stage = Stage::new();
    let robots = stage.documents()["robots.txt"].clone();
    let first = "User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=yes\nAllow: /\n";
    assert!(robots.starts_with(first), "{robots}");
    assert!(robots.ends_with("\n\nSitemap: https://docs.example.org/sitemap.xml\n"), "{robots}");
    for agent in ["GPTBot", "ClaudeBot", "PerplexityBot", "Google-Extended", "CCBot"] {
        assert!(robots.contains(&format!("\nUser-agent: {agent}\n")), "{agent}");
    }
    assert!(!robots.contains("Disallow"));
    stage.settings.signals = Signals { search: true, ai_input: true, ai_train: false };
    let robots = stage.documents()["robots.txt"].clone();
    let groups: Vec<&str> = robots.split("\n\n").collect();
    for group in &groups[..4] {
        assert_eq!(group.contains("GPTBot"), group.contains("Disallow: /"), "{group}");
        assert!(group.contains("Content-Signal: search=yes, ai-input=yes, ai-train=no"), "{group}");
    }
}

#[test]
fn the_sitemap_lists_each_page_once_and_splits_where_it_must() {
    let stage = Stage::new();
    let expected = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">
<url><loc>https://docs.example.org/</loc><lastmod>2026-02-01</lastmod></url>
<url><loc>https://docs.example.org/Ch-04</loc><lastmod>2026-01-31</lastmod></url>
<url><loc>https://docs.example.org/ch-04-01</loc></url>
<url><loc>https://docs.example.org/guide/README</loc></url>
</urlset>
";
    assert_eq!(stage.documents()["sitemap.xml"], expected);
    let split = stage.with(|it| it.sitemaps_of(3));
    let paths: Vec<&str> = split.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(paths, ["sitemap-1.xml", "sitemap-2.xml", "sitemap.xml"]);
    let text = |index: usize| String::from_utf8_lossy(&split[index].bytes).into_owned();
    assert_eq!((text(0).matches("<url>").count(), text(1).matches("<url>").count()), (3, 1));
    assert!(text(2).contains("<loc>https://docs.example.org/sitemap-2.xml</loc>"), "{}", text(2));
}

#[test]
fn the_feed_tells_the_newest_change_first() {
    let mut stage = Stage::new();
    let feed = stage.documents()["feed.xml"].clone();
    let ids: Vec<&str> = feed.lines().filter(|it| it.starts_with("<id>")).collect();
    assert_eq!(
        ids,
        [
            "<id>https://docs.example.org/feed.xml</id>".to_owned(),
            format!("<id>https://docs.example.org/#changed-{}</id>", "b".repeat(40)),
            "<id>https://docs.example.org/Ch-04#changed-2026-01-31</id>".to_owned(),
        ]
    );
    assert!(feed.contains("<summary>Say &lt;more&gt;</summary>"), "{feed}");
    assert!(feed.contains("<updated>2026-02-01T00:00:00Z</updated>\n<author>"), "{feed}");
    for view in &mut stage.views {
        (view.change, view.updated) = (None, None);
    }
    let feed = stage.documents()["feed.xml"].clone();
    assert!(feed.contains("<updated>1970-01-01T00:00:00Z</updated>"), "{feed}");
    assert!(!feed.contains("<entry>") && !stage.documents()["llms.txt"].contains("feed.xml"));
    assert_eq!(stage.json("_/site.json")["hasFeed"], json!(false));
}

#[test]
fn other_paths_lead_to_the_page() {
    let mut stage = Stage::new();
    stage.moved = BTreeMap::from([("/before/".to_owned(), "/Ch-04".to_owned())]);
    let mut cafe = view("caf\u{e9}", "Coffee");
    cafe.route = "/caf%C3%A9".to_owned();
    stage.views.push(cafe);
    assert_eq!(
        stage.json("_/redirects.json"),
        json!({
            "before": "/Ch-04",
            "cafe\u{301}": "/caf%C3%A9",
            "ch-04": "/Ch-04",
            "guide": "/guide/README",
            "guide/index": "/guide/README",
            "guide/readme": "/guide/README",
            "old/ownership": "/Ch-04",
            "owner rules": "/Ch-04",
            "owner-rules": "/Ch-04",
            "readme": "/",
        })
    );
}

#[test]
fn only_what_is_spoken_is_advertised() {
    let mut stage = Stage::new();
    let catalog = stage.json("_/well-known/api-catalog");
    assert_eq!(catalog["linkset"][0]["anchor"], json!("https://docs.example.org/api/"));
    assert_eq!(
        catalog["linkset"][0]["service-desc"][0]["href"],
        json!("https://docs.example.org/openapi.json")
    );
    let card = stage.json("_/well-known/mcp/server-card");
    assert_eq!(card["name"], json!("org.example.docs/shop"));
    assert_eq!(card["remotes"][0]["url"], json!("https://docs.example.org/mcp"));
    assert!(card.get("tools").is_none());
    let whole = stage.json("_/well-known/mcp.json");
    assert_eq!(whole["protocolVersion"], json!("2026-07-28"));
    assert_eq!(whole["transport"]["endpoint"], json!("https://docs.example.org/mcp"));
    assert_eq!(whole["tools"][0]["name"], json!("search"));
    assert_eq!(stage.json("_/well-known/mcp/server-card.json"), whole);
    let entry = &stage.json("_/well-known/ai-catalog.json")["entries"][0];
    assert_eq!(entry["url"], json!("https://docs.example.org/mcp/server-card"));
    assert_eq!(entry["type"], entry["mediaType"]);

    stage.surfaces = Surfaces { http: true, mcp: None, version: "1.2.3".to_owned() };
    for (path, text) in stage.documents() {
        assert!(!text.to_lowercase().contains("mcp"), "{path}: {text}");
    }
    stage.surfaces = Surfaces::default();
    for (path, text) in stage.documents() {
        let said = ["openapi", "/api/", "/docs\"", "skills"].iter().any(|it| text.contains(it));
        assert!(!said && !path.contains("well-known"), "{path}: {text}");
    }
}

#[test]
fn skills_are_listed_with_the_digest_of_their_file() {
    let mut stage = Stage::new();
    let skill = |name: &str| Skill {
        name: name.to_owned(),
        description: "When asked.".to_owned(),
        bytes: b"abc".to_vec(),
    };
    stage.skills = vec![skill("read-it"), skill("Not A Name"), skill("-no"), skill("a--b")];
    let index = stage.json("_/well-known/agent-skills/index.json");
    // The digest is the published test vector of SHA-256 for `abc`.
    assert_eq!(
        index,
        json!({
            "$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
            "skills": [{
                "name": "read-it",
                "type": "skill-md",
                "description": "When asked.",
                "url": "/.well-known/agent-skills/read-it/SKILL.md",
                "digest":
                    "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            }],
        })
    );
    assert_eq!(stage.documents()["_/well-known/agent-skills/read-it/SKILL.md"], "abc");
}

#[test]
fn somebody_answers_for_the_site_or_nobody_is_named() {
    let mut stage = Stage::new();
    assert!(!stage.documents().contains_key("_/well-known/security.txt"));
    stage.settings.contact = Some("mailto:a@example.org".to_owned());
    stage.settings.base_url = None;
    assert_eq!(
        stage.documents()["_/well-known/security.txt"],
        "Contact: mailto:a@example.org\nExpires: 2000-01-01T00:00:00Z\nPreferred-Languages: en\n\
         Canonical: https://origin.invalid/.well-known/security.txt\n"
    );
}

#[test]
fn the_facts_say_what_a_request_needs() {
    assert_eq!(
        Stage::new().json("_/site.json"),
        json!({
            "title": "Shop [of] things",
            "description": null,
            "baseUrl": "https://docs.example.org",
            "language": "en",
            "contentSignal": "search=yes, ai-input=yes, ai-train=yes",
            "home": "index",
            "hasFeed": true,
        })
    );
}

#[test]
fn a_glossary_and_a_change_log_are_made_where_nobody_wrote_one() {
    let mut stage = Stage::new();
    stage.views[1].change = change('a', "2026-02-01", "Say <more>");
    stage.views[3].change = change('b', "2026-02-01", "Say <more>");
    let pages = generated::pages_of(&stage.listed());
    let bodies: Vec<&str> = pages.iter().map(|it| it.body.as_str()).collect();
    let glossary = "\
# Glossary

## G

- [Guide](/guide/README)

## H

- [Home \\& more](/): Where to \\*start\\*

## O

- [Owner rules](/Ch-04): see Ownership
- [Ownership](/Ch-04)

## W

- [What it is](/ch-04-01)
";
    let changes = "\
# Changes

## 2026-02-01

- `bbbbbbbbbb` Say \\<more>: [Guide](/guide/README), [Home \\& more](/)
- `aaaaaaaaaa` Say \\<more>: [Ownership](/Ch-04)
";
    assert_eq!(bodies, [glossary, changes]);
    stage.views.push(view("Glossary", "Words"));
    stage.views.push(view("changes", "News"));
    assert_eq!(generated::pages_of(&stage.listed()), []);
}

#[test]
fn a_page_cannot_stand_where_the_product_answers() {
    let taken = ["mcp", "mcp/server-card", "rpc", "docs", "api/x", "_/x", ".well-known/x"];
    let free = ["api", "mcp/x", "docs/x", "search", "a/mcp", "index", "openapi"];
    assert!(taken.iter().all(|it| is_taken(it)));
    assert!(!free.iter().any(|it| is_taken(it)));
}
