// How many milliseconds does a Worker take to its first answer, above one that does nothing?
// Both run in plain workerd, in turns; of several starts the quickest counts, being the one that
// the machine disturbed least.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DUMB_BINDINGS, serve } from "./plain-workerd.mjs";

const STARTS = 7;
const [worker, folder] = process.argv.slice(2);

async function time(place, entry, bindings) {
  const server = await serve(place, entry, bindings);
  try {
    const { response, milliseconds } = await server.first("/openapi.json");
    if (response.status !== 200) throw new Error(`the first answer was ${response.status}`);
    return milliseconds;
  } finally {
    await server.stop();
  }
}

rmSync(folder, { recursive: true, force: true });
const [measured, plain] = [join(folder, "worker"), join(folder, "plain")];
mkdirSync(plain, { recursive: true });
cpSync(worker, measured, { recursive: true });
writeFileSync(join(plain, "plain.mjs"), 'export default { fetch: () => new Response("ok") };');

const best = { worker: Infinity, plain: Infinity };
for (let turn = 0; turn < STARTS; turn += 1) {
  best.plain = Math.min(best.plain, await time(plain, "plain.mjs"));
  best.worker = Math.min(best.worker, await time(measured, "entry.mjs", DUMB_BINDINGS));
}
console.log((best.worker - best.plain).toFixed(1));
