import type { ChatRequest } from "@/lib/chat/request";
import { isRecord } from "@/lib/json";
import { errorOfResponse } from "@/lib/providers/codecs/reply-error";
import { type Provider, routeOf } from "@/lib/providers/provider";
import { isTestable } from "@/lib/server/admin/shown-config";
import type { ApiRequest } from "@/lib/server/api-request";
import { refusalOf, refusals, refuse } from "@/lib/server/error-response";
import { relayOwnCall } from "@/lib/server/relay";
import { readAnswer } from "@/lib/server/request-body";
import type { Server } from "@/lib/server/server";

/** Result of a test call. */
export interface TestResult {
  /** Status of the provider, or of the refusal of this server. */
  readonly status: number;
  /** Time until the end of the response, in milliseconds. */
  readonly ms: number;
  /** The provider's message, without keys, or that of this server; absent if the call succeeded. */
  readonly error?: string;
}

/** Address of calls that this process forwards to itself. No request is sent to it. */
const ownAddress = "http://server.invalid";

/** Maximum size of a response to a test, in bytes. */
const maxBytes = 1_000_000;

/** Maximum length of a shown message, in characters. */
const maxMessageChars = 500;

/** Timeout of a test call, in milliseconds. */
const testMs = 30_000;

/**
 * Sends a question of one word to a model with the operator's key, as the relay would send it. Throws a refusal for a
 * provider that this server cannot call by itself.
 */
export async function testCall(request: unknown, server: Server, signal: AbortSignal): Promise<TestResult> {
  const { provider: id, model } = isRecord(request) ? request : {};
  const target = typeof id === "string" ? server.config.providers.get(id) : undefined;
  if (typeof model !== "string" || model.trim() === "" || model.length > 200) throw refuse("malformed");
  if (target === undefined || !isTestable(target)) throw refuse("malformed");
  const began = server.env.now();
  const limit = AbortSignal.timeout(testMs);
  const ended = AbortSignal.any([signal, limit]);
  const elapsed = () => Math.max(0, Math.round(server.env.now() - began));
  try {
    const { call, path } = await oneWord(target.provider, model.trim(), ended);
    const response = await relayOwnCall(call, routeOf(target.provider), path, server);
    const { status, body } = response;
    const text = body ? await readAnswer(body, maxBytes) : "";
    const codec = await target.provider.chat(model.trim());
    const failed = codec.parseResponse({ status, body: text }).find((event) => event.type === "error");
    const error = failed?.type === "error" ? failed.error : undefined;
    const isLimit = error?.kind === "token-limit";
    if (status < 400 && (error === undefined || isLimit)) return { status, ms: elapsed() };
    const message = error?.message || errorOfResponse({ status, body: text }).message || "";
    return { status, ms: elapsed(), error: message.slice(0, maxMessageChars) };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const refusal = limit.aborted ? "upstream-slow" : refusalOf(thrown);
    return { status: refusals[refusal].status, ms: elapsed(), error: refusals[refusal].message };
  }
}

/** Creates the call of a question of one word, to the relay of this process. */
async function oneWord(
  provider: Provider,
  model: string,
  signal: AbortSignal,
): Promise<{ readonly call: ApiRequest; readonly path: readonly string[] }> {
  const chat: ChatRequest = {
    model,
    messages: [{ role: "user", content: "Hi" }],
    stream: false,
    maxOutputTokens: 16,
  };
  const codec = await provider.chat(model);
  const base = `${ownAddress}/api/${routeOf(provider)}`;
  const { method, url, headers, body = "" } = codec.buildRequest(chat, { baseUrl: base, headers: {} });
  const path = new URL(url).pathname.split("/").slice(3).map(decodeURIComponent);
  const content = new Response(body).body;
  return { call: { method, url, headers: new Headers(headers), body: content, signal }, path };
}
