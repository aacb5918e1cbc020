// Do other people's clients find every tool, and every answer to be what it says?

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { CLIENTS, MORE_PAGES, SERVERS } from "./servers.mjs";
import { PYTHON, inspector, python } from "./other-clients.mjs";
import { recorder } from "./recorder.mjs";
import { table } from "./table.mjs";

test("there is a server to talk to", () => {
  assert.notEqual(SERVERS.length, 0, "set CAPSTAN_URL, or CAPSTAN_BIN");
});

const matrix = [];
after(() => {
  table(["server", "client", "era", "list", "call", "read", "complete", "prompt", "page", "messages"], matrix);
});

for (const server of SERVERS) {
  for (const { name, era, open } of CLIENTS) {
    describe(`${name} over ${server.name}`, async () => {
      let opened;
      const done = new Set();
      const client = async () => (opened ??= await open(server)).client;
      after(async () => {
        await opened?.client.close();
        const did = (what) => (done.has(what) ? "yes" : "NO");
        const seen = ["list", "call", "read", "complete", "prompt", "page"].map(did);
        matrix.push([server.name, `TypeScript ${name}`, era, ...seen, opened?.wire.messages ?? 0]);
      });

      test("it connects and learns who is there", async () => {
        const it = await client();
        assert.equal(it.getServerVersion().name, "capstan");
        assert.match(it.getInstructions(), /`search`/);
        assert.ok(it.getServerCapabilities().tools);
        const spoken = it.getNegotiatedProtocolVersion?.() ?? era;
        assert.equal(spoken, era);
      });

      test("it lists tools that hosts accept", async () => {
        const { tools, nextCursor } = await (await client()).listTools();
        assert.equal(nextCursor, undefined);
        const names = tools.map((it) => it.name);
        assert.deepEqual(names.slice(0, 2), ["search", "read"]);
        for (const tool of tools.filter((it) => !isOfTheSuite(it.name))) {
          assert.match(tool.name, /^[A-Za-z0-9_-]{1,40}$/);
          assert.ok(tool.title && tool.description);
          assert.equal(tool.inputSchema.type, "object");
          assert.equal(tool.inputSchema.additionalProperties, false);
          assert.equal(tool.outputSchema.type, "object");
          for (const keyword of ["oneOf", "anyOf", "allOf", "not", "if", "$ref"]) {
            assert.equal(tool.inputSchema[keyword], undefined);
          }
          for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]) {
            assert.equal(typeof tool.annotations[hint], "boolean");
          }
        }
        done.add("list");
      });

      test("it searches, and reads what it finds", async () => {
        const it = await client();
        const found = await it.callTool({ name: "search", arguments: { query: "the", limit: 3 } });
        assert.ok(!found.isError, found.content[0].text);
        const [first] = found.structuredContent.matches;
        assert.ok(found.content[0].text.includes(first.id));
        const next = found.structuredContent.next.find((step) => step.tool === "read");
        const page = await it.callTool({ name: next.tool, arguments: next.input });
        assert.equal(page.structuredContent.id, first.id);
        assert.ok(page.content[0].text.includes(page.structuredContent.text.trim()));
        done.add("call");
      });

      test("it is told how to mend a call", async () => {
        const it = await client();
        const bad = await it.callTool({ name: "search", arguments: { query: "" } });
        assert.equal(bad.isError, true);
        assert.equal(bad.structuredContent, undefined);
        const failure = JSON.parse(bad.content[0].text);
        assert.equal(failure.tag, "InvalidInput");
        assert.equal(failure.pointer, "/query");
        assert.equal(typeof failure.example, "string");
        const none = await it.callTool({ name: "read", arguments: { page: "no-such-page-at-all" } });
        assert.equal(none.isError, true);
        const missing = JSON.parse(none.content[0].text);
        assert.equal(missing.tag, "PageNotFound");
        assert.ok(missing.next.some((step) => step.tool === "search"));
      });

      test("it is told that a tool is not there, and which is near", async () => {
        const it = await client();
        await assert.rejects(it.callTool({ name: "serach", arguments: {} }), (error) => {
          assert.equal(error.code, -32602);
          assert.match(error.message, /`search`/);
          return true;
        });
      });

      test("it pages through every resource, and reads one by its name", async () => {
        const it = await client();
        const all = [];
        let cursor;
        do {
          const listed = await it.listResources(cursor === undefined ? {} : { cursor });
          all.push(...listed.resources);
          assert.notEqual(listed.nextCursor, null);
          cursor = listed.nextCursor;
        } while (cursor !== undefined);
        if (server.name !== "the site") assert.ok(all.length > MORE_PAGES, "every page of the list");
        const uris = new Set(all.map((resource) => resource.uri));
        assert.equal(uris.size, all.length);
        const page = all.find((resource) => resource.uri.startsWith("capstan://page/"));
        const { contents } = await it.readResource({ uri: page.uri });
        assert.equal(contents.length, 1);
        assert.equal(contents[0].uri, page.uri);
        assert.equal(Buffer.byteLength(contents[0].text), page.size);
        const start = await it.readResource({ uri: "capstan://start" });
        assert.match(start.contents[0].text, /`search`/);
        const declared = await it.readResource({ uri: "capstan://declarations" });
        assert.match(declared.contents[0].text, /interface Capabilities/);
        const openapi = await it.readResource({ uri: "capstan://openapi" });
        assert.ok(JSON.parse(openapi.contents[0].text).paths["/api/search"]);
        await assert.rejects(it.readResource({ uri: "capstan://page/no-such-page-at-all" }), (error) => {
          assert.ok(error.code === -32002 || error.code === -32602, String(error));
          return true;
        });
        done.add("read");
        done.add("page");
      });

      test("it completes the id of a page", async () => {
        const it = await client();
        const { resourceTemplates } = await it.listResourceTemplates();
        const [template] = resourceTemplates;
        const { resources } = await it.listResources();
        const id = resources.find((resource) => resource.uri.startsWith("capstan://page/")).name;
        const { completion } = await it.complete({
          ref: { type: "ref/resource", uri: template.uriTemplate },
          argument: { name: "id", value: id.slice(0, 2) },
        });
        assert.ok(completion.values.includes(id));
        assert.ok(completion.values.length <= 100);
        done.add("complete");
      });

      test("it fills in a prompt", async () => {
        const it = await client();
        const { prompts } = await it.listPrompts();
        const names = prompts.map((prompt) => prompt.name);
        assert.deepEqual(names.slice(0, 2), ["answer", "explain"]);
        const got = await it.getPrompt({ name: "answer", arguments: { question: "why {question}?" } });
        assert.match(got.messages[0].content.text, /Question: why \{question\}\?$/);
        await assert.rejects(it.getPrompt({ name: "answer", arguments: {} }), (error) => {
          assert.equal(error.code, -32602);
          return true;
        });
        done.add("prompt");
      });

      test("nothing it says approves a call", async (t) => {
        const it = await client();
        const { tools } = await it.listTools();
        if (!tools.some((tool) => tool.name === "fixture_approve")) return t.skip("no fixtures");
        const tool = tools.find((one) => one.name === "fixture_approve");
        const example = Object.fromEntries(
          (tool.inputSchema.required ?? []).map((name) => [name, sample(tool.inputSchema.properties[name])]),
        );
        const answer = await it.callTool({
          name: "fixture_approve",
          arguments: example,
          _meta: { approved: true, "example.com/approval": "granted" },
        });
        assert.equal(answer.isError, true);
        assert.equal(JSON.parse(answer.content[0].text).tag, "ApprovalDenied");
      });

      test("every message fits the specification's schema", async () => {
        await client();
        assert.ok(opened.wire.messages > 5);
        assert.deepEqual(opened.wire.complaints, []);
      });
    });
  }
}

