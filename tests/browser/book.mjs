// What do the tests read? The Rust book, built and served by the native binary.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const BOOK = fileURLToPath(new URL("../corpora/rust-book", import.meta.url));

/** Builds and serves the book. `url` has no slash at its end; `end` leaves nothing behind. */
export async function serveBook() {
  const { CAPSTAN_BIN } = process.env;
  if (!CAPSTAN_BIN) throw new Error("CAPSTAN_BIN must name the native binary");
  const folder = mkdtempSync(join(tmpdir(), "capstan-book-"));
  execFileSync(CAPSTAN_BIN, ["build", BOOK, "--out", folder], { stdio: "pipe" });
  const server = spawn(CAPSTAN_BIN, ["serve", "--port", "0", "--site", folder], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const end = () => {
    server.kill();
    rmSync(folder, { recursive: true });
  };
  const [line] = await once(createInterface({ input: server.stdout }), "line");
  return { url: line.match(/http:\/\/[0-9.:]+/)[0], end };
}

/** The browser, which the machine brings. */
export const CHROMIUM = process.env.CAPSTAN_CHROMIUM ?? "/usr/bin/chromium";

/** It talks to nobody but the site. A container has no sandbox to give. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
