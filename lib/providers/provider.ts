import type { ChatEvent } from "@/lib/chat/event";
import type { ReplyError } from "@/lib/chat/message";
import type { ChatRequest } from "@/lib/chat/request";
import type { Environment } from "@/lib/environment";
import type { EndpointField, Fields, ValuesOf } from "@/lib/fields/fields";

/** One HTTP request as plain data, before anyone sends it. */
export interface HttpCall {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sent as a form of several parts (`multipart/form-data`) in place of a body. */
  readonly form?: Readonly<Record<string, string>>;
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
  /** The provider's other fields, such as the version of its interface, by field name. */
  readonly options?: Readonly<Record<string, string>>;
  /** Signs a call right before it is sent, where headers are not enough. */
  readonly sign?: (call: HttpCall, signing: Signing) => Promise<HttpCall>;
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
  /** True where the answer is never a stream, as from image models. */
  readonly isWhole?: true;
  /** Asks how far a task is that an answer spoke of (event `task`); the reply goes on with what it answers. */
  readonly task?: {
    buildRequest(id: string, connection: Connection): HttpCall;
    /** Returns `task` again while it runs; the answer itself may not say under which id. Never throws. */
    parseResponse(response: WholeResponse, id: string): ChatEvent[];
  };
}

/** What an image is made from; a codec leaves out what its model does not take. */
export interface ImageRequest {
  readonly model: string;
  readonly prompt: string;
  readonly options: Readonly<Record<string, string>>;
}

/** Translates the making of images; what comes out are the events `image`, `finish`, `error` and `end`. Pure. */
export interface ImageCodec {
  buildRequest(request: ImageRequest, connection: Connection): HttpCall;
  /** Never throws. */
  parseResponse(response: WholeResponse): ChatEvent[];
}

/** Text to be read aloud. */
export interface SpeechRequest {
  readonly model: string;
  readonly input: string;
  readonly voice: string;
  /** 0.25 to 4; 1 is the usual speed. */
  readonly speed: number;
}

/** Asks for speech; the answer's body is the sound itself. */
export interface SpeechCodec {
  buildRequest(request: SpeechRequest, connection: Connection): HttpCall;
}

/** What an account has used and may use, in the unit that the provider counts in; absent: it does not say. */
export interface Balance {
  readonly used?: number;
  readonly total?: number;
  /** Such as `USD`. */
  readonly currency: string;
}

/** Asks for the balance of an account. Pure. */
export interface BalanceCodec {
  /** All calls that make up the answer. `now` is in milliseconds since the epoch. */
  buildRequests(connection: Connection, now: number): readonly HttpCall[];
  /** Reads the answers, in the order of the calls; an error where one of them is none. Never throws. */
  parseResponses(responses: readonly WholeResponse[]): Balance | ReplyError;
}

/** What signing may use besides the call itself. */
export interface Signing extends Pick<Environment, "fetch" | "now"> {
  /** Returns what is remembered under a name while it is fresh, else makes it anew. */
  remember(name: string, make: () => Promise<{ value: string; freshForMs: number }>): Promise<string>;
}

/** Asks a provider which models it serves. */
export interface ModelListCodec {
  buildRequest(connection: Connection): HttpCall;
  /** Returns the ids to offer, in the provider's order; empty when the body is not a list. */
  parseResponse(body: unknown): string[];
  /** True where the list leaves out models that can be used all the same: the built-in ones then stay beside it. */
  readonly isPartial?: true;
}

