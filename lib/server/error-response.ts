import { AppError, type ErrorCode } from "@/lib/errors";
import { accessCodeNeeded } from "@/lib/providers/codecs/reply-error";

/**
 * All refusals and failures of the server, each with its status and the only text that is ever sent for it.
 *
 * The texts contain nothing from a request, an upstream or the configuration, so no response can leak a secret.
 */
export const refusals = {
  malformed: { status: 400, code: "bad-request", message: "The request cannot be read." },
  "malformed-credential": { status: 400, code: "bad-request", message: "The credential is not one key or one code." },
  "code-missing": { status: 401, code: "auth", message: "An access code or an own key is needed." },
  "code-wrong": { status: 401, code: "wrong-code", message: "The access code is wrong." },
  "key-missing": { status: 401, code: "auth", message: "A key for this provider is needed." },
  "key-refused": { status: 401, code: "auth", message: "The provider refused the server's key." },
  "own-key-refused": { status: 401, code: "auth", message: "The provider refused the key." },
  "own-key-forbidden": { status: 401, code: "not-allowed", message: "Own keys are not allowed on this server." },
  "foreign-origin": { status: 403, code: "not-allowed", message: "Calls from this origin are not allowed." },
  "foreign-host": {
    status: 403,
    code: "not-allowed",
    message: "Calls to this host name are not allowed. The operator can list it in ALLOWED_HOSTS.",
  },
  "path-not-relayed": { status: 403, code: "not-allowed", message: "This path is not relayed." },
  "model-not-allowed": { status: 403, code: "not-allowed", message: "This model is not allowed on this server." },
  "own-address-needed": { status: 400, code: "bad-request", message: "An own key needs the address it belongs to." },
  "key-host-changed": { status: 400, code: "bad-request", message: "This server's address is not the key's." },
  "site-key-unchecked": {
    status: 401,
    code: "auth",
    message: accessCodeNeeded,
  },
  "target-malformed": { status: 400, code: "bad-request", message: "X-Base-URL is not a usable address." },
  "target-not-allowed": { status: 403, code: "not-allowed", message: "This server asks for no such address." },
  "endpoint-not-allowed": { status: 400, code: "bad-request", message: "Invalid endpoint" },
  "sync-path-not-allowed": { status: 403, code: "not-allowed", message: "This path is not passed on." },
  "admin-only": { status: 403, code: "not-allowed", message: "Only the administrator may do this." },
  "admin-off": { status: 403, code: "not-allowed", message: "This server has no usable MCP_ADMIN_SECRET." },
  "not-found": { status: 404, code: "not-found", message: "There is nothing at this address." },
  "method-not-allowed": { status: 405, code: "not-supported", message: "This method is not supported here." },
  "body-too-large": { status: 413, code: "too-large", message: "The request is too large." },
  "not-json": { status: 415, code: "not-supported", message: "The content type must be application/json." },
  "not-plain": { status: 415, code: "not-supported", message: "The body must be UTF-8 and not compressed." },
  "not-html": { status: 415, code: "not-supported", message: "The content type must be text/html." },
  "too-many-calls": { status: 429, code: "rate-limit", message: "Too many calls. Try again later." },
  "too-many-codes": { status: 429, code: "rate-limit", message: "Too many wrong access codes. Try again later." },
  "artifacts-off": { status: 501, code: "not-supported", message: "This server keeps no shared pages." },
  "artifact-unsaved": { status: 400, code: "server", message: "The page could not be kept." },
  "artifact-unreadable": { status: 502, code: "server", message: "The shared pages cannot be read." },
  "mcp-unreadable": { status: 500, code: "unreadable", message: "The file of MCP servers cannot be read or written." },
  unexpected: { status: 500, code: "unexpected", message: "The server failed." },
  misconfigured: { status: 500, code: "server", message: "The server is not configured for this provider." },
  "upstream-redirected": { status: 502, code: "server", message: "The provider answered with a redirect." },
  "upstream-unreadable": { status: 502, code: "protocol", message: "The provider's answer cannot be passed on." },
  "upstream-unreachable": { status: 502, code: "network", message: "The provider cannot be reached." },
  "upstream-slow": { status: 504, code: "timeout", message: "The provider did not answer in time." },
  "target-redirected": { status: 502, code: "server", message: "The address answered with a redirect." },
  "target-unreadable": { status: 502, code: "protocol", message: "The address's answer cannot be passed on." },
  "target-too-large": { status: 502, code: "too-large", message: "The address's answer is too large." },
  "target-unreachable": { status: 502, code: "network", message: "The address cannot be reached." },
  "target-slow": { status: 504, code: "timeout", message: "The address did not answer in time." },
} as const satisfies Record<string, { status: number; code: ErrorCode; message: string }>;

export type Refusal = keyof typeof refusals;

/** Creates the error that `errorResponse` turns into this refusal; `retryAfterSeconds` becomes its `Retry-After`. */
export function refuse(
  refusal: Refusal,
  details: { readonly retryAfterSeconds?: number; readonly model?: string; readonly path?: string } = {},
): AppError {
  const { code, message } = refusals[refusal];
  return new AppError(code, { ...details, message, refusal });
}

/** Returns the refusal of an error; any other error is `unexpected`. */
export function refusalOf(thrown: unknown): Refusal {
  const name = thrown instanceof AppError ? thrown.details.refusal : undefined;
  return typeof name === "string" && isRefusal(name) ? name : "unexpected";
}

/** Converts any thrown value to `{ error: { code, message } }` with its status. */
export function errorResponse(thrown: unknown): Response {
  const refusal = refusalOf(thrown);
  const { status, code, message } = refusals[refusal];
  const details = thrown instanceof AppError ? thrown.details : {};
  const wait = details.retryAfterSeconds;
  const headers = wait === undefined ? undefined : { "retry-after": String(wait) };
  const specified = specifiedBodies[refusal]?.(details);
  return Response.json(specified ?? { error: { code, message } }, { status, headers });
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
