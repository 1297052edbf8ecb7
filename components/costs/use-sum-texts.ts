"use client";
import { useTranslations } from "use-intl";
import type { LedgerSums } from "@/lib/prices/ledger";
import { moneyList } from "@/lib/prices/money";
import { useMoneyText } from "./use-money-text";

/** Returns a function that formats the money of calls by currency, and whether the cost of some of them is unknown. */
export function useSumTexts(): (sums: LedgerSums) => readonly string[] {
  const t = useTranslations("costs");
  const moneyText = useMoneyText();
  return ({ money, estimated, unknown }) => {
    const texts = moneyList(money).map((each) => moneyText(each, estimated > 0));
    return unknown > 0 ? [...texts, t("unknown")] : texts;
  };
}
