// Calls a Capstan from TypeScript. Generated from the contracts; changes to it are lost.

/** What a failure means. */
export type FailureKind = "unknownCapability" | "invalidInput" | "approvalDenied" | "internal" | "invalid" | "notFound" | "conflict" | "limited" | "unavailable";

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

/** What to give to `search`. */
export type SearchInput = {
  /**
   * Words or a question, in any form: nothing in it is syntax.
   * minLength 1, maxLength 131072
   */
  query: string;
  /**
   * How many matches to give.
   * minimum 1, maximum 50
   * @default 10
   */
  limit?: number;
  /**
   * `nextCursor` of the answer before, to go on from there.
   * minLength 1, maxLength 4096
   */
  cursor?: string | null;
  /**
   * Only these kinds of match; all where absent.
   * minItems 1, maxItems 2
   */
  kinds?: Array<"page" | "skill"> | null;
  /**
   * Only pages of this section: a folder, or the id of a chapter with pages below it.
   * minLength 1, maxLength 512
   */
  section?: string | null;
};

/** What comes of `search`. */
export type SearchOutput = {
  /** Best first. */
  matches: Array<{
    /** The page's id: `read` takes it as `page`. */
    id: string;
    /** What was found. */
    kind: "page" | "skill";
    /** The page's title. */
    title: string;
    /** The page's path on the site. */
    route: string;
    /** The heading that the block stands under. */
    heading?: string | null;
    /** The block's anchor: `read` takes it as `anchor`. */
    anchor?: string | null;
    /** The words around the match. */
    excerpt: string;
    /** Higher is better; only comparable within one answer. */
    score: number;
  }>;
  /**
   * How many blocks match in all.
   * minimum 0, maximum 18446744073709551615
   */
  total: number;
  /** Pass it as `cursor` to go on; absent at the end. */
  nextCursor?: string | null;
  /** Whether the best match is likely to answer. */
  confidence: "high" | "low";
  /** What the caller should know about this answer. */
  warnings?: Array<string>;
};

/** How `search` itself may fail. */
export type SearchFailure =
  | ({ kind: "notFound" } & {
    tag: "InvalidCursor";
    message: string;
  });

/** What to give to `read`. */
export type ReadInput = {
  /**
   * The page: its id, route, title or an alias.
   * minLength 1, maxLength 512
   */
  page: string;
  /**
   * Only what is at this anchor: a section, from its heading to the next of the same level, or a
   * paragraph, a list item or a piece of code.
   * minLength 1, maxLength 512
   */
  anchor?: string | null;
  /**
   * The text, or the outline alone.
   * @default "text"
   */
  part?: "text" | "outline";
  /**
   * `nextCursor` of the answer before, to go on from there.
   * minLength 1, maxLength 4096
   */
  cursor?: string | null;
};

/** What comes of `read`. */
export type ReadOutput = {
  /** The page's id. */
  id: string;
  /** What it is. */
  kind: "page" | "skill";
  /** Its title. */
  title: string;
  /** What it is about. */
  description?: string | null;
  /** Its path on the site. */
  route: string;
  /** Changes whenever the page does. */
  digest: string;
  /** When it was last changed, as the page itself says. */
  updated?: string | null;
  /** Its headings, in order. */
  outline: Array<{
    /** The heading. */
    title: string;
    /**
     * 1 for the page's own heading, down to 6.
     * minimum 0, maximum 255
     */
    level: number;
    /** `read` takes it as `anchor`. */
    anchor: string;
  }>;
  /** Markdown. */
  text: string;
  /** Pass it as `cursor` to go on; absent at the end. */
  nextCursor?: string | null;
};

/** How `read` itself may fail. */
export type ReadFailure =
  | ({ kind: "notFound" } & {
    tag: "PageNotFound";
    message: string;
    /** The name that was asked for. */
    page: string;
    /** Ids of pages with a name near it. */
    nearest: Array<string>;
  })
  | ({ kind: "notFound" } & {
    tag: "AnchorNotFound";
    message: string;
    /** The page's id. */
    page: string;
    /** The anchor that was asked for. */
    anchor: string;
    /** Anchors near it. */
    nearest: Array<string>;
  })
  | ({ kind: "notFound" } & {
    tag: "InvalidCursor";
    message: string;
  });

/** What to give to `backlinks`. */
export type BacklinksInput = {
  /**
   * The page, by any of its names.
   * minLength 1, maxLength 512
   */
  page: string;
  /**
   * How many to give.
   * minimum 1, maximum 100
   * @default 20
   */
  limit?: number;
  /**
   * `nextCursor` of the answer before, to go on from there.
   * minLength 1, maxLength 4096
   */
  cursor?: string | null;
};

