// Are documents of these kinds what their specifications say? Each check throws where one is not.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";

const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&#39;": "'" };

export function unescaped(text) {
  return text.replace(/&(?:amp|lt|gt|quot|apos|#39);/g, (it) => ENTITIES[it]);
}

/** The elements of well-formed XML, each with its name, attributes and own text, in order. */
export function xml(text) {
  const elements = [];
  const open = [];
  const body = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, "");
  assert.notEqual(body, text, "no XML declaration");
  assert.doesNotMatch(body, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  let rest = body;
  while (rest !== "") {
    const chars = rest.match(/^[^<]+/);
    if (chars) {
      assert.doesNotMatch(chars[0].replace(/&(amp|lt|gt|quot|apos);/g, ""), /&|\]\]>/, chars[0]);
      if (open.length > 0) open.at(-1).text += unescaped(chars[0]);
      else assert.match(chars[0], /^\s*$/);
      rest = rest.slice(chars[0].length);
      continue;
    }
    const tag = rest.match(/^<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/);
    assert.ok(tag, `no tag: ${rest.slice(0, 60)}`);
    rest = rest.slice(tag[0].length);
    const [, closes, name, attributes, isEmpty] = tag;
    if (closes) {
      assert.equal(open.pop()?.name, name);
      continue;
    }
    assert.ok(open.length > 0 || elements.length === 0, "two roots");
    const pairs = [...attributes.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, key, value]) => [key, unescaped(value)]);
    assert.equal(new Set(pairs.map(([key]) => key)).size, pairs.length, "an attribute twice");
    const element = { name, parent: open.at(-1), attributes: Object.fromEntries(pairs), text: "" };
    elements.push(element);
    if (!isEmpty) open.push(element);
  }
  assert.deepEqual(open, []);
  return elements;
}

