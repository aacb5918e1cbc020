// Has the product been built? Wrangler runs this before it looks for the Worker.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const wanted = [".capstan/worker/entry.mjs", ".capstan/site/assets"];
const missing = wanted.filter((path) => !existsSync(fileURLToPath(new URL(path, root))));

if (missing.length > 0) {
  console.error(`${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} not there yet: run \`cargo xtask dev\` once, which builds them.`);
  process.exitCode = 1;
}
