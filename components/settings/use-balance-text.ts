"use client";
import { useFormatter, useTranslations } from "use-intl";
import type { Balance } from "@/lib/providers/provider";

/** Returns a function that formats the usage and balance of an account, in its currency. */
export function useBalanceText(): (balance: Balance) => string {
  const t = useTranslations("providers");
  const format = useFormatter();
  return ({ used, total, currency }) => {
    const money = (value: number) => format.number(value, { style: "currency", currency });
    if (used !== undefined && total !== undefined) return t("usedOf", { used: money(used), total: money(total) });
    if (used !== undefined) return t("used", { used: money(used) });
    return total === undefined ? t("balanceUnknown") : t("left", { total: money(total) });
  };
}
