import type { ReplyCost } from "@/lib/chat/message";

/** Returns the sum of two costs; unknown if one of them is, or if their currencies differ. */
export function addCosts(one: ReplyCost | undefined, other: ReplyCost | undefined): ReplyCost | undefined {
  if (!one || !other) return one ?? other;
  if (one.micros === undefined || other.micros === undefined || one.currency !== other.currency) {
    return { kind: "unknown" };
  }
  const kind = one.kind === "exact" && other.kind === "exact" ? "exact" : "about";
  const micros = Math.min(one.micros + other.micros, Number.MAX_SAFE_INTEGER);
  return { kind, ...(one.currency !== undefined && { currency: one.currency }), micros };
}
