// Does the harness keep its word? Each test runs programs in a realm that the harness has shut.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { bytesOf, budgeted, within, plain } from "./encode.mjs";

const here = new URL("./run.mjs", import.meta.url).href;

/** Runs program bodies, one after another, in one fresh realm; `$` is the guard. */
async function runs(bodies, { limits = {}, params = null, tools = ["add", "notes.archive"] } = {}) {
  const thread = new Worker(
    `
    const { parentPort, workerData } = require("node:worker_threads");
    const { setTimeout, Date } = globalThis;
    const now = () => Date.now();
    const makers = workerData.bodies.map((body) => new Function("$", "given",
      "const { tools, params, console, Date, Math, crypto, setTimeout, clearTimeout, queueMicrotask, globalThis } = given;" +
      "return async function program() {'use strict';" + body + "\\n}"));
    import(workerData.here).then(async ({ run, realmNames }) => {
      const reports = [];
      for (const make of makers) {
        let id = 0;
        const host = {
          now,
          sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
          call: async (path, input) => {
            const call = id++;
            const value = JSON.parse(input);
            if (path === "add") return JSON.stringify({ ok: true, value: { sum: value.a + value.b } });
            return JSON.stringify({ ok: false, call, failure: { tag: "NoNote", message: "no " + path, id: value.id } });
          },
        };
        reports.push(JSON.parse(await run(make, JSON.stringify(workerData.settings), host)));
      }
      parentPort.postMessage({ reports, names: realmNames() });
    });
    `,
    {
      eval: true,
      workerData: {
        here,
        bodies,
        settings: {
          params,
          tools,
          seed: [1, 2, 3, 4],
          startMs: Date.UTC(2026, 0, 2, 3, 4, 5),
          limits: { steps: 10000, wallMs: 2000, outputBytes: 4096, logLines: 10, ...limits },
        },
      },
    },
  );
  try {
    return await new Promise((done, failed) => {
      thread.once("message", done);
      thread.once("error", failed);
    });
  } finally {
    await thread.terminate();
  }
}

async function result(body, options) {
  const { reports } = await runs([body], options);
  assert.equal(reports[0].ended, "returned", JSON.stringify(reports[0]));
  return reports[0].result;
}

async function report(body, options) {
  return (await runs([body], options)).reports[0];
}

test("a program returns data, and its params reach it", async () => {
  assert.deepEqual(await result("return { a: params.a + 1 }", { params: { a: 1 } }), { a: 2 });
  assert.equal(await result("return undefined"), null);
});

test("tools are called, nested, and told apart", async () => {
  assert.deepEqual(await result("return await tools.add({ a: 1, b: 2 })"), { sum: 3 });
  assert.deepEqual(
    await result("try { await tools.notes.archive({ id: 'x' }) } catch (e) { return [e instanceof Error, e.tag, e.message, e.id] }"),
    [true, "NoNote", "no notes.archive", "x"],
  );
  assert.deepEqual(await result("try { await tools['notes.archive']({ id: 1 }) } catch (e) { return e.tag }"), "NoNote");
});

test("tools can be looked at", async () => {
  const body = `
    return [Object.keys(tools), "add" in tools, "nope" in tools, String(tools), JSON.stringify(tools),
      (await tools) === tools, Object.keys(tools.notes), typeof tools.add, tools.hasOwnProperty("add"),
      { ...tools }.add === tools.add]`;
  assert.deepEqual(await result(body), [
    ["add", "notes"], true, false, "tools { add, notes }", '{"add":"tool","notes":{"archive":"tool"}}',
    true, ["archive"], "function", true, true,
  ]);
});

test("tools cannot be changed", async () => {
  const { ended, problem } = await report("tools.add = () => 1");
  assert.equal(ended, "threw");
  assert.match(problem.message, /cannot be changed/);
});

