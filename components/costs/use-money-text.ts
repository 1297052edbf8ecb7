import { useCallback } from "react";
import { useLocale, useTranslations } from "use-intl";
import type { StoredCost } from "@/lib/chat/message";
import { readCost } from "@/lib/chat/reply-cost";
import { formatMoney, type Money } from "@/lib/prices/money";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useCostSettings } from "@/store/costs/cost-settings";
import { useProjects } from "@/store/settings/projects";

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

/**
 * Returns a function that formats the cost of a reply for the line under it, after a separator. An unknown cost is only
 * named if a budget limits the chat, as it does not count toward the budget. The reply's details and sums always name it.
 */
export function useCostSuffix(sessionId: string): (cost: StoredCost | undefined) => string {
  const costText = useCostText();
  const hasBudget = useCostSettings(({ budget }) => budget !== undefined);
  const projectId = useChats((chats) => sessionOf(chats, sessionId)?.projectId);
  const hasProjectBudget = useProjects(({ byId }) => byId.get(projectId ?? "")?.budget !== undefined);
  return (cost) => {
    const isShown = cost && (hasBudget || hasProjectBudget || readCost(cost).kind !== "unknown");
    return isShown ? ` · ${costText(cost)}` : "";
  };
}
