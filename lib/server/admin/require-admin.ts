import { sessionState, signSession } from "@/lib/server/admin/admin-session";
import { heldMs } from "@/lib/server/admin/secret-attempts";
import { clientAddress } from "@/lib/server/client-address";
import { checkCode } from "@/lib/server/codes/find-code";
import { refuse } from "@/lib/server/error-response";
import { originOf } from "@/lib/server/origin";
import type { Server } from "@/lib/server/server";

/**
 * Throws `not-found` on a server without an administrator's secret, as for any unknown address. Pages of other origins
 * are refused, even of those that may call the API.
 */
export function requireAdminPage(headers: Headers, { config }: Pick<Server, "config">): void {
  if (config.adminSecret === "") throw refuse("not-found");
  if (originOf(headers, config).kind !== "own") throw refuse("foreign-origin");
}

/** Passes for a caller with a valid session in `Authorization`; otherwise throws a refusal. */
export function requireSession(headers: Headers, { config, env }: Pick<Server, "config" | "env">): void {
  const state = sessionState(bearerOf(headers), config.adminSecret, env.now() / 1000);
  if (state !== "valid") throw refuse("admin-session");
}

/**
 * Passes for a program that reads the metrics with the secret itself in `Authorization`. Its wrong secrets are counted
 * apart, so that they do not close the form of the page.
 */
export function requireSecret(
  headers: Headers,
  { config, env, metricsAttempts }: Pick<Server, "config" | "env" | "metricsAttempts">,
): Promise<void> {
  return compareSecret(bearerOf(headers), headers, { config, env, adminAttempts: metricsAttempts });
}

/** Returns a new session for the right secret; otherwise throws a refusal. */
export async function openSession(secret: string, headers: Headers, server: SecretServer) {
  await compareSecret(secret, headers, server);
  return signSession(server.config.adminSecret, server.env.now() / 1000);
}

type SecretServer = Pick<Server, "config" | "env" | "adminAttempts">;

/**
 * Compares a secret in constant time. Wrong ones are counted by address; an empty one is not a guess.
 *
 * Without a known address, strangers and the administrator cannot be distinguished. Then a secret is always compared, so
 * that the right one passes whatever strangers send. Wrong ones are answered late, a few at a time.
 */
async function compareSecret(
  secret: string,
  headers: Headers,
  { config, env, adminAttempts }: SecretServer,
): Promise<void> {
  if (secret === "") throw refuse("admin-secret");
  const client = clientAddress(headers, config.trustProxy);
  const retryAfterSeconds = adminAttempts.waitSeconds(client);
  const tooMany = () => refuse("too-many-secrets", { retryAfterSeconds: Math.max(1, retryAfterSeconds) });
  if (client !== undefined && retryAfterSeconds > 0) throw tooMany();
  const isRight = config.adminSecret !== "" && checkCode(secret, [config.adminSecret]);
  adminAttempts.note(client, isRight);
  if (isRight) return;
  if (client === undefined) {
    const release = adminAttempts.hold();
    if (release === undefined || retryAfterSeconds > 0) {
      release?.();
      throw tooMany();
    }
    await env.delay(heldMs);
    release();
  }
  throw refuse("admin-secret");
}

function bearerOf(headers: Headers): string {
  return /^bearer +(\S+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1] ?? "";
}