/** Everything the product knows of one provider; all tables of providers are read off these (`registry.ts`). */
export interface Provider<F extends Fields = Fields> {
  /** Stable lower-case id: the prefix of its route (`/api/{id}`) and of its stored fields (`{id}ApiKey`). */
  readonly id: string;
  /** The prefix of its route where that is not its id. */
  readonly route?: string;
  /** As shown; also as stored in a chat's model settings, unless it has a `boundName`. */
  readonly name: string;
  /** The text by which a chat's model settings are bound to a server of the user's, which can be renamed. */
  readonly boundName?: string;
  /** Address and credentials: rows of the settings, environment names, completeness. */
  readonly fields: F;
  /**
   * The public addresses of surfaces that live elsewhere, by the beginning of their paths (`publicUrlFor`); an
   * operator's or a person's own address replaces them all.
   */
  readonly hosts?: Readonly<Record<string, string>>;
  /** The headers that carry the credentials. */
  auth(values: ValuesOf<F>): Record<string, string>;
  /**
   * What the relay may ask for with the operator's key, as `METHOD path?query`; all else is refused. A part in braces
   * (`{model}`) stands for one segment or the part of it up to a colon; the query lists the names that are passed on.
   */
  readonly relayed: readonly `${"GET" | "POST"} ${string}`[];
  /** The built-in model ids, in the order in which they are offered. */
  readonly models: readonly string[];
  /** Models that hold no conversation, such as those that speak: an operator's list means them too. */
  readonly otherModels?: readonly string[];
  /**
   * The codec for a model. It is loaded when it is first needed: what a provider is must be known at the start, how it
   * is spoken to only when someone speaks to it (docs/decisions/0010).
   */
  chat(model: string): Promise<ChatCodec>;
  readonly modelList?: ModelListCodec;
  /** Its models are asked for at the start, those of others only when somebody wishes it. */
  readonly listsModelsAtStart?: true;
  image?(model: string): Promise<ImageCodec>;
  readonly speech?: () => Promise<SpeechCodec>;
  readonly balance?: () => Promise<BalanceCodec>;
  /** Says whether the values make up a whole credential, where that is not simply all secrets. */
  isComplete?(values: ValuesOf<F>): boolean;
  /** Said when own settings are in use and not complete, where a provider cannot be asked without them. */
  readonly incompleteText?: string;
  /** Signs a call where headers are not enough; done where the secrets are, right before the call is sent. */
  sign?(call: HttpCall, values: ValuesOf<F>, signing: Signing): Promise<HttpCall>;
  /** The model that a path means where it spells it in another way. */
  modelOfPath?(value: string): string;
  /** True where some calls are forms of several parts. */
  readonly sendsForms?: true;
  /** Header names of the codec's own that the relay passes on, in lower case. */
  readonly relayedHeaders?: readonly string[];
  /** Headers that a page's direct call needs and a relayed one does not. */
  readonly directHeaders?: Readonly<Record<string, string>>;
  /** Runs on the user's own computer: needs no key and is reached by the browser directly, never by a relay. */
  readonly isLocal?: true;
  /** Named by the user, at an address of theirs: like a local one it is never relayed. */
  readonly isCustom?: true;
}

/** Returns the prefix of a provider's route below `/api`. */
export function routeOf({ route, id }: Pick<Provider, "route" | "id">): string {
  return route ?? id;
}

/** Whether values make up a whole credential of a provider; one that takes none is never without. */
export function isComplete(provider: Provider, values: Readonly<Record<string, string>>): boolean {
  if (provider.isComplete) return provider.isComplete(values);
  return secretNames(provider).every((name) => (values[name] ?? "") !== "");
}

/** Returns the names of the fields that make up a provider's credential, in their order; none where it takes none. */
export function secretNames({ fields }: Pick<Provider, "fields">): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.kind === "secret");
}

/** Returns the field that is a provider's address, with its name; none for a provider without one. */
export function endpointOf({ fields }: Pick<Provider, "fields">): (EndpointField & { name: string }) | undefined {
  for (const [name, field] of Object.entries(fields)) if (field.kind === "endpoint") return { name, ...field };
  return undefined;
}

/** Returns the public address below which a path is: the provider's own, or that of a surface that lives elsewhere. */
export function publicUrlFor(provider: Pick<Provider, "fields" | "hosts">, path: string): string | undefined {
  const elsewhere = Object.entries(provider.hosts ?? {}).find(([beginning]) => path.startsWith(beginning));
  return elsewhere?.[1] ?? endpointOf(provider)?.publicUrl;
}

/** Checks a provider's declaration by type and answers it as it is. */
export function defineProvider<const F extends Fields>(provider: Provider<F>): Provider<F> {
  return provider;
}

/** Returns the text by which model settings are bound to a provider. */
export function boundNameOf({ name, boundName = name }: Pick<Provider, "name" | "boundName">): string {
  return boundName;
}
