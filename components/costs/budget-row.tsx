"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ListRow } from "@/components/ui/list-row";
import { TextField } from "@/components/ui/text-field";
import { amountText, readAmount } from "@/lib/prices/money";
import { isCurrency } from "@/lib/prices/own-prices";
import { useCostSettings } from "@/store/costs/cost-settings";
import styles from "./costs.module.css";

/** The monthly budget. It applies as soon as amount and currency are valid. An empty amount removes it. */
export function BudgetRow() {
  const t = useTranslations("costs");
  const budget = useCostSettings((costs) => costs.budget);
  const [typed, setTyped] = useState<{ readonly amount: string; readonly currency: string }>();
  const shown = typed ?? { amount: budget ? amountText(budget.micros) : "", currency: budget?.currency ?? "USD" };
  const isAmountValid = shown.amount.trim() === "" || readAmount(shown.amount) !== undefined;

  function change(part: Partial<typeof shown>): void {
    const next = { ...shown, ...part };
    setTyped(next);
    const micros = readAmount(next.amount);
    const isEmpty = next.amount.trim() === "" || micros === 0;
    if (isEmpty) useCostSettings.getState().setBudget(undefined);
    else if (micros !== undefined && isCurrency(next.currency))
      useCostSettings.getState().setBudget({ currency: next.currency, micros });
  }

  return (
    <ListRow title={t("budget")} subtitle={t("budgetHint")} wide anchor="budget" also={[t("also")]}>
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
