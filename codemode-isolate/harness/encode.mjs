// How does a value of a program become JSON, within a number of bytes?

import { native } from "./realm.mjs";

const { Math } = native;

/** How deep a value may nest. */
export const DEPTH_MAX = 64;

/** A value that is not data; `path` says which part of it. */
export class NotData extends Error {
  constructor(path, what) {
    super(`${path} is ${what}`);
    this.name = "NotData";
  }
}

const MARK = "…";

/** Copies a value into plain JSON values: what JSON cannot say has one form each. */
export function plain(value, name = "result") {
  return copy(value, name, [], true) ?? null;
}

const isPlainKey = (it) => /^[A-Za-z_$][\w$]*$/.test(it);
const step = (path, key) => (isPlainKey(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`);

function copy(value, path, above, isTop) {
  switch (typeof value) {
    case "undefined":
      return undefined;
    case "boolean":
    case "string":
      return value;
    case "number":
      return Number.isFinite(value) ? (Object.is(value, -0) ? 0 : value) : null;
    case "bigint":
      return String(value);
    case "function":
    case "symbol":
      if (isTop) throw new NotData(path, typeof value === "symbol" ? "a symbol" : "a function, which was not called");
      return undefined;
  }
  if (value === null) return null;
  if (above.includes(value)) throw new NotData(path, "a part of itself");
  if (above.length >= DEPTH_MAX) throw new NotData(path, `nested deeper than ${DEPTH_MAX} levels`);
  if (value instanceof Promise || typeof value.then === "function") {
    throw new NotData(path, "a promise: `await` it");
  }
  const inside = [...above, value];
  if (typeof value.toJSON === "function" && !(value instanceof Map) && !(value instanceof Set)) {
    const made = value.toJSON("");
    return made === value ? members(value, path, inside) : copy(made, path, inside, isTop);
  }
  const item = (it, index) => copy(it, `${path}[${index}]`, inside, false) ?? null;
  if (Array.isArray(value)) return Array.from(value, item);
  if (value instanceof Map) {
    const entries = [...value];
    if (entries.every(([key]) => typeof key === "string")) {
      return members(Object.fromEntries(entries), path, inside);
    }
    return entries.map((pair, index) => pair.map((it) => item(it, index)));
  }
  if (value instanceof Set) return [...value].map(item);
  if (ArrayBuffer.isView(value)) {
    const list = value instanceof DataView ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value;
    return Array.from(list, item);
  }
  if (value instanceof ArrayBuffer) return Array.from(new Uint8Array(value));
  if (value instanceof RegExp) return String(value);
  if (value instanceof Error) {
    return { name: String(value.name), message: String(value.message), ...members(value, path, inside) };
  }
  if (value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof BigInt) {
    return copy(value.valueOf(), path, inside, isTop);
  }
  return members(value, path, inside);
}

function members(value, path, inside) {
  const made = {};
  for (const key of Object.keys(value)) {
    const member = copy(value[key], step(path, key), inside, false);
    // `__proto__` as a name must make a member, not a prototype.
    if (member !== undefined) {
      Object.defineProperty(made, key, { value: member, writable: true, enumerable: true, configurable: true });
    }
  }
  return made;
}

/** Bytes of a text in UTF-8. */
export function bytesOf(text) {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLow(text.charCodeAt(at + 1))) {
      bytes += 2;
      at += 1;
    } else bytes += 2;
  }
  return bytes;
}

const isLow = (unit) => unit >= 0xdc00 && unit < 0xe000;

/** Bytes of a JSON value, counted no further than a bound. */
function sizeOf(value, most) {
  if (typeof value === "string") {
    return value.length > most ? value.length + 2 : bytesOf(JSON.stringify(value));
  }
  if (typeof value !== "object" || value === null) return String(value).length;
  let size = 2;
  if (Array.isArray(value)) {
    for (const it of value) {
      size += sizeOf(it, most - size) + 1;
      if (size > most + 1) return size;
    }
    return value.length > 0 ? size - 1 : size;
  }
  const keys = Object.keys(value);
  for (const key of keys) {
    size += sizeOf(key, most) + sizeOf(value[key], most - size) + 2;
    if (size > most + 1) return size;
  }
  return keys.length > 0 ? size - 1 : size;
}

/** The beginning of a text that takes no more than so many bytes as JSON. */
function textWithin(text, most) {
  let [low, high] = [0, Math.min(text.length, most)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (bytesOf(JSON.stringify(text.slice(0, middle))) <= most) low = middle;
    else high = middle - 1;
  }
  if (low > 0 && low < text.length && isLow(text.charCodeAt(low))) low -= 1;
  return text.slice(0, low);
}

/**
 * Cuts plain JSON to a number of bytes. What is cut says so in its place; the rest stays whole.
 * Answers `undefined` where not even a note fits.
 */
export function within(value, most) {
  if (sizeOf(value, most) <= most) return value;
  if (typeof value === "string") {
    const note = `${MARK} [cut: ${value.length} characters in all]`;
    const room = most - bytesOf(JSON.stringify(note)) + 2;
    if (room < 2) return undefined;
    return textWithin(value, room) + note;
  }
  if (Array.isArray(value)) return itemsWithin(value, most);
  if (typeof value === "object" && value !== null) return membersWithin(value, most);
  return undefined;
}

function itemsWithin(items, most) {
  const note = (left) => `${MARK} [cut: ${left} of ${items.length} items]`;
  let room = most - 2 - bytesOf(JSON.stringify(note(items.length))) - 1;
  if (room < 0) return undefined;
  const kept = [];
  for (const item of items) {
    const size = sizeOf(item, room) + 1;
    if (size <= room) {
      kept.push(item);
      room -= size;
      continue;
    }
    const part = room > 64 ? within(item, room - 1) : undefined;
    if (part !== undefined) kept.push(part);
    break;
  }
  const left = items.length - kept.length;
  if (left > 0) kept.push(note(left));
  return kept;
}

function membersWithin(object, most) {
  const keys = Object.keys(object);
  const note = (left) => `[cut: ${left} of ${keys.length} members]`;
  const noteSize = bytesOf(JSON.stringify(MARK)) + bytesOf(JSON.stringify(note(keys.length))) + 2;
  const room = most - 2 - noteSize;
  if (room < 0) return undefined;
  // Small members stay whole, and the large ones share what is left.
  const sizes = keys.map((key) => sizeOf(key, room) + sizeOf(object[key], room) + 2);
  let [share, left] = [room, keys.length];
  for (let rest = room, sorted = [...sizes].sort((a, b) => a - b); left > 0; left--) {
    share = Math.floor(rest / left);
    if (sorted[0] > share) break;
    rest -= sorted.shift();
  }
  const made = {};
  let used = 0;
  let dropped = 0;
  keys.forEach((key, index) => {
    const whole = sizes[index] <= share || left === 0;
    const head = sizeOf(key, room) + 2;
    const part = whole ? object[key] : within(object[key], share - head);
    const size = part === undefined ? 0 : head + sizeOf(part, room);
    if (part === undefined || used + size > room) {
      dropped += 1;
      return;
    }
    used += size;
    Object.defineProperty(made, key, { value: part, writable: true, enumerable: true, configurable: true });
  });
  if (dropped > 0) made[MARK] = note(dropped);
  return made;
}

/** Cuts a result and its logs to one budget. */
export function budgeted(result, logs, most) {
  const logSizes = logs.map((it) => bytesOf(it.text));
  const logBytes = logSizes.reduce((sum, it) => sum + it, 0);
  const wanted = result === null ? 0 : sizeOf(result, most);
  if (wanted + logBytes <= most) return { result, logs, truncated: false };
  const forResult = Math.max(most - logBytes, Math.floor((most * 3) / 4));
  const kept = result === null ? null : (within(result, forResult) ?? null);
  let room = most - (kept === null ? 0 : sizeOf(kept, most));
  const keptLogs = [];
  for (const [index, log] of logs.entries()) {
    if (logSizes[index] > room) {
      if (room > 0) keptLogs.push({ ...log, text: rawWithin(log.text, room) });
      break;
    }
    keptLogs.push(log);
    room -= logSizes[index];
  }
  return { result: kept, logs: keptLogs, truncated: true };
}

function rawWithin(text, most) {
  let [low, high] = [0, Math.min(text.length, most)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (bytesOf(text.slice(0, middle)) <= most) low = middle;
    else high = middle - 1;
  }
  if (low > 0 && low < text.length && isLow(text.charCodeAt(low))) low -= 1;
  return text.slice(0, low);
}
