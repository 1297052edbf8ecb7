import { AppError, type ErrorCode } from "@/lib/errors";
import { accessCodeNeeded } from "@/lib/providers/codecs/reply-error";
import { callHeaders } from "@/lib/server/usage/rate-headers";

/**
 * All refusals and failures of the server, each with its status and the only text that is ever sent for it.
 *
 * The texts contain nothing from a request, an upstream or the configuration, so no response can leak a secret.
 */
export const refusals = {
  malformed: { status: 400, code: "bad-request", message: "The request could not be read." },
  "malformed-credential": { status: 400, code: "bad-request", message: "Send exactly one API key or access code." },
  "code-missing": { status: 401, code: "auth", message: "An access code or your own API key is required." },
  "code-wrong": { status: 401, code: "wrong-code", message: "Wrong access code." },
  "code-expired": { status: 401, code: "code-expired", message: "Your access has expired." },
  "code-invalid": {
    status: 403,
    code: "code-invalid",
    message: "The server's settings for your access are invalid. The administrator can correct them.",
  },
  "code-model": { status: 403, code: "code-model", message: "Your access does not include this model." },
  "code-provider": { status: 403, code: "code-provider", message: "Your access does not include this provider." },
  "code-images": { status: 403, code: "code-images", message: "Your access does not include images." },
  "code-voice": { status: 403, code: "code-voice", message: "Your access does not include speech." },
  "code-tools": { status: 403, code: "code-tools", message: "Your access does not include tools and searches." },
  "code-per-minute": {
    status: 429,
    code: "code-per-minute",
    message: "Your access has reached its requests per minute. Try again later.",
  },
  "code-at-once": {
    status: 429,
    code: "code-at-once",
    message: "Your access has reached its number of replies at the same time.",
  },
  "code-revoked": { status: 401, code: "code-revoked", message: "This access code has been withdrawn." },
  "code-tokens-day": {
    status: 429,
    code: "code-tokens-day",
    message: "Your access has used up its tokens of the day.",
  },
  "code-tokens-month": {
    status: 429,
    code: "code-tokens-month",
    message: "Your access has used up its tokens of the month.",
  },
  "code-money": { status: 429, code: "code-money", message: "Your access has used up its money of the month." },
  "code-price": {
    status: 403,
    code: "code-price",
    message: "Your access limits money, and the price of this call is not known. The administrator can set PRICES.",
  },
  "code-uncounted": {
    status: 503,
    code: "code-uncounted",
    message: "The limits of your access cannot be checked at the moment. Try again later.",
  },
  "user-untrusted": {
    status: 403,
    code: "code-user",
    message:
      "The user's name did not come from a trusted proxy. The administrator can add the proxy to TRUSTED_PROXIES.",
  },
  "user-malformed": {
    status: 403,
    code: "code-user",
    message: "The proxy in front of this server did not send exactly one valid user name.",
  },
  "code-background": {
    status: 403,
    code: "not-allowed",
    message: "Your access has limits, so it does not include background replies and live conversations.",
  },
  "key-missing": { status: 401, code: "auth", message: "An API key for this provider is required." },
  "key-refused": { status: 401, code: "auth", message: "The provider rejected the server's API key." },
  "search-key-refused": {
    status: 502,
    code: "auth",
    message: "The search engine rejected the server's API key.",
  },
  "own-key-refused": { status: 401, code: "auth", message: "The provider rejected the API key." },
  "own-key-forbidden": {
    status: 401,
    code: "not-allowed",
    message: "Personal API keys are not allowed on this server.",
  },
  "foreign-origin": { status: 403, code: "not-allowed", message: "Calls from this origin are not allowed." },
  "foreign-host": {
    status: 403,
    code: "not-allowed",
    message: "Calls to this host name are not allowed. The administrator can add it to ALLOWED_HOSTS.",
  },
  "path-not-relayed": { status: 403, code: "not-allowed", message: "This path is not forwarded." },
  "model-not-allowed": { status: 403, code: "not-allowed", message: "This model is not allowed on this server." },
  "own-address-needed": {
    status: 400,
    code: "bad-request",
    message: "Your own API key needs the address it belongs to.",
  },
  "key-host-changed": { status: 400, code: "bad-request", message: "The API key belongs to another address." },
  "site-key-unchecked": {
    status: 401,
    code: "auth",
    message: accessCodeNeeded,
  },
  "target-malformed": { status: 400, code: "bad-request", message: "X-Base-URL is not a valid address." },
  "target-not-allowed": { status: 403, code: "not-allowed", message: "This address is not allowed on this server." },
  "endpoint-not-allowed": { status: 400, code: "bad-request", message: "Invalid endpoint" },
  "sync-path-not-allowed": { status: 403, code: "not-allowed", message: "This path is not forwarded." },
  "admin-only": { status: 403, code: "not-allowed", message: "Only the administrator can do this." },
  "admin-off": { status: 403, code: "not-allowed", message: "MCP_ADMIN_SECRET is missing or invalid on this server." },
  "admin-secret": { status: 401, code: "wrong-code", message: "Wrong administrator secret." },
  "admin-session": { status: 401, code: "auth", message: "The session has ended. Sign in again." },
  "too-many-secrets": { status: 429, code: "rate-limit", message: "Too many wrong secrets. Try again later." },
  "code-secret-missing": {
    status: 409,
    code: "not-supported",
    message: "Codes need CODE_SECRET, which is missing or too short on this server.",
  },
  "store-unreachable": { status: 503, code: "server", message: "The store of usage could not be reached." },
  "store-unknown": {
    status: 503,
    code: "store-unknown",
    message: "The store of usage did not confirm the change. Check whether it was made, or try again.",
  },
  "code-unrevocable": {
    status: 400,
    code: "bad-request",
    message: "This code has no rights that could be checked. Remove it from CODE to withdraw it.",
  },
  "code-too-long": { status: 400, code: "too-large", message: "The code would be too long. Name fewer models." },
  "not-found": { status: 404, code: "not-found", message: "Nothing found at this address." },
  "method-not-allowed": { status: 405, code: "not-supported", message: "This method is not supported here." },
  "body-too-large": { status: 413, code: "too-large", message: "The request is too large." },
  "not-json": { status: 415, code: "not-supported", message: "The content type must be application/json." },
  "not-plain": { status: 415, code: "not-supported", message: "The body must be UTF-8 and not compressed." },
  "not-html": { status: 415, code: "not-supported", message: "The content type must be text/html." },
  "too-many-calls": { status: 429, code: "rate-limit", message: "Too many requests. Try again later." },
  "too-many-codes": { status: 429, code: "rate-limit", message: "Too many wrong access codes. Try again later." },
  "artifacts-off": { status: 501, code: "not-supported", message: "This server does not store shared pages." },
  "artifact-unsaved": { status: 400, code: "server", message: "The page could not be saved." },
  "artifact-unreadable": { status: 502, code: "server", message: "The shared pages could not be read." },
  "mcp-unreadable": { status: 500, code: "unreadable", message: "The MCP server file could not be read or written." },
  unexpected: { status: 500, code: "unexpected", message: "Internal server error." },
  misconfigured: { status: 500, code: "server", message: "The server is not configured for this provider." },
  "upstream-redirected": { status: 502, code: "server", message: "The provider responded with a redirect." },
  "upstream-unreadable": { status: 502, code: "protocol", message: "The provider's response could not be forwarded." },
  "upstream-unreachable": { status: 502, code: "network", message: "The provider could not be reached." },
  "upstream-slow": { status: 504, code: "timeout", message: "The provider did not respond in time." },
  "target-redirected": { status: 502, code: "server", message: "The address responded with a redirect." },
  "target-unreadable": { status: 502, code: "protocol", message: "The address's response could not be forwarded." },
  "target-too-large": { status: 502, code: "too-large", message: "The address's response is too large." },
  "target-unreachable": { status: 502, code: "network", message: "The address could not be reached." },
  "target-slow": { status: 504, code: "timeout", message: "The address did not respond in time." },
} as const satisfies Record<string, { status: number; code: ErrorCode; message: string }>;

