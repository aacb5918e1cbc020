// What do a client and a server say to each other over HTTP, when neither is ours to look into?

import { createServer } from "node:http";
import { WireSchema } from "./wire-schema.mjs";

/** Listens before a server, hands everything on, and holds it against the schema. */
export async function recorder(target) {
  const wire = new WireSchema();
  const listener = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const url = new URL(request.url, target);
    const answer = await fetch(url, { method: request.method, headers, ...(body ? { body } : {}) });
    const text = await answer.text();
    wire.heard(body || undefined, answer.headers.get("content-type") ?? "", text);
    const kept = [...answer.headers].filter(([name]) => !/^(content-(length|encoding)|transfer-encoding)$/.test(name));
    response.writeHead(answer.status, Object.fromEntries(kept)).end(text);
  });
  await new Promise((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const url = new URL(target.pathname, `http://127.0.0.1:${listener.address().port}`);
  return { url, wire, close: () => new Promise((resolve) => listener.close(resolve)) };
}
