// What does Lighthouse say of the home page and of a long chapter? Fails where accessibility, best
// practices or SEO is not whole; speed depends on the machine and has a loose floor.
//
// node lighthouse.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CHROMIUM, CHROMIUM_FLAGS, serveBook } from "./book.mjs";

const PAGES = ["/", "/ch04-01-what-is-ownership"];
const FLOORS = { performance: 50, accessibility: 100, "best-practices": 100, seo: 100 };
const PROGRAM = fileURLToPath(new URL("node_modules/lighthouse/cli/index.js", import.meta.url));

const book = await serveBook();
const folder = mkdtempSync(join(tmpdir(), "capstan-lighthouse-"));
try {
  for (const path of PAGES) {
    const report = join(folder, "report.json");
    const flags = ["--headless=new", ...CHROMIUM_FLAGS, `--user-data-dir=${join(folder, "profile")}`];
    const options = ["--quiet", "--output=json", `--output-path=${report}`, `--chrome-flags=${flags.join(" ")}`];
    execFileSync(process.execPath, [PROGRAM, book.url + path, ...options], {
      env: { ...process.env, CHROME_PATH: CHROMIUM },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const { categories, audits } = JSON.parse(readFileSync(report, "utf8"));
    const scores = Object.entries(FLOORS).map(([id, floor]) => ({ id, floor, score: Math.round(categories[id].score * 100) }));
    console.log(`${path}: ${scores.map(({ id, score }) => `${id} ${score}`).join(", ")}; ${audits["total-byte-weight"].displayValue}`);
    for (const { id, floor, score } of scores.filter(({ score, floor }) => score < floor)) {
      process.exitCode = 1;
      console.log(`  ${id} is ${score}, and must be ${floor}:`);
      const lost = categories[id].auditRefs.filter((it) => it.weight > 0 && (audits[it.id].score ?? 1) < 1);
      for (const it of lost) console.log(`    ${it.id}: ${audits[it.id].title}`);
    }
  }
} finally {
  book.end();
  rmSync(folder, { recursive: true, force: true });
}
