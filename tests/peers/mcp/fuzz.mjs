// Which bodies and headers could break a server, and is what it answers well-formed all the same?
//
// `node tests/peers/mcp/fuzz.mjs --url URL --minutes N [--pid PID] [--seed N]` goes on for as long as
// it is told, and keeps what broke in `corpus/`, where the replay test finds it.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { Agent, request as send } from "node:http";
import { parseArgs } from "node:util";
import { WireSchema } from "./wire-schema.mjs";

export const CORPUS = new URL("./corpus/", import.meta.url);

/** How long an answer may take before it counts as none. */
const PATIENCE_MS = 20_000;

const META = "io.modelcontextprotocol/";
const VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "2099-01-01", "", "x", "2026-07-28 "];
const METHODS = [
  "initialize", "ping", "server/discover", "tools/list", "tools/call", "resources/list", "resources/read",
  "resources/templates/list", "prompts/list", "prompts/get", "completion/complete", "notifications/initialized",
  "notifications/cancelled", "logging/setLevel", "subscriptions/listen", "tasks/get", "no/such", "", "tools/LIST", "__proto__",
];
const WORDS = [
  "search", "read", "ownership", "index", "answer", "explain", "capstan://page/ownership", "capstan://start", "id", "page",
  "query", "../..", "%2e%2e%2f", "a".repeat(5000), "\u0000", "\ud800", "🦀", "'; DROP TABLE page; --", "\"", "*", "NEAR(", "-",
  "=?base64?SGVsbG8=?=", "=?base64?!?=", "capstan://page/{+id}", "https://127.0.0.1/ownership", "64-00000000", "é", "\r\n", "{question}",
];

/** A generator of numbers that says the same for the same seed. */
export function dice(seed) {
  let state = BigInt(seed) * 2685821657736338717n + 88172645463325252n;
  const next = () => {
    state ^= (state << 13n) & 0xffffffffffffffffn;
    state ^= state >> 7n;
    state ^= (state << 17n) & 0xffffffffffffffffn;
    return state & 0xffffffffffffffffn;
  };
  const below = (sides) => Number(next() % BigInt(sides));
  return { below, of: (list) => list[below(list.length)], odds: (one) => below(one) === 0 };
}

function value(d, depth = 0) {
  const kind = d.below(depth > 4 ? 7 : 10);
  if (kind < 3) return d.of(WORDS);
  if (kind === 3) return d.of([0, 1, -1, 1.5, 1e21, 9007199254740993, -0, 2 ** 31]);
  if (kind === 4) return d.of([true, false, null]);
  if (kind === 5) return [];
  if (kind === 6) return {};
  if (kind === 7) return Array.from({ length: d.below(4) }, () => value(d, depth + 1));
  return Object.fromEntries(Array.from({ length: d.below(4) }, () => [d.of([...WORDS, "_meta", "name"]), value(d, depth + 1)]));
}

/** Parameters that make some sense for a method. */
function params(d, method) {
  if (d.odds(8)) return value(d);
  const some = Object.assign(Object.create(null), {
    "tools/call": () => ({ name: d.of(WORDS), arguments: d.odds(3) ? value(d) : { query: d.of(WORDS), page: d.of(WORDS) } }),
    "resources/read": () => ({ uri: d.of(WORDS) }),
    "prompts/get": () => ({ name: d.of(WORDS), arguments: { question: d.of(WORDS), page: d.of(WORDS) } }),
    "completion/complete": () => ({
      ref: { type: d.of(["ref/resource", "ref/prompt", "ref/x"]), uri: d.of(WORDS), name: d.of(WORDS) },
      argument: { name: d.of(WORDS), value: d.of(WORDS) },
    }),
    "resources/list": () => (d.odds(2) ? {} : { cursor: value(d) }),
    initialize: () => ({ protocolVersion: d.of(VERSIONS), capabilities: {}, clientInfo: {} }),
  })[method];
  const made = some ? some() : d.odds(2) ? {} : { [d.of(WORDS)]: value(d) };
  if (d.odds(2)) {
    made._meta = {
      [`${META}protocolVersion`]: d.odds(4) ? value(d) : d.of(VERSIONS),
      [`${META}clientCapabilities`]: d.odds(4) ? value(d) : {},
      progressToken: value(d),
    };
  }
  return made;
}

