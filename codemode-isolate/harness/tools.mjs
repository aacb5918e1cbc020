// How does a program reach tools?
import { NotData, plain } from "./encode.mjs";

function tree(names) {
  const root = new Map();
  for (const name of names) {
    const segments = name.split(".");
    let at = root;
    for (const segment of segments.slice(0, -1)) {
      if (!(at.get(segment) instanceof Map)) at.set(segment, new Map());
      at = at.get(segment);
    }
    at.set(segments.at(-1), name);
  }
  return root;
}

const isHidden = (name) => name.startsWith("$");
const shown = (node) => [...node.keys()].filter((it) => !isHidden(it));
const outline = (node) =>
  Object.fromEntries(shown(node).map((it) => [it, node.get(it) instanceof Map ? outline(node.get(it)) : "tool"]));

/**
 * The `tools` of a run. `call` sends an input as JSON and answers with the host's reply;
 * `remember` keeps which call an error came from.
 */
export function makeTools(names, call, remember) {
  const caller = (path) => {
    const tool = async (...inputs) => {
      const [input = {}] = inputs;
      let text;
      try {
        text = JSON.stringify(plain(input, "input"));
      } catch (error) {
        const why = error instanceof NotData ? error.message : "the input cannot be read";
        throw failure({ tag: "InvalidInput", message: `Tool input must be data: ${why}` }, undefined, remember);
      }
      const reply = JSON.parse(await call(path, text));
      if (reply.ok) return reply.value;
      throw failure(reply.failure, reply.call, remember);
    };
    Object.defineProperty(tool, "name", { value: path });
    return tool;
  };
  const namespace = (path, node) => {
    const label = path === "" ? "tools" : `tools.${path}`;
    const inner = (name) => (path === "" ? name : `${path}.${name}`);
    const made = new Map();
    const member = (name) => {
      if (!made.has(name)) {
        const child = node.get(name);
        if (child instanceof Map) made.set(name, namespace(inner(name), child));
        else if (child !== undefined) made.set(name, Object.freeze(caller(child)));
        else made.set(name, unknown(inner(name)));
      }
      return made.get(name);
    };
    const text = () => `${label} { ${shown(node).join(", ")} }`;
    const own = (name) => typeof name === "string" && node.has(name);
    return new Proxy(Object.create(null), {
      get(_, name) {
        if (name === Symbol.toPrimitive || name === "toString" || name === "valueOf") return text;
        if (name === "toJSON") return () => outline(node);
        if (name === "hasOwnProperty") return (it) => own(it);
        if (typeof name !== "string" || NEVER.includes(name)) return undefined;
        // A dotted name as one key is the same tool.
        if (name.includes(".") && !node.has(name)) {
          return name.split(".").reduce((it, part) => it?.[part], namespaceProxy());
        }
        return member(name);
      },
      has: (_, name) => own(name),
      ownKeys: () => shown(node),
      getOwnPropertyDescriptor: (_, name) =>
        own(name) && !isHidden(name)
          ? { value: member(name), writable: true, enumerable: true, configurable: true }
          : undefined,
      set: refuse,
      defineProperty: refuse,
      deleteProperty: refuse,
      setPrototypeOf: refuse,
      preventExtensions: refuse,
      getPrototypeOf: () => null,
    });
    function namespaceProxy() {
      return namespace(path, node);
    }
    function refuse() {
      throw new TypeError(`${label} cannot be changed`);
    }
  };
  /** What names nothing can be called, and then says so. */
  const unknown = (path) =>
    new Proxy(caller(path), {
      get: (target, name) =>
        typeof name === "string" && !(name in target) && !NEVER.includes(name)
          ? unknown(`${path}.${name}`)
          : target[name],
    });
  return namespace("", tree(names));
}

/** Names that the language itself asks for. */
const NEVER = ["then", "constructor", "prototype", "__proto__", "catch", "finally", "nodeType", "$$typeof"];

function failure(told, call, remember) {
  const { message, tag, ...fields } = told;
  const error = new Error(message);
  error.name = tag;
  for (const [name, value] of Object.entries({ tag, ...fields })) {
    if (name === "stack" || name === "name") continue;
    Object.defineProperty(error, name, { value, writable: true, enumerable: true, configurable: true });
  }
  remember(error, call);
  return error;
}
