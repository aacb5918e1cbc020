// How long does each question about a graph of 10,000 pages take?
//
//   node bench/graph/run.mjs [--capstan FILE] [--url URL --shape web|chain|star]
//
// It makes a folder for each shape, builds it, serves it with `capstan serve` and prints the median and the 99th of 100
// milliseconds of each question, over HTTP on this machine, one at a time. With `--url` it asks a server that serves a folder
// of that shape already, such as `wrangler dev`; `--make FOLDER --shape …` only makes the folder.

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const PAGES = 10_000;
const LINKS = 100_000;
const ROUNDS = 300;

const { values: given } = parseArgs({
  options: {
    capstan: { type: "string", default: "target/release/capstan" },
    url: { type: "string" },
    shape: { type: "string" },
    make: { type: "string" },
  },
});

/** A generator with a seed, so that every run makes the same folders. */
function chance(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** To which pages each page links. */
const SHAPES = {
  // Every page links to the first and to nine others.
  web: (below) =>
    Array.from({ length: PAGES }, (_, from) => {
      const to = new Set([0]);
      while (to.size < LINKS / PAGES) to.add(below(PAGES));
      to.delete(from);
      return [...to];
    }),
  chain: () => Array.from({ length: PAGES }, (_, from) => (from + 1 < PAGES ? [from + 1] : [])),
  star: () => Array.from({ length: PAGES }, (_, from) => (from === 0 ? [] : [0])),
};

const id = (page) => `part${page % 100}/p${page}`;

function make(folder, shape) {
  SHAPES[shape](chance(1)).forEach((to, from) => {
    const words = to.map((page) => `It leads on to [number ${page}](/${id(page)}.md), for a reason.`);
    const text = `---\ntitle: Qx${from} of ${shape}\n---\n\n${words.join("\n\n")}\n\nThe end.\n`;
    mkdirSync(join(folder, `part${from % 100}`), { recursive: true });
    writeFileSync(join(folder, `${id(from)}.md`), text);
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function ask(base, name, input) {
  const body = JSON.stringify(input);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const asked = request(`${base}/api/${name}`, { agent, headers, method: "POST" }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const ms = performance.now() - began;
        resolve({ status: answer.statusCode, ms, body: JSON.parse(Buffer.concat(parts)) });
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** What is asked, and which statuses are answers. */
function questions(below) {
  const any = () => id(below(PAGES));
  return [
    ["backlinks of any page", "backlinks", () => ({ page: any() })],
    ["backlinks of the first page", "backlinks", () => ({ page: id(0), limit: 100 })],
    ["mentions of any page", "mentions", () => ({ page: any() })],
    ["neighbors, 1 away", "neighbors", () => ({ page: any() })],
    ["neighbors, 3 away", "neighbors", () => ({ page: any(), depth: 3, limit: 100 })],
    ["path between any two", "path", () => ({ from: any(), to: any() })],
    ["path of 60 pages or none", "path", () => ((at) => ({ from: id(at), to: id(at + 60) }))(below(PAGES - 60))],
  ];
}

async function measure(base, shape) {
  const below = chance(2);
  const cold = await ask(base, "path", { from: id(1), to: id(2) });
  console.log(`\n${shape}: the first question about the graph took ${cold.ms.toFixed(1)} ms`);
  console.log("question".padEnd(30), "p50 ms".padStart(8), "p99 ms".padStart(8), "answered".padStart(9));
  for (const [title, name, input] of questions(below)) {
    const times = [];
    let answered = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { status, ms, body } = await ask(base, name, input());
      if (status !== 200 && body.tag !== "NoPath") throw new Error(`${title}: ${status} ${JSON.stringify(body)}`);
      answered += status === 200 ? 1 : 0;
      times.push(ms);
    }
    times.sort((one, other) => one - other);
    const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1);
    console.log(title.padEnd(30), at(0.5).padStart(8), at(0.99).padStart(8), String(answered).padStart(9));
  }
}

/** Serves a folder until the work is done. */
async function served(folder, work) {
  const site = join(folder, "site");
  const built = spawnSync(given.capstan, ["build", join(folder, "pages"), "--out", site], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(`the build failed: ${built.stderr}`);
  const server = spawn(given.capstan, ["serve", "--site", site, "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  try {
    const base = await new Promise((resolve, reject) => {
      let said = "";
      const listen = (part) => {
        said += part;
        const found = said.match(/http:\/\/[0-9.]+:\d+/);
        if (found) resolve(found[0]);
      };
      server.stdout.on("data", listen);
      server.stderr.on("data", listen);
      server.on("exit", () => reject(new Error(`the server ended: ${said}`)));
    });
    await work(base);
  } finally {
    server.kill();
  }
}

if (given.make) {
  make(given.make, given.shape ?? "web");
} else if (given.url) {
  await measure(given.url, given.shape ?? "web");
} else {
  for (const shape of given.shape ? [given.shape] : Object.keys(SHAPES)) {
    const folder = mkdtempSync(join(tmpdir(), "capstan-graph-"));
    try {
      make(join(folder, "pages"), shape);
      await served(folder, (base) => measure(base, shape));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}
agent.destroy();