function spoiled(d, text) {
  let bytes = Buffer.from(text);
  for (let times = 1 + d.below(3); times > 0; times -= 1) {
    const at = d.below(bytes.length + 1);
    const cut = d.below(8);
    const put = d.of([Buffer.from([d.below(256)]), Buffer.from(d.of(['"', "{", "}", "[", "]", ",", ":", "\\", "\\u", "1e999", "\ufeff"])), Buffer.alloc(0)]);
    bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(Math.min(bytes.length, at + cut))]);
  }
  return bytes;
}

/** One request: its method, its headers and its body. */
export function input(d) {
  const method = d.of(METHODS);
  const message = { jsonrpc: d.odds(20) ? value(d) : "2.0", id: d.odds(4) ? value(d) : d.of([0, 1, 7, "a", ""]), method, params: params(d, method) };
  if (d.odds(8)) delete message.id;
  if (d.odds(12)) delete message.params;
  if (d.odds(30)) delete message.method;
  if (d.odds(30)) message[d.of(["result", "error", "extra"])] = value(d);
  let body = Buffer.from(JSON.stringify(d.odds(25) ? [message] : message));
  if (d.odds(4)) body = spoiled(d, body);
  if (d.odds(80)) body = Buffer.from(d.of(["", "null", "[]", "{}", "1", "[".repeat(400), '{"a":'.repeat(90), " ".repeat(70_000)]));
  const headers = {
    "content-type": d.odds(60) ? d.of(["", "text/plain", "application/json;charset=x", "APPLICATION/JSON", "application/json, application/json"]) : "application/json",
  };
  if (!d.odds(5)) headers.accept = d.odds(12) ? d.of(["text/html", ";q=", "a/b;q=\"", ""]) : d.of(["application/json, text/event-stream", "*/*", "application/json", "text/event-stream"]);
  if (d.odds(2)) headers["mcp-protocol-version"] = d.odds(10) ? [d.of(VERSIONS), d.of(VERSIONS)] : d.of(VERSIONS);
  if (d.odds(2)) headers["mcp-method"] = d.odds(6) ? d.of(METHODS) : method;
  if (d.odds(2)) headers["mcp-name"] = d.odds(4) ? d.of(WORDS) : String(message.params?.name ?? message.params?.uri ?? "");
  if (d.odds(40)) headers.origin = d.of(["http://localhost:1", "https://evil.example", "null", "", "http://"]);
  if (d.odds(15)) headers[d.of(["mcp-session-id", "last-event-id", "authorization", "mcp-param-x", "x-a"])] = d.of(WORDS);
  for (const [name, it] of Object.entries(headers)) {
    const plain = (text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?").slice(0, 8000);
    headers[name] = Array.isArray(it) ? it.map(plain) : plain(it);
  }
  return { method: d.odds(40) ? d.of(["GET", "PUT", "DELETE", "OPTIONS", "PATCH"]) : "POST", path: d.of(["/mcp", "/mcp", "/mcp", "/mcp/read", "/mcp/"]), headers, body: body.toString("base64") };
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends one, and gives the answer as it came. */
export function exchange(origin, { method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body, "base64");
    const asked = send(new URL(path, origin), { agent, method, headers: { ...headers, "content-length": bytes.length }, timeout: PATIENCE_MS });
    asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
    asked.on("error", reject);
    asked.on("response", (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode, kind: response.headers["content-type"] ?? "", text: Buffer.concat(chunks).toString() }));
    });
    asked.end(bytes);
  });
}

/** The id that the answer must carry; `undefined` where none could be read. */
function idOf(body) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(body, "base64")).replace(/^\ufeff/, "");
    // A string that holds half of a pair is one that the server's reader refuses.
    const message = JSON.parse(text, (key, it) => {
      if ([key, it].some((part) => typeof part === "string" && !part.isWellFormed())) throw new Error("no text");
      return it;
    });
    const id = message?.id;
    if (typeof message !== "object" || Array.isArray(message)) return undefined;
    if (typeof id === "string" || Number.isSafeInteger(id)) return id;
    return undefined;
  } catch {
    return undefined;
  }
}

const STATUSES = new Set([200, 202, 204, 400, 403, 404, 405, 406, 413, 415, 431]);
/** Refusals before the message is read. */
const UNREAD = new Set([403, 405, 406, 413, 415, 431]);

