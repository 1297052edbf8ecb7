import { joinAddress } from "@/lib/providers/join-address";
import { endpointOf } from "@/lib/providers/provider";
import { type Access, requireAccess } from "@/lib/server/access";
import { ownHeaders, serverHeaders } from "@/lib/server/credentials";
import { refuse } from "@/lib/server/error-response";
import { permittedBody } from "@/lib/server/model-gate";
import { type RelayCall, readCall } from "@/lib/server/relay-call";
import { replyHeaders } from "@/lib/server/relay-headers";
import { limitReply } from "@/lib/server/reply-limits";
import { type CappedBody, capBody } from "@/lib/server/request-body";
import type { Server } from "@/lib/server/server";
import type { ServerConfig } from "@/lib/server/server-config";

/** How long a provider may take until it begins to answer (§4.5). Node's own fetch gives up after half of it. */
const headersTimeoutMs = 600_000;

/** Passes a listed call on to its provider and streams the answer back. Throws a refusal where it must not pass. */
export async function relay(request: Request, id: string, path: readonly string[], server: Server): Promise<Response> {
  const call = readCall(request, id, path, server.config);
  const access = await requireAccess(request.headers, call.target, server);
  refuseClosedPath(call, access, server.config);
  const capped = call.method === "POST" ? readJsonBody(request, server.config) : undefined;
  const body = capped && (await permittedBody(capped.stream, server.config));
  const init = { method: call.method, headers: upstreamHeaders(request, call, access, server), body };
  const upstream = endedWith(request);
  const response = await send(upstreamUrl(call, access), init, { upstream, capped, server });
  return replyTo(response, access, (reply) => limitReply(reply, upstream, server.env));
}

/** Where providers are asked for the balance of an account. */
const balancePaths = /^dashboard\/billing\/|(^|\/)(balance|credits|user\/info)$/;

/** What it costs to ask for the operator's balance is the operator's to say (C3.5). */
function refuseClosedPath({ path }: RelayCall, { use }: Access, config: ServerConfig): void {
  if (use === "server" && balancePaths.test(path) && !config.enableBalanceQuery) {
    throw refuse("path-not-relayed");
  }
}

function readJsonBody(request: Request, { maxBodyBytes }: ServerConfig): CappedBody {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  // A plain form of another site cannot send this type (H5.2).
  if (type.trim().toLowerCase() !== "application/json") throw refuse("not-json");
  if (Number(request.headers.get("content-length")) > maxBodyBytes) throw refuse("body-too-large");
  if (request.body === null) throw refuse("malformed");
  return capBody(request.body, maxBodyBytes);
}

/** A caller's own key goes to the provider alone, never to the operator's address for it (docs/decisions/0009). */
function upstreamUrl({ target, path, query }: RelayCall, { use }: Access): string {
  const baseUrl = use === "own" ? endpointOf(target.provider)?.publicUrl : target.baseUrl;
  if (!baseUrl) throw refuse("misconfigured");
  return joinAddress(baseUrl, path) + query;
}

/** Made from a list, so that no cookie, forwarding header or access code of the caller goes on (O4.6). */
function upstreamHeaders(request: Request, call: RelayCall, access: Access, { config, env }: Server): Headers {
  const headers = new Headers({ accept: request.headers.get("accept") ?? "*/*" });
  if (call.method === "POST") headers.set("content-type", "application/json");
  const { provider, credentials } = call.target;
  if (access.use === "own") return withAll(headers, ownHeaders(provider, access.key));
  if (access.use === "none") return headers;
  const picked = credentials[Math.floor(env.random() * credentials.length)] ?? {};
  if (provider.id === "openai" && config.organization) headers.set("openai-organization", config.organization);
  return withAll(headers, serverHeaders(provider, picked));
}

function withAll(headers: Headers, added: Readonly<Record<string, string>>): Headers {
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return headers;
}

/** Makes what ends the call upstream; it ends when the caller goes away. */
function endedWith({ signal }: Request): AbortController {
  const upstream = new AbortController();
  if (signal.aborted) upstream.abort();
  signal.addEventListener("abort", () => upstream.abort(), { once: true });
  return upstream;
}

/** Sends the call; ends it when the provider does not begin to answer in time. */
async function send(
  url: string,
  init: { method: string; headers: Headers; body: ReadableStream<Uint8Array> | string | undefined },
  { upstream, capped, server }: { upstream: AbortController; capped: CappedBody | undefined; server: Server },
): Promise<Response> {
  const answered = new AbortController();
  let isLate = false;
  void server.env.delay(headersTimeoutMs, answered.signal).then(() => {
    if (answered.signal.aborted) return;
    isLate = true;
    upstream.abort();
  });
  const options: RequestInit & { duplex: "half" } = {
    ...init,
    duplex: "half",
    signal: upstream.signal,
    redirect: "manual",
    cache: "no-store",
  };
  try {
    return await server.env.fetch(url, options);
  } catch (thrown) {
    if (capped?.isTooLarge()) throw refuse("body-too-large");
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

async function replyTo(
  upstream: Response,
  access: Access,
  limited: (body: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>,
): Promise<Response> {
  const refusal = refusalFor(upstream.status, access);
  if (refusal !== undefined) {
    await upstream.body?.cancel();
    throw refuse(refusal);
  }
  return new Response(upstream.body && limited(upstream.body), {
    status: upstream.status,
    headers: replyHeaders(upstream.headers),
  });
}

/** Answers why a provider's answer is not passed on; a refusal of the server's key would quote parts of it (A2.6). */
function refusalFor(status: number, { use }: Access) {
  if (status === 0 || (status >= 300 && status <= 399)) return "upstream-redirected";
  if (status < 200 || status > 599) return "upstream-unreadable";
  return status === 401 && use === "server" ? "key-refused" : undefined;
}
