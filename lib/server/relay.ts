import { AppError } from "@/lib/errors";
import { errorOfResponse } from "@/lib/providers/codecs/reply-error";
import { abortWith } from "@/lib/server/abort-with";
import { type Access, requireAccess } from "@/lib/server/access";
import { refuse } from "@/lib/server/error-response";
import { failureCode, isMalformedHttp } from "@/lib/server/failure-code";
import { filterModelList } from "@/lib/server/filter-model-list";
import { liveCallPath } from "@/lib/server/live-call";
import { createRedactor, type Redactor, redactText, secretForms } from "@/lib/server/redact";
import { readRelayBody } from "@/lib/server/relay-body";
import { type RelayCall, readCall } from "@/lib/server/relay-call";
import { replyHeaders } from "@/lib/server/relay-headers";
import { limitReply } from "@/lib/server/reply-limits";
import { readAnswer } from "@/lib/server/request-body";
import type { Server } from "@/lib/server/server";
import type { ServerConfig } from "@/lib/server/server-config";
import { type UpstreamCall, upstreamCall } from "@/lib/server/upstream-call";

/** How long a provider may take until it begins to answer. Node's own fetch gives up after half of it. */
const headersTimeoutMs = 600_000;

/** Passes a listed call on to its provider and streams the answer back. Throws a refusal where it must not pass. */
export async function relay(
  request: Request,
  route: string,
  path: readonly string[],
  server: Server,
): Promise<Response> {
  const call = readCall(request, route, path, server.config);
  const access = await requireAccess(request.headers, call.target, server);
  refuseClosedPath(call, access, server.config);
  const body = await readRelayBody(request, call, access, server.config);
  const upstream = abortWith(request);
  const sent = await upstreamCall(request, call, access, body, server);
  const response = await send(sent, { upstream, isTooLarge: () => body?.isTooLarge() ?? false, server });
  const limits = { totalMs: server.config.maxReplyMs };
  const limited = await replyTo(response, access, {
    secrets: sent.secrets,
    limited: (reply, redactor) => limitReply(reply, upstream, server, limits, redactor),
  });
  return filterModelList(limited, call, server.config);
}

/** Where providers are asked for the balance of an account. */
const balancePaths = /^dashboard\/billing\/|(^|\/)(balance|credits|user\/info)$/;

/** What it costs to ask for the operator's balance is the operator's to say (C3.5); an own key speaks live by itself. */
function refuseClosedPath({ listed }: RelayCall, { use }: Access, config: ServerConfig): void {
  if (use === "server" && balancePaths.test(listed) && !config.enableBalanceQuery) {
    throw refuse("path-not-relayed", { path: listed });
  }
  if (use !== "server" && listed === liveCallPath) throw refuse("path-not-relayed", { path: listed });
}

/** Sends the call; ends it when the provider does not begin to answer in time. */
async function send(
  { url, method, headers, body }: UpstreamCall,
  { upstream, isTooLarge, server }: { upstream: AbortController; isTooLarge: () => boolean; server: Server },
): Promise<Response> {
  const answered = new AbortController();
  let isLate = false;
  void server.env.delay(headersTimeoutMs, answered.signal).then(() => {
    if (answered.signal.aborted) return;
    isLate = true;
    upstream.abort();
  });
  const options: RequestInit & { duplex: "half" } = {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    duplex: "half",
    signal: upstream.signal,
    redirect: "manual",
    cache: "no-store",
  };
  try {
    return await server.env.fetch(url, options);
  } catch (thrown) {
    if (isTooLarge()) throw refuse("body-too-large");
    // A refusal of the server's own, such as that of a misspelt PROXY_URL.
    if (thrown instanceof AppError) throw thrown;
    if (isMalformedHttp(thrown)) server.log(`Relay: a reply is not HTTP (${failureCode(thrown)}).`);
    throw refuse(isLate || isTimeout(thrown) ? "upstream-slow" : "upstream-unreachable");
  } finally {
    answered.abort();
  }
}

/** Node's fetch tells its own time limits by a code on the cause. */
function isTimeout(thrown: unknown): boolean {
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error && "code" in cause && /_TIMEOUT$/.test(String(cause.code));
}

interface ReplyParts {
  readonly secrets: readonly string[];
  readonly limited: (body: ReadableStream<Uint8Array>, redactor?: Redactor) => ReadableStream<Uint8Array>;
}

/**
 * The shortest credential that is looked for, in characters: in an error and in any other reply. A gateway may have a
 * short one, such as `sk-1234`. In a model's text a short one, such as `ollama`, is a word.
 */
const minSecretChars = { error: 6, reply: 16 } as const;

/**
 * Makes the reply to the caller. Providers and gateways quote the credential of a call in errors of every status, also
 * in a stream that began well, so no form of the operator's passes.
 */
async function replyTo(upstream: Response, access: Access, { secrets, limited }: ReplyParts): Promise<Response> {
  const refusal = refusalFor(upstream.status, access);
  if (refusal !== undefined) {
    await upstream.body?.cancel();
    throw refuse(refusal);
  }
  const { status } = upstream;
  const forms = secretForms(secrets, status >= 400 ? minSecretChars.error : minSecretChars.reply);
  const body = upstream.body && limited(upstream.body, forms.length > 0 ? createRedactor(forms) : undefined);
  const isError = status >= 400 && status <= 499;
  const passed = body && isError && access.use === "server" ? await withoutKeyRefusal(status, body) : body;
  const headers = replyHeaders(upstream.headers);
  for (const [name, value] of [...headers])
    headers.set(name, redactText(value, secretForms(secrets, minSecretChars.error)));
  return new Response(passed, { status, headers });
}

/** Longer errors are not read, in bytes. */
const maxErrorBytes = 1_000_000;

/** Reads an error before it is passed on: some providers refuse a key with another status than 401 (xAI, Google). */
async function withoutKeyRefusal(status: number, body: ReadableStream<Uint8Array>): Promise<string> {
  const text = await readAnswer(body, maxErrorBytes);
  if (errorOfResponse({ status, body: text }).kind === "auth") throw refuse("key-refused");
  return text;
}

/** Returns why a provider's answer is not passed on; a refusal of the server's key would quote parts of it (A2.6). */
function refusalFor(status: number, { use }: Access) {
  if (status === 0 || (status >= 300 && status <= 399)) return "upstream-redirected";
  if (status < 200 || status > 599) return "upstream-unreadable";
  return status === 401 && use === "server" ? "key-refused" : undefined;
}
