// Does every link of a whole site lead somewhere, and is every document what it says it is?
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { crawl } from "./crawl.mjs";
import * as documents from "./documents.mjs";
import { ask, serve } from "./platforms.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "capstan-crawl-"));
after(() => rmSync(folder, { recursive: true }));

/** Sites built here, and the one that the Worker serves. */
const sites = [
  { name: "the site of tests, from the Worker", url: process.env.CAPSTAN_URL },
  { name: "the site of tests", built: process.env.CAPSTAN_SITE },
  { name: "the product's own pages", content: join(root, "content") },
  { name: "the Rust book", content: join(root, "tests/corpora/rust-book") },
];

function build(name, content) {
  const built = join(folder, name.replaceAll(" ", "-"));
  execFileSync(process.env.CAPSTAN_BIN, ["build", content, "--out", built], { stdio: "pipe" });
  return built;
}

for (const { name, url: served, built, content } of sites) {
  const isThere = served || built || (content && existsSync(content));
  describe(name, { skip: isThere ? false : "it is not here" }, () => {
    let native;
    let url = served;
    async function start() {
      if (url) return url;
      native ??= await serve(built ?? build(name, content));
      url = native.url;
      return url;
    }
    after(() => native?.end());

    test("every link leads somewhere in both forms, and every page is listed once", async () => {
      const url = await start();
      const listed = documents.sitemap((await ask(url, "/sitemap.xml")).text);
      assert.equal(new Set(listed).size, listed.length, "a page is listed twice");
      const paths = listed.map((it) => it.replace(url, ""));
      const { places, problems } = await crawl(url, paths.map((path) => ({ path, from: "the sitemap" })));
      assert.deepEqual(problems, []);
      const found = [...places].filter(([, it]) => it.isPage && it.html.headers["x-robots-tag"] !== "noindex");
      assert.deepEqual(found.map(([path]) => path).sort(), [...paths].sort());
      for (const path of paths) {
        const { markdown, html } = places.get(path);
        assert.equal(markdown.text.match(/^> For agents: .*\/llms\.txt/m) !== null, true, path);
        const [, body] = html.text.split("<body");
        assert.ok(body.indexOf("/llms.txt") < body.length / 2 && body.includes("/llms.txt"), path);
        const suffixed = await ask(url, path === "/" ? "/index.md" : `${path}.md`);
        assert.equal(suffixed.text, markdown.text, path);
        assert.notEqual(markdown.headers.etag, html.headers.etag, path);
        assert.equal(html.text.match(/<h1\b/g)?.length, 1, `${path} has one title`);
      }
    });

    test("every document is what it says it is", async () => {
      const url = await start();
      const get = async (path) => {
        const answer = await ask(url, path);
        assert.equal(answer.status, 200, path);
        assert.ok(!answer.text.includes("origin.invalid"), path);
        const again = await ask(url, path, { headers: { "if-none-match": answer.headers.etag } });
        assert.equal(again.status, 304, path);
        return answer;
      };
      const pages = documents.sitemap((await get("/sitemap.xml")).text).map((it) => it.replace(url, ""));
      const links = documents.llms((await get("/llms.txt")).text);
      const markdown = links.map((it) => it.url.replace(url, ""));
      assert.deepEqual(markdown.sort(), pages.map((it) => (it === "/" ? "/index.md" : `${it}.md`)).sort());
      for (const { url: link } of links) {
        const { status, headers } = await ask(url, link.replace(url, ""));
        assert.equal(status, 200, link);
        if (link.endsWith(".md")) assert.match(headers["content-type"], /^text\/markdown/);
      }
      assert.ok((await get("/llms-full.txt")).bytes.length <= 4 * 1024 * 1024);
      assert.deepEqual(documents.robots((await get("/robots.txt")).text), [`${url}/sitemap.xml`]);
      const feed = await get("/feed.xml");
      assert.match(feed.headers["content-type"], /^application\/atom\+xml/);
      for (const link of documents.atom(feed.text, `${url}/feed.xml`)) assert.ok(pages.includes(link.replace(url, "")), link);
      for (const { href, type } of documents.linkset((await get("/.well-known/api-catalog")).text)) {
        const answer = await ask(url, href.replace(url, ""));
        assert.equal(answer.status, 200, href);
        assert.equal(answer.headers["content-type"].split(";")[0], type, href);
      }
      const card = await get("/mcp/server-card");
      assert.deepEqual(documents.card(card.text), [`${url}/mcp`]);
      assert.equal(JSON.parse(card.text).tools, undefined);
      for (const path of ["/.well-known/mcp.json", "/.well-known/mcp/server-card.json", "/.well-known/mcp-server-card.json"]) {
        const whole = JSON.parse((await get(path)).text);
        assert.equal(whole.transport.endpoint, `${url}/mcp`);
        assert.ok(whole.serverInfo.name && whole.protocolVersion && whole.capabilities);
      }
      const [entry] = JSON.parse((await get("/.well-known/ai-catalog.json")).text).entries;
      assert.equal(entry.url, `${url}/mcp/server-card`);
      assert.equal(entry.type, card.headers["content-type"]);
      const index = await ask(url, "/.well-known/agent-skills/index.json");
      if (index.status === 200) {
        for (const skill of documents.skills(index.text)) {
          const { status, bytes, headers } = await ask(url, skill.url);
          assert.equal(status, 200, skill.url);
          assert.equal(documents.digestOf(bytes), skill.digest, skill.url);
          assert.match(headers["content-type"], /^text\/markdown/);
        }
      } else assert.equal(index.status, 404);
      const security = await ask(url, "/.well-known/security.txt");
      if (security.status === 200) documents.security(security.text, `${url}/.well-known/security.txt`);
      else assert.equal(security.status, 404);
    });
  });
}

test("a document that is wrong is seen to be", () => {
  const bad = [
    () => documents.xml('<?xml version="1.0" encoding="UTF-8"?>\n<a><b></a></b>'),
    () => documents.xml('<?xml version="1.0" encoding="UTF-8"?>\n<a>&</a>'),
    () => documents.xml("<a/>"),
    () => documents.llms("# A\n\n## B\n\n- [c](/d)\n"),
    () => documents.llms("# A\n\n# B\n\n## C\n\n- [c](https://d/e)\n"),
    () => documents.robots("Content-Signal: search=yes, ai-input=yes, ai-train=yes\nUser-agent: *\nAllow: /\n"),
    () => documents.security("Contact: mailto:a@b\nExpires: 2000-01-01T00:00:00Z\nCanonical: x\n", "x"),
    () => documents.skills('{"$schema": "x", "skills": []}'),
  ];
  for (const check of bad) assert.throws(check, check.toString());
});
