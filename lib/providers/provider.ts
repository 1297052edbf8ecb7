import type { ChatEvent } from "@/lib/chat/event";
import type { ReplyError } from "@/lib/chat/message";
import type { ChatRequest } from "@/lib/chat/request";
import type { TranscriptionUsage } from "@/lib/chat/transcription-usage";
import type { Environment } from "@/lib/environment";
import type { EndpointField, Fields, ValuesOf } from "@/lib/fields/fields";
import type { AbilitiesById } from "@/lib/providers/model-abilities";

/** One HTTP request as plain data, before anyone sends it. */
export interface HttpCall {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Fields of a `multipart/form-data` body, sent instead of `body`. */
  readonly form?: Readonly<Record<string, string>>;
  /** The files of the form, in order. */
  readonly files?: readonly FormFile[];
}

/** A file of a `multipart/form-data` body. */
export interface FormFile {
  /** The name of the form field. */
  readonly field: string;
  /** The file name, whose ending tells the format. */
  readonly name: string;
  readonly content: Blob;
}

/** One event of a server-sent event stream. */
export interface ServerEvent {
  readonly event?: string;
  readonly data: string;
}

/** The destination and credentials of a call. */
export interface Connection {
  /** The base URL without a trailing slash: the provider's own, or a path of our relay. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The headers with each further key of the user, to try if one is refused. */
  readonly otherKeys?: readonly Readonly<Record<string, string>>[];
  /** The provider's other fields, such as its API version, by field name. */
  readonly options?: Readonly<Record<string, string>>;
  /** Signs a call right before it is sent, for providers that need more than headers. */
  readonly sign?: (call: HttpCall, signing: Signing) => Promise<HttpCall>;
}

/** A provider's response that was not a stream: status and body as text. */
export interface WholeResponse {
  readonly status: number;
  readonly body: string;
  /** The raw headers about the retry delay. A date in `retryAfter` is relative to `date`. */
  readonly retryAfter?: string;
  readonly retryAfterMs?: string;
  readonly date?: string;
}

/** Translates a chat to and from one provider's wire format. Pure and stateless; unknown payloads return no events. */
export interface ChatCodec {
  buildRequest(request: ChatRequest, connection: Connection): HttpCall;
  /** Parses one event of a stream. Never throws. */
  parseEvent(event: ServerEvent): ChatEvent[];
  /** Parses a whole reply, or an error of any status. Never throws. */
  parseResponse(response: WholeResponse): ChatEvent[];
  /** True if the response is never a stream, as from image models. */
  readonly isWhole?: true;
  /** Polls a task that a response has started (event `task`). The reply continues with the events of the poll. */
  readonly task?: {
    buildRequest(id: string, connection: Connection): HttpCall;
    /**
     * Returns `task` again while the task runs. `id` is passed because the response may not contain it. Never throws.
     */
    parseResponse(response: WholeResponse, id: string): ChatEvent[];
  };
}

/** Input of an image; a codec omits options that its model does not accept. */
export interface ImageRequest {
  readonly model: string;
  readonly prompt: string;
  readonly options: Readonly<Record<string, string>>;
}

/** Translates image generation; responses become the events `image`, `finish`, `error` and `end`. Pure. */
export interface ImageCodec {
  buildRequest(request: ImageRequest, connection: Connection): HttpCall;
  /** Never throws. */
  parseResponse(response: WholeResponse): ChatEvent[];
}

/** A text to read aloud. */
export interface SpeechRequest {
  readonly model: string;
  readonly input: string;
  readonly voice: string;
  /** Speed as a factor from 0.25 to 4; 1 is the default. */
  readonly speed: number;
}

/** Translates text-to-speech requests; the body of the response is the audio. */
export interface SpeechCodec {
  buildRequest(request: SpeechRequest, connection: Connection): HttpCall;
}

/** Recorded speech to turn into text. */
export interface TranscriptionRequest {
  readonly model: string;
  readonly audio: Blob;
  /** The language as ISO 639-1, such as `en`; absent if the service should detect it. */
  readonly language?: string | undefined;
}

/** A transcribed recording. */
export interface Transcription {
  /** Empty if there was no speech. */
  readonly text: string;
  readonly usage?: TranscriptionUsage;
}

