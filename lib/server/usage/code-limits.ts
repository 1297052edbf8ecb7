import type { AppError } from "@/lib/errors";
import type { CodeRights } from "@/lib/server/codes/code-rights";
import { type Refusal, refuse } from "@/lib/server/error-response";
import type { CountedLimits, RefusedCall, UsageRefusal } from "@/lib/server/usage/usage-store";

/** Who pays for a call: the operator, or the caller with an own key. */
export type Payer = "operator" | "caller";

/** Maximum number of replies at the same time of a code with tokens or money, if the code sets none. */
const atOnceWithBudget = 10;

/** Seconds after which a caller may try again while the store is unreachable. */
const retryStoreSeconds = 10;

const refusalByReason: Readonly<Record<UsageRefusal, Refusal>> = {
  revoked: "code-revoked",
  "per-minute": "code-per-minute",
  "at-once": "code-at-once",
  "tokens-day": "code-tokens-day",
  "tokens-month": "code-tokens-month",
  "money-month": "code-money",
};

/** Returns the limits that apply to the calls of a code. */
export function limitsOf(rights: CodeRights | undefined, payer: Payer): CountedLimits {
  const { perMinute, atOnce, tokensPerDay, tokensPerMonth, moneyPerMonth }: CountedLimits = rights ?? {};
  const counted = { ...(perMinute && { perMinute }), ...(atOnce && { atOnce }) };
  if (payer === "caller") return counted;
  const hasAmounts = rights !== undefined && hasBudget(rights);
  return {
    // Replies under way can exceed an amount by their unexpected parts, so their number is limited.
    ...(hasAmounts && { atOnce: atOnceWithBudget }),
    ...counted,
    ...(tokensPerDay && { tokensPerDay }),
    ...(tokensPerMonth && { tokensPerMonth }),
    ...(moneyPerMonth && { moneyPerMonth }),
  };
}

/** Whether tokens or money are limited. */
export function hasBudget({ tokensPerDay, tokensPerMonth, moneyPerMonth }: CountedLimits): boolean {
  return tokensPerDay !== undefined || tokensPerMonth !== undefined || moneyPerMonth !== undefined;
}

/** Returns the refusal of a call that a limit does not admit. */
export function refusalFor({ refused, retryAfterSeconds }: RefusedCall, limits: CountedLimits): AppError {
  const refusal = refusalByReason[refused];
  if (retryAfterSeconds === undefined) return refuse(refusal);
  return refuse(refusal, { retryAfterSeconds, ...(refused === "per-minute" && { perMinute: limits.perMinute }) });
}

/** Returns the refusal of a call that cannot be counted, because the store is unreachable. */
export function uncountedRefusal(): AppError {
  return refuse("code-uncounted", { retryAfterSeconds: retryStoreSeconds });
}