for (const server of SERVERS) {
  describe(`others over ${server.name}`, () => {
    for (const era of ["2025-11-25", "2026-07-28", "auto"]) {
      /** Runs a client, between whom and the server messages are held against the schema. */
      const through = async (name, client) => {
        const watched = server.http && (await recorder(server.http));
        try {
          const did = await client(era, watched ? [watched.url.href] : [server.command, ...server.args]);
          assert.deepEqual(watched?.wire.complaints ?? [], []);
          const { complete = "yes", resources } = did;
          assert.ok(server.name === "the site" || resources > MORE_PAGES);
          const messages = watched?.wire.messages ?? "not seen";
          matrix.push([server.name, name, era, "yes", "yes", "yes", complete, "yes", "yes", messages]);
        } finally {
          await watched?.close();
        }
      };

      test(`the Python client, ${era}`, async (t) => {
        if (!PYTHON) return t.skip("no Python with the pinned packages");
        await through("Python", python);
      });

      test(`the Inspector's command line, ${era}`, async () => {
        await through("Inspector CLI", async (...asked) => ({ ...(await inspector(...asked)), complete: "cannot" }));
      });
    }
  });
}

/** Whether a name is one of the conformance suite's fixtures, which have oddities on purpose. */
function isOfTheSuite(name) {
  return name.startsWith("test_") || name === "json_schema_2020_12_tool";
}

/** A value that fits a simple schema. */
function sample(schema) {
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.type === "boolean") return true;
  return "a".repeat(Math.max(1, schema.minLength ?? 1));
}
