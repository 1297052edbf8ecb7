"use client";
import { useFormatter, useTranslations } from "use-intl";
import type { LeftAmount } from "@/store/settings/code-limits";

/** Returns a function that describes what is left of a limit of the access code, and when it renews. */
export function useLeftText(): (amount: LeftAmount) => string {
  const t = useTranslations("codeLimits");
  const format = useFormatter();
  return ({ kind, limit, left, renews, currency }) => {
    const amountText = (amount: number) =>
      currency === undefined
        ? format.number(Math.floor(amount))
        : format.number(amount, { style: "currency", currency });
    const when = format.dateTime(renews, { day: "numeric", month: "short", hour: "numeric", minute: "numeric" });
    return t(kind, { left: amountText(left), limit: amountText(limit), when });
  };
}
