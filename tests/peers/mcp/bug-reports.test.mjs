// Does any fault that was reported against other servers stand here too?
//
// The table names each fault, where it was seen, what to send and the right answer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { SERVERS } from "./servers.mjs";
import { WireSchema } from "./wire-schema.mjs";

const REPORTS = JSON.parse(readFileSync(new URL("./bug-reports.json", import.meta.url), "utf8"));

const META = "io.modelcontextprotocol/";

/** Fixtures of the conformance suite are odd on purpose. */
const ODD = /^test_|^json_schema_2020_12_tool$/;

/** The request that a step of the table means. */
function request(send, origin) {
  const { stateless, handshake, params, id = 1, revision = "2026-07-28" } = send;
  const headers = { accept: "application/json, text/event-stream" };
  let body = send.body;
  if (handshake) body = { jsonrpc: "2.0", id, method: handshake, ...(params === undefined ? {} : { params }) };
  if (stateless) {
    const _meta = { [`${META}protocolVersion`]: revision, [`${META}clientCapabilities`]: {} };
    body = { jsonrpc: "2.0", id, method: stateless, params: { ...params, _meta } };
    headers["mcp-protocol-version"] = revision;
    headers["mcp-method"] = stateless;
    const named = params?.name ?? params?.uri;
    if (named) headers["mcp-name"] = named;
  }
  const text = send.raw ?? (body && JSON.stringify(body));
  if (text !== undefined) headers["content-type"] = "application/json";
  for (const [name, value] of Object.entries(send.headers ?? {})) {
    if (value === null) delete headers[name];
    else headers[name] = value.replace("{origin}", origin);
  }
  return { method: send.method ?? "POST", headers, body: text, redirect: "manual" };
}

/** Holds what was found against a pattern: members named there must fit, others may be anything. */
function fits(found, pattern, place) {
  const is = (message) => `${place} ${message}, and is ${JSON.stringify(found)?.slice(0, 300)}`;
  if (pattern === null || typeof pattern !== "object") {
    return assert.equal(found, pattern, is(`must be ${JSON.stringify(pattern)}`));
  }
  if (Array.isArray(pattern)) {
    assert.ok(Array.isArray(found) && found.length === pattern.length, is(`has ${pattern.length} items`));
    return pattern.forEach((it, index) => fits(found[index], it, `${place}/${index}`));
  }
  if (pattern.$absent) return assert.equal(found, undefined, is("must be absent"));
  if (pattern.$type === "integer") return assert.ok(Number.isInteger(found) && found >= 0, is("is a whole number"));
  if (pattern.$type === "array") return assert.ok(Array.isArray(found), is("is a list"));
  if (pattern.$match) return assert.match(found, new RegExp(pattern.$match), is("must match"));
  if (pattern.$every) {
    const plain = found.filter((it) => !ODD.test(it.name));
    assert.ok(plain.length > 0, is("must hold something"));
    plain.forEach((it) => fits(it, pattern.$every, `${place}/${it.name}`));
    const key = pattern.$distinct;
    if (key) assert.equal(new Set(found.map((it) => it[key])).size, found.length, is(`must differ in ${key}`));
    return undefined;
  }
  assert.ok(found && typeof found === "object", is("must be an object"));
  return Object.entries(pattern).forEach(([name, it]) => fits(found[name], it, `${place}/${name}`));
}

function holds(response, text, expect) {
  if (typeof expect.status === "number") assert.equal(response.status, expect.status, text.slice(0, 300));
  else assert.ok(response.status >= expect.status.$atLeast, String(response.status));
  for (const [name, pattern] of Object.entries(expect.headers ?? {})) {
    const value = response.headers.get(name);
    if (pattern === null) assert.equal(value, null, name);
    else assert.match(value ?? "", new RegExp(pattern, "i"), name);
  }
  if (expect.bytesMax !== undefined) assert.ok(Buffer.byteLength(text) <= expect.bytesMax, text);
  for (const word of expect.text?.lacks ?? []) assert.ok(!text.includes(word), word);
  if (expect.body) {
    const events = response.headers.get("content-type").includes("text/event-stream");
    const json = events ? text.split("\n").find((line) => line.startsWith("data: ")).slice(6) : text;
    fits(JSON.parse(json), expect.body, "");
  }
}

test("the table names every fault with where it was seen", () => {
  assert.ok(REPORTS.length >= 29);
  assert.equal(new Set(REPORTS.map((it) => it.name)).size, REPORTS.length);
  for (const { seen } of REPORTS) {
    assert.ok(seen.length > 0);
    for (const it of seen) assert.match(it, /^[\w.-]+(\/[\w.-]+)?#\d+$/);
  }
});

for (const server of SERVERS.filter((it) => it.http)) {
  describe(`over ${server.name}`, () => {
    for (const { name, seen, steps } of REPORTS) {
      test(`${name} (${seen[0]})`, async () => {
        const wire = new WireSchema({ judgesClient: false });
        for (const { send, expect } of steps) {
          const url = new URL(send.path ?? server.http.pathname, server.http);
          const asked = request(send, "http://localhost:6274");
          const response = await fetch(url, asked);
          const text = await response.text();
          wire.heard(asked.body, response.headers.get("content-type") ?? "", text);
          holds(response, text, expect);
        }
        assert.deepEqual(wire.complaints, []);
      });
    }
  });
}
