import { sha256Hex } from "@/lib/providers/sha256";
import { clientAddress } from "@/lib/server/client-address";
import { gateOf } from "@/lib/server/codes/code-gate";
import { type CodeFeature, includesFeature } from "@/lib/server/codes/code-rights";
import { checkCode, type FoundCode, findCode, type ValidCode } from "@/lib/server/codes/find-code";
import { needsKey, readCredentials } from "@/lib/server/credentials";
import { type Refusal, refuse } from "@/lib/server/error-response";
import type { ProviderConfig } from "@/lib/server/provider-config";
import type { Server } from "@/lib/server/server";
import { findUser, userOf } from "@/lib/server/users/sent-user";
import { keyHostHeader } from "@/lib/settings/connect";

/** Facts of a call that decide which credential it uses. */
export interface AccessQuestion {
  readonly codeState: CheckedCode["state"];
  readonly ownKey: boolean;
  readonly ownKeysForbidden: boolean;
  readonly serverKey: boolean;
  /** False for a provider that needs no credential. */
  readonly needsKey: boolean;
}

/** The credential to send upstream, or the reason that the call is refused. */
export type AccessDecision = { readonly use: "own" | "server" | "none" } | { readonly refuse: Refusal };

/** A permitted call, with the caller's own key if that is the one to use, and the code whose rights apply to it. */
export type Access = ({ readonly use: "own"; readonly key: string } | { readonly use: "server" | "none" }) & {
  readonly code?: ValidCode;
};

/** The access code, or the user, of a call after the check. */
type CheckedCode = FoundCode | { readonly state: "none-needed" | "missing" };

/** Refusals of calls without a valid code, by the state of the code. */
const refusalByState: Readonly<Partial<Record<CheckedCode["state"], Refusal>>> = {
  missing: "code-missing",
  wrong: "code-wrong",
  expired: "code-expired",
  invalid: "code-invalid",
};

/**
 * Decides which credential a call uses.
 *
 * An own key never falls back to the server's key (docs/security.md#a22). The code is checked before the presence of
 * a server key, so that a refusal reveals nothing about the keys (A2.6).
 */
export function decideCredential(question: AccessQuestion): AccessDecision {
  if (question.ownKey) return question.ownKeysForbidden ? { refuse: "own-key-forbidden" } : { use: "own" };
  const refusal = refusalByState[question.codeState];
  if (refusal) return { refuse: refusal };
  if (question.serverKey) return { use: "server" };
  return question.needsKey ? { refuse: "key-missing" } : { use: "none" };
}

/**
 * Returns the access of a call to a provider, or throws a refusal. A wrong code is counted against its sender. A user
 * whom a trusted proxy names needs no code (docs/security.md#a211).
 */
export async function requireAccess(headers: Headers, target: ProviderConfig, server: Server): Promise<Access> {
  const { ownKey, accessCode } = readCredentials(headers);
  const checked = ownKey
    ? await codeBesideKey(accessCode, headers, server)
    : await checkedCode(accessCode, headers, server);
  const code = checked.state === "valid" ? checked.code : undefined;
  const mayUseOwnKey = code !== undefined && includesFeature(code.rights, "own-keys");
  const decision = decideCredential({
    codeState: checked.state,
    ownKey: ownKey !== undefined,
    ownKeysForbidden: server.config.hideUserApiKey && !mayUseOwnKey,
    serverKey: target.credentials.length > 0,
    needsKey: needsKey(target.provider),
  });
  if (!gateOf(server.config, code?.rights).includesProvider(target.provider)) throw refuse("code-provider");
  if ("refuse" in decision) throw refuse(decision.refuse);
  // An operator's own server has no public address to which the key could belong.
  if (ownKey && target.provider.isSite) throw refuse("own-address-needed");
  const rights = code ? { code } : {};
  if (ownKey) return { use: "own", key: ownKey, ...rights };
  return { use: decision.use === "server" ? "server" : "none", ...rights };
}

/**
 * Returns the valid code of a caller, or undefined if the server needs none; otherwise throws a refusal. An own key does
 * not replace the code.
 *
 * @param feature the feature that the code must include
 */
export async function requireCode(
  headers: Headers,
  server: Server,
  feature?: Extract<CodeFeature, "tools">,
): Promise<ValidCode | undefined> {
  const code = await requireUncheckedCode(headers, server, feature);
  if (code) await server.usage.refuseRevoked(code);
  return code;
}

/** Returns the code as `requireCode` does, but a revoked one, too: for routes that ask the store themselves. */
export async function requireUncheckedCode(
  headers: Headers,
  server: Server,
  feature?: Extract<CodeFeature, "tools">,
): Promise<ValidCode | undefined> {
  const { accessCode } = readCredentials(headers);
  const checked = await checkedCode(accessCode, headers, server);
  const refusal = refusalByState[checked.state];
  if (refusal) throw refuse(refusal);
  if (checked.state !== "valid") return undefined;
  if (feature && !includesFeature(checked.code.rights, feature)) throw refuse(`code-${feature}`);
  return checked.code;
}

/**
 * Checks the code beside an own key. It matters only where the key does not pass alone: if own keys need a code with this
 * right, and at the operator's address (`usesSiteAddress`). Elsewhere no response may depend on it. An invalid code gives
 * no right, and the key is judged without it.
 */
async function codeBesideKey(code: string | undefined, headers: Headers, server: Server): Promise<CheckedCode> {
  const matters = server.config.hideUserApiKey || headers.has(keyHostHeader);
  const hasCode = code !== undefined || userOf(headers, server.config.users) !== undefined;
  if (!hasCode || !matters) return { state: "none-needed" };
  return checkedCode(code, headers, server).catch((): CheckedCode => ({ state: "wrong" }));
}

/**
 * Passes for a caller with the administrator's secret; otherwise throws a refusal. Without a configured secret every
 * caller is refused.
 */
export async function requireAdmin(headers: Headers, { config, attempts }: Server): Promise<void> {
  if (config.mcpAdminSecret === "") throw refuse("admin-off");
  const secret = headers.get("x-mcp-admin-secret");
  if (secret === null) throw refuse("admin-only");
  const isRight = checkCode(secret, [config.mcpAdminSecret]);
  countCode({ kind: "admin", code: secret, isRight }, headers, { config, attempts });
  if (!isRight) throw refuse("admin-only");
}

async function checkedCode(code: string | undefined, headers: Headers, server: Server): Promise<CheckedCode> {
  const { codes, codeRules: rules, users } = server.config;
  const user = userOf(headers, users);
  // The limits of a user apply with any code. So a browser's old code does no harm, either.
  if (user !== undefined) return findUser(user, users, server.env.now());
  if (!rules.isNeeded) return { state: "none-needed" };
  if (code === undefined) return { state: "missing" };
  const found = findCode(code, { codes, rules }, server.env.now());
  countCode({ kind: "access", code, isRight: found.state !== "wrong" }, headers, server);
  return found;
}

interface CountedCode {
  /** The kind of code, because a text that is wrong as one kind may be right as another. */
  readonly kind: "access" | "admin";
  readonly code: string;
  readonly isRight: boolean;
}

/** Counts a wrong code. Throws `too-many-codes` for a sender of too many. */
function countCode(
  { kind, code, isRight }: CountedCode,
  headers: Headers,
  { config, attempts }: Pick<Server, "config" | "attempts">,
): void {
  const id = sha256Hex(`${kind} ${code}`);
  const retryAfterSeconds = attempts.waitSeconds(clientAddress(headers, config.trustProxy), { id, isRight });
  if (retryAfterSeconds > 0) throw refuse("too-many-codes", { retryAfterSeconds });
}
