//! In which form is a page answered, and what says so?

use super::stage::{Answer, local, stage};
use super::*;

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const MARKDOWN: &str = "text/markdown; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";
const PLAIN: &str = "text/plain; charset=utf-8";

fn get(target: &str, accept: &str) -> Answer {
    let headers = [("accept", accept)];
    local().ask("GET", target, if accept.is_empty() { &[] } else { &headers }, "")
}

#[test]
fn a_page_has_the_form_that_is_wanted() {
    let table = [
        ("/", "", MARKDOWN, "# Home"),
        ("/", "*/*", MARKDOWN, "# Home"),
        ("/", BROWSER, HTML, "<h1>Home</h1>"),
        ("/", "text/plain", PLAIN, "# Home"),
        ("/guide/README", "text/html", HTML, "<h1>Guide</h1>"),
        ("/guide/README.md", "text/html", MARKDOWN, "# Guide"),
        ("/index.md", BROWSER, MARKDOWN, "# Home"),
        ("/a%20b", "text/markdown", MARKDOWN, "# Spaced http://localhost/x"),
        ("/%61%20b", "", MARKDOWN, "# Spaced http://localhost/x"),
        ("/llms.txt", BROWSER, PLAIN, "http://localhost/index.md"),
        ("/own.html", BROWSER, HTML, "<script>run()</script>"),
    ];
    for (target, accept, media_type, body) in table {
        let answer = get(target, accept);
        assert_eq!((answer.status, answer.body.as_str()), (200, body), "{target} {accept}");
        assert_eq!(answer.header("content-type"), media_type, "{target} {accept}");
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        let is_negotiated = !target.contains('.');
        assert_eq!(answer.header("vary") == "Accept", is_negotiated, "{target}");
        assert_eq!(answer.header("content-signal"), "search=yes", "{target}");
    }
}

#[test]
fn each_form_has_its_own_validator_and_repeats_what_it_says() {
    let stage = local();
    let mut etags: Vec<String> = Vec::new();
    for (accept, end) in [("*/*", "-md\""), (BROWSER, "-html\""), ("text/plain", "-txt\"")] {
        let first = stage.ask("GET", "/", &[("accept", accept)], "");
        let etag = first.header("etag").to_owned();
        assert!(etag.starts_with('"') && etag.ends_with(end), "{etag}");
        for held in [etag.clone(), format!("W/{etag}"), format!("\"x\", {etag}"), "*".to_owned()] {
            let headers = [("accept", accept), ("if-none-match", held.as_str())];
            let again = stage.ask("GET", "/", &headers, "");
            assert_eq!((again.status, again.body.as_str()), (304, ""), "{held}");
            for name in ["etag", "vary", "cache-control", "link", "content-signal"] {
                assert_eq!(again.header(name), first.header(name), "{name}");
                assert!(!again.header(name).is_empty(), "{name}");
            }
        }
        for other in &etags {
            let headers = [("accept", accept), ("if-none-match", other.as_str())];
            assert_eq!(stage.ask("GET", "/", &headers, "").status, 200, "{other}");
        }
        etags.push(etag);
    }
}

#[test]
fn a_page_says_where_it_leads() {
    let markdown = get("/a%20b", "*/*");
    let links = markdown.header("link");
    assert!(links.starts_with("</a%20b>; rel=\"alternate\"; type=\"text/html\", "), "{links}");
    assert!(links.contains("</llms.txt>; rel=\"describedby\"; type=\"text/plain\""), "{links}");
    assert!(links.contains("</feed.xml>; rel=\"alternate\""), "{links}");
    let is_http = !cfg!(feature = "no-http");
    assert_eq!(links.contains("</openapi.json>; rel=\"service-desc\""), is_http, "{links}");
    assert_eq!(links.contains("</docs>; rel=\"service-doc\""), is_http, "{links}");
    assert!(links.contains("</.well-known/api-catalog>; rel=\"api-catalog\""), "{links}");
    assert_eq!(markdown.header("content-language"), "de");
    assert_eq!(markdown.header("x-markdown-tokens"), "7");
    let html = get("/a%20b", BROWSER);
    let alternate = "</a%20b.md>; rel=\"alternate\"; type=\"text/markdown\"";
    assert!(html.header("link").starts_with(alternate), "{}", html.header("link"));
    assert_eq!(html.header("x-markdown-tokens"), "");
    let home = get("/", BROWSER);
    assert!(home.header("link").starts_with("</index.md>; rel=\"alternate\""));
    let suffixed = get("/a%20b.md", BROWSER);
    assert!(suffixed.header("link").starts_with("</a%20b>; rel=\"canonical\""));
}

#[test]
fn other_paths_of_a_page_lead_to_its_own() {
    let table = [
        ("/index", "/"),
        ("/index.html", "/"),
        ("/INDEX", "/"),
        ("/guide", "/guide/README"),
        ("/guide/", "/guide/README"),
        ("/guide/README/", "/guide/README"),
        ("/guide/README.html", "/guide/README"),
        ("/Guide", "/guide/README"),
        ("/guide.md", "/guide/README.md"),
        ("/A%20B", "/a%20b"),
        ("/A%20B.md", "/a%20b.md"),
        ("/a%20b/index", "/a%20b"),
        ("/a%20b/index.md", "/a%20b.md"),
        ("/a%20b/README.html", "/a%20b"),
        ("/old%20name", "/a%20b"),
        ("/gone/?x=1", "/a%20b?x=1"),
    ];
    for (target, route) in table {
        for accept in ["", BROWSER, "application/json"] {
            let answer = get(target, accept);
            assert_eq!((answer.status, answer.header("location")), (301, route), "{target}");
            assert_eq!(answer.body, "");
        }
    }
}

