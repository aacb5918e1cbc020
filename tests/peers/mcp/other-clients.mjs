// How do the official Python client and the Inspector's command line see a server?

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The Python with the pinned packages; absent where a machine has none. */
export const PYTHON = process.env.CAPSTAN_PYTHON;
const INSPECTOR = here("../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");

/** The Inspector keeps files in its user's home. */
const HOME = mkdtempSync(join(tmpdir(), "capstan-inspector-"));
process.once("exit", () => rmSync(HOME, { recursive: true }));

function run(program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 64 << 20, env: { ...process.env, ...env } };
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${args.join(" ")}: ${stderr || stdout || error.message}`));
      else resolve({ stdout, stderr });
    });
  });
}

/** One conversation of the Python client; where it asks is a URL, or a command with its arguments. */
export async function python(era, where) {
  const mode = { "2025-11-25": "legacy", "2026-07-28": "2026-07-28", auto: "auto" }[era];
  const { stdout } = await run(PYTHON, [here("python-client.py"), mode, ...where], { PYTHONDONTWRITEBYTECODE: "1" });
  const said = JSON.parse(stdout);
  assert.equal(said.spoken, era === "auto" ? "2026-07-28" : era);
  assert.deepEqual(said.tools.slice(0, 2), ["search", "read"]);
  assert.match(said.read, /^# /);
  assert.equal(said.refused, "InvalidInput");
  assert.match(said.document, /^# /);
  assert.ok(said.completed.includes("ownership"));
  assert.deepEqual(said.completedForPrompt, said.completed);
  assert.deepEqual(said.prompts.slice(0, 2), ["answer", "explain"]);
  assert.match(said.filled, /Question: why\?$/);
  return { resources: said.resources, pages: said.pages };
}

/** Everything that the Inspector's command line can ask. It has no way to ask for completions. */
export async function inspector(era, where) {
  const target = where.length === 1 ? [...where, "--transport", "http"] : where;
  const ask = async (method, ...more) => {
    const options = ["--protocol-era", era === "auto" ? "auto" : era === "2025-11-25" ? "legacy" : "modern"];
    const args = [INSPECTOR, "--cli", ...options, "--method", method, "--format", "json", "-q", ...more];
    const { stdout } = await run(process.execPath, [...args, "--", ...target.slice(0, where.length)], { HOME });
    return JSON.parse(stdout).result;
  };
  const { tools } = await ask("tools/list", "--strict");
  assert.deepEqual(tools.slice(0, 2).map((it) => it.name), ["search", "read"]);
  const found = await ask("tools/call", "--tool-name", "search", "--tool-args-json", '{"query":"ownership"}');
  assert.ok(found.structuredContent.matches.length > 0);
  const { resources } = await ask("resources/list");
  const page = resources.find((it) => it.uri.startsWith("capstan://page/"));
  const { contents } = await ask("resources/read", "--uri", page.uri);
  assert.equal(Buffer.byteLength(contents[0].text), page.size);
  const { resourceTemplates } = await ask("resources/templates/list");
  assert.equal(resourceTemplates[0].uriTemplate, "capstan://page/{+id}");
  const { prompts } = await ask("prompts/list");
  assert.deepEqual(prompts.slice(0, 2).map((it) => it.name), ["answer", "explain"]);
  const filled = await ask("prompts/get", "--prompt-name", "answer", "--prompt-args", "question=why?");
  assert.match(filled.messages[0].content.text, /Question: why\?$/);
  return { resources: resources.length };
}
