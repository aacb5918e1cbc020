// Does the Worker go on after its engine trapped, and does everyone who waited get an answer?
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { DUMB_BINDINGS, serve } from "../../xtask/js/plain-workerd.mjs";

const { CAPSTAN_SITE } = process.env;

// The engine of the built Worker, made to trap for real: a write outside of its memory.
const TRAP = `
export function trap() {
  wasm.__wbindgen_realloc(0xfffffff0, 8, 16, 4);
}
`;
const ENGINE = `
import * as engine from "./engine-built.js";
export * from "./engine-built.js";
let waiting = 0;
export function fetch(request, env, context) {
  const { pathname } = new URL(request.url);
  if (pathname === "/trap") engine.trap();
  if (pathname === "/trap-later") {
    queueMicrotask(() => engine.trap());
    return new Promise(() => {});
  }
  if (pathname === "/wait") {
    waiting += 1;
    return new Promise((resolve) => setTimeout(resolve, 600_000));
  }
  if (pathname === "/waiting") return new Response(String(waiting));
  return engine.fetch(request, env, context);
}
`;

describe("after a trap", { skip: CAPSTAN_SITE ? false : "CAPSTAN_SITE is not set" }, () => {
  let folder;
  let server;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "capstan-trap-"));
    cpSync(join(dirname(CAPSTAN_SITE), "worker"), folder, { recursive: true });
    renameSync(join(folder, "engine.js"), join(folder, "engine-built.js"));
    const built = readFileSync(join(folder, "engine-built.js"), "utf8");
    writeFileSync(join(folder, "engine-built.js"), built + TRAP);
    writeFileSync(join(folder, "engine.js"), ENGINE);
    server = await serve(folder, "entry.mjs", DUMB_BINDINGS);
    const { response } = await server.first("/openapi.json");
    assert.equal(response.status, 200);
  });

  after(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function isInternalError(response) {
    assert.equal(response.status, 500);
    assert.equal(response.headers.get("content-type"), "application/problem+json");
    const problem = await response.json();
    assert.equal(problem.tag, "InternalError");
    assert.equal(problem.requestId, response.headers.get("x-request-id"));
  }

  for (const path of ["/trap", "/trap-later"]) {
    test(`${path} is an internal error, and the next request finds a fresh engine`, async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        await isInternalError(await fetch(server.url + path));
        const response = await fetch(`${server.url}/openapi.json`);
        assert.equal(response.status, 200);
        assert.equal((await response.json()).openapi.slice(0, 3), "3.1");
      }
    });
  }

  test("a request that waited when another one trapped is answered", async () => {
    const waiting = fetch(`${server.url}/wait`);
    while ((await (await fetch(`${server.url}/waiting`)).text()) !== "1");
    await isInternalError(await fetch(`${server.url}/trap`));
    await isInternalError(await waiting);
  });
});