export type Refusal = keyof typeof refusals;

/**
 * Creates the error that `errorResponse` turns into this refusal. `retryAfterSeconds` becomes its `Retry-After`, and
 * `perMinute` its headers of a limit of calls.
 */
export function refuse(
  refusal: Refusal,
  details: {
    readonly retryAfterSeconds?: number;
    readonly perMinute?: number;
    readonly model?: string;
    readonly path?: string;
  } = {},
): AppError {
  const { code, message } = refusals[refusal];
  return new AppError(code, { ...details, message, refusal });
}

/** Returns the refusal of an error; any other error is `unexpected`. */
export function refusalOf(thrown: unknown): Refusal {
  const name = thrown instanceof AppError ? thrown.details.refusal : undefined;
  return typeof name === "string" && isRefusal(name) ? name : "unexpected";
}

/** The refusals of responses, for the counts of the server. */
const refusalByResponse = new WeakMap<Response, Refusal>();

/** Returns the refusal that a response of `errorResponse` stands for; undefined for all others. */
export function refusalOfResponse(response: Response): Refusal | undefined {
  return refusalByResponse.get(response);
}

/** Converts any thrown value to `{ error: { code, message } }` with its status. */
export function errorResponse(thrown: unknown): Response {
  const refusal = refusalOf(thrown);
  const { status, code, message } = refusals[refusal];
  const details = thrown instanceof AppError ? thrown.details : {};
  const wait = details.retryAfterSeconds;
  const { perMinute } = details;
  const headers = {
    ...(wait !== undefined && { "retry-after": String(wait) }),
    ...(typeof perMinute === "number" && callHeaders(perMinute, 0, Number(wait))),
  };
  const specified = specifiedBodies[refusal]?.(details);
  const response = Response.json(specified ?? { error: { code, message } }, { status, headers });
  refusalByResponse.set(response, refusal);
  return response;
}

type Details = AppError["details"];

/** Maximum length of quoted caller input, in characters. */
const maxQuoted = 200;

/** Response bodies that existing clients expect exactly. They only quote the caller's own input. */
const specifiedBodies: { readonly [R in Refusal]?: (details: Details) => Readonly<Record<string, unknown>> } = {
  "code-missing": () => ({ error: true, msg: "empty access code" }),
  "code-wrong": () => ({ error: true, msg: "wrong access code" }),
  "site-key-unchecked": () => ({ error: true, msg: accessCodeNeeded }),
  "artifact-unsaved": () => ({ error: true, msg: "Save data error" }),
  "own-key-forbidden": () => ({ error: true, msg: "you are not allowed to access with your own api key" }),
  "path-not-relayed": ({ path }) => ({
    error: true,
    msg: `you are not allowed to request ${String(path).slice(0, maxQuoted)}`,
  }),
  "endpoint-not-allowed": () => ({ error: true, msg: "Invalid endpoint" }),
  "sync-path-not-allowed": ({ path }) => ({
    error: true,
    msg: `you are not allowed to request ${String(path).slice(0, maxQuoted)}`,
  }),
  "model-not-allowed": ({ model }) => ({
    error: true,
    message: `you are not allowed to use ${String(model).slice(0, maxQuoted)} model`,
  }),
};

function isRefusal(name: string): name is Refusal {
  return Object.hasOwn(refusals, name);
}
