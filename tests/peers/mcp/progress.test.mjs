// Is progress told while a call still runs, and does a client that goes away stop the work?

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SERVERS } from "./servers.mjs";

function call(server, input, signal, _meta = { progressToken: "steps" }) {
  const params = { name: "fixture_steps", arguments: input, _meta };
  return fetch(server.http, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    signal,
  });
}

async function stopped(server) {
  const answer = await (await call(server, { count: 0 }, undefined, {})).json();
  return answer.result.structuredContent.stopped;
}

for (const server of SERVERS.filter((it) => it.http)) {
  describe(`over ${server.name}`, () => {
    test("the first steps are heard before the end, and going away stops the handler of a process", async () => {
      const before = await stopped(server);
      const away = new AbortController();
      // This call never ends by itself, so whatever is heard was sent while it runs.
      const response = await call(server, { count: 3, stay: true }, away.signal);
      assert.equal(response.status, 200);
      assert.match(response.headers.get("content-type"), /^text\/event-stream/);
      assert.equal(response.headers.get("cache-control"), "no-cache");
      let heard = "";
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      while (!heard.includes('"progress":3')) {
        const { done, value } = await reader.read();
        assert.ok(!done, heard);
        heard += decoder.decode(value, { stream: true });
      }
      const said = heard.split("\n").filter((line) => line.startsWith("data: ")).map((line) => JSON.parse(line.slice(6)));
      assert.deepEqual(said.map((it) => it.params), [1, 2, 3].map((progress) => ({ progressToken: "steps", progress, total: 3 })));
      away.abort();
      await assert.rejects(reader.read());
      // What workerd does with a request whose client is gone is not told to what runs in it.
      if (server.name === "the site") return;
      // The server learns of it with the next thing it hears from the connection.
      let after = before;
      for (let looks = 0; looks < 500 && after === before; looks += 1) after = await stopped(server);
      assert.equal(after, before + 1);
    });

    test("a call that ends is answered after its steps, in one stream", async () => {
      const text = await (await call(server, { count: 2 })).text();
      const said = text.split("\n").filter((line) => line.startsWith("data: ")).map((line) => JSON.parse(line.slice(6)));
      assert.deepEqual(said.slice(0, 2).map((it) => it.params.progress), [1, 2]);
      assert.equal(said[2].id, 1);
      assert.equal(said[2].result.structuredContent.steps, 2);
      assert.equal(said.length, 3);
    });
  });
}
