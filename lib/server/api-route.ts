import type { ApiRequest } from "@/lib/server/api-request";
import { credentialHeaders } from "@/lib/server/credentials";
import { errorResponse, refusalOf, refuse } from "@/lib/server/error-response";
import { requireNamedHost } from "@/lib/server/named-host";
import { noteCall } from "@/lib/server/note-call";
import { type Origin, originOf } from "@/lib/server/origin";
import type { Server } from "@/lib/server/server";
import { rateHeaderNames } from "@/lib/server/usage/rate-headers";
import { userOf } from "@/lib/server/users/sent-user";

/** Headers that pages of listed origins may send to and read from one route, in addition to those of every route. */
export interface RouteHeaders {
  /** Pattern for the whole name, in lower case. */
  readonly sent?: RegExp;
  readonly read?: readonly string[];
}

/** Handles an API call with the common checks: the origin, the method, the error format and `no-store`. */
export async function apiRoute(
  request: ApiRequest,
  server: Server,
  methods: readonly string[],
  handle: () => Response | Promise<Response>,
  { sent, read }: RouteHeaders = {},
): Promise<Response> {
  const origin = originOf(request.headers, server.config);
  if (origin.kind === "listed" && request.method === "OPTIONS") {
    return withApiHeaders(preflight(methods, askedHeaders(request, sent)), origin);
  }
  const began = server.env.now();
  const response = withApiHeaders(await answer(request, server, origin, methods, handle), origin);
  noteCall(request, response, server, began);
  if (origin.kind === "listed") {
    response.headers.set(
      "access-control-expose-headers",
      [...new Set([...rateHeaderNames, ...(read ?? [])])].join(", "),
    );
  }
  return response;
}

/** Returns the requested headers of a preflight that the route accepts. */
function askedHeaders({ headers }: ApiRequest, sent: RegExp | undefined): string[] {
  const requested = headers.get("access-control-request-headers") ?? "";
  const names = requested.split(",").map((name) => name.trim().toLowerCase());
  return sent ? names.filter((name) => sent.test(name)) : [];
}

/** Adds the headers of every API response. Only an origin on the operator's list may read it from a browser. */
export function withApiHeaders(response: Response, origin: Origin): Response {
  const { headers } = response;
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  headers.set("x-content-type-options", "nosniff");
  headers.append("vary", "origin");
  if (origin.kind === "listed") headers.set("access-control-allow-origin", origin.origin);
  return response;
}

async function answer(
  request: ApiRequest,
  server: Server,
  origin: Origin,
  methods: readonly string[],
  handle: () => Response | Promise<Response>,
): Promise<Response> {
  if (origin.kind === "foreign") return errorResponse(refuse("foreign-origin"));
  if (!methods.includes(request.method)) {
    // Programs send OPTIONS to find the methods before they call. The response reveals no more than a refusal does.
    if (request.method === "OPTIONS")
      return new Response(null, { status: 204, headers: { allow: methods.join(", ") } });
    const response = errorResponse(refuse("method-not-allowed"));
    response.headers.set("allow", methods.join(", "));
    return response;
  }
  if (!hasSupportedEncoding(request.headers)) return errorResponse(refuse("not-plain"));
  try {
    const { config } = server;
    const user = userOf(request.headers, config.users);
    // A page of another name in a browser on this computer could name a user, too.
    if (config.isOnlyLocal && (user !== undefined || !config.codeRules.isNeeded)) {
      requireNamedHost(request.headers, config);
    }
    return await handle();
  } catch (thrown) {
    if (refusalOf(thrown) === "unexpected") server.log(`API: unexpected ${whereItWasThrown(thrown)}`);
    return errorResponse(thrown);
  }
}

/**
 * Whether a body is in a supported encoding. Rejects compressed bodies (decompression bombs) and charsets other than
 * UTF-8, which we would decode wrongly.
 */
function hasSupportedEncoding(headers: Headers): boolean {
  const coding = headers.get("content-encoding")?.trim() ?? "";
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers.get("content-type") ?? "")?.[1] ?? "";
  return /^(identity)?$/i.test(coding) && /^(utf-?8|us-ascii)?$/i.test(charset);
}

function preflight(methods: readonly string[], ofRoute: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": ["content-type", ...credentialHeaders, ...ofRoute].join(", "),
      "access-control-max-age": "600",
    },
  });
}

/** Returns an error's name and stack without the message, which may quote a header or a body. */
function whereItWasThrown(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const frames = (thrown.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [thrown.name, ...frames.slice(0, 8)].join("\n");
}
