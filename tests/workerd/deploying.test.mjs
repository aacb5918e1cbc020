// Can the commands of the page on deploying be given, as far as they need no account?
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";

const { CAPSTAN_BIN } = process.env;
const ROOT = resolve(import.meta.dirname, "../..");
const PAGE = readFileSync(join(ROOT, "content/deploy-to-cloudflare.md"), "utf8");
const COMMANDS = PAGE.split("\n")
  .filter((it) => it.startsWith("$ npx wrangler "))
  .map((it) => it.slice("$ npx wrangler ".length));

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-deploying-"));
});
after(() => rmSync(folder, { recursive: true }));

function run(program, args) {
  const env = { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false", NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, env, encoding: "utf8" });
  return { status, text: stdout + stderr };
}

function wrangler(words) {
  return run(process.execPath, [join(ROOT, "node_modules/wrangler/bin/wrangler.js"), ...words]);
}

test("the page has a dry run, both loads, and what needs an account", () => {
  assert.ok(COMMANDS.length >= 8, COMMANDS.join("\n"));
});

test("the product could be deployed as the page says", () => {
  const dry = COMMANDS.filter((it) => it.includes("--dry-run"));
  assert.equal(dry.length, 1);
  const { status, text } = wrangler(dry[0].split(" "));
  assert.equal(status, 0, text);
  for (const said of ["env.DB", "env.ASSETS", "env.REACH", "everywhere", "--dry-run: exiting now"]) {
    assert.ok(text.includes(said), `${said} is not in\n${text}`);
  }
});

test("a database takes the site, then what changed, and refuses the same change again", () => {
  const loads = COMMANDS.filter((it) => it.startsWith("d1 execute "));
  assert.deepEqual(loads.map((it) => it.split(" ").at(-1)), [
    ".capstan/site/site.sql",
    ".capstan/site/delta.sql",
  ]);
  const content = join(folder, "content");
  const site = join(folder, "site");
  cpSync(join(ROOT, "content"), content, { recursive: true });
  const build = () => {
    const { status, text } = run(CAPSTAN_BIN, ["build", content, "--out", site]);
    assert.equal(status, 0, text);
  };
  // The same commands, with this machine in the place of Cloudflare.
  const execute = (line) => {
    const words = line.replace(".capstan/site", site).split(" ");
    const local = words.flatMap((it) => (it === "--remote" ? ["--local", "--persist-to", folder] : [it]));
    return wrangler([...local, "--yes"]);
  };
  build();
  const whole = execute(loads[0]);
  assert.equal(whole.status, 0, whole.text);
  appendFileSync(join(content, "glossary.md"), "\n## Planted\n\nA pelican stands on the quay.\n");
  build();
  const change = execute(loads[1]);
  assert.equal(change.status, 0, change.text);
  const again = execute(loads[1]);
  assert.notEqual(again.status, 0);
  assert.match(again.text, /integer overflow/);
  const asked = "SELECT value FROM site WHERE name = 'generation'";
  const words = ["d1", "execute", "site", "--local", "--persist-to", folder, "--env", "production", "--yes", "--json"];
  const { text } = wrangler([...words, "--command", asked]);
  assert.ok(text.includes('"value": "2"'), text);
});

test("what needs an account is a command of wrangler, with the options that the page gives", () => {
  const told = new Map();
  const help = (names) => {
    const key = names.join(" ");
    if (!told.has(key)) told.set(key, wrangler([...names, "--help"]));
    return told.get(key);
  };
  for (const line of COMMANDS.filter((it) => !it.includes("--dry-run"))) {
    const words = line.split(" ");
    const options = words.filter((it) => it.startsWith("--"));
    const names = words.slice(0, ["d1", "secret"].includes(words[0]) ? 2 : 1);
    const { status, text } = help(names);
    assert.equal(status, 0, line);
    assert.ok(text.includes(`wrangler ${names.join(" ")}`), `${line}\n${text}`);
    for (const option of options) assert.ok(text.includes(` ${option} `), `${option} of ${line}\n${text}`);
  }
});
