// A second Worker that calls the product over a service binding, with the generated client.
import { type Binding, CapstanFailure, call, createClient, overBinding } from "../../../static/rpc-client.ts";

interface Env {
  readonly CAPSTAN: Binding;
}

/** What a test asks this Worker to do. */
type Wish =
  | { readonly do: "typed" }
  | { readonly do: "call"; readonly name: string; readonly input: unknown }
  | { readonly do: "raw"; readonly name: string; readonly input: unknown }
  | { readonly do: "reach"; readonly method: string }
  | { readonly do: "odd" };

const told = (error: unknown) =>
  error instanceof CapstanFailure
    ? { kind: error.kind, tag: error.tag, message: error.message, ...error.fields }
    : { thrown: String(error) };

async function grant(wish: Wish, { CAPSTAN }: Env): Promise<unknown> {
  switch (wish.do) {
    case "typed": {
      const capstan = createClient(CAPSTAN);
      const found = await capstan.search({ query: "ownership", limit: 2 });
      const first = found.matches[0]?.id ?? "";
      const page = await capstan.read({ page: first });
      const missing = await capstan.read({ page: "no/such/page" }).then(() => ({}), told);
      return { found, page, missing };
    }
    case "call":
      return call(overBinding(CAPSTAN), wish.name, wish.input).catch(told);
    case "raw":
      return CAPSTAN.call(wish.name, wish.input);
    case "reach": {
      const methods = CAPSTAN as unknown as Record<string, (...all: unknown[]) => Promise<unknown>>;
      return methods[wish.method]!({}, "search", { query: "a" }).then(
        (value) => ({ answered: typeof value }),
        (error) => ({ refused: String(error) }),
      );
    }
    case "odd": {
      const cyclic: Record<string, unknown> = {};
      cyclic["self"] = cyclic;
      const inputs: Record<string, unknown> = {
        undefined: undefined,
        null: null,
        text: "text",
        number: Number.NaN,
        bigint: { query: 1n },
        date: { query: new Date(0) },
        map: new Map([["query", "a"]]),
        bytes: new Uint8Array([1, 2, 3]),
        cyclic,
        error: new Error("query"),
        callback: { query: () => "a", toJSON: () => ({ query: "a" }) },
      };
      const answers: Record<string, unknown> = {};
      for (const [name, input] of Object.entries(inputs)) {
        answers[name] = await CAPSTAN.call("search", input).catch((error) => ({ thrown: String(error) }));
      }
      return answers;
    }
  }
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (request.method !== "POST") return new Response("ready");
    const answer = await grant((await request.json()) as Wish, env);
    return Response.json(answer ?? null);
  },
};
