// Is a message what the specification's own JSON schema says it is?
//
// The schemas are those that the official conformance suite carries.

import { readFileSync } from "node:fs";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const SUITE = "../node_modules/@modelcontextprotocol/conformance/dist/index.js";
const source = readFileSync(new URL(SUITE, import.meta.url), "utf8");

/** Cuts the object literal that begins at an index, strings skipped. */
function literalAt(start) {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const character = source[at];
    if (character === "`" || character === '"' || character === "'") {
      for (at += 1; source[at] !== character; at += 1) if (source[at] === "\\") at += 1;
    } else if (character === "{") depth += 1;
    else if (character === "}" && (depth -= 1) === 0) return source.slice(start, at + 1);
  }
  throw new Error("the suite's schema has no end");
}

/** Every schema that the suite holds, in its order. */
const held = [...source.matchAll(/[,\s](\w+)=\{\$schema:`/g)].map((found) => ({
  variable: found[1],
  schema: new Function(`return ${literalAt(found.index + found[0].indexOf("{"))}`)(),
}));

/** The schema of a revision. The stateless one is known by what no other has. */
function schemaOf(revision) {
  const variable = new RegExp(`"${revision}":(\\w+)[,}]`).exec(source)?.[1];
  const found = held.find((it) => (variable ? it.variable === variable : it.schema.$defs?.DiscoverResult));
  if (!found) throw new Error(`the suite holds no schema of ${revision}`);
  return found.schema;
}

const RESULTS = {
  initialize: "InitializeResult",
  "server/discover": "DiscoverResult",
  ping: "EmptyResult",
  "tools/list": "ListToolsResult",
  "tools/call": "CallToolResult",
  "resources/list": "ListResourcesResult",
  "resources/templates/list": "ListResourceTemplatesResult",
  "resources/read": "ReadResourceResult",
  "prompts/list": "ListPromptsResult",
  "prompts/get": "GetPromptResult",
  "completion/complete": "CompleteResult",
};

const prepared = new Map();

function validatorOf(revision, definition) {
  let one = prepared.get(revision);
  if (!one) {
    const schema = schemaOf(revision);
    const Checker = schema.$schema.includes("2020-12") ? Ajv2020 : Ajv;
    const ajv = new Checker({ strict: false, allErrors: true });
    addFormats(ajv);
    ajv.addSchema(schema, "mcp");
    one = { ajv, place: schema.$defs ? "$defs" : "definitions", names: schema.$defs ?? schema.definitions };
    prepared.set(revision, one);
  }
  return one.names[definition] && one.ajv.getSchema(`mcp#/${one.place}/${definition}`);
}

function complaint(revision, definition, value) {
  const validate = validatorOf(revision, definition);
  if (!validate || validate(value)) return [];
  const where = validate.errors.map((it) => `${it.instancePath} ${it.message}`).join("; ");
  return [`${revision} ${definition}: ${where} in ${JSON.stringify(value).slice(0, 400)}`];
}

/** Watches a conversation, and knows what in it breaks the schema. */
export class WireSchema {
  complaints = [];
  messages = 0;
  #methods = new Map();
  #settled = "2025-11-25";

  /** A message that the client sends. */
  sent(message) {
    if (message.method && message.id !== undefined) this.#methods.set(message.id, message);
  }

  /** A message that the server sends. */
  received(message) {
    this.messages += 1;
    const asked = this.#methods.get(message.id);
    const meta = asked?.params?._meta ?? {};
    const revision = meta["io.modelcontextprotocol/protocolVersion"] ?? this.#settled;
    this.complaints.push(...complaint(revision, "JSONRPCMessage", message));
    if (!message.result || !asked) return;
    if (asked.method === "initialize") this.#settled = message.result.protocolVersion;
    const definition = RESULTS[asked.method];
    const spoken = asked.method === "initialize" ? this.#settled : revision;
    if (definition) this.complaints.push(...complaint(spoken, definition, message.result));
  }

  /** `fetch`, watched. */
  fetch = async (url, init) => {
    if (typeof init?.body === "string") this.sent(JSON.parse(init.body));
    const response = await fetch(url, init);
    const text = await response.text();
    const kind = response.headers.get("content-type") ?? "";
    if (kind.includes("application/json") && text) this.received(JSON.parse(text));
    for (const line of kind.includes("text/event-stream") ? text.split("\n") : []) {
      if (line.startsWith("data: ")) this.received(JSON.parse(line.slice(6)));
    }
    const body = [204, 205, 304].includes(response.status) ? null : text;
    return new Response(body, { status: response.status, headers: response.headers });
  };

  /** Watches a transport that hands over whole messages. */
  watch(transport) {
    const { send } = transport;
    transport.send = (message, options) => {
      this.sent(message);
      return send.call(transport, message, options);
    };
    let inner;
    Object.defineProperty(transport, "onmessage", {
      get: () => inner && ((message, extra) => (this.received(message), inner(message, extra))),
      set: (handler) => (inner = handler),
    });
    return transport;
  }
}
