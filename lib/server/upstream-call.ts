import { AppError } from "@/lib/errors";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { type HttpCall, isComplete, publicUrlFor, type Signing, secretNames } from "@/lib/providers/provider";
import type { Access } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { ownHeaders, serverHeaders } from "@/lib/server/credentials";
import { type Refusal, refuse } from "@/lib/server/error-response";
import type { PickedKey } from "@/lib/server/keys-in-turn";
import { liveCallPath, liveSecret } from "@/lib/server/live-call";
import type { RelayBody } from "@/lib/server/relay-body";
import type { RelayCall } from "@/lib/server/relay-call";
import { relayRules } from "@/lib/server/relay-rules";
import type { Server } from "@/lib/server/server";
import { usesSiteAddress } from "@/lib/server/site-key";

/** A call as it is sent to the provider. */
export interface UpstreamCall extends Omit<HttpCall, "body" | "form" | "file"> {
  readonly body?: ReadableStream<Uint8Array> | string;
  /** The operator's credentials in the call, complete and in parts; empty for a caller's own key. */
  readonly secrets: readonly string[];
}

/** Maximum length of a forwarded header value, in characters. */
const maxHeaderChars = 500;

/**
 * Creates the call to the provider: the URL that belongs to the credential, headers from lists (docs/security.md#o46),
 * and a signature if the provider requires one.
 */
export async function upstreamCall(
  request: ApiRequest,
  call: RelayCall,
  access: Access,
  parts: CallParts,
): Promise<UpstreamCall> {
  const sent = await signedCall(request, call, access, parts);
  return { ...sent, secrets: access.use === "server" ? secretsOf(sent, parts.picked) : [] };
}

/** A call without its list of secrets. */
type SentCall = Omit<UpstreamCall, "secrets">;

export interface CallParts {
  readonly body: RelayBody | undefined;
  /** The operator's credentials for this call, by field; empty for a caller's own key. */
  readonly picked: PickedKey;
  readonly server: Server;
}

async function signedCall(
  request: ApiRequest,
  call: RelayCall,
  access: Access,
  { body, picked, server }: CallParts,
): Promise<SentCall> {
  const { provider, options } = call.target;
  const values = access.use === "own" ? partsOf(access.key, call) : { ...options, ...picked };
  const content = body?.content;
  const isOfSite = await usesSiteAddress(request.headers, call, access, server);
  const isSigned = provider.sign !== undefined && typeof content === "string" && isComplete(provider, values);
  const unsigned: SentCall = {
    method: call.method,
    url: addressOf(call, access, isOfSite, server),
    headers: {
      accept: request.headers.get("accept") ?? "*/*",
      ...(body ? { "content-type": body.contentType } : {}),
      ...(access.use === "own" && !isSigned ? ownHeaders(provider, access.key) : {}),
      ...(access.use === "server" || isSigned ? ownerHeaders(request, call, values) : {}),
      ...(access.use === "server" ? relayRules(call.target).serverHeaders?.(server.config) : {}),
      // A version from the caller overrides the operator's.
      ...passedOn(request, provider.relayedHeaders ?? []),
    },
    ...(content === undefined ? {} : { body: content }),
  };
  if (!isSigned || !provider.sign) return unsigned;
  try {
    return await provider.sign({ ...unsigned, body: content }, values, signingOf(server));
  } catch (thrown) {
    throw refuse(unsignedBecause(thrown, access));
  }
}

/** Names of headers and query parameters that contain a credential, a token or a signature. */
const secretName = /auth|key|token|secret|sign/i;

/** Returns the secrets of a call: the operator's fields, and their forms in its headers and URL. */
function secretsOf({ url, headers }: SentCall, picked: PickedKey): string[] {
  const carried = [...Object.entries(headers), ...new URL(url).searchParams].flatMap(([name, value]) =>
    // A header may also contain a scheme and several values.
    secretName.test(name) ? value.replace(/^(bearer|basic) /i, "").split(/[\s,;=]+/) : [],
  );
  return [...new Set([...Object.values(picked), ...carried])].filter((value) => value !== "");
}

function ownerHeaders(
  { headers }: ApiRequest,
  { target, listed }: RelayCall,
  values: Readonly<Record<string, string>>,
) {
  if (listed === liveCallPath) return { authorization: `Bearer ${liveSecret(headers)}` };
  return serverHeaders(target.provider, values);
}

/** Timeout for a provider to issue a token, in milliseconds. Callers share the request, so no caller can abort it. */
const tokenMs = 30_000;

function signingOf({ env, remember }: Server): Signing {
  const fetch: Signing["fetch"] = (url, init) => env.fetch(url, { ...init, signal: AbortSignal.timeout(tokenMs) });
  return { now: env.now, fetch, remember };
}

/**
 * Returns the refusal for a failed signature. The provider's own text may quote the credential, so it is not forwarded.
 */
function unsignedBecause(thrown: unknown, { use }: Access): Refusal {
  if (thrown instanceof AppError) {
    if (thrown.code !== "auth") return "upstream-unreadable";
    return use === "own" ? "own-key-refused" : "key-refused";
  }
  return thrown instanceof Error && thrown.name === "TimeoutError" ? "upstream-slow" : "upstream-unreachable";
}

/**
 * Returns the URL of a call. A caller's own key is sent to the provider, not to the operator's URL for it
 * (docs/decisions/0009-keys-and-hosts.md), except a key that NextChat has sent there on this site
 * (lib/server/site-key.ts).
 */
function addressOf(call: RelayCall, { use }: Access, isOfSite: boolean, { config }: Server): string {
  const { provider, baseUrl, isMisconfigured } = call.target;
  const isPublic = use === "own" && !isOfSite;
  if (!isPublic && isMisconfigured) throw refuse("misconfigured");
  const asked = (isPublic ? undefined : relayRules(call.target).rewrite?.(call, config)) ?? call;
  const base = (isPublic ? undefined : (asked.target.baseUrl ?? baseUrl)) ?? publicUrlFor(provider, asked.path);
  if (base === undefined || base === "") throw refuse(use === "own" ? "own-address-needed" : "misconfigured");
  const query = asked.query.toString();
  return joinAddress(base, asked.path) + (query === "" ? "" : `?${query}`);
}

function passedOn({ headers }: ApiRequest, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value !== null && value.length <= maxHeaderChars ? [[name, value] as const] : [];
    }),
  );
}

/** Splits a credential with several parts, which are joined by colons in the order of the provider's fields. */
function partsOf(key: string, { target: { provider } }: RelayCall): Record<string, string> {
  const parts = key.split(":");
  return Object.fromEntries(secretNames(provider).map((name, index) => [name, parts[index] ?? ""]));
}
