"use client";
import { useEffect } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { isCompared } from "@/lib/chat/comparison";
import { toAppError } from "@/lib/errors";
import { budgetLevel } from "@/lib/prices/budget";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useCostSettings } from "@/store/costs/cost-settings";
import { useSpending } from "@/store/costs/spending";
import { useTurns } from "@/store/turns/turns";
import styles from "./budget-notice.module.css";
import { useMoneyText } from "./use-money-text";

/** The notice above the message box from 80 % of the month's budget on, and what can be done at 100 %. */
export function BudgetNotice({ sessionId }: { readonly sessionId: string }) {
  const hasBudget = useCostSettings(({ budget }) => budget !== undefined);
  return hasBudget && <SpentBudget sessionId={sessionId} />;
}

function SpentBudget({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("costs");
  const format = useFormatter();
  const moneyText = useMoneyText();
  const budget = useCostSettings((costs) => costs.budget);
  const spent = useSpending((spending) => spending.spent);
  const isAllowed = useSpending(({ allowed }) => allowed[sessionId] === true);
  useEffect(() => {
    const { follow, read } = useSpending.getState();
    const stop = follow();
    document.addEventListener("visibilitychange", read);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", read);
    };
  }, []);
  if (!budget || !spent) return null;
  const level = budgetLevel(budget, spent);
  if (level === "under") return null;
  const micros = spent[budget.currency] ?? 0;
  const amounts = { spent: moneyText({ ...budget, micros }), budget: moneyText(budget) };
  const isOver = level === "over";
  // Rounded down, so that 99.6 % is not shown as spent.
  const percent = format.number(Math.floor((micros / budget.micros) * 100) / 100, { style: "percent" });
  return (
    <div className={styles.notice}>
      <Notice
        kind={isOver ? "error" : "warn"}
        level={2}
        heading={isOver ? t("over", amounts) : t("near", { ...amounts, percent })}
        text={isOver && isAllowed ? <span role="status">{t("onceAllowed")}</span> : undefined}
        actions={
          <>
            {isOver && !isAllowed && (
              <Button size="small" onClick={() => sendOnce(sessionId)}>
                {t("sendOnce")}
              </Button>
            )}
            <LinkButton size="small" variant="quiet" href="/settings#budget">
              {t("changeBudget")}
            </LinkButton>
          </>
        }
      />
    </div>
  );
}

/** Lets the chat send once. A reply that the budget has refused is asked for again; else the next message is sent. */
function sendOnce(sessionId: string): void {
  useSpending.getState().allowOnce(sessionId);
  const { threads, messages } = useChats.getState();
  const last = messages[threads[sessionId]?.ids.at(-1) ?? ""];
  if (last && isCompared(last)) {
    void import("@/store/turns/comparisons").then(
      ({ retryRefused }) => retryRefused(useTurns.getState().context, sessionId),
      (thrown: unknown) => report(toAppError(thrown)),
    );
  } else if (last?.error?.kind === "budget") void useTurns.getState().retry(sessionId, last.id);
}
