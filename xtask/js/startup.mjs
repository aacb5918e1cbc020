// How many milliseconds does a Worker take to its first answer, above one that does nothing?
// Both run in plain workerd, in turns; of several starts the quickest counts, being the one that
// the machine disturbed least.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { extname, join } from "node:path";

const STARTS = 7;
const [worker, folder, workerd] = process.argv.slice(2);

const PLAIN = 'export default { fetch() { return new Response("ok"); } };';
const DATE = "2026-11-01";

function config(modules, port) {
  const list = modules.map(
    (name) =>
      `(name = "${name}", ${extname(name) === ".wasm" ? "wasm" : "esModule"} = embed "${name}")`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    compatibilityDate = "${DATE}",
    compatibilityFlags = ["no_nodejs_compat"],
    modules = [${list.join(", ")}]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);
`;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function answered(port) {
  return new Promise((resolve, reject) => {
    const request = get({ host: "127.0.0.1", port, path: "/robots.txt" }, (response) => {
      response.resume();
      response.on("end", resolve);
    });
    request.on("error", reject);
  });
}

async function start(place, modules) {
  const port = await freePort();
  writeFileSync(join(place, "config.capnp"), config(modules, port));
  const from = performance.now();
  const child = spawn(workerd, ["serve", join(place, "config.capnp")], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    while (performance.now() - from < 30_000) {
      if (child.exitCode !== null) throw new Error(`workerd ended with ${child.exitCode}`);
      try {
        await answered(port);
        return performance.now() - from;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
    throw new Error("no answer within 30 s");
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

rmSync(folder, { recursive: true, force: true });
const [measured, plain] = [join(folder, "worker"), join(folder, "plain")];
mkdirSync(plain, { recursive: true });
cpSync(worker, measured, { recursive: true });
writeFileSync(join(plain, "plain.mjs"), PLAIN);
const modules = readdirSync(measured, { recursive: true })
  .filter((name) => [".mjs", ".js", ".wasm"].includes(extname(name)))
  .sort((one, other) => (other === "entry.mjs") - (one === "entry.mjs"));

const best = { worker: Infinity, plain: Infinity };
for (let turn = 0; turn < STARTS; turn += 1) {
  best.plain = Math.min(best.plain, await start(plain, ["plain.mjs"]));
  best.worker = Math.min(best.worker, await start(measured, modules));
}
console.log((best.worker - best.plain).toFixed(1));
