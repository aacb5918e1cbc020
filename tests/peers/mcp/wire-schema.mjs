// Is a message what the specification's own JSON schema says it is?

import { readFileSync } from "node:fs";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** The revisions whose schemas are here, oldest first. */
export const REVISIONS = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/** The text of a revision's schema. */
export const schemaText = (revision) =>
  readFileSync(new URL(`../../mcp/schema/${revision}.json`, import.meta.url), "utf8");

/** The definitions of a request and of its result, by method. */
const METHODS = {
  initialize: ["InitializeRequest", "InitializeResult"],
  "server/discover": ["DiscoverRequest", "DiscoverResult"],
  ping: ["PingRequest", "EmptyResult"],
  "logging/setLevel": ["SetLevelRequest", "EmptyResult"],
  "tools/list": ["ListToolsRequest", "ListToolsResult"],
  "tools/call": ["CallToolRequest", "CallToolResult"],
  "resources/list": ["ListResourcesRequest", "ListResourcesResult"],
  "resources/templates/list": ["ListResourceTemplatesRequest", "ListResourceTemplatesResult"],
  "resources/read": ["ReadResourceRequest", "ReadResourceResult"],
  "prompts/list": ["ListPromptsRequest", "ListPromptsResult"],
  "prompts/get": ["GetPromptRequest", "GetPromptResult"],
  "completion/complete": ["CompleteRequest", "CompleteResult"],
  "notifications/initialized": ["InitializedNotification"],
  "notifications/cancelled": ["CancelledNotification"],
  "notifications/progress": ["ProgressNotification"],
  "notifications/message": ["LoggingMessageNotification"],
};

/** The definitions of errors that have one, by code; only the newest revision has any. */
const ERRORS = {
  [-32700]: "ParseError",
  [-32600]: "InvalidRequestError",
  [-32601]: "MethodNotFoundError",
  [-32602]: "InvalidParamsError",
  [-32603]: "InternalError",
};

/** Those whose definition is of the whole answer. */
const ERROR_ANSWERS = {
  [-32020]: "HeaderMismatchError",
  [-32021]: "MissingRequiredClientCapabilityError",
  [-32022]: "UnsupportedProtocolVersionError",
};

const prepared = new Map();

function validatorOf(revision, definition) {
  let one = prepared.get(revision);
  if (!one) {
    const schema = JSON.parse(schemaText(revision));
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
  const validate = definition && validatorOf(revision, definition);
  if (!validate || validate(value)) return [];
  const where = validate.errors.map((it) => `${it.instancePath} ${it.message}`).join("; ");
  return [`${revision} ${definition}: ${where} in ${JSON.stringify(value).slice(0, 400)}`];
}

/** Watches a conversation, and knows what in it breaks the schema. */
export class WireSchema {
  complaints = [];
  /** Messages of the server that were held against the schema. */
  messages = 0;
  #asked = new Map();
  #settled = "2025-11-25";
  #judgesClient;

  /** `judgesClient: false` is for tests that send nonsense on purpose. */
  constructor({ judgesClient = true } = {}) {
    this.#judgesClient = judgesClient;
  }

  #spokenBy(message) {
    // Whatever surrounds it, a handshake is answered as one.
    if (message?.method === "initialize") return this.#settled;
    const claimed = message?.params?._meta?.["io.modelcontextprotocol/protocolVersion"];
    return REVISIONS.includes(claimed) ? claimed : this.#settled;
  }

  /** A message that the client sends. */
  sent(message) {
    if (message?.method && message.id !== undefined) this.#asked.set(message.id, message);
    if (!this.#judgesClient) return;
    const revision = this.#spokenBy(message);
    this.complaints.push(...complaint(revision, "JSONRPCMessage", message));
    this.complaints.push(...complaint(revision, METHODS[message.method]?.[0], message));
  }

  /** A message that the server sends. */
  received(message) {
    this.messages += 1;
    const asked = this.#asked.get(message.id);
    const revision = asked ? this.#spokenBy(asked) : this.#settled;
    this.complaints.push(...complaint(revision, "JSONRPCMessage", message));
    if (message.method) this.complaints.push(...complaint(revision, METHODS[message.method]?.[0], message));
    if (message.error) {
      this.complaints.push(...complaint(revision, ERRORS[message.error.code], message.error));
      this.complaints.push(...complaint(revision, ERROR_ANSWERS[message.error.code], message));
    }
    if (!message.result || !asked) return;
    const settled = asked.method === "initialize" && message.result.protocolVersion;
    if (REVISIONS.includes(settled)) this.#settled = settled;
    if (message.result.resultType === "input_required") {
      this.complaints.push(...complaint(revision, "InputRequiredResult", message.result));
      return;
    }
    const spoken = settled ? this.#settled : revision;
    this.complaints.push(...complaint(spoken, METHODS[asked.method]?.[1], message.result));
  }

  /** What came over HTTP for a body. */
  heard(body, kind, text) {
    try {
      if (typeof body === "string") this.sent(JSON.parse(body));
    } catch (error) {
      if (this.#judgesClient) this.complaints.push(`the client sent no JSON: ${error}`);
    }
    if (kind.startsWith("application/json") && text) this.received(JSON.parse(text));
    for (const line of kind.startsWith("text/event-stream") ? text.split("\n") : []) {
      if (line.startsWith("data: ")) this.received(JSON.parse(line.slice(6)));
    }
  }

  /** `fetch`, watched. */
  fetch = async (url, init) => {
    const response = await fetch(url, init);
    const text = await response.text();
    this.heard(init?.body, response.headers.get("content-type") ?? "", text);
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
