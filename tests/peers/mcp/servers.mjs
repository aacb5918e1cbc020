// Which servers are there to talk to, and how does each official client reach them?

import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { WireSchema } from "./wire-schema.mjs";

const { CAPSTAN_URL, CAPSTAN_BIN } = process.env;

/** Pages that local servers have beyond the folder that tests know: more than one list holds. */
export const MORE_PAGES = 250;

/** Builds a site that needs several pages of a list, for as long as this process runs. */
function largeSite() {
  const folder = mkdtempSync(join(tmpdir(), "capstan-peers-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  const content = join(folder, "content");
  cpSync(new URL("../../site", import.meta.url), content, { recursive: true });
  for (let number = 0; number < MORE_PAGES; number += 1) {
    writeFileSync(join(content, `more-${number}.md`), `# More, number ${number}\n\nOne of many.\n`);
  }
  const out = join(folder, "site");
  execFileSync(CAPSTAN_BIN, ["build", content, "--out", out], { stdio: "ignore" });
  return out;
}

/** The site of the local servers. */
const SITE = CAPSTAN_BIN && largeSite();

const WHO = { name: "capstan-peers", version: "1.0.0" };
const stdio = { command: CAPSTAN_BIN, args: ["mcp", "--site", SITE ?? ""], stderr: "inherit" };

/** Starts the binary on a free port, for as long as this process runs. */
async function served() {
  const child = spawn(CAPSTAN_BIN, ["serve", "--port", "0", "--site", SITE], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  process.once("exit", () => child.kill());
  for await (const line of createInterface(child.stdout)) {
    const [address] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
    if (!address) continue;
    child.stdout.unref();
    child.unref();
    return new URL("/mcp", address);
  }
  throw new Error("`capstan serve` said no address");
}

/** The ways to reach the product in this run. */
export const SERVERS = [
  CAPSTAN_URL && { name: "the site", http: new URL("/mcp", CAPSTAN_URL) },
  CAPSTAN_BIN && { name: "capstan serve", http: await served() },
  CAPSTAN_BIN && { name: "stdio", command: CAPSTAN_BIN, args: ["mcp", "--site", SITE] },
].filter(Boolean);

/** The official clients, each generation in each way it can begin. */
export const CLIENTS = [
  { name: "v1", era: "2025-11-25", open: openV1 },
  { name: "v2 legacy", era: "2025-11-25", open: (server) => openV2(server, "legacy") },
  { name: "v2 auto", era: "2026-07-28", open: (server) => openV2(server, "auto") },
  { name: "v2 modern", era: "2026-07-28", open: (server) => openV2(server, { pin: "2026-07-28" }) },
];

async function openV1(server) {
  const wire = new WireSchema();
  const transport = server.http
    ? new StreamableHTTPClientTransport(server.http, { fetch: wire.fetch })
    : wire.watch(new StdioClientTransport(stdio));
  const client = new Client(WHO);
  await client.connect(transport);
  return { client, wire };
}

async function openV2(server, mode) {
  const wire = new WireSchema();
  const transport = server.http
    ? new ModernHttp(server.http, { fetch: wire.fetch })
    : wire.watch(new ModernStdio(stdio));
  const client = new ModernClient(WHO, { versionNegotiation: { mode } });
  await client.connect(transport);
  return { client, wire };
}
