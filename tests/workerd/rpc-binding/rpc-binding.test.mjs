// Does a second Worker get over a service binding what everyone gets over the wire, and no more?
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { engine, missing, start } from "./two-workers.mjs";

const { CAPSTAN_URL } = process.env;

describe("over a service binding", { skip: missing }, () => {
  let workers;
  before(async () => {
    workers = await start();
  });
  after(() => workers?.stop());

  async function overTheWire(name, input) {
    const response = await fetch(new URL("/rpc", CAPSTAN_URL), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, input }),
    });
    assert.equal(response.status, 200);
    return response.json();
  }

  test("the generated client searches, reads, and throws", async () => {
    const { found, page, missing } = await workers.ask({ do: "typed" });
    assert.ok(found.matches.length > 0 && found.matches.length <= 2);
    assert.equal(page.id, found.matches[0].id);
    assert.equal(missing.kind, "notFound");
    assert.equal(missing.tag, "PageNotFound");
    assert.equal(missing.page, "no/such/page");
  });

  test("the envelope is the one of the wire", { skip: CAPSTAN_URL ? false : "no CAPSTAN_URL" }, async () => {
    const calls = [
      ["search", { query: "ownership", limit: 3 }],
      ["search", { query: "ownership", limit: 0 }],
      ["search", {}],
      ["read", { page: "ownership" }],
      ["read", { page: "no/such/page" }],
      ["serach", { query: "a" }],
      ...["succeed", "invalid", "notFound", "conflict", "limited", "unavailable", "nonsense"].map(
        (how) => ["fixture.fail", { how }],
      ),
      ["fixture.approve", { what: "launch" }],
      ["fixture.approve", { what: "launch", approve: true }],
      ["fixture.scoped", {}],
    ];
    for (const [name, input] of calls) {
      const bound = await workers.ask({ do: "raw", name, input });
      assert.deepEqual(bound, await overTheWire(name, input), `${name} ${JSON.stringify(input)}`);
    }
  });

  test("an internal error says nothing but the request's id", async () => {
    const failure = await workers.ask({ do: "call", name: "fixture.fail", input: { how: "internal" } });
    if (failure.tag === "UnknownCapability") return;
    assert.deepEqual(Object.keys(failure).sort(), ["kind", "message", "requestId", "tag"]);
    assert.equal(failure.kind, "internal");
    assert.doesNotMatch(JSON.stringify(failure), /secret/);
  });

  test("values that are no JSON are answered, not obeyed", async () => {
    const { date, ...answers } = await workers.ask({ do: "odd" });
    assert.equal(date.ok, true, "a date is the text that stands for it in JSON");
    for (const [name, answer] of Object.entries(answers)) {
      assert.ok(answer.ok === false || answer.thrown, `${name}: ${JSON.stringify(answer)}`);
      if (answer.ok === false) assert.equal(answer.failure.kind, "invalidInput", name);
    }
    const still = await workers.ask({ do: "call", name: "search", input: { query: "ownership", limit: 1 } });
    assert.equal(still.matches.length, 1);
  });

  test("nothing but `call` and `fetch` of the Worker can be reached", async () => {
    const exported = [...engine().matchAll(/export (?:async )?function (\w+)/g)].map((it) => it[1]);
    const listed = [...engine().matchAll(/export \{([^}]*)\}/g)].flatMap((it) =>
      it[1].split(",").map((name) => name.trim().split(/\s+as\s+/).pop()),
    );
    const names = new Set([...exported, ...listed, "engine", "run", "state", "env", "ctx", "default", "memory", "test"]);
    for (const name of ["call", "fetch", ""]) names.delete(name);
    assert.ok(names.size > 8, "the engine's exports were not found");
    for (const method of names) {
      const { refused, answered } = await workers.ask({ do: "reach", method });
      assert.ok(refused, `${method} answered ${answered}`);
      assert.match(refused, /does not implement|not allowed|private/i, method);
    }
  });
});
