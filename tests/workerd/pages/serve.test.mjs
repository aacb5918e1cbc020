// Does the native server refuse in the site's words, and end when it is told to?
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { createInterface } from "node:readline";
import { test } from "node:test";

async function start() {
  const child = spawn(process.env.CAPSTAN_BIN, ["serve", "--port", "0", "--site", process.env.CAPSTAN_SITE], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, port: Number(line.match(/:(\d+)/)[1]) };
}

/** Sends bytes as they are and gives the first answer; the connection stays open. */
async function send(port, text) {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(text);
  let answer = "";
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    answer += chunk;
    const end = answer.indexOf("\r\n\r\n");
    const length = Number(answer.match(/content-length: (\d+)/i)?.[1] ?? 0);
    if (end >= 0 && answer.length >= end + 4 + length) break;
  }
  return { socket, answer };
}

test("what the server refuses by itself is protected and can be named", async () => {
  const { child, port } = await start();
  try {
    const host = `host: 127.0.0.1:${port}\r\n`;
    const many = Array.from({ length: 150 }, (_, index) => `x-${index}: 1\r\n`).join("");
    const large = 3 * 1024 * 1024;
    const cases = [
      [`POST /api/search HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: ${large}\r\n\r\n${"x".repeat(large)}`, 413, "BodyTooLarge"],
      [`GET / HTTP/1.1\r\n${host}${many}\r\n`, 431, "HeadersTooLarge"],
    ];
    for (const [request, status, tag] of cases) {
      const { socket, answer } = await send(port, request);
      socket.destroy();
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
      assert.ok(answer.includes(`"tag":"${tag}"`), answer);
      for (const name of ["x-content-type-options", "referrer-policy", "content-security-policy", "x-request-id"]) {
        assert.ok(answer.toLowerCase().includes(`\r\n${name}: `), `${tag}: ${name}`);
      }
    }
  } finally {
    child.kill();
    await once(child, "exit");
  }
});

test("connections that only wait do not hold up the end", async () => {
  const { child, port } = await start();
  const { socket, answer } = await send(port, `GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
  assert.match(answer, /^HTTP\/1.1 200 /);
  const closed = once(socket, "close");
  child.kill("SIGINT");
  const [code, signal] = await once(child, "exit");
  await closed;
  assert.deepEqual([code, signal], [0, null]);
});
