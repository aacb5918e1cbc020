// Does the product pass the official conformance suite, at both revisions that it scores?

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { SERVERS } from "./servers.mjs";
import { table } from "./table.mjs";

const SUITE = fileURLToPath(
  new URL("../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);
const KNOWN = fileURLToPath(new URL("./known-failures.yml", import.meta.url));

/** The scenarios that each revision scores for servers, and how many of them may fail. */
const REVISIONS = [
  { revision: "2026-07-28", scored: 37, mayFail: [] },
  {
    revision: "2025-11-25",
    scored: 30,
    mayFail: [
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
      "tools-call-elicitation",
      "tools-call-sampling",
    ],
  },
];

const rows = [];
after(() => table(["server", "revision", "scored", "passed", "not scored", "passed", "checks"], rows));

function run(...args) {
  return new Promise((resolve) => {
    execFile(process.execPath, [SUITE, ...args], { maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, output: `${stdout}${stderr}` });
    });
  });
}

/** What the summary of a run says of each scenario. */
function summary(output) {
  const [, text] = output.split("=== SUMMARY ===");
  assert.ok(text, output);
  const [scenarios, unscored = ""] = text.split(/^Not scored for .*$/m);
  const names = new Set([...unscored.matchAll(/^ +[✓✗] (\S+)/gm)].map(([, name]) => name));
  const all = [...scenarios.matchAll(/^([✓✗]) (\S+): (\d+) passed, (\d+) failed/gm)];
  return all.map(([, mark, name, passed, failed]) => {
    return { name, ok: mark === "✓", scored: !names.has(name), passed: +passed, failed: +failed };
  });
}

for (const server of SERVERS.filter((it) => it.http)) {
  describe(`over ${server.name}`, () => {
    for (const { revision, scored, mayFail } of REVISIONS) {
      test(`every scored scenario of ${revision} passes`, async () => {
        const folder = await mkdtemp(join(tmpdir(), "capstan-conformance-"));
        try {
          const asked = ["server", "--url", server.http.href, "--requirements", revision, "-o", folder];
          const { output } = await run(...asked);
          const scenarios = summary(output);
          const [counted, others] = [scenarios.filter((it) => it.scored), scenarios.filter((it) => !it.scored)];
          const passed = (list) => list.filter((it) => it.ok).length;
          const checks = scenarios.reduce((sum, it) => sum + it.passed, 0);
          rows.push([
            server.name,
            revision,
            counted.length,
            passed(counted),
            others.length,
            passed(others),
            checks,
          ]);
          for (const it of others) {
            rows.push([server.name, revision, "", it.ok ? "" : "fails", it.name, it.passed, `${it.failed} failed`]);
          }
          assert.equal(counted.length, scored);
          assert.deepEqual(counted.filter((it) => !it.ok).map((it) => it.name).sort(), mayFail);
          // The suite's own verdict, which also refuses a known failure that fails no more.
          const known = mayFail.length ? ["--expected-failures", KNOWN] : [];
          const verdict = await run(...asked, ...known);
          assert.equal(verdict.code, 0, verdict.output.slice(verdict.output.indexOf("=== SUMMARY")));
        } finally {
          await rm(folder, { recursive: true });
        }
      });
    }
  });
}

test("every known failure gives its reason", async () => {
  const lines = (await readFile(KNOWN, "utf8")).split("\n");
  const listed = lines.filter((line) => line.startsWith("  - "));
  const scenarios = listed.filter((line) => !line.includes(":"));
  assert.equal(scenarios.length, REVISIONS.flatMap((it) => it.mayFail).length);
  for (const line of listed) assert.match(line, /^ {2}- \S+ +# \S.{20}/);
});
