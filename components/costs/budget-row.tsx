"use client";
import { useEffect, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { ListRow } from "@/components/ui/list-row";
import { TextField } from "@/components/ui/text-field";
import type { Budget } from "@/lib/chat/budget";
import { amountText, readAmount } from "@/lib/prices/money";
import { isCurrency, isKnownCurrency } from "@/lib/prices/own-prices";
import { useCostSettings } from "@/store/costs/cost-settings";
import { loadPriceBook } from "@/store/costs/price-book";
import styles from "./costs.module.css";

interface BudgetRowProps {
  readonly budget: Budget | undefined;
  readonly onChange: (budget: Budget | undefined) => void;
  /** The id of the row in the screen's URL hash. */
  readonly anchor?: string;
}

/**
 * A monthly budget. It applies as soon as amount and currency are valid. An empty amount removes it; with zero, only free
 * models are asked.
 */
export function BudgetRow({ budget, onChange, anchor }: BudgetRowProps) {
  const t = useTranslations("costs");
  const [typed, setTyped] = useState<{ readonly amount: string; readonly currency: string }>();
  const shown = typed ?? { amount: budget ? amountText(budget.micros) : "", currency: budget?.currency ?? "USD" };
  const isAmountValid = shown.amount.trim() === "" || readAmount(shown.amount) !== undefined;

  function change(part: Partial<typeof shown>): void {
    const next = { ...shown, ...part };
    setTyped(next);
    const micros = readAmount(next.amount);
    if (next.amount.trim() === "") onChange(undefined);
    else if (micros !== undefined && isKnownCurrency(next.currency)) onChange({ currency: next.currency, micros });
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
        <BudgetWarning budget={budget} />
      </span>
    </ListRow>
  );
}

/** The warning that a budget stops all paid models, or none because no price has its currency. */
function BudgetWarning({ budget }: Pick<BudgetRowProps, "budget">) {
  const t = useTranslations("costs");
  const format = useFormatter();
  const currencies = usePricedCurrencies();
  const isUnpriced = budget && currencies && !currencies.includes(budget.currency);
  const warning =
    budget && isUnpriced
      ? t("budgetUnpriced", { currency: budget.currency, currencies: format.list(currencies, { type: "conjunction" }) })
      : budget?.micros === 0 && t("budgetZero");
  return (
    <span role="status" className={styles.warning}>
      {warning}
    </span>
  );
}

/** Returns the currencies of the known prices; undefined until they are loaded. */
function usePricedCurrencies(): readonly string[] | undefined {
  const own = useCostSettings((costs) => costs.prices);
  const [currencies, setCurrencies] = useState<readonly string[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the prices contain the user's own ones
  useEffect(() => {
    let isCurrent = true;
    void loadPriceBook().then(({ table, own }) => {
      const all = [...(table ? [table.currency] : []), ...own.map(({ currency }) => currency)];
      if (isCurrent) setCurrencies([...new Set(all)]);
    });
    return () => {
      isCurrent = false;
    };
  }, [own]);
  return currencies;
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
  const invalid = isCurrency(value) ? t("unknownCurrency", { code: value, example: "USD" }) : t("invalidCurrency");
  const error = isKnownCurrency(value) ? undefined : invalid;
  return (
    <TextField
      {...(isNamed ? { "aria-label": t("currency"), "aria-labelledby": undefined } : { label: t("currency") })}
      error={error}
      value={value}
      onChange={(text) => onChange(text.toUpperCase().trim())}
      maxLength={3}
      autoComplete="off"
      ltr
    />
  );
}
