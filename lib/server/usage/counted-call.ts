import { calendarDay, dayText } from "@/lib/server/usage/calendar";
import { hasBudget, refusalFor, uncountedRefusal } from "@/lib/server/usage/code-limits";
import { type Counting, nothing } from "@/lib/server/usage/counting";
import { rateHeaders } from "@/lib/server/usage/rate-headers";
import type { Patience } from "@/lib/server/usage/store-link";
import type {
  Admission,
  CallAmounts,
  CallPeriod,
  CountedLimits,
  RefusedCall,
  UsageStore,
} from "@/lib/server/usage/usage-store";

/** A call of a code that has been admitted. */
export interface CountedCall {
  /** Whether the tokens of the call are counted. */
  readonly isMetered: boolean;
  /** Headers for the response, with what is left of the limits. */
  readonly headers: Readonly<Record<string, string>>;
  /** Limits of tokens and money that apply to the call. */
  readonly limits: CountedLimits;
  /** Reserves the expected amounts. Throws a refusal if the amounts of the code are used up. */
  reserve(amounts: CallAmounts): Promise<void>;
  /** Ends the call without usage. */
  release(): Promise<void>;
  /** Ends the call and records its usage. */
  end(usage: CallUsage): Promise<void>;
}

/** The usage of a call. */
export interface CallUsage {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Cost in millionths of the operator's currency; undefined if the model has no price. */
  readonly cost: number | undefined;
  readonly isEstimated: boolean;
}

/** A call with limits that was admitted. */
export interface AdmittedCall {
  readonly id: string;
  readonly limits: CountedLimits;
  readonly isMetered: boolean;
  readonly admission: Exclude<Admission, RefusedCall>;
  /** Whether the store has admitted the call, not this process. */
  readonly isShared: boolean;
  /** Amounts that the admission has reserved. */
  readonly reserved: CallAmounts;
  readonly patience: Patience;
}

/** Returns the call of a code with limits. */
export function limitedCall(counting: Counting, call: AdmittedCall): CountedCall {
  const { link, own, hasStore, keeper, passesWithoutStore } = counting;
  const { id, limits, isMetered, admission, isShared, patience } = call;
  const { period } = admission;
  const target = isShared ? link.store : async () => own;
  if (isShared && limits.atOnce !== undefined) keeper.add(id, period.callId);
  // Without the store, tokens and money are not known.
  const budget = isShared || !hasStore ? limits : {};
  let { reserved } = call;
  let isOver = false;

  return {
    isMetered,
    limits,
    headers: rateHeaders(limits, admission),
    async reserve(amounts) {
      if (!hasBudget(limits)) return;
      const refused = await link
        .inTime(() => reserveNow(amounts), { patience })
        .catch((thrown: unknown) => {
          link.logFailure(thrown);
          if (!passesWithoutStore(limits)) throw uncountedRefusal();
        });
      if (refused) throw refusalFor(refused, limits);
    },
    release: () => endWith((store) => store.releaseCall(id, period, reserved)),
    async end(usage) {
      await endWith((store) => store.endCall({ code: id, period, reserved, ...usage }));
      // A call that the store did not admit is still recorded there.
      if (!isShared && hasStore) await recordUncounted(counting, id, usage);
    },
  };

  /** Reserves amounts. They are taken back if the caller has left meanwhile. */
  async function reserveNow(amounts: CallAmounts): Promise<RefusedCall | undefined> {
    const refused = await (await target()).reserve(id, period, amounts, budget);
    if (refused) return refused;
    if (!isOver) reserved = amounts;
    else void link.recordSoon(async () => void (await (await target()).reserve(id, period, negative(amounts), {})));
    return undefined;
  }

  async function endWith(work: (store: UsageStore) => Promise<void>): Promise<void> {
    isOver = true;
    keeper.remove(period.callId);
    if (isShared) return link.recordSoon(work);
    await work(own);
  }
}

/** Returns a call that is not limited. */
export function unlimitedCall(isMetered: boolean, end: CountedCall["end"]): CountedCall {
  return { isMetered, headers: {}, limits: {}, async reserve() {}, async release() {}, end };
}

/** Records a call that the store has not admitted. */
export function recordUncounted({ link, env }: Counting, code: string, usage: CallUsage): Promise<void> {
  let period: CallPeriod | undefined;
  return unlessOnNode(
    link.recordSoon(async (store) => {
      if (period === undefined) {
        const admission = await store.admit(code, {});
        // The calls of a code that was revoked meanwhile cost money, too.
        const day = dayText(calendarDay(env.now()).day);
        period = "refused" in admission ? { day, callId: env.newId() } : admission.period;
      }
      await store.endCall({ code, period, reserved: nothing, ...usage });
    }),
  );
}

/**
 * Waits for a record on edge functions, which stop soon after a response has ended. On Node, nobody has to wait for it.
 */
async function unlessOnNode(record: Promise<void>): Promise<void> {
  if (process.env.NEXT_RUNTIME === "edge") await record;
}

function negative({ tokens, money }: CallAmounts): CallAmounts {
  return { tokens: -tokens, money: -money };
}
