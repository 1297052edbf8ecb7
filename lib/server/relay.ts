import { AppError } from "@/lib/errors";
import { errorOfResponse } from "@/lib/providers/codecs/reply-error";
import { readReplyKey, replyKeyHeader } from "@/lib/resuming/resumable-reply";
import { abortWith, over } from "@/lib/server/abort-with";
import { type Access, requireAccess } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { featureOfPath } from "@/lib/server/codes/code-features";
import { gateOf } from "@/lib/server/codes/code-gate";
import { includesFeature } from "@/lib/server/codes/code-rights";
import { refuse } from "@/lib/server/error-response";
import { failureCode, isMalformedHttp } from "@/lib/server/failure-code";
import { filterModelList } from "@/lib/server/filter-model-list";
import { keysInTurn, maxErrorBytes, withKeysInTurn } from "@/lib/server/keys-in-turn";
import { liveCallPath } from "@/lib/server/live-call";
import { createRedactor, type Redactor, redactText, secretForms } from "@/lib/server/redact";
import { type RelayBody, readRelayBody } from "@/lib/server/relay-body";
import { type RelayCall, readCall } from "@/lib/server/relay-call";
import { replyHeaders } from "@/lib/server/relay-headers";
import { limitReply } from "@/lib/server/reply-limits";
import { readAnswer } from "@/lib/server/request-body";
import type { Server } from "@/lib/server/server";
import type { ServerConfig } from "@/lib/server/server-config";
import { type UpstreamCall, upstreamCall } from "@/lib/server/upstream-call";
import { type CallOnWay, countedReply, type ReadyCall, type SentReply } from "@/lib/server/usage/counted-reply";
import type { ExpectedCall } from "@/lib/server/usage/metered-call";
import type { CountedLimits } from "@/lib/server/usage/usage-store";

/** Maximum time until a provider starts to respond, in milliseconds. Node's `fetch` stops after half of it. */
const headersTimeoutMs = 600_000;

/**
 * Forwards a listed call to its provider and streams the response back. Throws a refusal if the call is not allowed.
 */
export async function relay(
  request: ApiRequest,
  route: string,
  path: readonly string[],
  server: Server,
): Promise<Response> {
  const call = readCall(request, route, path, server.config);
  const access = await requireAccess(request.headers, call.target, server);
  refuseClosedPath(call, access, server.config);
  const send = (sent: ApiRequest) =>
    countedReply(sent, access, server, {
      prepare: (limits) => prepareCall(sent, call, access, { server, limits }),
      send: (ready, onWay) => forward(sent, call, access, { server, ready, onWay }),
    });
  const isResumable = server.replies && request.method === "POST" && request.headers.has(replyKeyHeader);
  return isResumable ? sendResumable(request, access, server, send) : send(request);
}

/** Sends a call whose reply its caller can resume. The code is loaded by the first such call. */
async function sendResumable(
  request: ApiRequest,
  access: Access,
  server: Server,
  send: (request: ApiRequest) => Promise<Response>,
): Promise<Response> {
  const reply = readReplyKey(request.headers.get(replyKeyHeader));
  const replies = reply && (await server.replies?.().catch(() => undefined));
  if (!reply || !replies) return send(request);
  const [{ survivingReply }, { ownerOfAccess }] = await Promise.all([
    import("@/lib/server/replies/surviving-reply"),
    import("@/lib/server/replies/reply-owner"),
  ]);
  return survivingReply(request, { reply, owner: ownerOfAccess(reply.id, access), replies, server, send });
}

/** Forwards a listed call of the server itself, with the operator's key. */
export async function relayOwnCall(
  request: ApiRequest,
  route: string,
  path: readonly string[],
  server: Server,
): Promise<Response> {
  const call = readCall(request, route, path, server.config);
  const access = { use: call.target.credentials.length > 0 ? "server" : "none" } as const;
  const ready = await prepareCall(request, call, access, { server, limits: undefined });
  const { response } = await forward(request, call, access, { server, ready, onWay: undefined });
  return response;
}

/** A call whose body has been checked. */
interface CheckedCall extends ReadyCall {
  readonly body: RelayBody | undefined;
  /** The expected tokens, if they are counted. */
  readonly expected: ExpectedCall | undefined;
}

