// Is the OpenAPI document one by the official schema of OpenAPI 3.1, and one route per capability?
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const url = process.env.CAPSTAN_URL;
const python = process.env.CAPSTAN_PYTHON;

test("the document is valid OpenAPI 3.1", async () => {
  assert.ok(url, "CAPSTAN_URL names the served site");
  assert.ok(python, "CAPSTAN_PYTHON names the Python that has openapi-spec-validator");
  const answer = await fetch(`${url}/openapi.json`);
  assert.equal(answer.status, 200);
  const folder = mkdtempSync(join(tmpdir(), "capstan-openapi-"));
  try {
    const file = join(folder, "openapi.json");
    writeFileSync(file, await answer.text());
    const judged = spawnSync(python, ["-m", "openapi_spec_validator", "--schema", "3.1", file]);
    assert.equal(judged.status, 0, String(judged.stdout) + String(judged.stderr));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("each capability has one route, with its words, examples and statuses", async () => {
  const openapi = await (await fetch(`${url}/openapi.json`)).json();
  const catalog = await (await fetch(`${url}/catalog.json`)).json();
  const names = catalog.capabilities.map((it) => `/api/${it.name}`);
  assert.deepEqual(Object.keys(openapi.paths), names);
  for (const capability of catalog.capabilities) {
    for (const operation of Object.values(openapi.paths[`/api/${capability.name}`])) {
      assert.equal(operation.summary, capability.title);
      assert.equal(operation.description, capability.description);
      for (const status of ["200", "400", "500"]) assert.ok(operation.responses[status], status);
      const shown = operation.responses["200"].content["application/json"].examples;
      const examples = Object.values(shown).map((it) => it.value);
      assert.deepEqual(examples, capability.examples.map((it) => it.output));
    }
    const input = openapi.components.schemas[`${capability.name}.input`];
    if (!JSON.stringify(capability.input).includes('"$ref"')) {
      assert.equal(JSON.stringify(input), JSON.stringify(capability.input));
    }
  }
});
