// What may a program reach? This module runs before any program of its realm: it takes what the
// harness itself needs, deletes every global that is not listed, and freezes what is left.

/** Globals of the language and the platform that a program may name. */
export const ALLOWED = [
  "AggregateError", "Array", "ArrayBuffer", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean",
  "DataView", "Error", "EvalError", "Float32Array", "Float64Array", "Infinity", "Int16Array",
  "Int32Array", "Int8Array", "Iterator", "JSON", "Map", "NaN", "Number", "Object", "Promise", "Proxy",
  "RangeError", "ReferenceError", "Reflect", "RegExp", "Set", "String", "Symbol", "SyntaxError",
  "TextDecoder", "TextEncoder", "TypeError", "URIError", "URL", "URLSearchParams", "Uint16Array",
  "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakSet", "atob", "btoa",
  "decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "isFinite", "isNaN",
  "parseFloat", "parseInt", "structuredClone", "undefined", "unescape",
];

/** Globals that each run has of its own; they are given to the program by name. */
export const OF_A_RUN = [
  "tools", "params", "console", "Date", "Math", "crypto", "setTimeout", "clearTimeout",
  "queueMicrotask", "globalThis",
];

/** What the harness keeps of the platform, out of the program's reach. */
export const native = {
  Date: globalThis.Date,
  Math: globalThis.Math,
  setTimeout: globalThis.setTimeout?.bind(globalThis),
  queueMicrotask: globalThis.queueMicrotask?.bind(globalThis),
};

/** The global object, which loses its name below. */
const root = globalThis;

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Object;

/** Members that people set on objects of their own, though a prototype has them. */
const OVERRIDDEN = [
  "constructor", "hasOwnProperty", "isPrototypeOf", "length", "message", "name", "propertyIsEnumerable",
  "then", "toJSON", "toLocaleString", "toString", "valueOf",
];

function functionKinds() {
  return [
    function () {}, async function () {}, function* () {}, async function* () {},
  ].map((it) => getPrototypeOf(it));
}

/** Takes away every way to make code from text. */
function tameFunctions() {
  for (const prototype of functionKinds()) {
    const tamed = function Function() {
      throw new TypeError("Text cannot be run: write the function itself");
    };
    defineProperty(tamed, "prototype", { value: prototype });
    defineProperty(prototype, "constructor", { value: tamed, writable: false, configurable: false });
  }
}

/** Takes away what carries the match of the run before. */
function tameRegExp() {
  for (const name of Reflect.ownKeys(RegExp)) {
    if (typeof name === "string" && !["length", "name", "prototype", "escape"].includes(name)) {
      delete RegExp[name];
    }
  }
}

function grouped(digits) {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** Compares as people sort: letters first, then accents, then case. */
function compareTexts(left, right) {
  const keys = [
    (it) => it.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase(),
    (it) => it.normalize("NFD").toLowerCase(),
    (it) => it,
  ];
  for (const key of keys) {
    const [a, b] = [key(left), key(right)];
    if (a !== b) return (a < b ? -1 : 1) * (key === keys[2] ? -1 : 1);
  }
  return 0;
}

/** Makes what depends on the place of a machine the same everywhere. */
function tameLocales() {
  const put = (holder, name, value) => {
    defineProperty(value, "name", { value: name });
    defineProperty(holder, name, { value, writable: true, configurable: true, enumerable: false });
  };
  put(Number.prototype, "toLocaleString", function () {
    if (!Number.isFinite(+this) || native.Math.abs(+this) >= 1e21) return String(+this);
    const [whole, part = ""] = native.Math.abs(+this).toFixed(3).split(".");
    const kept = part.replace(/0+$/, "");
    const sign = +this < 0 ? "-" : "";
    return sign + grouped(whole) + (kept ? `.${kept}` : "");
  });
  put(BigInt.prototype, "toLocaleString", function () {
    return grouped(String(this));
  });
  put(String.prototype, "localeCompare", function (other) {
    return compareTexts(String(this), String(other));
  });
  put(String.prototype, "toLocaleLowerCase", function () {
    return String(this).toLowerCase();
  });
  put(String.prototype, "toLocaleUpperCase", function () {
    return String(this).toUpperCase();
  });
}

/** A date's own clock is never the machine's; a run has a `Date` of its own. */
function tameDate() {
  const shared = function Date(...parts) {
    const given = parts.length === 0 ? [0] : parts;
    return new.target ? Reflect.construct(native.Date, given, new.target) : new native.Date(0).toISOString();
  };
  const { prototype } = native.Date;
  defineProperty(shared, "prototype", { value: prototype });
  defineProperty(prototype, "constructor", { value: shared, writable: true, configurable: true });
  const put = (name, value) =>
    defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: false });
  for (const name of Reflect.ownKeys(prototype)) {
    const match = typeof name === "string" && /^(get|set)UTC(.+)$/.exec(name);
    if (match) put(match[1] + match[2], prototype[name]);
  }
  put("getTimezoneOffset", function getTimezoneOffset() {
    return this.getTime() - this.getTime();
  });
  const invalid = "Invalid Date";
  const text = (make) =>
    function () {
      return Number.isNaN(this.getTime()) ? invalid : make(this);
    };
  const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const two = (it) => String(it).padStart(2, "0");
  const day = (it) =>
    `${days[it.getUTCDay()]} ${months[it.getUTCMonth()]} ${two(it.getUTCDate())} ${String(it.getUTCFullYear()).padStart(4, "0")}`;
  const time = (it) => `${two(it.getUTCHours())}:${two(it.getUTCMinutes())}:${two(it.getUTCSeconds())}`;
  const plainDay = (it) => `${it.getUTCMonth() + 1}/${it.getUTCDate()}/${it.getUTCFullYear()}`;
  const plainTime = (it) =>
    `${it.getUTCHours() % 12 || 12}:${two(it.getUTCMinutes())}:${two(it.getUTCSeconds())} ${it.getUTCHours() < 12 ? "AM" : "PM"}`;
  put("toString", text((it) => `${day(it)} ${time(it)} GMT+0000 (Coordinated Universal Time)`));
  put("toDateString", text(day));
  put("toTimeString", text((it) => `${time(it)} GMT+0000 (Coordinated Universal Time)`));
  put("toLocaleDateString", text(plainDay));
  put("toLocaleTimeString", text(plainTime));
  put("toLocaleString", text((it) => `${plainDay(it)}, ${plainTime(it)}`));
}

