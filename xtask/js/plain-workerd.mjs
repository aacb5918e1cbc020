// How is a folder of modules run in plain workerd, without wrangler?
import { spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const WORKERD = fileURLToPath(new URL("../../node_modules/workerd/bin/workerd", import.meta.url));
const DATE = "2026-11-01";
const KINDS = { ".mjs": "esModule", ".js": "esModule", ".wasm": "wasm" };
const PATIENCE_MS = 30_000;

/** Stands for a service that has no file. */
export const NO_FILES = Symbol("no files");

/** The bindings that the product asks for: a database that nothing can be asked, and no files. */
export const DUMB_BINDINGS = { DB: {}, ASSETS: NO_FILES };

const ANSWERS_NOTHING = "export default { fetch: () => new Response(null, { status: 404 }) };";

function config(folder, entry, bindings, port) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => extname(name) in KINDS);
  names.sort((one, other) => (other === entry) - (one === entry));
  const modules = names.map((name) => {
    return `(name = ${JSON.stringify(name)}, ${KINDS[extname(name)]} = embed ${JSON.stringify(name)})`;
  });
  const bound = Object.entries(bindings).map(([name, value]) => {
    if (value === NO_FILES) return `(name = ${JSON.stringify(name)}, service = "no-files")`;
    return `(name = ${JSON.stringify(name)}, json = ${JSON.stringify(JSON.stringify(value))})`;
  });
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    compatibilityDate = "${DATE}",
    compatibilityFlags = ["no_nodejs_compat"],
    bindings = [${bound.join(", ")}],
    modules = [${modules.join(", ")}])),
  (name = "no-files", worker = (
    compatibilityDate = "${DATE}",
    modules = [(name = "none.mjs", esModule = ${JSON.stringify(ANSWERS_NOTHING)})]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);
`;
}

export async function freePort() {
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts the Worker whose entry is `entry`; gives how to reach it, to time it and to stop it. */
export async function serve(folder, entry, bindings = {}) {
  const port = await freePort();
  const file = join(folder, "config.capnp");
  writeFileSync(file, config(folder, entry, bindings, port));
  const started = performance.now();
  const child = spawn(WORKERD, ["serve", file], { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${port}`;

  /** The first answer to a path, and the milliseconds from the start to it. */
  async function first(path) {
    while (performance.now() - started < PATIENCE_MS) {
      if (child.exitCode !== null) throw new Error(`workerd ended with ${child.exitCode}: ${errors}`);
      try {
        const response = await fetch(url + path);
        await response.arrayBuffer();
        return { response, milliseconds: performance.now() - started };
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
    throw new Error(`workerd gave no answer within ${PATIENCE_MS} ms: ${errors}`);
  }

  async function stop() {
    child.kill("SIGKILL");
    await ended;
  }

  return { url, first, stop, errors: () => errors };
}
