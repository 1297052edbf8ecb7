import { hexOf } from "@/lib/providers/sha256";
import { clientAddress } from "@/lib/server/client-address";
import { needsKey, readCredentials } from "@/lib/server/credentials";
import { type Refusal, refuse } from "@/lib/server/error-response";
import type { ProviderConfig } from "@/lib/server/provider-config";
import type { Server } from "@/lib/server/server";

/** Facts of a call that decide which credential it uses. */
export interface AccessQuestion {
  readonly codeState: "none-needed" | "valid" | "missing" | "wrong";
  readonly ownKey: boolean;
  readonly ownKeysForbidden: boolean;
  readonly serverKey: boolean;
  /** False for a provider that needs no credential. */
  readonly needsKey: boolean;
}

/** The credential to send upstream, or the reason that the call is refused. */
export type AccessDecision = { readonly use: "own" | "server" | "none" } | { readonly refuse: Refusal };

/** A permitted call, with the caller's own key if that is the one to use. */
export type Access = { readonly use: "own"; readonly key: string } | { readonly use: "server" | "none" };

/**
 * Decides which credential a call uses.
 *
 * An own key never falls back to the server's key (docs/security.md#a22). The code is checked before the presence of
 * a server key, so that a refusal reveals nothing about the keys (A2.6).
 */
export function decideCredential(question: AccessQuestion): AccessDecision {
  if (question.ownKey) return question.ownKeysForbidden ? { refuse: "own-key-forbidden" } : { use: "own" };
  if (question.codeState === "missing") return { refuse: "code-missing" };
  if (question.codeState === "wrong") return { refuse: "code-wrong" };
  if (question.serverKey) return { use: "server" };
  return question.needsKey ? { refuse: "key-missing" } : { use: "none" };
}

/** Returns the access of a call to a provider, or throws a refusal. A wrong code is counted against its sender. */
export async function requireAccess(headers: Headers, target: ProviderConfig, server: Server): Promise<Access> {
  const { ownKey, accessCode } = readCredentials(headers);
  const decision = decideCredential({
    // With an own key the code has no effect, so it is not checked: no response may depend on it.
    codeState: ownKey ? "none-needed" : await codeStateOf(accessCode, headers, server),
    ownKey: ownKey !== undefined,
    ownKeysForbidden: server.config.hideUserApiKey,
    serverKey: target.credentials.length > 0,
    needsKey: needsKey(target.provider),
  });
  if ("refuse" in decision) throw refuse(decision.refuse);
  // An operator's own server has no public address to which the key could belong.
  if (ownKey && target.provider.isSite) throw refuse("own-address-needed");
  return ownKey ? { use: "own", key: ownKey } : { use: decision.use === "server" ? "server" : "none" };
}

/** Passes for a caller with a valid access code; otherwise throws a refusal. An own key does not replace the code. */
export async function requireCode(headers: Headers, server: Server): Promise<void> {
  const { accessCode } = readCredentials(headers);
  const state = await codeStateOf(accessCode, headers, server);
  if (state === "missing") throw refuse("code-missing");
  if (state === "wrong") throw refuse("code-wrong");
}

/**
 * Passes for a caller with the administrator's secret; otherwise throws a refusal. Without a configured secret every
 * caller is refused.
 */
export async function requireAdmin(headers: Headers, { config, attempts }: Server): Promise<void> {
  if (config.mcpAdminSecret === "") throw refuse("admin-off");
  const secret = headers.get("x-mcp-admin-secret");
  if (secret === null) throw refuse("admin-only");
  const isValid = await isCounted({ kind: "admin", code: secret }, [config.mcpAdminSecret], headers, {
    config,
    attempts,
  });
  if (!isValid) throw refuse("admin-only");
}

/**
 * Compares a code with all codes by digest, in a time that does not depend on where they differ (docs/security.md#a24).
 */
export async function checkCode(code: string, codes: readonly string[]): Promise<boolean> {
  const given = await digest(code);
  const known = await Promise.all(codes.map(digest));
  let isKnown = false;
  for (const bytes of known) {
    let difference = 0;
    for (let index = 0; index < bytes.length; index++) difference |= (bytes[index] ?? 0) ^ (given[index] ?? 0);
    isKnown = difference === 0 || isKnown;
  }
  return isKnown;
}

async function codeStateOf(
  code: string | undefined,
  headers: Headers,
  server: Server,
): Promise<AccessQuestion["codeState"]> {
  const { codes } = server.config;
  if (codes.length === 0) return "none-needed";
  if (code === undefined) return "missing";
  return (await isCounted({ kind: "access", code }, codes, headers, server)) ? "valid" : "wrong";
}

interface CountedCode {
  /** The kind of code, because a text that is wrong as one kind may be right as another. */
  readonly kind: "access" | "admin";
  readonly code: string;
}

/** Returns whether a code is valid, and counts a wrong one. Throws `too-many-codes` for a sender of too many. */
async function isCounted(
  { kind, code }: CountedCode,
  codes: readonly string[],
  headers: Headers,
  { config, attempts }: Pick<Server, "config" | "attempts">,
): Promise<boolean> {
  const isRight = await checkCode(code, codes);
  const id = hexOf(await digest(`${kind} ${code}`));
  // No await from here on, so that simultaneous calls are counted one by one.
  const retryAfterSeconds = attempts.waitSeconds(clientAddress(headers, config.trustProxy), { id, isRight });
  if (retryAfterSeconds > 0) throw refuse("too-many-codes", { retryAfterSeconds });
  return isRight;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
