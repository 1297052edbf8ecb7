import { create } from "zustand";
import type { Environment } from "@/lib/environment";
import { parseJson, recordOf } from "@/lib/json";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { codeHeaders } from "@/lib/settings/connect";
import { useAccess } from "@/store/settings/access";

/** The kinds of amounts that an access code limits. */
export const limitKinds = ["tokensPerDay", "tokensPerMonth", "moneyPerMonth"] as const;
export type LimitKind = (typeof limitKinds)[number];

/** An amount that is left of a limit. */
export interface LeftAmount {
  readonly kind: LimitKind;
  readonly limit: number;
  readonly left: number;
  /** Time in milliseconds since 1970. */
  readonly renews: number;
  /** ISO 4217 code of an amount of money. */
  readonly currency?: string;
}

interface CodeLimitsStore {
  /** `failed`: the server could not tell; `none`: there are no such limits, or they were not checked yet. */
  readonly state: "none" | "checking" | "failed" | "known";
  /** Amounts of the access code, or of the user whom a proxy names, that are left. */
  readonly amounts: readonly LeftAmount[];
  /** Asks the server. Never rejects. */
  refresh(): Promise<void>;
}

/** Timeout of the request, in milliseconds. */
const requestMs = 20_000;

/** Share of a limit below which the app warns. */
const lowShare = 0.2;

/** Maximum length of a valid response, in characters. */
const maxChars = 20_000;

/** Creates the store of what is left of the access code. */
export function createCodeLimits(
  env: Pick<Environment, "fetch">,
  access: Pick<typeof useAccess, "getState"> = useAccess,
) {
  return create<CodeLimitsStore>()((set) => ({
    state: "none",
    amounts: [],
    async refresh() {
      const { accessCode, reach, flags } = access.getState();
      const code = flags?.hasUser ? "" : accessCode.trim();
      const isSendable = /^[\x20-\x7e\xa0-\xff]+$/.test(code);
      if (reach.relay === undefined || !(flags?.hasUser || (flags?.needCode && isSendable))) {
        return set({ state: "none", amounts: [] });
      }
      set({ state: "checking" });
      try {
        const response = await env.fetch(`${reach.relay}/access`, {
          method: "POST",
          headers: { ...codeHeaders({ accessCode: code }, true), accept: "application/json" },
          signal: AbortSignal.timeout(requestMs),
        });
        const text = response.status === 200 ? (await response.text()).slice(0, maxChars) : "";
        // The code may have been changed meanwhile.
        if (code !== "" && access.getState().accessCode.trim() !== code) return set({ state: "none", amounts: [] });
        const { left } = recordOf(parseJson(text));
        const amounts = readAmounts(left);
        set({ state: left === null ? "failed" : amounts.length > 0 ? "known" : "none", amounts });
      } catch {
        set({ state: "failed", amounts: [] });
      }
    },
  }));
}

/** Amounts of the access code in use that are left. */
export const useCodeLimits = createCodeLimits(browserEnvironment);

/** Returns the amounts of which less than a fifth is left. */
export function lowAmounts(amounts: readonly LeftAmount[]): readonly LeftAmount[] {
  return amounts.filter(({ left, limit }) => left < lowShare * limit);
}

/** Reads the amounts of a response. Invalid ones are left out. */
function readAmounts(value: unknown): LeftAmount[] {
  const record = recordOf(value);
  return limitKinds.flatMap((kind): readonly LeftAmount[] => {
    const { limit, left, renews, currency } = recordOf(record[kind]);
    const isValid = isAmount(limit) && limit > 0 && isAmount(left) && isAmount(renews) && renews <= 8.64e15;
    if (!isValid) return [];
    if (kind !== "moneyPerMonth") return [{ kind, limit, left: Math.min(left, limit), renews }];
    const isCurrency = typeof currency === "string" && /^[A-Z]{3}$/.test(currency);
    return isCurrency ? [{ kind, limit, left: Math.min(left, limit), renews, currency }] : [];
  });
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
