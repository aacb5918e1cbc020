// How does one program run from its first step to its report?
import { makeConsole } from "./console.mjs";
import { budgeted, NotData, plain } from "./encode.mjs";
import { lock, names, native } from "./realm.mjs";
import { makeTools } from "./tools.mjs";
import { makeWorld } from "./world.mjs";

lock();

const { Math } = native;

/** The names a program can resolve, for the test that compares sandboxes. */
export const realmNames = names;

/** Steps between two looks at the clock. */
const STEPS_A_LOOK = 1024;

/**
 * Runs a program and reports as JSON.
 *
 * `make` is the program module's default export. `settings` is JSON: `{params, tools, seed, startMs,
 * limits: {steps, wallMs, outputBytes, logLines}}`. `host` has `call(path, input)`, `sleep(ms)` and `now()`.
 */
export async function run(make, settings, host) {
  const { params, tools, seed, startMs, limits } = JSON.parse(settings);
  const began = host.now();
  const now = () => Math.floor(startMs + (host.now() - began));
  let steps = 0;
  let ended;
  let settled = false;
  const alive = () => !settled && ended === undefined;
  let stop;
  const stopped = new Promise((_, reject) => {
    stop = reject;
  });
  stopped.catch(() => undefined);

  const end = (why) => {
    ended ??= why;
    const error = new Error(ended === "steps" ? "The program used up its steps" : "The program ran out of time");
    stop(error);
    throw error;
  };
  const guard = () => {
    if (ended !== undefined) end(ended);
    steps += 1;
    if (steps > limits.steps) end("steps");
    if (steps % STEPS_A_LOOK === 0 && host.now() - began > limits.wallMs) end("time");
  };

  const calls = new WeakMap();
  const out = makeConsole({ linesMax: limits.logLines, bytesMax: limits.outputBytes });
  const call = (path, input) => {
    if (!alive()) return Promise.reject(new Error("The run is over"));
    return host.call(path, input);
  };
  const world = makeWorld({
    now,
    seed,
    sleep: host.sleep,
    alive,
    fail: (error) => alive() && out.write("error", ["Uncaught in a timer:", error]),
  });
  const given = {
    tools: makeTools(tools, call, (error, id) => calls.set(error, id ?? null)),
    params,
    console: out.console,
    ...world,
  };
  given.globalThis = Object.assign(Object.create(null), given);
  given.globalThis.globalThis = given.globalThis;

  const report = { ended: "returned", result: null };
  let settle;
  try {
    const program = make(guard, given);
    const value = await Promise.race([program(), stopped]);
    report.result = value;
  } catch (error) {
    settle = { error };
  }
  if (!settle && ended === undefined) {
    try {
      report.result = plain(report.result);
    } catch (error) {
      report.ended = error instanceof NotData ? "notData" : "threw";
      report.problem = problemOf(error, calls);
    }
  }
  settled = true;
  if (ended !== undefined) {
    report.ended = ended;
  } else if (settle) {
    report.ended = "threw";
    report.problem = problemOf(settle.error, calls);
  }
  const result = report.ended === "returned" ? report.result : null;
  const kept = budgeted(result, out.lines, limits.outputBytes);
  return JSON.stringify({
    ended: report.ended,
    problem: report.problem,
    result: kept.result,
    logs: kept.logs,
    truncated: kept.truncated || out.lost() > 0,
    steps: Math.min(steps, limits.steps),
  });
}

/** What is told of what was thrown: words and a stack. The host knows the calls by itself. */
function problemOf(error, calls) {
  const isObject = (typeof error === "object" && error !== null) || typeof error === "function";
  const read = (name) => {
    try {
      const value = isObject ? error[name] : undefined;
      return typeof value === "string" ? value.slice(0, 4096) : undefined;
    } catch {
      return undefined;
    }
  };
  const call = isObject && calls.has(error) ? { call: calls.get(error) } : {};
  const message = isObject ? (read("message") ?? "The program threw a value that is no error") : textOf(error);
  return { message, name: read("name"), stack: read("stack"), ...call };
}

function textOf(value) {
  return typeof value === "string" ? value.slice(0, 4096) : String(value);
}

/** Waits, where the platform has timers. */
export const nativeSleep = native.setTimeout && ((ms) => new Promise((done) => native.setTimeout(done, ms)));
