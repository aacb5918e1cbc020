// How much is sent for a page, and do its scripts keep their types?
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { serveBook } from "./book.mjs";

const READER = fileURLToPath(new URL("../../capabilities/knowledge/src/reader", import.meta.url));
const TSC = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const compressed = (bytes) => gzipSync(bytes, { level: 6 }).length;
const files = (end) => readdirSync(READER).filter((it) => it.endsWith(end)).map((it) => join(READER, it));

test("the scripts are what their types say", () => {
  const strict = ["--allowJs", "--checkJs", "--strict", "--noEmit", "--noUncheckedIndexedAccess"];
  const language = ["--target", "es2023", "--lib", "es2023,dom,dom.iterable", "--moduleDetection", "force"];
  const options = [...strict, "--ignoreConfig", ...language, "--types", ""];
  try {
    execFileSync(process.execPath, [TSC, ...options, ...files(".js")], { stdio: "pipe" });
  } catch (error) {
    assert.fail(String(error.stdout) + String(error.stderr));
  }
});

test("scripts and style are small", () => {
  const sum = (end) => files(end).map((it) => compressed(readFileSync(it))).reduce((a, b) => a + b);
  assert.ok(sum(".js") < 6_000, `${sum(".js")} bytes of script`);
  assert.ok(sum(".css") < 10_000, `${sum(".css")} bytes of style`);
});

test("no chapter of the book is sent with more than 60 kB, pictures aside", async (t) => {
  const book = await serveBook();
  t.after(book.end);
  const accept = { headers: { accept: "text/html" } };
  const bytes = async (path) => {
    const answer = await fetch(book.url + path, accept);
    assert.equal(answer.status, 200, path);
    return Buffer.from(await answer.arrayBuffer());
  };
  const listed = String(await bytes("/sitemap.xml"));
  const paths = [...listed.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, it]) => new URL(it).pathname);
  const shared = new Map();
  let most = { path: "", total: 0 };
  for (const path of paths) {
    const page = await bytes(path);
    let total = compressed(page);
    for (const [, it] of String(page).matchAll(/(?:href|src)="(\/_\/[^"]+)"/g)) {
      if (!shared.has(it)) shared.set(it, compressed(await bytes(it)));
      total += shared.get(it);
    }
    if (total > most.total) most = { path, total };
  }
  assert.ok(shared.size >= 4, `${shared.size} files`);
  t.diagnostic(`most: ${most.path}, ${most.total} bytes compressed; shared ${[...shared.values()].reduce((a, b) => a + b)}`);
  assert.ok(most.total < 60_000, `${most.path}: ${most.total}`);
});
