// Where Cloudflare enters: two methods, and a fresh engine after one that trapped.
//
// A trap (a panic, a stack overflow) leaves WebAssembly memory in no state to go on with. The call
// that trapped and those in flight beside it answer with an internal error, and the next one finds
// a new instance of the same module.
import { WorkerEntrypoint } from "cloudflare:workers";
import * as engine from "./engine.js";

Error.stackTraceLimit = 100;

const state = engine.__worker_init_state();
/** The calls in flight, by the function that ends one of them. */
const pending = new Set();

function trapped(error) {
  console.error("the engine trapped", error);
  state.criticalError = true;
  for (const end of pending) end(error);
  pending.clear();
}

addEventListener("error", (event) => {
  if (event.error instanceof WebAssembly.RuntimeError) trapped(event.error);
});

/** Runs `start` in an engine that has not trapped, and `otherwise` where it traps or throws. */
async function run(start, otherwise) {
  if (state.criticalError) {
    engine.__wbg_reset_state();
    state.criticalError = false;
  }
  let end;
  const cut = new Promise((_, reject) => {
    end = reject;
  });
  pending.add(end);
  try {
    return await Promise.race([start(), cut]);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) {
      if (pending.has(end)) trapped(error);
    } else {
      console.error("the engine threw", error);
    }
    return otherwise(crypto.randomUUID());
  } finally {
    pending.delete(end);
  }
}

/** What an internal error says, as the engine itself would say it. */
function internal(requestId) {
  console.error(`request ${requestId} ended with an internal error`);
  const message = `something went wrong inside; quote the request id ${requestId}`;
  return { tag: "InternalError", message, requestId };
}

function problem(requestId) {
  const error = internal(requestId);
  const body = {
    type: "/docs#InternalError",
    title: "Internal error",
    status: 500,
    detail: error.message,
    instance: `urn:capstan:request:${requestId}`,
    ...error,
  };
  const headers = {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "x-request-id": requestId,
  };
  return new Response(JSON.stringify(body), { status: 500, headers });
}

function failure(requestId) {
  return { ok: false, failure: { kind: "internal", ...internal(requestId) } };
}

export default class Capstan extends WorkerEntrypoint {
  fetch(request) {
    return run(() => engine.fetch(request, this.env, this.ctx), problem);
  }

  call(name, input) {
    return run(() => engine.call(this.env, name, input), failure);
  }
}
