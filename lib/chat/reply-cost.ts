import type { ReplyCost, StoredCost } from "@/lib/chat/message";

/** Returns a stored cost; `unknown` if it is invalid. */
export function readCost({ kind, currency, micros }: StoredCost): ReplyCost {
  const isValid = typeof currency === "string" && /^[A-Z]{3}$/.test(currency) && Number.isSafeInteger(micros);
  if (!isValid || Number(micros) < 0) return { kind: "unknown" };
  return { kind: kind === "exact" ? "exact" : "about", currency, micros: Number(micros) };
}

/** Returns the sum of two costs; unknown if one of them is, or if their currencies differ. */
export function addCosts(stored: StoredCost | undefined, added: ReplyCost | undefined): ReplyCost | undefined {
  const one = stored && readCost(stored);
  if (!one || !added) return one ?? added;
  const { currency, micros } = one;
  if (currency === undefined || micros === undefined || added.micros === undefined || currency !== added.currency) {
    return { kind: "unknown" };
  }
  const kind = one.kind === "exact" && added.kind === "exact" ? "exact" : "about";
  return { kind, currency, micros: Math.min(micros + added.micros, Number.MAX_SAFE_INTEGER) };
}
