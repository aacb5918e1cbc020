// Are the schemas those of the official suite, and do they see a message that is wrong?

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { REVISIONS, WireSchema, schemaText } from "./wire-schema.mjs";

const SUITE = "../node_modules/@modelcontextprotocol/conformance/dist/index.js";

/** Cuts the object literal that begins at an index, strings skipped. */
function literalAt(source, start) {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const character = source[at];
    if (character === "`" || character === '"' || character === "'") {
      for (at += 1; source[at] !== character; at += 1) if (source[at] === "\\") at += 1;
    } else if (character === "{") depth += 1;
    else if (character === "}" && (depth -= 1) === 0) return source.slice(start, at + 1);
  }
  throw new Error("the literal has no end");
}

test("each schema here is one that the suite carries", () => {
  const source = readFileSync(new URL(SUITE, import.meta.url), "utf8");
  const found = [...source.matchAll(/[,\s]\w+=(?=\{\$schema:`)/g)];
  const held = found.map((it) => {
    const literal = literalAt(source, it.index + it[0].length);
    return JSON.stringify(new Function(`return ${literal}`)());
  });
  assert.equal(held.length, REVISIONS.length);
  for (const revision of REVISIONS) assert.ok(held.includes(schemaText(revision).trimEnd()), revision);
});

test("a message that breaks the schema is seen, whichever side sends it", () => {
  const list = (id) => ({ jsonrpc: "2.0", id, method: "tools/list", params: {} });
  const conversations = [
    [list(1), { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "a" }] } }],
    [list(1), { jsonrpc: "2.0", id: 1, result: { tools: [], nextCursor: null } }],
    [list(1), { jsonrpc: "2.0", id: null, error: { code: -32600, message: "no" } }],
    [list(1), { jsonrpc: "2.0", id: 1, error: { code: "-32600", message: "no" } }],
    [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: {} }, { jsonrpc: "2.0", id: 1, result: { content: [] } }],
  ];
  for (const [asked, answer] of conversations) {
    const wire = new WireSchema();
    wire.sent(asked);
    wire.received(answer);
    assert.notEqual(wire.complaints.length, 0, JSON.stringify(answer));
  }
  const wire = new WireSchema();
  wire.sent(list(1));
  wire.received({ jsonrpc: "2.0", id: 1, result: { tools: [] } });
  assert.deepEqual(wire.complaints, []);
  const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  const half = new WireSchema();
  half.sent({ ...list(2), params: { _meta: meta } });
  assert.notEqual(half.complaints.length, 0, "a client without capabilities");
});
