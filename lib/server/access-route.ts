import { microsPerUnit } from "@/lib/prices/price";
import { requireUncheckedCode } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import type { ValidCode } from "@/lib/server/codes/find-code";
import { refuse } from "@/lib/server/error-response";
import { currentServer, type Server } from "@/lib/server/server";
import { hasBudget } from "@/lib/server/usage/code-limits";
import type { CountedLimits, UsedAmounts } from "@/lib/server/usage/usage-store";

/** Amounts of a limit that are left, and the time at which it renews. */
interface LeftAmount {
  readonly limit: number;
  readonly left: number;
  /** Time in milliseconds since 1970. */
  readonly renews: number;
}

/** Amounts of a code that are left. Money is in units of `currency`. */
interface LeftAmounts {
  readonly tokensPerDay?: LeftAmount;
  readonly tokensPerMonth?: LeftAmount;
  readonly moneyPerMonth?: LeftAmount & { readonly currency: string };
}

/**
 * `/api/access`: returns whether an access code is valid, and its rights, with what is left, to callers that accept
 * JSON. Others get only a
 * status, as clients of earlier versions expect. Wrong codes are counted as on all routes.
 */
export function accessRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["POST"], async () => {
    const code = await requireUncheckedCode(request.headers, server);
    const acceptsJson = /(^|[\s,])application\/json\b/i.test(request.headers.get("accept") ?? "");
    // At the same time, so that a slow store delays the response once.
    const [shown] = await Promise.all([
      acceptsJson ? accessOf(code, server) : undefined,
      code?.rights !== undefined && refuseRevoked(code, server),
    ]);
    if (shown) return Response.json(shown);
    return new Response(null, { status: 204 });
  });
}

/** Throws for a code that the store knows as revoked. If it is unreachable, the code is checked by the next call. */
async function refuseRevoked({ id }: ValidCode, { usage }: Server): Promise<void> {
  if (await usage.isRevoked(id)) throw refuse("code-revoked");
}

async function accessOf(code: ValidCode | undefined, { usage, config }: Server) {
  const { rights } = code ?? {};
  if (code === undefined || rights === undefined) return { rights: null };
  if (!hasBudget(rights)) return { rights };
  const used = await usage.used(code);
  return { rights, left: used ? leftOf(rights, used, config.prices.currency) : null };
}

function leftOf(limits: CountedLimits, used: UsedAmounts, currency: string): LeftAmounts {
  const { tokensPerDay, tokensPerMonth, moneyPerMonth } = limits;
  const left = (limit: number, spent: number, renews: number) => ({ limit, left: Math.max(0, limit - spent), renews });
  return {
    ...(tokensPerDay && { tokensPerDay: left(tokensPerDay, used.tokensToday, used.dayEnds) }),
    ...(tokensPerMonth && { tokensPerMonth: left(tokensPerMonth, used.tokensThisMonth, used.monthEnds) }),
    ...(moneyPerMonth && {
      moneyPerMonth: { ...left(moneyPerMonth, used.moneyThisMonth / microsPerUnit, used.monthEnds), currency },
    }),
  };
}
