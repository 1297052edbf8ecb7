import type { Environment } from "@/lib/environment";
import type { ValidCode } from "@/lib/server/codes/find-code";
import { refuse } from "@/lib/server/error-response";
import { hasBudget, limitsOf, type Payer, refusalFor, uncountedRefusal } from "@/lib/server/usage/code-limits";
import {
  type AdmittedCall,
  type CountedCall,
  limitedCall,
  recordUncounted,
  unlimitedCall,
} from "@/lib/server/usage/counted-call";
import { type Counting, nothing } from "@/lib/server/usage/counting";
import { memoryUsage } from "@/lib/server/usage/memory-usage";
import { RevokedCodes } from "@/lib/server/usage/revoked-codes";
import { createSlotKeeper } from "@/lib/server/usage/slot-keeper";
import { createPatience, createStoreLink, type Patience } from "@/lib/server/usage/store-link";
import type { Admission, CallAmounts, UsageStore, UsedAmounts } from "@/lib/server/usage/usage-store";

/** The operator's choice for calls while the store is unreachable. */
export type WithoutStore = "open" | "closed" | "default";

/** Limits of codes, with the operator's store. */
export interface UsageLimits {
  /** Returns the store; one in memory if none is configured. */
  store(): Promise<UsageStore>;
  /**
   * Checks and counts a call. Throws a refusal. A caller with an own key is not limited in tokens and money.
   *
   * @param code undefined if the server needs no code
   * @param expected amounts to reserve in the same step, if they are known already
   */
  admit(code: ValidCode | undefined, payer: Payer, expected?: CallAmounts): Promise<CountedCall>;
  /** Whether a code is known as revoked. False if the store is unreachable and the code was not seen before. */
  isRevoked(id: string): Promise<boolean>;
  /**
   * Throws for a code with rights that is revoked. A result of the store is used for a few seconds. While the store is
   * unreachable, known ones are refused, and others pass, except with LIMITS_WITHOUT_STORE=closed.
   */
  refuseRevoked(code: ValidCode): Promise<void>;
  /** Returns the amounts of a code; undefined if the store is unreachable. */
  used(code: ValidCode): Promise<UsedAmounts | undefined>;
  /** Returns the result of the store. Rejects after a time, although the store may still do the work. */
  ask<T>(work: (store: UsageStore) => Promise<T>, maxMs: number): Promise<T>;
}

interface LimitsParts {
  /** Opens the configured store; absent without one. */
  readonly open?: (() => Promise<UsageStore>) | undefined;
  readonly withoutStore: WithoutStore;
  readonly env: Pick<Environment, "now" | "newId" | "delay">;
  log(line: string): void;
  /** Counts a failure of the store. */
  onFailure?(): void;
}

/** Id in counts of calls without a code, on a server that needs none. */
const withoutCode = "no code";

/** Creates the limits. The store is opened by the first call that needs it. */
export function createUsageLimits({ open, withoutStore, env, log, onFailure }: LimitsParts): UsageLimits {
  const own = memoryUsage(env.now, env.newId);
  const link = createStoreLink({ open: open ?? (async () => own), env, log, ...(onFailure && { onFailure }) });
  const { store, inTime, logFailure } = link;
  const hasStore = open !== undefined;
  const revoked = new RevokedCodes(link, env);
  const counting: Counting = {
    link,
    own,
    hasStore,
    keeper: createSlotKeeper(store, env),
    revoked,
    env,
    passesWithoutStore: (limits) => (withoutStore === "default" ? !hasBudget(limits) : withoutStore === "open"),
  };

  return {
    store,
    async admit(code, payer, expected = nothing) {
      const limits = limitsOf(code?.rights, payer);
      const isMetered = payer === "operator" && (hasStore || hasBudget(limits));
      // A code without rights has nothing to check, so its calls do not wait for the store.
      if (code?.rights === undefined) {
        return unlimitedCall(isMetered, (usage) => recordUncounted(counting, code?.id ?? withoutCode, usage));
      }
      return admitWithLimits(counting, { id: code.id, limits, isMetered, reserved: expected });
    },
    isRevoked: (id) => revoked.isRevoked(id),
    async refuseRevoked({ id, rights }) {
      if (rights === undefined) return;
      const isFresh = hasStore && revoked.lookup(id).isFresh;
      const isRevoked = isFresh ? revoked.has(id) : await revoked.isRevoked(id);
      if (isRevoked) throw refuse("code-revoked");
      if (withoutStore === "closed" && !isFresh && !revoked.lookup(id).isDone) throw uncountedRefusal();
    },
    async used(code) {
      return inTime(async () => (await store()).used(code.id)).catch((thrown: unknown) => {
        logFailure(thrown);
        return undefined;
      });
    },
    async ask(work, maxMs) {
      return inTime(async () => work(await store()), { patience: createPatience(maxMs) });
    },
  };
}

/** A call with limits that is to be admitted. */
type ArrivedCall = Pick<AdmittedCall, "id" | "limits" | "isMetered" | "reserved">;

async function admitWithLimits(counting: Counting, call: ArrivedCall): Promise<CountedCall> {
  const patience = createPatience();
  const { admission, isShared } = await decide(counting, call, patience);
  if ("refused" in admission) throw refusalFor(admission, call.limits);
  return limitedCall(counting, { ...call, admission, isShared, patience });
}

/** Returns the decision of the store; while it is unreachable, that of this process. */
async function decide(
  { link, own, hasStore, revoked, passesWithoutStore }: Counting,
  { id, limits, reserved }: ArrivedCall,
  patience: Patience,
): Promise<{ readonly admission: Admission; readonly isShared: boolean }> {
  try {
    const admission = await link.inTime(async () => (await link.store()).admit(id, limits, reserved), {
      patience,
      onLate: (late) =>
        void ("period" in late && link.recordSoon((store) => store.releaseCall(id, late.period, reserved))),
    });
    revoked.remember(id, "refused" in admission && admission.refused === "revoked");
    return { admission, isShared: hasStore };
  } catch (thrown) {
    link.logFailure(thrown);
    if (revoked.has(id)) return { admission: { refused: "revoked", retryAfterSeconds: undefined }, isShared: false };
    if (!passesWithoutStore(limits)) throw uncountedRefusal();
    const { perMinute, atOnce } = limits;
    const counted = { ...(perMinute && { perMinute }), ...(atOnce && { atOnce }) };
    return { admission: await own.admit(id, counted, reserved), isShared: false };
  }
}
