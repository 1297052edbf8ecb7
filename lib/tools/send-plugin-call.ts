import type { ToolOutcome } from "@/lib/chat/tool";
import type { Environment } from "@/lib/environment";
import type { PluginCall } from "@/lib/tools/openapi/build-call";
import type { SendPluginCall } from "@/lib/tools/plugin-tools";
import { readAnswerText } from "@/lib/tools/read-answer-text";

/** The relay of our own server, where there is one. */
export interface PluginRelay {
  /** Such as `/api/proxy`. */
  readonly url: string;
  /** What lets the caller in. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How long a tool may take in all, in milliseconds. */
const callMs = 120_000;

/** Headers of the plugin's own go through the relay under this prefix: the relay builds the request's headers of them. */
export const relayedHeaderPrefix = "X-Plugin-Header-";

/**
 * Makes what sends the calls of plugins: straight to their servers where these let a page read their answers, else
 * through the relay. A call that a server may have carried out already is not sent twice.
 */
export function createSendPluginCall({
  env,
  relay,
}: {
  readonly env: Pick<Environment, "fetch" | "delay">;
  readonly relay: () => PluginRelay | undefined;
}): SendPluginCall {
  /** Servers that did not let a page read their answers, and those that did: with these a failure is one. */
  const closed = new Set<string>();
  const open = new Set<string>();

  return async (call, { server, usesRelay, signal }) => {
    const through = relay();
    const controller = new AbortController();
    const stop = () => controller.abort();
    signal.addEventListener("abort", stop, { once: true });
    const timer = new AbortController();
    const limit = env.delay(callMs, timer.signal).then(() => {
      if (!timer.signal.aborted) stop();
    });
    const send = (way: PluginRelay | undefined) => answerOf(env, requestOf(call, server, way), controller.signal);
    try {
      if (through && (usesRelay || closed.has(server) || !mayRepeat(call))) return await send(through);
      try {
        const outcome = await send(undefined);
        open.add(server);
        return outcome;
      } catch (thrown) {
        if (!through || open.has(server) || controller.signal.aborted) throw thrown;
        const outcome = await send(through);
        closed.add(server);
        return outcome;
      }
    } catch (thrown) {
      if (signal.aborted) return { text: "", problem: "stopped" };
      if (controller.signal.aborted) return { text: "", problem: "timeout" };
      return { text: thrown instanceof Error ? thrown.message : "", problem: "network" };
    } finally {
      signal.removeEventListener("abort", stop);
      timer.abort();
      void limit;
    }
  };
}

/**
 * Whether a call that failed in the browser was surely not carried out: it only reads, or the browser asks the
 * server first (https://fetch.spec.whatwg.org/#cors-preflight-fetch).
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
  // Neither cookies nor the address of a chat go along.
  const quiet = { credentials: "omit", referrerPolicy: "no-referrer" } as const;
  if (!relay) return { url: server + path, init: { ...plain, ...quiet, headers: withoutCookie(headers) } };
  const { url, base } = relayedAddress(relay.url, server, path);
  return { url, init: { ...plain, headers: { ...relay.headers, "X-Base-URL": base, ...relayed(headers) } } };
}

/** Our own server would redirect a path that ends in a slash before the relay sees it; it goes along with the base. */
function relayedAddress(relay: string, server: string, path: string): { url: string; base: string } {
  const [pathname = "", query] = path.split(/\?(.*)/s);
  if (!pathname.endsWith("/")) return { url: relay + path, base: server };
  return { url: query === undefined ? relay : `${relay}?${query}`, base: server + pathname };
}

/** A page may not set cookies of another host; only the relay can. */
function withoutCookie(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "cookie"));
}

/** The type of the body is the relay's business as well as the server's. */
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

async function answerOf(
  env: Pick<Environment, "fetch">,
  { url, init }: PluginRequest,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  return readAnswerText(await env.fetch(url, { ...init, signal }));
}
