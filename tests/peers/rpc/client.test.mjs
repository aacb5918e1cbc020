// Does the generated TypeScript client say what the product does, to the compiler and over the wire?
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "../../../static/rpc-client.ts");
const { CapstanFailure, TransportError, call, createClient, isFailure, overBinding, overFetch } =
  await import(source);

const { CAPSTAN_URL } = process.env;
const served = { skip: CAPSTAN_URL ? false : "CAPSTAN_URL names no served site" };

test("it type-checks under --strict, and what must not compile does not", () => {
  const compiler = join(here, "../node_modules/typescript/bin/tsc");
  const config = join(here, "tsconfig.json");
  try {
    execFileSync(process.execPath, [compiler, "-p", config], { encoding: "utf8" });
  } catch (error) {
    assert.fail(error.stdout || String(error));
  }
});

test("it stands alone: no import, no handler, only calls by name", () => {
  const text = readFileSync(source, "utf8");
  assert.doesNotMatch(text, /\bimport\b|\brequire\(/);
  assert.doesNotMatch(text, /\bSELECT\b|\bsql\b/i);
});

test("it calls a served site", served, async () => {
  const capstan = createClient(CAPSTAN_URL);
  const found = await capstan.search({ query: "ownership", limit: 3 });
  assert.ok(found.matches.length > 0 && found.matches.length <= 3);
  assert.ok(found.total >= found.matches.length);
  assert.ok(!("next" in found), "the plain schema has no next actions");
  const page = await capstan.read({ page: found.matches[0].id });
  assert.equal(page.id, found.matches[0].id);
  assert.ok(page.text.length > 0);
});

test("the sample of the page on RPC runs as it stands", served, () => {
  const page = readFileSync(join(here, "../../../content/rpc-surface.md"), "utf8");
  const samples = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map((it) => it[1]);
  assert.equal(samples.length, 1);
  const folder = mkdtempSync(join(tmpdir(), "capstan-sample-"));
  try {
    cpSync(source, join(folder, "rpc-client.ts"));
    const sample = samples[0].replace("http://127.0.0.1:8787", CAPSTAN_URL);
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(folder, "sample.ts"), sample);
    const printed = execFileSync(process.execPath, [join(folder, "sample.ts")], { encoding: "utf8" });
    // What it catches, it prints: the names nearest to a page that is not there.
    assert.match(printed, /^\[.*\]\n$/s);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a base address may end with a slash or be a URL", served, async () => {
  for (const base of [`${CAPSTAN_URL}/`, new URL(CAPSTAN_URL)]) {
    const found = await createClient(base).search({ query: "ownership", limit: 1 });
    assert.equal(found.matches.length, 1);
  }
});

test("failures are thrown with kind, tag, message and fields", served, async () => {
  const capstan = createClient(CAPSTAN_URL);
  const missing = await capstan.read({ page: "no/such/page" }).catch((error) => error);
  assert.ok(missing instanceof CapstanFailure && missing instanceof Error);
  assert.ok(isFailure(missing) && isFailure(missing, "PageNotFound"));
  assert.ok(!isFailure(missing, "AnchorNotFound") && !isFailure(new Error("PageNotFound")));
  assert.equal(missing.name, "CapstanFailure");
  assert.equal(missing.capability, "read");
  assert.equal(missing.kind, "notFound");
  assert.equal(missing.tag, "PageNotFound");
  assert.equal(missing.fields.page, "no/such/page");
  assert.ok(missing.message.length > 0);
  assert.ok(!("message" in missing.fields) && !("kind" in missing.fields));

  const invalid = await capstan.search({ query: "a", limit: 0 }).catch((error) => error);
  assert.equal(invalid.kind, "invalidInput");
  assert.equal(invalid.fields.pointer, "/limit");
  assert.equal(invalid.fields.expected, "an integer from 1 to 50");

  const unknown = await call(overFetch(CAPSTAN_URL), "serach", {}).catch((error) => error);
  assert.equal(unknown.kind, "unknownCapability");
  assert.deepEqual(unknown.fields.nearest, ["search"]);
});

test("every kind of failure keeps its kind, tag and fields", served, async (context) => {
  const { capabilities } = await (await fetch(new URL("/catalog.json", CAPSTAN_URL))).json();
  const known = new Map(capabilities.map((it) => [it.name, it]));
  if (!known.has("fixture.fail")) {
    context.skip("this site has no test-only capabilities");
    return;
  }
  const remote = overFetch(CAPSTAN_URL);
  const ends = (name, input) => call(remote, name, input).then(assert.fail, (error) => error);
  for (const [how, kind, tag] of [
    ["invalid", "invalid", "CannotAct"],
    ["notFound", "notFound", "NothingThere"],
    ["conflict", "conflict", "InTheWay"],
    ["limited", "limited", "HadEnough"],
    ["unavailable", "unavailable", "FriendAway"],
    ["internal", "internal", "InternalError"],
    ["brokenOutput", "internal", "InternalError"],
    ["nonsense", "invalidInput", "InvalidInput"],
  ]) {
    const failure = await ends("fixture.fail", { how });
    assert.ok(isFailure(failure, tag), `${how}: ${failure}`);
    assert.equal(failure.kind, kind, how);
  }
  const limited = await ends("fixture.fail", { how: "limited" });
  assert.equal(typeof limited.fields.retryAfterSeconds, "number");
  const input = known.get("fixture.approve").examples[0].input;
  const denied = await ends("fixture.approve", input);
  assert.equal(denied.kind, "approvalDenied");
  assert.equal(denied.fields.capability, "fixture.approve");
  for (const claim of [{ ...input, approve: true }, { ...input, yes: true }]) {
    assert.equal((await ends("fixture.approve", claim)).kind, "invalidInput");
  }
});

test("what is no answer of a Capstan is a transport error", async (context) => {
  const answers = [
    { status: 502, body: "bad gateway" },
    { status: 200, body: "<html>" },
    { status: 200, body: "null" },
    { status: 200, body: '{"ok":true}' },
    { status: 200, body: '{"ok":false,"failure":{"tag":"X"}}' },
    { status: 200, body: '{"ok":"yes","value":1}' },
  ];
  const server = createServer((_request, response) => {
    const { status, body } = answers[0];
    response.writeHead(status).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => server.close());
  const capstan = createClient(`http://127.0.0.1:${server.address().port}`);
  while (answers.length > 0) {
    const error = await capstan.search({ query: "a" }).catch((it) => it);
    assert.ok(error instanceof TransportError, answers[0].body);
    assert.ok(!(error instanceof CapstanFailure));
    answers.shift();
  }
});

test("a signal ends the wait", async () => {
  const never = { call: () => new Promise(() => {}) };
  const capstan = createClient(overBinding(never));
  const controller = new AbortController();
  const waiting = capstan.search({ query: "a" }, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await assert.rejects(waiting, /enough/);
  const late = capstan.search({ query: "a" }, { signal: AbortSignal.abort(new Error("before")) });
  await assert.rejects(late, /before/);
});

test("a binding gives what the wire gives", async () => {
  const asked = [];
  const binding = {
    async call(name, input) {
      asked.push([name, input]);
      return name === "search"
        ? { ok: true, value: { matches: [], total: 0, confidence: "low" } }
        : { ok: false, failure: { kind: "notFound", tag: "PageNotFound", message: "no", page: "x" } };
    },
  };
  const capstan = createClient(binding);
  assert.equal((await capstan.search({ query: "a" })).total, 0);
  await assert.rejects(capstan.read({ page: "x" }), { tag: "PageNotFound", fields: { page: "x" } });
  assert.deepEqual(asked, [["search", { query: "a" }], ["read", { page: "x" }]]);
});
