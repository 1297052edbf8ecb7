import type { ChatEvent } from "@/lib/chat/event";
import type { ChatRequest } from "@/lib/chat/request";
import type { EndpointField, Fields, ValuesOf } from "@/lib/fields/fields";

/** One HTTP request as plain data, before anyone sends it. */
export interface HttpCall {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One event of a server-sent event stream. */
export interface ServerEvent {
  readonly event?: string;
  readonly data: string;
}

/** Where a call goes and with which credentials. */
export interface Connection {
  /** The base address without a trailing slash: a provider's own, or a path of our relay. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A provider's answer that was not a stream: status, content type and body as text. */
export interface WholeResponse {
  readonly status: number;
  readonly body: string;
  /** The headers that say how long to wait, as they came; `date` is what a waiting date is compared with. */
  readonly retryAfter?: string;
  readonly retryAfterMs?: string;
  readonly date?: string;
}

/** Translates a chat to and from one provider's wire. Pure, without memory; an unknown payload gives no events. */
export interface ChatCodec {
  buildRequest(request: ChatRequest, connection: Connection): HttpCall;
  /** Reads one event of a stream. Never throws. */
  parseEvent(event: ServerEvent): ChatEvent[];
  /** Reads a whole reply, or an error of any status. Never throws. */
  parseResponse(response: WholeResponse): ChatEvent[];
}

/** Asks a provider which models it serves. */
export interface ModelListCodec {
  buildRequest(connection: Connection): HttpCall;
  /** Answers the ids to offer, in the provider's order; empty when the body is not a list. */
  parseResponse(body: unknown): string[];
}

/** Everything the product knows of one provider; all tables of providers are read off these (`registry.ts`). */
export interface Provider<F extends Fields = Fields> {
  /** Stable lower-case id: the prefix of its route (`/api/{id}`) and of its stored fields (`{id}ApiKey`). */
  readonly id: string;
  /** As shown, and as stored in a chat's model settings. */
  readonly name: string;
  /** Address and credentials: rows of the settings, environment names, completeness. */
  readonly fields: F;
  /** The headers that carry the credentials. */
  auth(values: ValuesOf<F>): Record<string, string>;
  /** What the relay may ask for with the operator's key, as `METHOD path`; all else is refused. */
  readonly relayed: readonly `${"GET" | "POST"} ${string}`[];
  /** The built-in model ids, in the order in which they are offered. */
  readonly models: readonly string[];
  /**
   * The codec for a model. It is loaded when it is first needed: what a provider is must be known at the start, how it
   * is spoken to only when someone speaks to it (docs/decisions/0010).
   */
  chat(model: string): Promise<ChatCodec>;
  readonly modelList?: ModelListCodec;
  /** Runs on the person's own computer: needs no key and is reached by the browser directly, never by a relay. */
  readonly isLocal?: true;
}

/** Answers the names of the fields that make up a provider's credential, in their order; none where it takes none. */
export function secretNames({ fields }: Pick<Provider, "fields">): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.kind === "secret");
}

/** Answers the field that is a provider's address, with its name; none for a provider without one. */
export function endpointOf({ fields }: Pick<Provider, "fields">): (EndpointField & { name: string }) | undefined {
  for (const [name, field] of Object.entries(fields)) if (field.kind === "endpoint") return { name, ...field };
  return undefined;
}

/** Checks a provider's declaration by type and answers it as it is. */
export function defineProvider<const F extends Fields>(provider: Provider<F>): Provider<F> {
  return provider;
}
