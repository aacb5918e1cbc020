// What a program may and may not write with the client: checked by the TypeScript compiler alone.
import {
  type Binding,
  type Client,
  type SearchFailure,
  call,
  createClient,
  isFailure,
  overBinding,
  overFetch,
} from "../../../static/rpc-client.ts";

declare const binding: Binding;

export async function uses(client: Client): Promise<string[]> {
  const found = await client.search({ query: "ownership", kinds: ["page"], limit: 5 });
  const total: number = found.total;
  const first = found.matches[0];
  const page = await client.read({ page: first?.id ?? "index", part: "outline" });
  const levels: number[] = page.outline.map((it) => it.level);
  return [String(total), page.text, ...levels.map(String)];
}

export async function misuses(client: Client): Promise<void> {
  // @ts-expect-error: the query is required
  await client.search({});
  // @ts-expect-error: an unknown field
  await client.search({ query: "a", nonsense: 1 });
  // @ts-expect-error: a number, not a text
  await client.search({ query: "a", limit: "5" });
  // @ts-expect-error: not one of the choices
  await client.read({ page: "a", part: "everything" });
  const found = await client.search({ query: "a" });
  // @ts-expect-error: an output has no such member
  found.hits;
  // @ts-expect-error: no such capability
  await client.nonsense({});
}

export function narrows(failure: SearchFailure): "notFound" {
  const tag: "InvalidCursor" = failure.tag;
  return tag === "InvalidCursor" ? failure.kind : failure.kind;
}

export async function fails(client: Client): Promise<string> {
  try {
    await client.read({ page: "nowhere" }, { signal: AbortSignal.timeout(1000) });
    return "";
  } catch (error) {
    if (isFailure(error, "PageNotFound")) return `${error.kind} ${String(error.fields["page"])}`;
    throw error;
  }
}

export const clients: Client[] = [
  createClient("https://docs.example.com"),
  createClient(new URL("https://docs.example.com")),
  createClient(binding),
  createClient(overFetch("https://docs.example.com")),
  createClient(overBinding(binding)),
];

export const unknown: Promise<unknown> = call(overBinding(binding), "later.added", { any: 1 });
