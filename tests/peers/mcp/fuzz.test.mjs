// Is every answer well-formed, whatever is sent?

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { corpus, exchange, fault, run } from "./fuzz.mjs";
import { SERVERS } from "./servers.mjs";
import { table } from "./table.mjs";

const REQUESTS = 2000;

const rows = [];
after(() => table(["server", "requests", "faults", "statuses"], rows));

test("a fault is seen", () => {
  const asked = { method: "POST", path: "/mcp", headers: {}, body: Buffer.from('{"jsonrpc":"2.0","id":7,"method":"ping"}').toString("base64") };
  const said = (status, message) => fault(asked, { status, kind: "application/json", text: JSON.stringify(message) });
  const pong = { jsonrpc: "2.0", id: 7, result: {} };
  assert.equal(said(200, pong), undefined);
  const wrong = [
    [500, pong],
    [200, { ...pong, id: 8 }],
    [200, { ...pong, id: "7" }],
    [200, { jsonrpc: "2.0", result: {} }],
    [200, { jsonrpc: "2.0", id: 7 }],
    [400, { jsonrpc: "2.0", id: null, error: { code: -32600, message: "no" } }],
    [200, { jsonrpc: "2.0", id: 7, error: { message: "no" } }],
  ];
  for (const [status, message] of wrong) assert.ok(said(status, message), JSON.stringify([status, message]));
  assert.ok(fault(asked, { status: 200, kind: "text/html", text: "<html>" }));
  assert.ok(fault(asked, { status: 200, kind: "application/json", text: "{" }));
});

for (const server of SERVERS.filter((it) => it.http)) {
  describe(`over ${server.name}`, () => {
    test("what broke a server once breaks none", async () => {
      for (const { why, asked } of corpus()) {
        assert.equal(fault(asked, await exchange(server.http, asked)), undefined, why);
      }
    });

    test("what a seeded generator sends is answered well", async () => {
      const { sent, faults, statuses } = await run(server.http, 7, (done) => done < REQUESTS);
      const seen = [...statuses].sort().map(([status, count]) => `${status}: ${count}`).join(", ");
      rows.push([server.name, sent, faults.length, seen]);
      assert.deepEqual(faults.slice(0, 3), []);
      assert.ok(statuses.get(200) > 100 && statuses.get(400) > 100, seen);
    });
  });
}
