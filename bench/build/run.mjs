// How long does a site take to build: from nothing, when nothing changed, and when one page did?
//
//   node bench/build/run.mjs [--capstan FILE] [--mdbook FILE] [--rounds N] [--pages N]
//
// It builds the Rust book of the tests, with mdBook beside it where that is given, and a generated folder that is the same at
// every run, and prints the median of each time and the peak of memory. Both programs build the same sources on this machine,
// one at a time. `--make FOLDER` only makes the generated folder.

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values: given } = parseArgs({
  options: {
    capstan: { type: "string", default: "target/release/capstan" },
    mdbook: { type: "string" },
    rounds: { type: "string", default: "5" },
    pages: { type: "string", default: "10000" },
    make: { type: "string" },
  },
});
const ROUNDS = Number(given.rounds);
const PAGES = Number(given.pages);
const BOOK = join(dirname(fileURLToPath(import.meta.url)), "../../tests/corpora/rust-book");

/** A generator with a seed, so that every run makes the same folder. */
function chance(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const WORDS = `anchor beam cable deck engine fender gale harbour inlet jetty keel ladder mast net oar pier quay rope sail tide
  under vessel wave yard zephyr bright calm deep early fair green high idle just keen long mild near old plain quiet rough
  slow tall upper vast warm young holds takes gives makes turns keeps finds leads binds`.split(/\s+/);

/** Pages in folders of a hundred, each with five sections and about ten links. */
function make(folder, pages) {
  const pick = chance(11);
  const route = (page) => `part-${String(Math.floor(page / 100)).padStart(3, "0")}/page-${String(page).padStart(5, "0")}.md`;
  const sentence = (words) => {
    const said = Array.from({ length: words }, () => WORDS[pick(WORDS.length)]);
    return `${said[0][0].toUpperCase()}${said.join(" ").slice(1)}.`;
  };
  writeText(folder, "index.md", "# Generated\n\nPages to build.\n");
  for (let page = 0; page < pages; page += 1) {
    const lines = [`# Page ${page} of the ${WORDS[page % WORDS.length]} ${WORDS[(page * 7) % WORDS.length]}`, ""];
    for (let section = 0; section < 5; section += 1) {
      lines.push(`## ${sentence(3).slice(0, -1)}`, "", `${sentence(12)} ${sentence(9)} ${sentence(14)}`, "");
      const [one, other] = [pick(pages), pick(pages)];
      lines.push(`${sentence(6)} See [the ${WORDS[pick(WORDS.length)]}](../${route(one)}) and [more](../${route(other)}).`, "");
      if (section === 2) {
        lines.push("```rust", `fn page_${page}() -> usize {`, `    let found = ${page};`, "    found + 1", "}", "```", "");
      }
    }
    writeText(folder, route(page), lines.join("\n"));
  }
}

function writeText(folder, path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Runs a program to its end: milliseconds, and the peak of its memory in megabytes. */
function timed(command, args) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
    let peak = 0;
    let complaint = "";
    child.stderr.on("data", (text) => (complaint = `${complaint}${text}`.slice(-2_000)));
    const look = () => {
      // It may have ended in between.
      if (!existsSync(`/proc/${child.pid}/status`)) return;
      try {
        const found = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"));
        peak = Math.max(peak, Number(found?.[1] ?? 0) / 1024);
      } catch (error) {
        if (error.code !== "ESRCH" && error.code !== "ENOENT") throw error;
      }
    };
    const looking = setInterval(look, 2);
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(looking);
      if (code !== 0) reject(new Error(`${command} ${args.join(" ")} ended with ${code}: ${complaint}`));
      else resolve({ ms: performance.now() - start, peak });
    });
  });
}

async function median(rounds, run) {
  const runs = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await run(round));
  const times = runs.map((it) => it.ms).sort((one, other) => one - other);
  return { ms: times[Math.floor(times.length / 2)], peak: Math.max(...runs.map((it) => it.peak)) };
}

/** The three times of one program on one folder. `edited` is the page that changes. */
async function measure({ build, clean, edited, rounds }) {
  const cold = await median(rounds, () => {
    clean();
    return build();
  });
  const nothing = await median(rounds, build);
  const before = readFileSync(edited, "utf8");
  const one = await median(rounds, (round) => {
    writeFileSync(edited, `${before}\nAn edit of round ${round}.\n`);
    return build();
  });
  writeFileSync(edited, before);
  return { cold, nothing, one };
}

function row(name, { cold, nothing, one }) {
  const seconds = ({ ms }) => `${(ms / 1000).toFixed(2)} s`.padStart(10);
  const peak = Math.max(cold.peak, nothing.peak, one.peak);
  console.log(`${name.padEnd(34)}${seconds(cold)}${seconds(nothing)}${seconds(one)}${`${peak.toFixed(0)} MB`.padStart(10)}`);
}

if (given.make) {
  make(given.make, PAGES);
} else {
  const work = mkdtempSync(join(tmpdir(), "capstan-bench-build-"));
  try {
    const book = join(work, "book");
    cpSync(BOOK, book, { recursive: true });
    // What preprocesses the book is no part of what is published of either program.
    const settings = readFileSync(join(book, "book.toml"), "utf8").replace(/^\[preprocessor[^[]*/gm, "").replace(/^additional-.*$/gm, "");
    writeFileSync(join(book, "book.toml"), settings);
    const chapter = join(book, "src/ch04-01-what-is-ownership.md");
    console.log(`${"".padEnd(34)}${"cold".padStart(10)}${"nothing".padStart(10)}${"one page".padStart(10)}${"peak".padStart(10)}`);
    const site = join(work, "site");
    const capstan = (folder) => () => timed(given.capstan, ["build", folder, "--out", site]);
    const clean = () => rmSync(site, { recursive: true, force: true });
    row("Rust book, capstan build", await measure({ build: capstan(book), clean, edited: chapter, rounds: ROUNDS }));
    if (given.mdbook) {
      const output = join(work, "mdbook");
      const build = () => timed(given.mdbook, ["build", book, "--dest-dir", output]);
      const away = () => rmSync(output, { recursive: true, force: true });
      row("Rust book, mdbook build", await measure({ build, clean: away, edited: chapter, rounds: ROUNDS }));
    }
    const folder = join(work, "generated");
    make(folder, PAGES);
    clean();
    const edited = join(folder, "part-000/page-00042.md");
    const rounds = Math.min(ROUNDS, 3);
    row(`${PAGES} pages, capstan build`, await measure({ build: capstan(folder), clean, edited, rounds }));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
