// The platforms that serve the same site, and a client that sends nothing of its own accord.
import { spawn } from "node:child_process";
import http from "node:http";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Starts `capstan serve` over a built site; the answer says where, and how to end it. */
export async function serve(site) {
  const child = spawn(process.env.CAPSTAN_BIN, ["serve", "--port", "0", "--site", site], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const end = async () => {
    child.kill();
    await once(child, "exit");
  };
  return { url: line.match(/http:\/\/[^\s,]+/)[0].replace(/[.,/]+$/, ""), end };
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });

/** One answer: its status, headers and body. Redirects are not followed. */
export function ask(url, target, { method = "GET", headers = {} } = {}) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path: target, method, headers, agent }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode: status, headers } = response;
        resolve({ status, headers, bytes, text: bytes.toString("utf8") });
      });
    });
    request.on("error", reject);
    request.end();
  });
}
