// What does the checker of the Agent-Friendly Documentation Spec say of a served site? Prints each
// point that is not given, with the reason, and fails where there is none.
//
// node check.mjs NAME CONTENT
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const [, , name, content] = process.argv;
const { CAPSTAN_BIN } = process.env;

/** Checks that every site falls short of, each with the reason. */
const ALWAYS = {
  "llms-txt-directive-html":
    "the checker asks for the page for people without saying that it takes HTML, and gets Markdown, which says it",
};

/** Checks that a site may fall short of, by the site's name, each with the reason. */
const REASONS = {
  "the Rust book": {
    "markdown-link-portability": "the checker takes a footnote of the chapter on hash maps for a link's definition",
    "page-size-markdown": "its longest chapters are longer than the checker likes; nothing of them is cut",
    "page-size-html": "its longest chapters are longer than the checker likes; nothing of them is cut",
  },
};

/** Checks that do not apply to a site that anyone may read. */
const SKIPPED = new Set(["auth-alternative-access"]);

const folder = mkdtempSync(join(tmpdir(), "capstan-afdocs-"));
execFileSync(CAPSTAN_BIN, ["build", content, "--out", folder], { stdio: "pipe" });
const server = spawn(CAPSTAN_BIN, ["serve", "--port", "0", "--site", folder], {
  stdio: ["ignore", "pipe", "ignore"],
});
let report;
try {
  const [line] = await once(createInterface({ input: server.stdout }), "line");
  const url = line.match(/http:\/\/[^\s,]+/)[0].replace(/[.,/]+$/, "");
  const checker = fileURLToPath(new URL("../node_modules/afdocs/bin/afdocs.mjs", import.meta.url));
  const options = ["--format", "json", "--score", "--quiet", "--request-delay", "0"];
  const sample = ["--sampling", "deterministic", "--max-links", "200", "--max-concurrency", "8"];
  const network = ["--network-context", "ci"];
  const checked = spawn(process.execPath, [checker, "check", url, ...options, ...sample, ...network], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  checked.stdout.on("data", (chunk) => (text += chunk));
  // It exits with 1 where a check failed, which its report says as well.
  await once(checked, "close");
  report = JSON.parse(text);
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}

const { overall, grade } = report.scoring;
const short = report.results.filter((it) => it.status !== "pass" && !SKIPPED.has(it.id));
const reasons = { ...ALWAYS, ...REASONS[name] };
const points = Object.entries(report.scoring.checkScores);
const lost = points.filter(([, it]) => it.earnedScore < it.maxScore).map(([id]) => id);
console.log(`${name}: ${overall} of 100 (${grade}), ${report.results.length} checks, ${report.testedPages} pages`);
for (const { id, status, message } of short) {
  console.log(`  ${status} ${id}: ${message}\n    ${reasons[id] ?? "no reason is known: mend it"}`);
}
for (const id of lost.filter((it) => !short.some(({ id }) => id === it))) {
  console.log(`  points ${id}: ${report.results.find((it) => it.id === id)?.message}`);
}
const unexplained = short.filter(({ id }) => !(id in reasons));
const isWhole = overall === 100 || short.length > 0;
process.exitCode = unexplained.length > 0 || !isWhole ? 1 : 0;