/** What comes of `backlinks`. */
export type BacklinksOutput = {
  /** By title of the page they stand on, then by kind. */
  backlinks: Array<{
    /** The page it stands on. */
    page: {
      /** Its id: every capability takes it as `page`. */
      id: string;
      /** Its title. */
      title: string;
      /** Its path on the site. */
      route: string;
    };
    /** How it leads here. */
    linkKind: "link" | "mention" | "source" | "embed";
    /** The block it stands in: `read` takes it as `anchor`. Empty where it stands in none. */
    anchor: string;
    /** The sentence around it. */
    context: string;
  }>;
  /**
   * How many there are in all.
   * minimum 0, maximum 18446744073709551615
   */
  total: number;
  /** Pass it as `cursor` to go on; absent at the end. */
  nextCursor?: string | null;
  /** What the caller should know about this answer. */
  warnings?: Array<string>;
};

/** How `backlinks` itself may fail. */
export type BacklinksFailure =
  | ({ kind: "notFound" } & {
    tag: "PageNotFound";
    message: string;
    /** The name that was asked for. */
    page: string;
    /** Ids of pages with a name near it. */
    nearest: Array<string>;
  })
  | ({ kind: "notFound" } & {
    tag: "InvalidCursor";
    message: string;
  });

/** What to give to `neighbors`. */
export type NeighborsInput = {
  /**
   * The page, by any of its names.
   * minLength 1, maxLength 512
   */
  page: string;
  /**
   * How many links away, at most.
   * minimum 1, maximum 3
   * @default 1
   */
  depth?: number;
  /**
   * Only over links of these kinds; all where absent.
   * minItems 1, maxItems 4
   */
  linkKinds?: Array<"link" | "mention" | "source" | "embed"> | null;
  /**
   * How many to give.
   * minimum 1, maximum 100
   * @default 20
   */
  limit?: number;
  /**
   * `nextCursor` of the answer before, to go on from there.
   * minLength 1, maxLength 4096
   */
  cursor?: string | null;
};

/** What comes of `neighbors`. */
export type NeighborsOutput = {
  /** By distance, then by title. Each page stands here once, and the page itself does not. */
  neighbors: Array<{
    /** The page. */
    page: {
      /** Its id: every capability takes it as `page`. */
      id: string;
      /** Its title. */
      title: string;
      /** Its path on the site. */
      route: string;
    };
    /**
     * How many links away it is.
     * minimum 0, maximum 255
     */
    distance: number;
    /**
     * The link between it and a page one step nearer; of several, the first of link, mention,
     * source and embed.
     */
    linkKind: "link" | "mention" | "source" | "embed";
  }>;
  /**
   * How many there are in all.
   * minimum 0, maximum 18446744073709551615
   */
  total: number;
  /** Pass it as `cursor` to go on; absent at the end. */
  nextCursor?: string | null;
  /** What the caller should know about this answer. */
  warnings?: Array<string>;
};

/** How `neighbors` itself may fail. */
export type NeighborsFailure =
  | ({ kind: "notFound" } & {
    tag: "PageNotFound";
    message: string;
    /** The name that was asked for. */
    page: string;
    /** Ids of pages with a name near it. */
    nearest: Array<string>;
  })
  | ({ kind: "notFound" } & {
    tag: "InvalidCursor";
    message: string;
  });

/** What to give to `mentions`. */
export type MentionsInput = {
  /**
   * The page, by any of its names.
   * minLength 1, maxLength 512
   */
  page: string;
  /**
   * How many to give.
   * minimum 1, maximum 100
   * @default 20
   */
  limit?: number;
  /**
   * `nextCursor` of the answer before, to go on from there.
   * minLength 1, maxLength 4096
   */
  cursor?: string | null;
};

/** What comes of `mentions`. */
export type MentionsOutput = {
  /** By title of the page. */
  mentions: Array<{
    /** The page that does. */
    page: {
      /** Its id: every capability takes it as `page`. */
      id: string;
      /** Its title. */
      title: string;
      /** Its path on the site. */
      route: string;
    };
    /** The block that does: `read` takes it as `anchor`. Empty where none does. */
    anchor: string;
    /** The words around the name. */
    excerpt: string;
  }>;
  /**
   * How many there are in all.
   * minimum 0, maximum 18446744073709551615
   */
  total: number;
  /** Pass it as `cursor` to go on; absent at the end. */
  nextCursor?: string | null;
  /** What the caller should know about this answer. */
  warnings?: Array<string>;
};

