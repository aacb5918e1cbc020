// What does a program's console keep, and how do values read in it?

const LINE_CHARACTERS_MAX = 8192;
const DEPTH_MAX = 5;
const ITEMS_MAX = 100;

/** Puts a value into words: structured, bounded, and without running more than its getters. */
export function inspect(value, depth = 0, above = []) {
  switch (typeof value) {
    case "string":
      return depth === 0 ? value : JSON.stringify(value);
    case "bigint":
      return `${value}n`;
    case "symbol":
      return String(value);
    case "function":
      return `[Function: ${nameOf(value)}]`;
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "boolean":
    case "undefined":
      return String(value);
  }
  if (value === null) return "null";
  try {
    return inspectObject(value, depth, above);
  } catch {
    return "[Object]";
  }
}

function nameOf(value) {
  try {
    return String(value.name) || "anonymous";
  } catch {
    return "anonymous";
  }
}

function inspectObject(value, depth, above) {
  if (above.includes(value)) return "[Circular]";
  if (value instanceof Error) return `${value.name}: ${value.message}${fields(value, depth, above)}`;
  if (value instanceof Promise) return "Promise { await it }";
  if (Object.prototype.toString.call(value) === "[object Date]") {
    return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  }
  if (value instanceof RegExp) return String(value);
  if (depth > DEPTH_MAX) return Array.isArray(value) ? "[Array]" : "[Object]";
  const inside = [...above, value];
  const show = (it) => inspect(it, depth + 1, inside);
  const list = (items, size, make) => {
    const shown = [];
    for (const it of items) {
      if (shown.length === ITEMS_MAX) {
        shown.push(`… ${size - ITEMS_MAX} more`);
        break;
      }
      shown.push(make(it));
    }
    return shown.join(", ");
  };
  if (Array.isArray(value)) return `[${list(value, value.length, show)}]`;
  if (value instanceof Map) {
    return `Map(${value.size}) {${list(value, value.size, ([key, it]) => `${show(key)} => ${show(it)}`)}}`;
  }
  if (value instanceof Set) return `Set(${value.size}) {${list(value, value.size, show)}}`;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return `${nameOf(value.constructor)}(${value.length}) [${list(value, value.length, show)}]`;
  }
  const keys = Object.keys(value);
  return `{${list(keys, keys.length, (key) => `${keyText(key)}: ${show(value[key])}`)}}`;
}

const keyText = (key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));

function fields(error, depth, above) {
  const keys = Object.keys(error).filter((it) => !["name", "message", "stack"].includes(it));
  if (keys.length === 0) return "";
  const inside = [...above, error];
  return ` {${keys.map((key) => `${keyText(key)}: ${inspect(error[key], depth + 1, inside)}`).join(", ")}}`;
}

/** A console that keeps lines, up to a number of them and of bytes. */
export function makeConsole({ linesMax, bytesMax }) {
  const lines = [];
  let kept = 0;
  let lost = 0;
  const write = (level, parts) => {
    if (lines.length >= linesMax || kept > bytesMax) {
      lost += 1;
      return;
    }
    const text = parts.map((it) => inspect(it)).join(" ");
    const cut = text.length > LINE_CHARACTERS_MAX;
    if (cut) lost += 1;
    const line = cut ? `${text.slice(0, LINE_CHARACTERS_MAX)}… [cut: ${text.length} characters in all]` : text;
    kept += line.length;
    lines.push({ level, text: line });
  };
  const at = (level) => (...parts) => write(level, parts);
  const silent = () => undefined;
  const console = {
    debug: at("debug"), error: at("error"), info: at("info"), log: at("log"), warn: at("warn"),
    trace: at("debug"), dir: (value) => write("log", [value]), dirxml: (value) => write("log", [value]),
    table: (value) => write("log", [value]), group: at("log"), groupCollapsed: at("log"),
    assert: (holds, ...parts) => {
      if (!holds) write("error", ["Assertion failed:", ...parts]);
    },
    groupEnd: silent, count: silent, countReset: silent, time: silent, timeEnd: silent, timeLog: silent,
    clear: silent,
  };
  return { console: Object.freeze(console), lines, write, lost: () => lost };
}
