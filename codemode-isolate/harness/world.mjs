// What time is it, and what is random, for one run? All of it passes through here, so that a
// journal can give the same answers again.
import { native } from "./realm.mjs";

const { Math } = native;

/** A stream of numbers that a seed determines. */
export function stream(seed) {
  let [a, b, c, d] = seed;
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum | 0;
    return sum >>> 0;
  };
  for (let warm = 0; warm < 16; warm++) next();
  return next;
}

function makeDate(now) {
  const hasZone = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})\s*(?:\(.*\))?$/i;
  const dateOnly = /^[+-]?\d{4,6}(?:-\d{2}(?:-\d{2})?)?$/;
  // A text without a zone is read as UTC, whatever the machine's own zone is.
  const parse = (text) => {
    const given = String(text).trim();
    if (hasZone.test(given) || dateOnly.test(given)) return native.Date.parse(given);
    const iso = native.Date.parse(`${given}Z`);
    return Number.isNaN(iso) ? native.Date.parse(`${given} UTC`) : iso;
  };
  const made = function Date(...parts) {
    if (!new.target) return new native.Date(now()).toString();
    let given = parts;
    if (parts.length === 0) given = [now()];
    else if (parts.length > 1) given = [native.Date.UTC(...parts)];
    else if (typeof parts[0] === "string") given = [parse(parts[0])];
    const target = new.target === made ? native.Date : new.target;
    return Reflect.construct(native.Date, given, target);
  };
  made.prototype = native.Date.prototype;
  made.now = () => now();
  made.parse = (text) => parse(text);
  made.UTC = (...parts) => native.Date.UTC(...parts);
  return Object.freeze(made);
}

function makeMath(next) {
  const math = Object.create(Object.prototype);
  for (const name of Reflect.ownKeys(native.Math).filter((it) => it !== "random")) {
    Object.defineProperty(math, name, Object.getOwnPropertyDescriptor(native.Math, name));
  }
  const random = () => (next() * 0x200000 + (next() >>> 11)) / 0x20000000000000;
  Object.defineProperty(math, "random", { value: random, writable: true, configurable: true });
  return Object.freeze(math);
}

function makeCrypto(next) {
  const byte = () => next() & 0xff;
  return Object.freeze({
    getRandomValues(list) {
      if (!ArrayBuffer.isView(list) || list instanceof DataView || /Float/.test(list.constructor.name)) {
        throw new TypeError("getRandomValues takes an array of whole numbers");
      }
      if (list.byteLength > 65536) throw new RangeError("getRandomValues fills at most 65,536 bytes");
      const bytes = new Uint8Array(list.buffer, list.byteOffset, list.byteLength);
      for (let at = 0; at < bytes.length; at++) bytes[at] = byte();
      return list;
    },
    randomUUID() {
      const bytes = Array.from({ length: 16 }, byte);
      bytes[6] = (bytes[6] & 0x0f) | 0x40;
      bytes[8] = (bytes[8] & 0x3f) | 0x80;
      const text = bytes.map((it) => it.toString(16).padStart(2, "0")).join("");
      return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    },
  });
}

/** The clock, randomness and timers of a run. */
export function makeWorld({ now, seed, sleep, alive, fail }) {
  const next = stream(seed);
  const timers = new Map();
  let lastTimer = 0;
  const attempt = (task) => {
    try {
      task();
    } catch (error) {
      fail(error);
    }
  };
  return {
    Date: makeDate(now),
    Math: makeMath(next),
    crypto: makeCrypto(next),
    setTimeout(task, delay = 0, ...parts) {
      if (typeof task !== "function") throw new TypeError("setTimeout takes a function");
      const id = ++lastTimer;
      const wait = Math.min(Math.max(0, Number(delay) || 0), 2 ** 31 - 1);
      timers.set(id, true);
      sleep(wait).then(() => {
        if (timers.delete(id) && alive()) attempt(() => task(...parts));
      });
      return id;
    },
    clearTimeout(id) {
      timers.delete(id);
    },
    queueMicrotask(task) {
      if (typeof task !== "function") throw new TypeError("queueMicrotask takes a function");
      Promise.resolve().then(() => alive() && attempt(task));
    },
  };
}
