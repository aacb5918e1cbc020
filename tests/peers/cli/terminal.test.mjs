// Does the command line ask a person at a terminal, and take only a typed yes for one?
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { test } from "node:test";

const { CAPSTAN_BIN, CAPSTAN_SITE } = process.env;

/** util-linux's `script` gives a program a terminal of its own. */
const terminal = () => spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");

const missing = !CAPSTAN_BIN || !CAPSTAN_SITE
  ? "CAPSTAN_BIN and CAPSTAN_SITE name no binary and site"
  : !terminal()
    ? "there is no `script` of util-linux (on Debian: apt-get install bsdutils)"
    : !spawnSync(CAPSTAN_BIN, ["catalog"], { encoding: "utf8" }).stdout.includes('"fixture.approve"')
      ? "the binary has no test-only capabilities"
      : false;

/** Runs the call at a terminal and types the answer once it is asked for. */
function asked(answer, ...flags) {
  const words = [CAPSTAN_BIN, "fixture", "approve", "--what", "launch", ...flags];
  const quoted = words.map((it) => `'${it.replaceAll("'", "'\\''")}'`).join(" ");
  return new Promise((resolve, reject) => {
    const child = spawn("script", ["-q", "-e", "-c", quoted, "/dev/null"], {
      env: { ...process.env, CAPSTAN_SITE },
    });
    let seen = "";
    let answered = false;
    child.stdout.on("data", (chunk) => {
      seen += chunk;
      if (answered || !seen.includes("[y/N]")) return;
      answered = true;
      child.stdin.write(answer);
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, seen: seen.replaceAll("\r\n", "\n"), answered }));
  });
}

test("a typed yes runs the call, and the question says what would run", { skip: missing }, async () => {
  const { code, seen } = await asked("y\n");
  assert.equal(code, 0);
  assert.match(seen, /`fixture\.approve`\) needs your approval/);
  assert.match(seen, /"what": "launch"/);
  assert.match(seen, /done: launch/);
});

test("anything else is a no", { skip: missing }, async () => {
  for (const answer of ["n\n", "\n", "maybe\n", "\u0004"]) {
    const { code, seen } = await asked(answer);
    assert.equal(code, 7, JSON.stringify(answer));
    assert.match(seen, /error\[ApprovalDenied\]: .*the person at the terminal said no/);
    assert.doesNotMatch(seen, /done: launch/);
  }
});

test("with --yes nobody is asked", { skip: missing }, async () => {
  const { code, seen, answered } = await asked("n\n", "--yes");
  assert.equal(code, 0);
  assert.equal(answered, false);
  assert.match(seen, /done: launch/);
});