/** Deletes what is not listed, along the whole chain of the global object. */
function deleteGlobals() {
  const allowed = new Set(ALLOWED);
  for (let holder = root; holder && holder !== Object.prototype; holder = getPrototypeOf(holder)) {
    for (const name of Reflect.ownKeys(holder)) {
      if (allowed.has(name) || (holder !== root && name === "constructor")) continue;
      try {
        if (delete holder[name]) continue;
      } catch {
        // Not configurable: the value is put out of reach below.
      }
      const descriptor = getOwnPropertyDescriptor(holder, name);
      if (descriptor?.writable) holder[name] = undefined;
    }
  }
}

/** Everything that a program can reach from the globals that are left. */
function reachable() {
  const seen = new Set();
  const waiting = [];
  const add = (value) => {
    if ((typeof value === "object" && value !== null) || typeof value === "function") {
      if (!seen.has(value) && value !== root) {
        seen.add(value);
        waiting.push(value);
      }
    }
  };
  for (const name of ALLOWED) add(root[name]);
  for (const kind of functionKinds()) add(kind);
  add(native.Date.prototype);
  add(native.Math);
  add(getPrototypeOf(getPrototypeOf([][Symbol.iterator]())));
  add(getPrototypeOf(function* () {}.prototype));
  add(getPrototypeOf(async function* () {}.prototype));
  for (const it of [[].keys(), new Map().keys(), new Set().keys(), "".matchAll(/a/g), ""[Symbol.iterator]()]) {
    add(getPrototypeOf(it));
  }
  while (waiting.length > 0) {
    const value = waiting.pop();
    add(getPrototypeOf(value));
    for (const name of Reflect.ownKeys(value)) {
      const descriptor = getOwnPropertyDescriptor(value, name);
      if (!descriptor) continue;
      add(descriptor.value);
      add(descriptor.get);
      add(descriptor.set);
    }
  }
  return seen;
}

/** Lets objects have members of their own by the names that a frozen prototype has. */
function mendOverrides(holder) {
  for (const name of OVERRIDDEN) {
    const descriptor = getOwnPropertyDescriptor(holder, name);
    if (!descriptor || !("value" in descriptor) || !descriptor.configurable) continue;
    const { value, enumerable } = descriptor;
    defineProperty(holder, name, {
      configurable: false,
      enumerable,
      get: Object.freeze(function get() {
        return value;
      }),
      set: Object.freeze(function set(own) {
        if (this === holder) throw new TypeError(`Cannot assign to ${name} of a shared object`);
        defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true });
      }),
    });
  }
}

/** Shuts the realm. Nothing a program does can be seen by the next run. */
export function lock() {
  tameFunctions();
  tameRegExp();
  tameLocales();
  tameDate();
  deleteGlobals();
  const all = reachable();
  for (const value of all) {
    const isPrototype = typeof value === "object" || value === getPrototypeOf(function () {});
    if (isPrototype) mendOverrides(value);
  }
  for (const value of reachable()) Object.freeze(value);
}

/** The names that a program can resolve. */
export function names() {
  return [...ALLOWED.filter((it) => it in root), ...OF_A_RUN].sort();
}
