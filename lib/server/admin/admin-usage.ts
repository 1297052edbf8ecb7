import { isRecord } from "@/lib/json";
import { sha256Hex } from "@/lib/providers/sha256";
import { refuse } from "@/lib/server/error-response";
import type { Server } from "@/lib/server/server";
import type { RevokedCode, UsageRow, UsageStore } from "@/lib/server/usage/usage-store";

/** The usage of some days, as the administrator's page shows it. */
export interface ShownUsage {
  readonly kind: UsageStore["kind"];
  /** Currency of the costs, which are in millionths of it. */
  readonly currency: string;
  readonly rows: readonly UsageRow[];
  readonly revoked: readonly RevokedCode[];
}

/** Maximum number of days of one request. */
const maxDays = 92;

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the usage of the last days, today included, in UTC, and the revoked codes. */
export async function shownUsage(url: string, { config, env, usage }: Server): Promise<ShownUsage> {
  const days = Number(new URL(url).searchParams.get("days") ?? 30);
  if (!Number.isInteger(days) || days < 1 || days > maxDays) throw refuse("malformed");
  const [from, to] = [env.now() - (days - 1) * dayMs, env.now()].map((ms) => new Date(ms).toISOString().slice(0, 10));
  return fromStore(usage, "store-unreachable", async (store) => {
    const [rows, revoked] = await Promise.all([
      store.readUsage({ from: from ?? "", to: to ?? "" }),
      store.listRevoked(),
    ]);
    return { kind: store.kind, currency: config.prices.currency, rows, revoked };
  });
}

/**
 * Revokes a code or accepts it again, by its id in counts. Throws `code-unrevocable` for a code of CODE without rights:
 * its calls do not wait for the store, so it must be removed from CODE.
 */
export async function setRevoked(
  request: unknown,
  { usage, config }: Pick<Server, "usage" | "config">,
): Promise<{ readonly done: true }> {
  const { countId, isRevoked } = isRecord(request) ? request : {};
  if (typeof countId !== "string" || !/^(signed|short|plain) [0-9a-z]{1,64}$/.test(countId)) throw refuse("malformed");
  if (typeof isRevoked !== "boolean") throw refuse("malformed");
  if (isRevoked && !isRevocable(countId, config)) throw refuse("code-unrevocable");
  return fromStore(usage, "store-unknown", async (store) => {
    await (isRevoked ? store.revoke(countId) : store.restore(countId));
    return { done: true };
  });
}

/** Whether calls of a code are checked for its revocation. */
function isRevocable(countId: string, { codes, codeRules }: Server["config"]): boolean {
  if (!countId.startsWith("plain ")) return true;
  return codes.some((code) => codeRules.limits.has(code) && countId === `plain ${sha256Hex(code)}`);
}

/** Maximum time that the administrator waits for the store, in milliseconds. */
const maxWaitMs = 3000;

/** Returns the result of the store. Throws a refusal if the store is unreachable, too slow or has invalid values. */
async function fromStore<T>(
  usage: Server["usage"],
  refusal: "store-unreachable" | "store-unknown",
  work: (store: UsageStore) => Promise<T>,
): Promise<T> {
  try {
    return await usage.ask(work, maxWaitMs);
  } catch {
    throw refuse(refusal);
  }
}
