import type { ToolOutcome } from "@/lib/chat/tool";
import type { Environment } from "@/lib/environment";
import type { PluginCall } from "@/lib/tools/openapi/build-call";
import type { SendPluginCall } from "@/lib/tools/plugin-tools";
import { readAnswerText } from "@/lib/tools/read-answer-text";

/** The relay of our own server, if there is one. */
export interface PluginRelay {
  /** The URL, such as `/api/proxy`. */
  readonly url: string;
  /** Headers that authenticate the caller. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Timeout of a tool, in milliseconds. */
const callMs = 120_000;

/** Prefix of the plugin's own headers in relayed calls, from which the relay builds the request's headers. */
export const relayedHeaderPrefix = "X-Plugin-Header-";

/** The answer to a call as it was read, or the reason for its failure. */
export type SentCall<Answer> = { readonly answer: Answer } | { readonly failure: ToolOutcome };

interface SendOptions {
  readonly env: Pick<Environment, "fetch" | "delay">;
  readonly relay: () => PluginRelay | undefined;
}

/** Creates the function that sends the calls of plugins and reads the answers as text. */
export function createSendPluginCall(options: SendOptions): SendPluginCall {
  const send = createSendCall({ ...options, read: readAnswerText });
  return async (call, to) => {
    const sent = await send(call, to);
    return "answer" in sent ? sent.answer : sent.failure;
  };
}

/**
 * Creates the function that sends calls to servers of others: directly if CORS allows reading the responses, otherwise
 * through the relay. A call that a server may already have executed is not sent twice.
 */
export function createSendCall<Answer>({
  env,
  relay,
  read,
}: SendOptions & { readonly read: (response: Response, isRelayed: boolean) => Promise<Answer> }) {
  /** Servers whose responses could not be read, and those that could: for the latter, a failure is a real one. */
  const closed = new Set<string>();
  const open = new Set<string>();

  return async (
    call: PluginCall,
    {
      server,
      usesRelay,
      signal,
    }: { readonly server: string; readonly usesRelay: boolean; readonly signal: AbortSignal },
  ): Promise<SentCall<Answer>> => {
    const through = relay();
    const controller = new AbortController();
    const stop = () => controller.abort();
    signal.addEventListener("abort", stop, { once: true });
    const timer = new AbortController();
    const limit = env.delay(callMs, timer.signal).then(() => {
      if (!timer.signal.aborted) stop();
    });
    const send = async (way: PluginRelay | undefined) => {
      const { url, init } = requestOf(call, server, way);
      return { answer: await read(await env.fetch(url, { ...init, signal: controller.signal }), way !== undefined) };
    };
    try {
      if (through && (usesRelay || closed.has(server) || !mayRepeat(call))) return await send(through);
      try {
        const sent = await send(undefined);
        open.add(server);
        return sent;
      } catch (thrown) {
        if (!through || open.has(server) || controller.signal.aborted) throw thrown;
        const sent = await send(through);
        closed.add(server);
        return sent;
      }
    } catch (thrown) {
      if (signal.aborted) return { failure: { text: "", problem: "stopped" } };
      if (controller.signal.aborted) return { failure: { text: "", problem: "timeout" } };
      return { failure: { text: thrown instanceof Error ? thrown.message : "", problem: "network" } };
    } finally {
      signal.removeEventListener("abort", stop);
      timer.abort();
      void limit;
    }
  };
}

/**
 * Whether a call that failed in the browser was certainly not executed: it only reads, or requires a CORS preflight
 * (https://fetch.spec.whatwg.org/#cors-preflight-fetch).
 */
function mayRepeat({ method, headers }: PluginCall): boolean {
  if (method === "GET" || method === "HEAD") return true;
  if (method !== "POST") return true;
  return Object.entries(headers).some(([name, value]) => {
    if (name.toLowerCase() !== "content-type") return true;
    return !/^(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(value);
  });
}

interface PluginRequest {
  readonly url: string;
  readonly init: RequestInit;
}

function requestOf({ method, path, headers, body }: PluginCall, server: string, relay?: PluginRelay): PluginRequest {
  const content = body === undefined || typeof body === "string" ? body : formOf(body.form);
  const plain = { method, ...(content !== undefined && { body: content }), redirect: "error" as const };
  // Send neither cookies nor a referrer.
  const quiet = { credentials: "omit", referrerPolicy: "no-referrer" } as const;
  if (!relay) return { url: server + path, init: { ...plain, ...quiet, headers: withoutCookie(headers) } };
  const { url, base } = relayedAddress(relay.url, server, path);
  return { url, init: { ...plain, headers: { ...relay.headers, "X-Base-URL": base, ...relayed(headers) } } };
}

/**
 * Returns the URL and base of a relayed call. Our own server would redirect a path with a trailing slash before the
 * relay receives it, so such a path is sent in the base.
 */
function relayedAddress(relay: string, server: string, path: string): { url: string; base: string } {
  const [pathname = "", query] = path.split(/\?(.*)/s);
  if (!pathname.endsWith("/")) return { url: relay + path, base: server };
  return { url: query === undefined ? relay : `${relay}?${query}`, base: server + pathname };
}

/** Removes the cookie header: a page cannot set cookies of another host, only the relay can. */
function withoutCookie(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "cookie"));
}

/** Prefixes the plugin's headers. The content type is sent unprefixed, because the relay needs it, too. */
function relayed(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === "content-type" ? [name, value] : [relayedHeaderPrefix + name, value],
  );
  return Object.fromEntries(named);
}

function formOf(fields: readonly (readonly [name: string, value: string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}
