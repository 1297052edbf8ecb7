import { useCallback } from "react";
import { useLocale, useTranslations } from "use-intl";
import type { StoredCost } from "@/lib/chat/message";
import { readCost } from "@/lib/chat/reply-cost";
import { formatMoney, type Money } from "@/lib/prices/money";

/** Returns a function that formats an amount of money in the user's language, marked as `about` if it is an estimate. */
export function useMoneyText(): (money: Money, isAbout?: boolean) => string {
  const t = useTranslations("costs");
  const locale = useLocale();
  return useCallback(
    (money, isAbout = false) => {
      const amount = formatMoney(money, locale);
      return isAbout ? t("about", { amount }) : amount;
    },
    [t, locale],
  );
}

/** Returns a function that formats the cost of a reply. */
export function useCostText(): (cost: StoredCost) => string {
  const t = useTranslations("costs");
  const moneyText = useMoneyText();
  return (cost) => {
    const { kind, currency, micros } = readCost(cost);
    if (currency === undefined || micros === undefined) return t("replyUnknown");
    return moneyText({ currency, micros }, kind === "about");
  };
}