test("an uncaught failure leads back to its call, and only that error does", async () => {
  const told = await report("await tools.notes.archive({ id: 1 })");
  assert.deepEqual([told.ended, told.problem.call, told.problem.message], ["threw", 0, "no notes.archive"]);
  const forged = await report("throw Object.assign(new Error('no'), { tag: 'NoNote', call: 0, name: 'NoNote' })");
  assert.equal("call" in forged.problem, false);
});

test("whatever is thrown is told", async () => {
  for (const [thrown, said] of [
    ["'text'", "text"], ["null", "null"], ["new Error('')", ""], ["undefined", "undefined"], ["Symbol('a')", "Symbol(a)"],
    ["{ get message() { throw 1 } }", "The program threw a value that is no error"],
    ["new Proxy({}, { get() { throw 1 } })", "The program threw a value that is no error"],
  ]) {
    const { ended, problem } = await report(`throw ${thrown}`);
    assert.deepEqual([ended, problem.message], ["threw", said], thrown);
  }
});

test("no construct swallows the end of the steps", async () => {
  const loops = [
    "while (true) { $() }",
    "while (true) { $(); try { while (true) { $() } } catch { $() } finally { continue } }",
    "const f = () => { $(); return f() }; while (true) { $(); try { f() } catch { $() } }",
    "function* g() { $(); while (true) { $(); yield 1 } } for (const x of g()) { $() }",
    "for await (const x of (async function* () { $(); while (true) { $(); yield 1 } })()) { $() }",
    "const f = () => { $(); return Promise.resolve().then(f) }; await f().catch(() => { $(); return 1 })",
    "a: while (true) { $(); for (;;) { $(); continue a } }",
    "const o = { get a() { $(); return o.a } }; try { o.a } catch { $() } while (true) { $(); }",
    "await Promise.allSettled([(async () => { $(); while (true) { $(); await null } })()]); return 5",
    "try { while (true) { $() } } finally { return 5 }",
    "new Promise(() => { while (true) { $() } }).catch(() => {}); await null; return 6",
  ];
  for (const [index, { ended, result }] of (await runs(loops)).reports.entries()) {
    assert.deepEqual([ended, result], ["steps", null], loops[index]);
  }
});

test("time ends a program that spends few steps", async () => {
  const { ended } = await report("while (true) { $(); for (let i = 0, s = ''; i < 300; i++) s += i }", {
    limits: { steps: 1e12, wallMs: 50 },
  });
  assert.equal(ended, "time");
});

test("the realm is shut: what a run does, the next one does not see", async () => {
  const { reports } = await runs([
    "try { Object.prototype.x = 1 } catch {} try { Array.prototype.map = 1 } catch {} try { globalThis.y = 1 } catch {} /(a)/.exec('a'); try { Promise.z = 1 } catch {} return 1",
    "return [({}).x, typeof Array.prototype.map, typeof y, globalThis.y, RegExp.$1, Promise.z].map(it => it ?? null)",
  ]);
  assert.deepEqual(reports.map((it) => it.result), [1, [null, "function", "undefined", null, null, null]]);
});

test("nothing makes code of text", async () => {
  const ways = [
    "(() => {}).constructor('return 1')()", "(async () => {}).constructor('return 1')()",
    "(function* () {}).constructor('return 1')()", "tools.add.constructor('return 1')()",
    "console.log.constructor('return 1')()", "Object.getPrototypeOf(async function* () {}).constructor('return 1')",
    "eval('1')", "Function('1')", "[].map.constructor('return 1')()", "new Date().constructor.constructor('return 1')()",
  ];
  for (const way of ways) {
    assert.equal((await report(`return ${way}`)).ended, "threw", way);
  }
});

test("globals are the listed ones, and nothing else", async () => {
  const free = ["fetch", "process", "require", "setInterval", "Function", "eval", "WebAssembly", "Atomics", "SharedArrayBuffer",
    "WeakRef", "FinalizationRegistry", "performance", "Intl", "self", "global", "Buffer"];
  assert.deepEqual(await result(`return [${free.map((it) => `typeof ${it}`)}]`), free.map(() => "undefined"));
});