/** Translates speech-to-text requests. Pure. */
export interface TranscriptionCodec {
  buildRequest(request: TranscriptionRequest, connection: Connection): HttpCall;
  /** Returns the text, or the service's error. Never throws. */
  parseResponse(response: WholeResponse): Transcription | ReplyError;
}

/**
 * Used and available amounts of an account, in `currency`. An absent amount means that the provider does not report it.
 */
export interface Balance {
  readonly used?: number;
  readonly total?: number;
  /** The currency, such as `USD`. */
  readonly currency: string;
}

/** Requests the balance of an account. Pure. */
export interface BalanceCodec {
  /** Returns all calls that are needed. `now` is in milliseconds since the epoch. */
  buildRequests(connection: Connection, now: number): readonly HttpCall[];
  /** Parses the responses, in the order of the calls. Returns an error if one of them failed. Never throws. */
  parseResponses(responses: readonly WholeResponse[]): Balance | ReplyError;
}

/** Capabilities for signing a call. */
export interface Signing extends Pick<Environment, "fetch" | "now"> {
  /** Returns the cached value of a name while it is fresh; otherwise calls `make` and caches the result. */
  remember(name: string, make: () => Promise<{ value: string; freshForMs: number }>): Promise<string>;
}

/** Requests the models that a provider serves. */
export interface ModelListCodec {
  buildRequest(connection: Connection): HttpCall;
  /** Returns the ids to offer, in the provider's order; empty if the body is not a list. */
  parseResponse(body: unknown): string[];
  /** True if the list omits usable models: the built-in models then stay beside it. */
  readonly isPartial?: true;
  /** Returns the codec for the abilities of the listed models; lazy-loaded. */
  readonly abilities?: () => Promise<AbilitiesCodec>;
}

/** Reads the abilities of listed models. Pure. */
export interface AbilitiesCodec {
  /** Returns the calls for what the list does not tell about its models; empty for most servers. */
  buildRequests(list: unknown, connection: Connection): readonly AbilitiesRequest[];
  /** Parses the list and the responses to the calls; failed calls have none. Never throws. */
  parseResponses(list: unknown, responses: readonly AbilitiesResponse[]): AbilitiesById;
}

/** A call for the abilities of a model; of all models if it names none. */
export interface AbilitiesRequest {
  readonly model?: string;
  readonly call: HttpCall;
}

/** The parsed body of a response to such a call, and the model that it was for. */
export interface AbilitiesResponse {
  readonly model?: string | undefined;
  readonly body: unknown;
}

