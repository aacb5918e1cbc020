// Which servers are there to talk to, and how does each official client reach them?

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { WireSchema } from "./wire-schema.mjs";

const { CAPSTAN_URL, CAPSTAN_BIN, CAPSTAN_SITE } = process.env;

const WHO = { name: "capstan-peers", version: "1.0.0" };
const stdio = { command: CAPSTAN_BIN, args: ["mcp", "--site", CAPSTAN_SITE ?? ""], stderr: "inherit" };

/** Starts the binary on a free port, for as long as this process runs. */
async function served() {
  const child = spawn(CAPSTAN_BIN, ["serve", "--port", "0", "--site", CAPSTAN_SITE], {
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

const isLocal = CAPSTAN_BIN && CAPSTAN_SITE;

/** The ways to reach the product in this run. */
export const SERVERS = [
  CAPSTAN_URL && { name: "the site", http: new URL("/mcp", CAPSTAN_URL) },
  isLocal && { name: "capstan serve", http: await served() },
  isLocal && { name: "stdio" },
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
