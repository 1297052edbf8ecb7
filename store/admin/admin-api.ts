import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { isRecord, parseJson, recordOf } from "@/lib/json";
import * as z from "@/lib/zod";

/** Features that a code can include. */
export const codeFeatures = ["images", "voice", "tools", "own-keys"] as const;

const rights = z.object({
  name: z.optional(z.string()),
  models: z.optional(z.string()),
  providers: z.optional(z.array(z.string())),
  features: z.array(z.enum(codeFeatures)),
  expires: z.optional(z.number()),
  perMinute: z.optional(z.number()),
  atOnce: z.optional(z.number()),
  tokensPerDay: z.optional(z.number()),
  tokensPerMonth: z.optional(z.number()),
  moneyPerMonth: z.optional(z.number()),
});

/** Schemas of the server's responses. */
const schemas = {
  session: z.object({ token: z.string(), expires: z.number() }),
  config: z.object({
    problems: z.array(z.string()),
    variables: z.array(z.object({ name: z.string(), isSet: z.boolean(), value: z.optional(z.string()) })),
    providers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        keys: z.number(),
        hasOwnAddress: z.boolean(),
        isMisconfigured: z.boolean(),
        isTestable: z.boolean(),
        models: z.array(z.string()),
      }),
    ),
    canSignCodes: z.boolean(),
  }),
  codes: z.union([
    z.object({ code: z.string(), id: z.string(), entry: z.optional(z.string()) }),
    z.object({ invalid: z.array(z.string()) }),
  ]),
  "codes/check": z.object({
    code: z.nullable(
      z.object({
        kind: z.enum(["signed", "short", "plain"]),
        countId: z.string(),
        id: z.optional(z.string()),
        issued: z.optional(z.number()),
        rights: z.optional(rights),
        isExpired: z.boolean(),
      }),
    ),
  }),
  usage: z.object({
    kind: z.enum(["memory", "redis", "upstash"]),
    currency: z.string(),
    rows: z.array(
      z.object({
        day: z.string(),
        code: z.string(),
        model: z.string(),
        requests: z.number(),
        inputTokens: z.number(),
        outputTokens: z.number(),
        cost: z.optional(z.number()),
        isEstimated: z.boolean(),
      }),
    ),
    revoked: z.array(z.object({ code: z.string(), since: z.number(), until: z.optional(z.number()) })),
  }),
  "codes/revoke": z.object({ done: z.boolean() }),
  test: z.object({ status: z.number(), ms: z.number(), error: z.optional(z.string()) }),
} as const;

/** Names of the administrator's calls. */
export type AdminCall = keyof typeof schemas;

/** Responses of the administrator's calls. */
export type AdminResponse<Name extends AdminCall> = z.output<(typeof schemas)[Name]>;

export type ShownConfig = AdminResponse<"config">;
export type ShownProvider = ShownConfig["providers"][number];
export type FoundCode = NonNullable<AdminResponse<"codes/check">["code"]>;
export type ShownUsage = AdminResponse<"usage">;
export type UsageRow = ShownUsage["rows"][number];
export type TestResult = AdminResponse<"test">;
export type CodeRights = z.output<typeof rights>;

/** Timeout of a call, in milliseconds: a test call waits for the provider. */
const callMs = 45_000;

/** A call to the administrator's routes. */
export interface AdminRequest {
  /** Address of the API, such as `/api`. */
  readonly relay: string;
  /** Token of the session; absent for the sign-in. */
  readonly token?: string | undefined;
  /** Body of a POST; absent for a GET. */
  readonly body?: unknown;
  readonly query?: string;
}

/**
 * Calls a route of the administrator. Throws AppError: `auth` if the session has ended, `wrong-code` for a wrong secret,
 * `rate-limit` with the seconds to wait, `not-found` on a server without such routes, `store-unknown` if it is not known whether a change was made, `network`, or
 * `server`.
 */
export async function callAdmin<Name extends AdminCall>(
  name: Name,
  { relay, token, body, query = "" }: AdminRequest,
  env: Pick<Environment, "fetch">,
): Promise<AdminResponse<Name>> {
  const response = await env
    .fetch(`${relay}/admin/${name}${query}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A proxy in front of the server may have a sign-in of its own.
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(callMs),
    })
    .catch((thrown: unknown) => {
      throw new AppError("network", {}, { cause: thrown });
    });
  const content = parseJson(await response.text().catch(() => ""));
  // Invalid entries of a form have a status of their own.
  if (!response.ok && response.status !== 422) throw problemOf(response, content);
  const parsed = z.safeParse(schemas[name], content);
  if (!parsed.success) throw new AppError("protocol");
  return parsed.data as AdminResponse<Name>;
}

const knownProblems = [
  "auth",
  "wrong-code",
  "rate-limit",
  "not-found",
  "not-supported",
  "too-large",
  "store-unknown",
] as const;

function problemOf({ headers, status }: Response, content: unknown): AppError {
  const { code } = isRecord(content) ? recordOf(content.error) : {};
  const seconds = Number(headers.get("retry-after") ?? 0);
  const known = knownProblems.find((each) => each === code);
  return new AppError(known ?? (status === 429 ? "rate-limit" : "server"), { seconds });
}