/** The declaration of one provider. All tables of providers are derived from these declarations (`registry.ts`). */
export interface Provider<F extends Fields = Fields> {
  /** Stable lower-case id: the prefix of its route (`/api/{id}`) and of its stored fields (`{id}ApiKey`). */
  readonly id: string;
  /** The prefix of its route if that differs from the id. */
  readonly route?: string;
  /** Displayed name; also stored in a chat's model settings, unless there is a `boundName`. */
  readonly name: string;
  /** The stored name, if it differs: users rename their own servers, and NextChat stores other spellings. */
  readonly boundName?: string;
  /** The name in tables of what providers accept, if it differs from the stored one (`places.ts`). */
  readonly place?: string;
  /** URL and credentials: rows in the settings, environment variables, completeness. */
  readonly fields: F;
  /**
   * Public URLs of API surfaces on other hosts, by path prefix (`publicUrlFor`). An operator's or a user's own URL
   * replaces them all.
   */
  readonly hosts?: Readonly<Record<string, string>>;
  /** Returns the headers with the credentials. */
  auth(values: ValuesOf<F>): Record<string, string>;
  /**
   * The calls that the relay may send with the operator's key, as `METHOD path?query`; all others are rejected. A part
   * in braces (`{model}`) matches one segment or its part up to a colon. The query lists the parameters that are
   * forwarded.
   */
  readonly relayed: readonly `${"GET" | "POST"} ${string}`[];
  /** The built-in model ids, in display order. */
  readonly models: readonly string[];
  /** Models without chats, such as for speech; an operator's model list applies to them, too. */
  readonly otherModels?: readonly string[];
  /**
   * Returns the codec of a model. It is lazy-loaded: the declaration is needed at startup, but the codec only for a
   * call (docs/decisions/0010-loaded-codecs.md).
   */
  chat(model: string): Promise<ChatCodec>;
  readonly modelList?: ModelListCodec;
  /** True if the model list is requested at startup; other lists are requested only when the user asks for them. */
  readonly listsModelsAtStart?: true;
  image?(model: string): Promise<ImageCodec>;
  readonly speech?: () => Promise<SpeechCodec>;
  /** Returns the codec for speech-to-text; lazy-loaded. */
  readonly transcription?: () => Promise<TranscriptionCodec>;
  readonly balance?: () => Promise<BalanceCodec>;
  /** Whether the values are a complete credential; the default requires all secrets. */
  isComplete?(values: ValuesOf<F>): boolean;
  /** Message if the user's own settings are incomplete, for providers that need them. */
  readonly incompleteText?: string;
  /**
   * Signs a call for providers that need more than headers. Runs where the secrets are, right before the call is sent.
   */
  sign?(call: HttpCall, values: ValuesOf<F>, signing: Signing): Promise<HttpCall>;
  /** Returns the model of a path segment, for paths that spell it differently. */
  modelOfPath?(value: string): string;
  /** True if some calls are `multipart/form-data`. */
  readonly sendsForms?: true;
  /** Lower-case names of the codec's own headers that the relay forwards. */
  readonly relayedHeaders?: readonly string[];
  /** Headers for direct calls from the browser that relayed calls do not need. */
  readonly directHeaders?: Readonly<Record<string, string>>;
  /**
   * True for a server on the user's computer: it needs no key, and the browser calls it directly, never via a relay.
   */
  readonly isLocal?: true;
  /** True for a server that the user added: like a local one, it is never relayed. */
  readonly isCustom?: true;
  /** True for a model server of the operator: it is only called through the relay, and takes no keys of users. */
  readonly isSite?: true;
  /**
   * True if the browser may call Ollama's own API at the server, which loads and downloads models. The relay forwards
   * none of these calls, so it is not set for an operator's server.
   */
  readonly hasOllamaApi?: true;
  /** True for a server that reads no WebP images. */
  readonly takesNoWebp?: true;
  /** True for the scripted demo, which needs no key and is offered only while nothing else is usable. */
  readonly isDemo?: true;
  /**
   * Set if a model is requested by another name than its own: by the deployment that a model list gives as its alias, or
   * by an endpoint id that takes the place of its name.
   */
  readonly modelNames?: "deployments" | "endpoints";
  /** True if only gateways at other addresses tell a key's balance, not the public address. */
  readonly hasNoPublicBalance?: true;
  /** True if the provider caches the beginning of requests, so that a repeated beginning costs less. */
  readonly cachesPrefixes?: true;
  /** True if models that an operator's list names without a provider may be requested of it. */
  readonly servesUnboundModels?: true;
}

/** Returns the prefix of a provider's route below `/api`. */
export function routeOf({ route, id }: Pick<Provider, "route" | "id">): string {
  return route ?? id;
}

/** Whether the values are a complete credential of a provider; a provider without secrets is always complete. */
export function isComplete(provider: Provider, values: Readonly<Record<string, string>>): boolean {
  if (provider.isComplete) return provider.isComplete(values);
  return secretNames(provider).every((name) => (values[name] ?? "") !== "");
}

/** Returns the names of a provider's secret fields, in order. */
export function secretNames({ fields }: Pick<Provider, "fields">): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.kind === "secret");
}

/** Returns a provider's URL field and its name; undefined for a provider without one. */
export function endpointOf({ fields }: Pick<Provider, "fields">): (EndpointField & { name: string }) | undefined {
  for (const [name, field] of Object.entries(fields)) if (field.kind === "endpoint") return { name, ...field };
  return undefined;
}

/** Returns the public base URL of a path: the provider's own, or that of a surface on another host. */
export function publicUrlFor(provider: Pick<Provider, "fields" | "hosts">, path: string): string | undefined {
  const elsewhere = Object.entries(provider.hosts ?? {}).find(([beginning]) => path.startsWith(beginning));
  return elsewhere?.[1] ?? endpointOf(provider)?.publicUrl;
}

/** Returns the declaration unchanged, after type checking. */
export function defineProvider<const F extends Fields>(provider: Provider<F>): Provider<F> {
  return provider;
}

/** Returns the stored name that binds model settings to a provider. */
export function boundNameOf({ name, boundName = name }: Pick<Provider, "name" | "boundName">): string {
  return boundName;
}
