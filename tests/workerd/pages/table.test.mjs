// Is every request for a page or a document answered as the table says, whoever serves the site?
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { ask, serve } from "./platforms.mjs";

const NAMED = {
  CHROME:
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
  FIREFOX: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  SAFARI: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  CLAUDE: "text/markdown, text/html, */*",
};

const cases = readFileSync(new URL("table.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
  .map((line) => {
    const cells = line.split(/ {2,}/);
    assert.equal(cells.length, 6, line);
    const [method, target, accept, status, type, said] = cells.map((it) => (it === "-" ? undefined : it));
    return { line, method, target, accept: NAMED[accept] ?? accept, status: Number(status), type, said: said?.split(";;") ?? [] };
  });

const platforms = { "the Worker": process.env.CAPSTAN_URL };
let native;

before(async () => {
  native = await serve(process.env.CAPSTAN_SITE);
  platforms["capstan serve"] = native.url;
});
after(() => native.end());

test("the table is long enough to mean something", () => {
  assert.ok(cases.length >= 60, `${cases.length} cases`);
  assert.equal(new Set(cases.map((it) => it.line)).size, cases.length);
});

function check({ line, status, type, said, method }, answer) {
  assert.equal(answer.status, status, line);
  assert.equal(answer.headers["content-type"], type, line);
  for (const rule of said) {
    const absent = rule.startsWith("!");
    const [, name, how, value] = absent ? [null, rule.slice(1), "", ""] : rule.match(/^([a-z-]+)([=~])(.*)$/);
    const found = answer.headers[name];
    if (absent) assert.equal(found, undefined, `${line}: ${name}`);
    else if (how === "=") assert.equal(found, value, `${line}: ${name}`);
    else assert.ok(found?.includes(value), `${line}: ${name} is ${found}`);
  }
  for (const name of ["x-content-type-options", "referrer-policy", "content-security-policy", "x-request-id"]) {
    assert.ok(answer.headers[name], `${line}: ${name} is missing`);
  }
  if (method === "HEAD" || status === 204 || status === 301) assert.equal(answer.text, "", line);
}

for (const platform of ["the Worker", "capstan serve"]) {
  test(`${platform} answers as the table says`, async () => {
    for (const it of cases) {
      const headers = it.accept === undefined ? {} : { accept: it.accept };
      check(it, await ask(platforms[platform], it.target, { method: it.method, headers }));
    }
  });

  test(`${platform} tells who holds an answer already, and nobody else`, async () => {
    const url = platforms[platform];
    const forms = ["*/*", NAMED.FIREFOX, "text/plain"];
    const etags = [];
    for (const accept of forms) {
      const first = await ask(url, "/ownership", { headers: { accept } });
      const { etag } = first.headers;
      assert.match(etag, /^"[^"]+"$/);
      for (const held of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        for (const method of ["GET", "HEAD"]) {
          const again = await ask(url, "/ownership", { method, headers: { accept, "if-none-match": held } });
          assert.equal(again.status, 304, held);
          assert.equal(again.text, "");
          for (const name of ["etag", "vary", "cache-control", "link"]) {
            assert.equal(again.headers[name], first.headers[name], name);
          }
          assert.equal(again.headers["content-length"], undefined);
        }
      }
      for (const other of etags) {
        const answer = await ask(url, "/ownership", { headers: { accept, "if-none-match": other } });
        assert.equal(answer.status, 200, `${other} is another form's`);
      }
      etags.push(etag);
      const head = await ask(url, "/ownership", { method: "HEAD", headers: { accept } });
      assert.equal(head.headers.etag, etag);
      assert.equal(head.headers["content-type"], first.headers["content-type"]);
    }
  });
}

test("both platforms send the same bytes", async () => {
  const paths = ["/", "/ownership", "/ownership.md", "/guide/borrowing", "/nowhere", "/search?query=owner"];
  for (const path of paths) {
    for (const accept of ["*/*", NAMED.FIREFOX]) {
      const texts = [];
      for (const url of Object.values(platforms)) {
        const answer = await ask(url, path, { headers: { accept } });
        texts.push(answer.text.replaceAll(url, "ORIGIN"));
      }
      assert.equal(texts[0], texts[1], `${path} ${accept}`);
    }
  }
});