/** What is wrong with an answer, or nothing. */
export function fault(asked, { status, kind, text }) {
  if (!STATUSES.has(status)) return `the status is ${status}: ${text.slice(0, 300)}`;
  if (text === "") return [202, 204].includes(status) || asked.method === "OPTIONS" ? undefined : `${status} says nothing`;
  if (kind.startsWith("application/problem+json")) return UNREAD.has(status) || status === 400 || asked.method !== "POST" ? undefined : `${status} is a problem`;
  // With one slash more it is the address of a page to those who only read.
  if (kind.startsWith("text/markdown")) return asked.method !== "POST" && status === 404 ? undefined : `${status} is a page`;
  const wire = new WireSchema({ judgesClient: false });
  try {
    wire.heard(Buffer.from(asked.body, "base64").toString(), kind, text);
  } catch (error) {
    return `it is no JSON: ${error.message}: ${text.slice(0, 300)}`;
  }
  if (wire.messages === 0) return `it is ${kind} and no message`;
  if (wire.complaints.length) return wire.complaints.join("\n");
  const last = kind.startsWith("text/event-stream") ? text.trim().split("\n").at(-1).slice(6) : text;
  const message = JSON.parse(last);
  if ("result" in message === "error" in message) return `it is neither a result nor an error: ${last.slice(0, 300)}`;
  const id = idOf(asked.body);
  // JSON in which a member stands twice is read differently here and there.
  if (!UNREAD.has(status) && id !== undefined && message.id !== id && message.id !== undefined) return `the id is ${JSON.stringify(message.id)} and was ${JSON.stringify(id)}`;
  if (status === 200 && message.id === undefined) return "a result or an error of a call has no id";
  return undefined;
}

/** Everything that broke a server once, and one input for each way that an answer can end. */
export const corpus = () =>
  readdirSync(CORPUS).filter((name) => name.endsWith(".json")).flatMap((name) => JSON.parse(readFileSync(new URL(name, CORPUS), "utf8")));

/** Sends `count` requests, or until `goesOn` says no, many at a time; gives each with what is wrong. */
export async function run(origin, seed, goesOn) {
  const d = dice(seed);
  const faults = [];
  const statuses = new Map();
  let sent = 0;
  const worker = async () => {
    while (goesOn(sent)) {
      sent += 1;
      const asked = input(d);
      let wrong;
      try {
        const answer = await exchange(origin, asked);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        wrong = fault(asked, answer);
      } catch (error) {
        wrong = `no answer came: ${error.message}`;
      }
      if (wrong) faults.push({ asked, wrong });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return { sent, faults, statuses };
}

if (import.meta.filename === process.argv[1]) {
  const options = { url: { type: "string" }, minutes: { type: "string", default: "10" }, pid: { type: "string" }, seed: { type: "string", default: "1" } };
  const { values } = parseArgs({ options });
  const residentKib = () => values.pid && Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${values.pid}/status`, "utf8"))[1]);
  const end = Date.now() + Number(values.minutes) * 60_000;
  const begun = Date.now();
  let seed = Number(values.seed);
  let sent = 0;
  const all = new Map();
  const memory = [];
  mkdirSync(CORPUS, { recursive: true });
  while (Date.now() < end) {
    const round = await run(values.url, seed, (done) => done < 5000 && Date.now() < end);
    sent += round.sent;
    for (const [status, count] of round.statuses) all.set(status, (all.get(status) ?? 0) + count);
    memory.push(residentKib());
    for (const [number, { asked, wrong }] of round.faults.entries()) {
      console.log(`seed ${seed}: ${wrong}`);
      writeFileSync(new URL(`found-${seed}-${number}.json`, CORPUS), `${JSON.stringify([{ why: wrong, asked }], undefined, 1)}\n`);
      process.exitCode = 1;
    }
    seed += 1;
  }
  const seconds = (Date.now() - begun) / 1000;
  console.log(`${sent} requests in ${seconds.toFixed(0)} s; statuses ${[...all].sort().map(([it, count]) => `${it}: ${count}`).join(", ")}`);
  if (values.pid) console.log(`resident KiB after each round: ${memory[0]} first, ${Math.max(...memory)} at most, ${memory.at(-1)} last`);
}
