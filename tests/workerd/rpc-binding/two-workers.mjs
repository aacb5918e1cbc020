// How do the product and a second Worker that is bound to it run side by side?
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const project = resolve(here, "../../..");

/** How long the two may take to be ready. */
const READY_MS = 90_000;

/** The folder where the product's Worker, its database and its site were built for tests. */
const built = process.env.CAPSTAN_SITE && dirname(resolve(process.env.CAPSTAN_SITE));

/** Why the two cannot run here, if so. */
export const missing = built ? false : "CAPSTAN_SITE names no site built for tests";

/** The JavaScript that the product's engine is made of. */
export const engine = () => readFileSync(join(built, "worker/engine.js"), "utf8");

async function freePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

/** The product's own configuration, with what was built for tests in place of what is deployed. */
function productConfig() {
  const text = readFileSync(join(project, "wrangler.toml"), "utf8");
  return text
    .replace(/^main = .*$/m, `main = ${JSON.stringify(join(built, "worker/entry.mjs"))}`)
    .replace(/^directory = .*$/m, `directory = ${JSON.stringify(join(process.env.CAPSTAN_SITE, "assets"))}`)
    .replace(/^\[build\]\n(?:[^[\n].*\n|\n)*/m, "");
}

/** Starts both; `ask` sends a wish to the second one. */
export async function start() {
  const folder = mkdtempSync(join(tmpdir(), "capstan-binding-"));
  // A database that another process has open is not opened twice.
  const state = join(folder, "state");
  mkdirSync(state);
  cpSync(join(built, "state"), state, { recursive: true });
  writeFileSync(join(folder, "product.toml"), productConfig());
  writeFileSync(
    join(folder, "caller.toml"),
    [
      'name = "caller"',
      `main = ${JSON.stringify(join(here, "caller.ts"))}`,
      'compatibility_date = "2026-11-01"',
      "send_metrics = false",
      'services = [{ binding = "CAPSTAN", service = "capstan" }]',
      "",
    ].join("\n"),
  );
  const port = await freePort();
  const wrangler = join(project, "node_modules/wrangler/bin/wrangler.js");
  const options = ["--local", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"];
  const child = spawn(
    process.execPath,
    [
      wrangler, "dev",
      "-c", join(folder, "caller.toml"), "-c", join(folder, "product.toml"),
      "--persist-to", state, "--show-interactive-dev-session=false", ...options,
    ],
    {
      cwd: folder,
      env: { ...process.env, WRANGLER_REGISTRY_PATH: join(folder, "registry"), CI: "true", NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    },
  );
  let log = "";
  const stop = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It ended by itself.
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await new Promise((ready, failed) => {
      const late = setTimeout(() => failed(new Error(`not ready in time:\n${log}`)), READY_MS);
      const read = (chunk) => {
        log += chunk;
        if (!/Ready on/.test(log)) return;
        clearTimeout(late);
        ready();
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.on("exit", (code) => failed(new Error(`wrangler ended with ${code}:\n${log}`)));
    });
  } catch (error) {
    stop();
    throw error;
  }
  const url = `http://127.0.0.1:${port}/`;
  const ask = async (wish) => {
    const response = await fetch(url, { method: "POST", body: JSON.stringify(wish) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status}: ${text.slice(0, 500)}\n${log}`);
    return JSON.parse(text);
  };
  return { ask, stop };
}
