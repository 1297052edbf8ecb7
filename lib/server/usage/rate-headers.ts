import type { Admission, CountedLimits } from "@/lib/server/usage/usage-store";

/** Length of the window of calls, in seconds. */
const windowSeconds = 60;

/**
 * Returns headers with what is left: those of OpenAI's API (https://platform.openai.com/docs/guides/rate-limits), and
 * those of the standard (https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/).
 */
export function rateHeaders(
  limits: CountedLimits,
  { callsLeft, used }: Extract<Admission, { period: unknown }>,
): Record<string, string> {
  const { perMinute } = limits;
  const calls = perMinute === undefined ? {} : callHeaders(perMinute, callsLeft ?? 0, windowSeconds);
  const tokens = [
    { limit: limits.tokensPerDay, used: used.tokensToday, ends: used.dayEnds },
    { limit: limits.tokensPerMonth, used: used.tokensThisMonth, ends: used.monthEnds },
  ].flatMap(({ limit, used: spent, ends }) =>
    limit === undefined ? [] : [{ limit, left: Math.max(0, limit - spent), seconds: (ends - used.now) / 1000 }],
  );
  const [tightest] = tokens.toSorted((one, other) => one.left - other.left);
  if (tightest === undefined) return calls;
  return {
    ...calls,
    "x-ratelimit-limit-tokens": String(tightest.limit),
    "x-ratelimit-remaining-tokens": String(tightest.left),
    "x-ratelimit-reset-tokens": `${Math.max(0, Math.ceil(tightest.seconds))}s`,
  };
}

/** Names of all headers that tell a caller what is left, and when to try again. */
export const rateHeaderNames: readonly string[] = [
  "retry-after",
  "ratelimit",
  "ratelimit-policy",
  "x-ratelimit-limit-requests",
  "x-ratelimit-remaining-requests",
  "x-ratelimit-reset-requests",
  "x-ratelimit-limit-tokens",
  "x-ratelimit-remaining-tokens",
  "x-ratelimit-reset-tokens",
];

/** Returns the headers of a limit of calls per minute. */
export function callHeaders(perMinute: number, left: number, resetSeconds: number): Record<string, string> {
  return {
    "x-ratelimit-limit-requests": String(perMinute),
    "x-ratelimit-remaining-requests": String(left),
    "x-ratelimit-reset-requests": `${resetSeconds}s`,
    "ratelimit-policy": `"minute";q=${perMinute};w=${windowSeconds}`,
    ratelimit: `"minute";r=${left};t=${resetSeconds}`,
  };
}