/** Reads and checks the body of a call. With limits, its tokens are estimated, and the body requests their counts. */
async function prepareCall(
  request: ApiRequest,
  call: RelayCall,
  access: Access,
  { server, limits }: { readonly server: Server; readonly limits: CountedLimits | undefined },
): Promise<CheckedCall> {
  const read = await readRelayBody(request, call, access, server);
  const release = () => read?.release?.();
  if (limits === undefined) return { body: read, expected: undefined, release };
  try {
    const [{ expectCall }, { withUsageRequest }] = await loadMeter();
    const expected = await expectCall(call, read?.parsed, limits, server);
    return { body: read && (await withUsageRequest(read, call)), expected, release };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

interface ForwardParts {
  readonly server: Server;
  readonly ready: CheckedCall;
  /** The count of the call; undefined for calls that are not counted. */
  readonly onWay: CallOnWay | undefined;
}

async function forward(
  request: ApiRequest,
  call: RelayCall,
  access: Access,
  { server, ready: { body, expected }, onWay }: ForwardParts,
): Promise<SentReply> {
  const metered = onWay && expected && (await loadMeter())[0].meterCall(onWay.call, call, expected, server);
  const upstream = abortWith(request);
  const observer = server.metrics.beginReply();
  const keys = access.use === "server" ? keysInTurn(call, server) : [{}];
  // A stream can be sent only once.
  const isRepeatable = body === undefined || typeof body.content === "string";
  const { sent, response } = await withKeysInTurn(isRepeatable ? keys : keys.slice(0, 1), async (picked) => {
    const sent = await upstreamCall(request, call, access, { body, picked, server });
    const setCharged = (isCharged: boolean) => onWay?.setCharged(isCharged ? metered : undefined);
    const isTooLarge = () => body?.isTooLarge() ?? false;
    const response = await send(sent, { upstream, isTooLarge, setCharged, server });
    return { sent, response };
  })
    .catch((thrown: unknown) => {
      observer.end();
      throw thrown;
    })
    .finally(() => body?.release?.());
  const limits = { totalMs: server.config.maxReplyMs, observer };
  if (response.body === null) observer.end();
  const limited = await replyTo(response, access, {
    secrets: sent.secrets,
    limited: (reply, redactor) => limitReply(reply, upstream, server, limits, redactor),
  }).catch((thrown: unknown) => {
    observer.end();
    throw thrown;
  });
  return { response: await filterModelList(limited, call, gateOf(server.config, access.code?.rights)), metered };
}

let meterModule:
  | Promise<[typeof import("@/lib/server/usage/metered-call"), typeof import("@/lib/server/usage/usage-request")]>
  | undefined;

/** Loads the code that counts tokens, by the first call that needs it. */
function loadMeter(): NonNullable<typeof meterModule> {
  meterModule ??= Promise.all([import("@/lib/server/usage/metered-call"), import("@/lib/server/usage/usage-request")]);
  return meterModule;
}

/** Paths of balance queries. */
const balancePaths = /^dashboard\/billing\/|(^|\/)(balance|credits|user\/info)$/;

/**
 * Throws for paths that are closed, or that the caller's code does not include. Only the operator may allow queries of their balance (docs/security.md#c35). With
 * an own key, clients open live conversations directly.
 */
function refuseClosedPath({ listed }: RelayCall, { use, code }: Access, config: ServerConfig): void {
  const feature = featureOfPath(listed);
  if (code && feature && !includesFeature(code.rights, feature)) throw refuse(`code-${feature}`);
  if (use === "server" && balancePaths.test(listed) && !config.enableBalanceQuery) {
    throw refuse("path-not-relayed", { path: listed });
  }
  if (use !== "server" && listed === liveCallPath) throw refuse("path-not-relayed", { path: listed });
}

interface SendingParts {
  readonly upstream: AbortController;
  readonly server: Server;
  isTooLarge(): boolean;
  /** Sets whether the provider may charge the call. */
  setCharged(isCharged: boolean): void;
}

/** Sends the call, and aborts it if the provider does not start to respond in time. */
async function send(
  { url, method, headers, body }: UpstreamCall,
  { upstream, isTooLarge, setCharged, server }: SendingParts,
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
    // The provider reads the call, and works on it, even if nobody waits for the reply any more.
    setCharged(true);
    const response = await server.env.fetch(url, options);
    if (!response.ok) setCharged(false);
    return response;
  } catch (thrown) {
    if (!upstream.signal.aborted && !isReplyTimeout(thrown)) setCharged(false);
    if (isTooLarge()) throw refuse("body-too-large");
    // A refusal of this server, such as for an invalid PROXY_URL.
    if (thrown instanceof AppError) throw thrown;
    if (isMalformedHttp(thrown)) server.log(`Relay: a reply is not HTTP (${failureCode(thrown)}).`);
    throw refuse(isLate || isTimeout(thrown) ? "upstream-slow" : "upstream-unreachable");
  } finally {
    answered.abort(over);
  }
}

/** Whether Node's fetch timed out. */
function isTimeout(thrown: unknown): boolean {
  return /_TIMEOUT$/.test(causeCode(thrown));
}

/** Whether Node's fetch timed out after it had sent the call. */
function isReplyTimeout(thrown: unknown): boolean {
  return /_(HEADERS|BODY)_TIMEOUT$/.test(causeCode(thrown));
}

/** Returns the code that Node's fetch sets on the cause of a failure. */
function causeCode(thrown: unknown): string {
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

interface ReplyParts {
  readonly secrets: readonly string[];
  readonly limited: (body: ReadableStream<Uint8Array>, redactor?: Redactor) => ReadableStream<Uint8Array>;
}

/**
 * Minimum length of a credential that is redacted, in characters, in errors and in other replies. A gateway may have a
 * short key, such as `sk-1234`; but in a model's text, a short one, such as `ollama`, is an ordinary word.
 */
const minSecretChars = { error: 6, reply: 16 } as const;

/**
 * Creates the reply to the caller. Providers and gateways quote the credential of a call in errors of every status,
 * also in a stream that started successfully. So all forms of the operator's credentials are redacted.
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
  const headerForms = secretForms(secrets, minSecretChars.error);
  for (const [name, value] of [...headers]) {
    const redacted = redactText(value, headerForms);
    if (redacted !== value) headers.set(name, redacted);
  }
  return new Response(passed, { status, headers });
}

/** Reads an error before it is forwarded: some providers reject a key with a status other than 401 (xAI, Google). */
async function withoutKeyRefusal(status: number, body: ReadableStream<Uint8Array>): Promise<string> {
  const text = await readAnswer(body, maxErrorBytes);
  if (errorOfResponse({ status, body: text }).kind === "auth") throw refuse("key-refused");
  return text;
}

/**
 * Returns the refusal that replaces a provider's response. A rejection of the server's key would quote parts of it
 * (docs/security.md#a26).
 */
function refusalFor(status: number, { use }: Access) {
  if (status === 0 || (status >= 300 && status <= 399)) return "upstream-redirected";
  if (status < 200 || status > 599) return "upstream-unreadable";
  return status === 401 && use === "server" ? "key-refused" : undefined;
}