/** How `mentions` itself may fail. */
export type MentionsFailure =
  | ({ kind: "notFound" } & {
    tag: "PageNotFound";
    message: string;
    /** The name that was asked for. */
    page: string;
    /** Ids of pages with a name near it. */
    nearest: Array<string>;
  })
  | ({ kind: "notFound" } & {
    tag: "InvalidCursor";
    message: string;
  });

/** What to give to `path`. */
export type PathInput = {
  /**
   * The page to begin with, by any of its names.
   * minLength 1, maxLength 512
   */
  from: string;
  /**
   * The page to end with, by any of its names.
   * minLength 1, maxLength 512
   */
  to: string;
};

/** What comes of `path`. */
export type PathOutput = {
  /** The pages of the way, both ends included. */
  steps: Array<{
    /** The page. */
    page: {
      /** Its id: every capability takes it as `page`. */
      id: string;
      /** Its title. */
      title: string;
      /** Its path on the site. */
      route: string;
    };
    /** How it is linked with the page before; absent for the first. */
    linkKind?: ("link" | "mention" | "source" | "embed") | null;
    /** The sentence around that link. */
    context?: string | null;
    /** The id of the page that the sentence stands on: this one, or the one before. */
    standsOn?: string | null;
    /** The block it stands in, on that page; absent where it stands in none. */
    anchor?: string | null;
  }>;
  /**
   * How many links it takes: one less than there are pages.
   * minimum 0, maximum 18446744073709551615
   */
  length: number;
};

/** How `path` itself may fail. */
export type PathFailure =
  | ({ kind: "notFound" } & {
    tag: "PageNotFound";
    message: string;
    /** The name that was asked for. */
    page: string;
    /** Ids of pages with a name near it. */
    nearest: Array<string>;
  })
  | ({ kind: "notFound" } & {
    tag: "NoPath";
    message: string;
    /** The id of the page to begin with. */
    from: string;
    /** The id of the page to end with. */
    to: string;
  });

/** The capabilities, each at its name. */
export interface Client {
  /**
   * See what links to a page
   *
   * Lists the pages that link to a page, are based on it or show a part of it, each with the sentence around the link.
   *
   * Changes nothing.
   * @example backlinks({"page":"ch04-01-what-is-ownership","limit":1})
   * @throws {CapstanFailure} with the fields of BacklinksFailure
   */
  backlinks(input: BacklinksInput, options?: CallOptions): Promise<BacklinksOutput>;
  /**
   * See what names a page
   *
   * Lists the pages that name a page without a link to it, each with the words around the name. A page is named by its title, an alias or another of its terms.
   *
   * Changes nothing.
   * @example mentions({"page":"ch13-01-closures"})
   * @throws {CapstanFailure} with the fields of MentionsFailure
   */
  mentions(input: MentionsInput, options?: CallOptions): Promise<MentionsOutput>;
  /**
   * See the pages around a page
   *
   * Lists the pages up to three links away from a page, nearest first. Links count in both directions.
   *
   * Changes nothing.
   * @example neighbors({"page":"ch04-01-what-is-ownership","depth":2,"linkKinds":["link"]})
   * @throws {CapstanFailure} with the fields of NeighborsFailure
   */
  neighbors(input: NeighborsInput, options?: CallOptions): Promise<NeighborsOutput>;
  /**
   * Find how two pages are linked
   *
   * Gives a shortest way from one page to another, each step with the sentence that makes it. Links, mentions, sources and embeds count, in both directions, and the same pages always give the same way.
   *
   * Changes nothing.
   * @example path({"from":"ch04-01-what-is-ownership","to":"ch15-00-smart-pointers"})
   * @throws {CapstanFailure} with the fields of PathFailure
   */
  path(input: PathInput, options?: CallOptions): Promise<PathOutput>;
  /**
   * Read a page
   *
   * Gives a page of this site as Markdown: all of it, its outline, or what is at one anchor. An anchor names a section, a paragraph, a list item or a piece of code. A long page comes in parts.
   *
   * Changes nothing.
   * @example read({"page":"ch04-01-what-is-ownership","anchor":"ownership-rules"})
   * @throws {CapstanFailure} with the fields of ReadFailure
   */
  read(input: ReadInput, options?: CallOptions): Promise<ReadOutput>;
  /**
   * Search the pages
   *
   * Finds the parts of this site's pages that answer a question. Each match names its page, heading and anchor, with an excerpt; `read` gives the text.
   *
   * Changes nothing.
   * @example search({"query":"who owns a value","limit":1})
   * @throws {CapstanFailure} with the fields of SearchFailure
   */
  search(input: SearchInput, options?: CallOptions): Promise<SearchOutput>;
}

const NAMES: readonly string[] = [
  "search",
  "read",
  "backlinks",
  "neighbors",
  "mentions",
  "path",
];