/** llms.txt: one H1, perhaps a quote, prose without headings, sections of links. Its links. */
export function llms(text) {
  const lines = text.split("\n");
  assert.match(lines[0], /^# \S/);
  assert.equal(lines.filter((it) => /^# /.test(it)).length, 1);
  assert.ok(text.length <= 50_000, `${text.length} characters`);
  const sections = text.split(/^## /m).slice(1);
  assert.ok(sections.length > 0);
  assert.doesNotMatch(text, /^###/m);
  const links = [];
  for (const section of sections) {
    const [title, ...rest] = section.split("\n");
    assert.notEqual(title.trim(), "");
    for (const line of rest.filter((it) => it.trim() !== "")) {
      const link = line.match(/^- \[((?:[^\]\\]|\\.)+)\]\((https?:\/\/[^\s()]+)\)(: .+)?$/);
      assert.ok(link, `${title}: ${line}`);
      links.push({ section: title, url: link[2] });
    }
  }
  return links;
}

/** robots.txt as RFC 9309 has it, with content signals inside groups. The sitemaps it names. */
export function robots(text) {
  const sitemaps = [];
  const agents = new Set();
  let group = "none";
  for (const line of text.split("\n")) {
    if (line === "") {
      group = "none";
      continue;
    }
    const [, name, value] = line.match(/^([A-Za-z-]+): (\S.*)$/) ?? assert.fail(line);
    if (name === "User-agent") {
      assert.notEqual(group, "rules", "a group's agents come first");
      assert.ok(!agents.has(value), `${value} twice`);
      agents.add(value);
      group = "agents";
    } else if (name === "Sitemap") {
      sitemaps.push(value);
    } else {
      assert.notEqual(group, "none", `${name} outside a group`);
      group = "rules";
      if (name === "Content-Signal") {
        assert.match(value, /^search=(yes|no), ai-input=(yes|no), ai-train=(yes|no)$/);
      } else {
        assert.match(name, /^(Allow|Disallow)$/);
      }
    }
  }
  for (const agent of ["*", "GPTBot", "ClaudeBot", "PerplexityBot", "Google-Extended", "CCBot"]) {
    assert.ok(agents.has(agent), agent);
  }
  return sitemaps;
}

/** The places that a sitemap lists. */
export function sitemap(text) {
  const elements = xml(text);
  assert.equal(elements[0].attributes.xmlns, "http://www.sitemaps.org/schemas/sitemap/0.9");
  assert.match(elements[0].name, /^(urlset|sitemapindex)$/);
  for (const it of elements.filter((it) => it.name === "lastmod")) assert.match(it.text, /^\d{4}-\d\d-\d\d$/);
  return elements.filter((it) => it.name === "loc").map((it) => it.text);
}

/** An Atom feed: the elements that RFC 4287 asks for. The places of its entries. */
export function atom(text, own) {
  const elements = xml(text);
  assert.equal(elements[0].name, "feed");
  assert.equal(elements[0].attributes.xmlns, "http://www.w3.org/2005/Atom");
  const below = (parent, name) => elements.filter((it) => it.parent === parent && it.name === name);
  const when = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
  const entries = below(elements[0], "entry");
  const ids = new Set();
  for (const holder of [elements[0], ...entries]) {
    for (const name of ["id", "title", "updated"]) {
      const [one, ...more] = below(holder, name);
      assert.ok(one && more.length === 0 && one.text !== "", `${holder.name}: ${name}`);
      if (name === "updated") assert.match(one.text, when);
      if (name === "id") {
        assert.ok(URL.canParse(one.text) && !ids.has(one.text), one.text);
        ids.add(one.text);
      }
    }
  }
  assert.equal(below(elements[0], "author").length, 1);
  assert.ok(below(elements[0], "link").some((it) => it.attributes.rel === "self" && it.attributes.href === own));
  return entries.map((it) => below(it, "link").find((link) => link.attributes.rel === "alternate").attributes.href);
}

/** RFC 9727 and 9264: the targets of a linkset. */
export function linkset(text) {
  const { linkset, ...others } = JSON.parse(text);
  assert.deepEqual(others, {});
  const targets = [];
  for (const { anchor, ...relations } of linkset) {
    assert.ok(URL.canParse(anchor), anchor);
    assert.ok(relations["service-desc"], anchor);
    for (const links of Object.values(relations)) {
      for (const { href, type } of links) {
        assert.ok(URL.canParse(href) && /^[a-z]+\/[a-z.+-]+$/.test(type), href);
        targets.push({ href, type });
      }
    }
  }
  return targets;
}

/** The skills of an index, v0.2.0. */
export function skills(text) {
  const { $schema, skills } = JSON.parse(text);
  assert.equal($schema, "https://schemas.agentskills.io/discovery/0.2.0/schema.json");
  for (const { name, type, description, url, digest, ...others } of skills) {
    assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    assert.equal(type, "skill-md");
    assert.ok(description.length > 0 && description.length <= 1024);
    assert.ok(url.endsWith(`/${name}/SKILL.md`));
    assert.match(digest, /^sha256:[0-9a-f]{64}$/);
    assert.deepEqual(others, {});
  }
  return skills;
}

export function digestOf(bytes) {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** RFC 9116. */
export function security(text, own) {
  const fields = text.trimEnd().split("\n").map((it) => it.match(/^([A-Za-z-]+): (\S.*)$/).slice(1));
  const of = (name) => fields.filter(([it]) => it === name).map(([, value]) => value);
  assert.ok(of("Contact").length > 0 && of("Contact").every((it) => /^(mailto:|https:|tel:)/.test(it)));
  assert.equal(of("Expires").length, 1);
  const days = (Date.parse(of("Expires")[0]) - Date.now()) / 86_400_000;
  assert.ok(days > 1 && days < 365, of("Expires")[0]);
  assert.deepEqual(of("Canonical"), [own]);
}

/** An MCP server card: no tools, an endpoint on the site. Its endpoints. */
export function card(text) {
  const { name, version, description, remotes } = JSON.parse(text);
  assert.match(name, /^[A-Za-z0-9.-]+\/[A-Za-z0-9._-]+$/);
  assert.ok(version && description.length <= 100);
  assert.ok(remotes.length > 0);
  for (const it of remotes) {
    assert.equal(it.type, "streamable-http");
    assert.ok(it.supportedProtocolVersions.includes("2025-11-25"));
  }
  return remotes.map((it) => it.url);
}
