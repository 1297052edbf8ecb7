"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ListRow } from "@/components/ui/list-row";
import { TextField } from "@/components/ui/text-field";
import type { Budget } from "@/lib/chat/budget";
import { amountText, readAmount } from "@/lib/prices/money";
import { isCurrency } from "@/lib/prices/own-prices";
import styles from "./costs.module.css";

interface BudgetRowProps {
  readonly budget: Budget | undefined;
  readonly onChange: (budget: Budget | undefined) => void;
  /** The id of the row in the screen's URL hash. */
  readonly anchor?: string;
}

/** A monthly budget. It applies as soon as amount and currency are valid. An empty amount removes it. */
export function BudgetRow({ budget, onChange, anchor }: BudgetRowProps) {
  const t = useTranslations("costs");
  const [typed, setTyped] = useState<{ readonly amount: string; readonly currency: string }>();
  const shown = typed ?? { amount: budget ? amountText(budget.micros) : "", currency: budget?.currency ?? "USD" };
  const isAmountValid = shown.amount.trim() === "" || readAmount(shown.amount) !== undefined;

  function change(part: Partial<typeof shown>): void {
    const next = { ...shown, ...part };
    setTyped(next);
    const micros = readAmount(next.amount);
    const isEmpty = next.amount.trim() === "" || micros === 0;
    if (isEmpty) onChange(undefined);
    else if (micros !== undefined && isCurrency(next.currency)) onChange({ currency: next.currency, micros });
  }

  return (
    <ListRow title={t("budget")} subtitle={t("budgetHint")} wide anchor={anchor} also={[t("also")]}>
      <span className={styles.fields}>
        <TextField
          error={isAmountValid ? undefined : t("invalidAmount")}
          value={shown.amount}
          onChange={(amount) => change({ amount })}
          inputMode="decimal"
          autoComplete="off"
          ltr
        />
        <CurrencyField value={shown.currency} onChange={(currency) => change({ currency })} isNamed />
      </span>
    </ListRow>
  );
}

interface CurrencyFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether its name is not shown, because a row is around it. */
  readonly isNamed?: boolean;
}

/** A field for the code of a currency. */
export function CurrencyField({ value, onChange, isNamed = false }: CurrencyFieldProps) {
  const t = useTranslations("costs");
  return (
    <TextField
      {...(isNamed ? { "aria-label": t("currency"), "aria-labelledby": undefined } : { label: t("currency") })}
      error={isCurrency(value) ? undefined : t("invalidCurrency")}
      value={value}
      onChange={(text) => onChange(text.toUpperCase().trim())}
      maxLength={3}
      autoComplete="off"
      ltr
    />
  );
}