test("members may be overridden on objects of one's own", async () => {
  const body = `
    class A extends Error { constructor() { super("m"); this.name = "A"; this.message = "n" } }
    const o = {}; o.toString = () => "mine"; o.constructor = 1; o.valueOf = () => 2;
    const f = function () {}; f.prototype.toString = () => "p";
    return [new A().name, new A().message, String(o), o.constructor, +o, String(new f()), Object.keys(o)]`;
  assert.deepEqual(await result(body), ["A", "n", "mine", 1, 2, "p", ["toString", "constructor", "valueOf"]]);
});

test("time and chance are the run's", async () => {
  const body = `
    const a = Math.random(), d = new Date();
    return [d.toISOString().slice(0, 16), d instanceof Date, d.getHours(), new Date(2020, 0, 1).toISOString(),
      new Date("2020-01-01T10:00").getTime() === Date.UTC(2020, 0, 1, 10), new Date(0).toString(), a >= 0 && a < 1, a,
      crypto.randomUUID(), crypto.getRandomValues(new Uint8Array(2)).length, d.getTimezoneOffset(), (1234567.5).toLocaleString(),
      ["b", "a", "B", "ä"].sort((x, y) => x.localeCompare(y))]`;
  const [one, two] = [await result(body), await result(body)];
  assert.deepEqual(one, two);
  assert.deepEqual(one.slice(0, 7), [
    "2026-01-02T03:04", true, 3, "2020-01-01T00:00:00.000Z", true,
    "Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)", true,
  ]);
  assert.match(one[8], /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual(one.slice(9), [2, 0, "1,234,567.5", ["a", "ä", "b", "B"]]);
});

test("timers run, and not after the end", async () => {
  assert.equal(await result("return await new Promise((done) => setTimeout(done, 5, 'late'))"), "late");
  assert.equal(await result("const id = setTimeout(() => { throw 1 }, 0); clearTimeout(id); return 1"), 1);
  const { logs } = await report("setTimeout(() => { throw new Error('x') }, 0); await new Promise((d) => setTimeout(d, 20))");
  assert.deepEqual(logs, [{ level: "error", text: "Uncaught in a timer: Error: x" }]);
});

test("the console keeps level and structure, up to a number of lines", async () => {
  const body = `
    console.log("a", { b: [1, "x"], m: new Map([["k", new Set([1])]]) }); console.warn(Object.create(null));
    const c = {}; c.c = c; console.error(c, null, undefined, 1n, Symbol("s"), () => 1, new Date(0));
    console.info(new Error("e")); for (let i = 0; i < 20; i++) console.debug(i)`;
  const { logs, truncated } = await report(body);
  assert.deepEqual(logs.slice(0, 4), [
    { level: "log", text: 'a {b: [1, "x"], m: Map(1) {"k" => Set(1) {1}}}' },
    { level: "warn", text: "{}" },
    { level: "error", text: "{c: [Circular]} null undefined 1n Symbol(s) [Function: anonymous] 1970-01-01T00:00:00.000Z" },
    { level: "info", text: "Error: e" },
  ]);
  assert.deepEqual([logs.length, truncated], [10, true]);
});

test("each kind of value has one form", async () => {
  const forms = [
    ["new Date(0)", "1970-01-01T00:00:00.000Z"], ["new Map([['a', 1]])", { a: 1 }], ["new Map([[1, 2]])", [[1, 2]]],
    ["new Set([1, 2])", [1, 2]], ["10n ** 20n", "100000000000000000000"], ["new Uint8Array([1, 2])", [1, 2]],
    ["NaN", null], ["-Infinity", null], ["-0", 0], ["[undefined, () => 1, Symbol()]", [null, null, null]],
    ["{ a: undefined, b: () => 1, c: 1 }", { c: 1 }], ["/a/g", "/a/g"], ["new Error('m')", { name: "Error", message: "m" }],
    ["{ toJSON() { return 5 } }", 5], ["new (class { x = 1; get y() { return 2 } })()", { x: 1 }], ["[, 1]", [null, 1]],
    ["Object.create(null)", {}], ["JSON.parse('{\"__proto__\": 1}')", JSON.parse('{"__proto__": 1}')],
    ["new Date(NaN)", null], ["new String('s')", "s"], ["new ArrayBuffer(2)", [0, 0]], ["tools", { add: "tool", notes: { archive: "tool" } }],
  ];
  const { reports } = await runs(forms.map(([text]) => `return ${text}`));
  reports.forEach((it, index) => assert.deepEqual([it.ended, it.result], ["returned", forms[index][1]], forms[index][0]));
});

test("what is no data is refused, with its place", async () => {
  const refused = [
    ["() => 1", "result is a function, which was not called"], ["Symbol()", "result is a symbol"],
    ["{ a: [tools.add({ a: 1, b: 1 })] }", "result.a[0] is a promise: `await` it"],
    ["(() => { const a = {}; a['b c'] = a; return a })()", 'result["b c"] is a part of itself'],
    ["(() => { let a = []; for (let i = 0; i < 100; i++) a = [a]; return a })()", /nested deeper than 64 levels/],
  ];
  for (const [text, said] of refused) {
    const { ended, problem, result } = await report(`return ${text}`);
    assert.deepEqual([ended, result], ["notData", null], text);
    if (typeof said === "string") assert.equal(problem.message, said);
    else assert.match(problem.message, said);
  }
  assert.equal((await report("return { get a() { throw new Error('trap') } }")).ended, "threw");
});

test("what is cut stays JSON, says so, and keeps within its bytes", () => {
  const values = [
    "x".repeat(10000), "é😀".repeat(5000), Array.from({ length: 1000 }, (_, i) => ({ id: i, text: "t".repeat(20) })),
    { small: 1, big: "b".repeat(9000), other: ["y".repeat(4000)] }, Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i])),
    [["z".repeat(5000)]], { a: { b: { c: "d".repeat(3000) } } }, "\u0000\u001f\"\\".repeat(900), [1, "\ud800".repeat(700)],
  ];
  for (const value of values) {
    for (const most of [0, 1, 2, 10, 40, 64, 100, 500, 1000, 2500]) {
      const { result, truncated } = budgeted(plain(value), [], most);
      const bytes = result === null ? 0 : Buffer.byteLength(JSON.stringify(result));
      assert.ok(bytes <= most, `${bytes} > ${most}: ${JSON.stringify(result).slice(0, 80)}`);
      assert.equal(truncated, true);
      if (most >= 100) assert.match(JSON.stringify(result), /cut: \d+/);
    }
  }
  assert.deepEqual(within({ small: 1, big: "b".repeat(900) }, 200).small, 1);
  for (const text of ["", "a", "é", "😀", "\ud800", "\ud800a", "a😀é"]) assert.equal(bytesOf(text), Buffer.byteLength(text));
});

test("result and logs share one budget", async () => {
  const { result, logs, truncated } = await report("console.log('ü'.repeat(3000)); return 'r'.repeat(3000)", { limits: { outputBytes: 128 } });
  const bytes = Buffer.byteLength(JSON.stringify(result)) + logs.reduce((sum, it) => sum + Buffer.byteLength(it.text), 0);
  assert.ok(bytes <= 128 && truncated, String(bytes));
  const none = await report("console.log('a'); return 1", { limits: { outputBytes: 0 } });
  assert.deepEqual([none.result, none.logs, none.truncated], [null, [], true]);
});

test("a large result comes at once and cut", async () => {
  const { result, truncated } = await report("return 'x'.repeat(40 * 1024 * 1024)");
  assert.ok(truncated && result.length < 4096);
});

test("the realm's names are written down", async () => {
  const { names } = await runs(["return 1"]);
  assert.ok(names.includes("structuredClone") && names.includes("tools") && !names.includes("Function"));
});
