// What does a model pay to know this server and to read its answers?

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { SERVERS } from "./servers.mjs";
import { table } from "./table.mjs";

/** The most that the list of the six knowledge capabilities may cost. */
const LIST_TOKENS_MAX = 2000;

const server = SERVERS.find((it) => it.http);
const count = (value) => encode(typeof value === "string" ? value : JSON.stringify(value)).length;
const isOfTests = (name) => /^(fixture|test)_|^json_schema_2020_12_tool$/.test(name);

async function ask(method, params = {}) {
  const response = await fetch(server.http, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return (await response.json()).result;
}

const rows = [];
after(() => table(["what", "tokens", "text", "structured"], rows));

test("the list of the knowledge capabilities stays within its budget", async () => {
  const { tools } = await ask("tools/list");
  const own = tools.filter((tool) => !isOfTests(tool.name));
  for (const tool of own) rows.push([`tool ${tool.name}`, count(tool), "", ""]);
  const whole = count({ tools: own });
  rows.push([`tools/list of ${own.length}, of at most ${LIST_TOKENS_MAX}`, whole, "", ""]);
  assert.ok(own.length >= 2);
  assert.ok(whole <= LIST_TOKENS_MAX, `${whole} tokens`);
});

test("typical answers are measured, text and structure together", async () => {
  const calls = [
    ["search", { query: "ownership" }],
    ["search", { query: "ownership", limit: 3 }],
    ["search", { query: "zzzzzz qqqqqq" }],
    ["read", { page: "ownership" }],
    ["read", { page: "ownership", part: "outline" }],
    ["read", { page: "ownership", anchor: "copying-a-value" }],
    ["read", { page: "no-such-page-at-all" }],
    ["search", { query: "" }],
  ];
  for (const [name, input] of calls) {
    const result = await ask("tools/call", { name, arguments: input });
    const text = count(result.content.map((it) => it.text).join("\n"));
    const structured = result.structuredContent ? count(result.structuredContent) : 0;
    rows.push([`${name} ${JSON.stringify(input)}`, text + structured, text, structured]);
    assert.ok(text > 0);
  }
  for (const [name, result] of [
    ["initialize", await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: {} })],
    ["prompts/list", await ask("prompts/list")],
    ["resources/list", await ask("resources/list")],
  ]) {
    rows.push([name, count(result), "", ""]);
  }
});