#[test]
fn a_page_that_is_not_there_is_told_in_the_form_that_is_wanted() {
    let table = [
        ("/nowhere", "", 404, MARKDOWN),
        ("/nowhere.md", BROWSER, 404, HTML),
        ("/nowhere/", "text/plain", 404, PLAIN),
        ("/nowhere", "application/json", 404, "application/problem+json"),
        ("/img/none.png", "image/avif,*/*;q=0.8", 404, MARKDOWN),
        ("/.well-known/oauth-protected-resource/mcp", BROWSER, 404, "application/problem+json"),
        ("/.well-known/agent-card.json", "*/*", 404, "application/problem+json"),
        ("/_/site.json", "*/*", 404, "application/problem+json"),
        ("/", "application/json", 406, "application/problem+json"),
        ("/a%20b", "image/png", 406, "application/problem+json"),
    ];
    for (target, accept, status, media_type) in table {
        let answer = get(target, accept);
        assert_eq!(answer.status, status, "{target} {accept}");
        assert_eq!(answer.header("content-type"), media_type, "{target} {accept}");
        if !target.starts_with("/.") && !target.starts_with("/_") {
            assert_eq!(answer.header("vary"), "Accept", "{target} {accept}");
        }
    }
    let told = get("/no%3Cwhere", "").body;
    assert!(told.starts_with("# Not found\n\nThere is no page at `/no%3Cwhere`.\n"), "{told}");
    assert!(told.contains("](/search?query=no%20where)"), "{told}");
    let told = get("/no%3Cwhere", BROWSER).body;
    assert!(told.contains("<code>/no%3Cwhere</code>"), "{told}");
}

#[test]
fn a_page_takes_only_what_reads() {
    let stage = local();
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        let answer = stage.ask(method, "/", &[], "");
        assert_eq!((answer.status, answer.header("allow")), (405, "GET, HEAD, OPTIONS"));
        assert_eq!(stage.ask(method, "/nowhere", &[], "").status, 404, "{method}");
    }
    let asked = stage.ask("OPTIONS", "/a%20b", &[], "");
    assert_eq!((asked.status, asked.header("allow")), (204, "GET, HEAD, OPTIONS"));
}

#[test]
fn a_file_runs_nothing() {
    let page = get("/", BROWSER);
    let policy = page.header("content-security-policy");
    assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{policy}");
    for target in ["/img/a.svg", "/own.html"] {
        let file = get(target, "");
        let policy = file.header("content-security-policy");
        assert!(policy.ends_with("; sandbox") && !policy.contains("script-src"), "{target}");
    }
    assert_eq!(get("/img/a.svg", "").header("content-type"), "image/svg+xml");
    assert_eq!(get("/img/a.png", "").header("content-type"), "image/png");
}

#[test]
fn answers_stay_for_as_long_as_they_are_true() {
    let everywhere = stage(Access::default());
    let table = [
        ("/", "public, max-age=300, stale-while-revalidate=86400", "no-cache"),
        ("/a%20b.md", "public, max-age=300, stale-while-revalidate=86400", "no-cache"),
        ("/img/a.png", "public, max-age=3600, stale-while-revalidate=86400", "no-cache"),
        (
            "/_/reader.0123abcd.css",
            "public, max-age=31536000, immutable",
            "public, max-age=31536000, immutable",
        ),
        ("/nowhere", "no-cache", "no-cache"),
    ];
    for (target, there, here) in table {
        let answer = everywhere.ask("GET", target, &[], "");
        assert_eq!(answer.header("cache-control"), there, "{target}");
        assert_eq!(get(target, "").header("cache-control"), here, "{target}");
    }
}

#[test]
fn what_only_a_request_can_say_is_put_in_its_place() {
    let everywhere = stage(Access::default());
    let asked = everywhere.ask("GET", "/llms.txt", &[], "");
    assert_eq!(asked.body, "http://localhost/index.md");
    let elsewhere = everywhere.ask_host("GET", "/llms.txt", "docs.example.org");
    assert_eq!(elsewhere.body, "https://docs.example.org/index.md");
    assert_ne!(asked.header("etag"), elsewhere.header("etag"));
    let forged = everywhere.ask_host("GET", "/llms.txt", "a.example/\"x");
    assert_eq!(forged.body, "http://localhost/index.md");
    let security = get("/.well-known/security.txt", "");
    assert_eq!(security.body, "Expires: 1970-06-30T00:00:00Z\n");
    let catalog = get("/.well-known/api-catalog", "");
    assert_eq!(catalog.json(), json!({"linkset": ["http://localhost/"]}));
    let media_type =
        "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\"";
    assert_eq!(catalog.header("content-type"), media_type);
    assert_eq!(catalog.header("link"), "</.well-known/api-catalog>; rel=\"api-catalog\"");
    let skill = get("/.well-known/agent-skills/a/SKILL.md", "");
    assert_eq!(skill.body, "See https://origin.invalid");
}
