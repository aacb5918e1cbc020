/** A call that gave no value: what it means, the variant's name, a sentence, and its own fields. */
export interface Failure {
  readonly kind: FailureKind;
  readonly tag: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** What every call is answered with, over HTTP and over a binding. */
export type Envelope =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: Failure };

/** Thrown for every call that gave no value. */
export class CapstanFailure extends Error {
  override readonly name = "CapstanFailure";
  /** The capability that was called. */
  readonly capability: string;
  /** What the failure means. */
  readonly kind: FailureKind;
  /** The variant's name. */
  readonly tag: string;
  /** The fields that the failure declares. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(capability: string, failure: Failure) {
    super(failure.message);
    const { kind, tag, message: _, ...fields } = failure;
    this.capability = capability;
    this.kind = kind;
    this.tag = tag;
    this.fields = fields;
  }
}

/** Thrown where a call was not answered by a Capstan at all. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  /** The HTTP status, where there was one. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Whether an error is a failure of a call, and where a tag is given, that one. */
export function isFailure(error: unknown, tag?: string): error is CapstanFailure {
  return error instanceof CapstanFailure && (tag === undefined || error.tag === tag);
}

/** How one call is made. */
export interface CallOptions {
  /** Gives up waiting. Over a binding only the wait ends. */
  readonly signal?: AbortSignal;
}

/** Carries one call to a Capstan and its envelope back. */
export type Transport = (name: string, input: unknown, options?: CallOptions) => Promise<unknown>;

/** A service binding to a Capstan. */
export interface Binding {
  call(name: string, input: unknown): Promise<unknown>;
}

/** Calls `<base>/rpc`, where `base` is the address of a Capstan. */
export function overFetch(base: string | URL, send: typeof fetch = fetch): Transport {
  const url = `${String(base).replace(/\/+$/, "")}/rpc`;
  return async (name, input, options) => {
    const response = await send(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ name, input }),
      ...(options?.signal ? { signal: options.signal } : {}),
    });
    const text = await response.text();
    if (response.status !== 200) {
      throw new TransportError(`${url} answered ${response.status}: ${text.slice(0, 200)}`, response.status);
    }
    try {
      return JSON.parse(text);
    } catch {
      throw new TransportError(`${url} did not answer with JSON`, response.status);
    }
  };
}

/** Calls over a service binding. */
export function overBinding(binding: Binding): Transport {
  return async (name, input, options) => {
    const signal = options?.signal;
    if (!signal) return binding.call(name, input);
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
      Promise.resolve(binding.call(name, input))
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", stop));
    });
  };
}

function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== "object" || value === null) return false;
  const { ok, failure } = value as { ok?: unknown; failure?: unknown };
  if (ok === true) return "value" in value;
  if (ok !== false || typeof failure !== "object" || failure === null) return false;
  const { kind, tag, message } = failure as Record<string, unknown>;
  return typeof kind === "string" && typeof tag === "string" && typeof message === "string";
}

/** Calls any capability by its name, also one that this client does not know. */
export async function call(
  transport: Transport,
  name: string,
  input: unknown = {},
  options?: CallOptions,
): Promise<unknown> {
  const envelope = await transport(name, input, options);
  if (!isEnvelope(envelope)) {
    throw new TransportError(`the answer to ${name} is no answer of a Capstan`);
  }
  if (envelope.ok) return envelope.value;
  throw new CapstanFailure(name, envelope.failure);
}

/** A client for the Capstan at an address, behind a service binding, or behind a transport. */
export function createClient(target: string | URL | Binding | Transport): Client {
  const transport: Transport =
    typeof target === "string" || target instanceof URL
      ? overFetch(target)
      : typeof target === "function"
        ? (target as Transport)
        : overBinding(target);
  const client: Record<string, unknown> = {};
  for (const name of NAMES) {
    const path = name.split(".");
    const verb = path.pop() ?? name;
    let place = client;
    for (const segment of path) {
      place = (place[segment] ??= {}) as Record<string, unknown>;
    }
    place[verb] = (input?: unknown, options?: CallOptions) => call(transport, name, input, options);
  }
  return client as unknown as Client;
}
