"use client";
import { useEffect, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { ListRow } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import { capitalised } from "@/components/use-dates";
import { type LedgerMonths, type LedgerRow, type LedgerSums, sumRows } from "@/lib/prices/ledger";
import { moneyList } from "@/lib/prices/money";
import { loadPriceBook } from "@/store/costs/price-book";
import { shownProviderName } from "@/store/settings/models";
import styles from "./costs.module.css";
import { useMoneyText } from "./use-money-text";

/** The calls of a month by model, and the choice of the month. */
export function CostTable({ months }: { readonly months: LedgerMonths }) {
  const t = useTranslations();
  const date = usePriceDate();
  const monthText = useMonthText();
  const names = Object.keys(months).toSorted().reverse();
  const [chosen, setChosen] = useState<string>();
  const month = chosen !== undefined && months[chosen] ? chosen : (names[0] ?? "");
  const rows = months[month]?.rows ?? [];
  return (
    <ListRow
      title={t("costs.month")}
      subtitle={date && t("costs.hint", { date })}
      anchor="usage-and-cost"
      also={[t("costs.also")]}
      stacked
      className={styles.months}
    >
      <Select
        value={month}
        options={names.map((name) => ({ value: name, label: monthText(name) }))}
        onChange={setChosen}
      />
      <MonthTable name={monthText(month)} rows={rows} />
    </ListRow>
  );
}

function MonthTable({ name, rows }: { readonly name: string; readonly rows: readonly LedgerRow[] }) {
  const t = useTranslations();
  const inOrder = rows.toSorted((one, other) => totalOf(other) - totalOf(one) || other.calls - one.calls);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={name}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("settings.model")}</th>
            <th scope="col">{t("costs.calls")}</th>
            <th scope="col">{t("costs.inputTokens")}</th>
            <th scope="col">{t("costs.outputTokens")}</th>
            <th scope="col">{t("costs.cost")}</th>
          </tr>
        </thead>
        <tbody>
          {inOrder.map((row) => (
            <tr key={`${row.providerName} ${row.model}`}>
              <th scope="row">
                {row.model === "" ? t("costs.otherModels") : <bdi dir="ltr">{row.model}</bdi>}
                {row.providerName !== "" && (
                  <span className={styles.provider}>
                    <bdi>{shownProviderName(row.providerName)}</bdi>
                  </span>
                )}
              </th>
              <SumCells sums={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("costs.total")}</th>
            <SumCells sums={sumRows(rows)} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function SumCells({ sums }: { readonly sums: LedgerSums }) {
  const t = useTranslations("costs");
  const format = useFormatter();
  const moneyText = useMoneyText();
  const { calls, tokens, estimated, unknown } = sums;
  const money = moneyList(sums.money).map((each) => moneyText(each, estimated > 0));
  const texts = unknown > 0 ? [...money, t("unknown")] : money;
  const tokenText = (count: number) => format.number(count, { notation: "compact", maximumFractionDigits: 1 });
  return (
    <>
      <td>{format.number(calls)}</td>
      <td>{tokenText(tokens.input)}</td>
      <td>{tokenText(tokens.output)}</td>
      <td>
        {texts.length === 0 && "–"}
        {texts.map((text) => (
          <span key={text} className={styles.amount}>
            <bdi>{text}</bdi>
          </span>
        ))}
      </td>
    </>
  );
}

/** Money of all currencies, only to sort rows. */
function totalOf({ money }: LedgerRow): number {
  return Object.values(money).reduce((sum, micros) => sum + micros, 0);
}

/** Returns a function that formats a month's name, such as `2026-11`. */
function useMonthText(): (name: string) => string {
  const format = useFormatter();
  return (name) => {
    const [year, month] = name.split("-").map(Number);
    const first = new Date(year ?? 0, (month ?? 1) - 1, 1);
    return capitalised(format.dateTime(first, { month: "long", year: "numeric" }));
  };
}

/** Returns the formatted day of the built-in prices; undefined until they are loaded. */
function usePriceDate(): string | undefined {
  const format = useFormatter();
  const [date, setDate] = useState<number>();
  useEffect(() => {
    let isGone = false;
    void loadPriceBook().then(({ table }) => !isGone && setDate(table?.date));
    return () => {
      isGone = true;
    };
  }, []);
  return date === undefined ? undefined : format.dateTime(date, { dateStyle: "medium", timeZone: "UTC" });
}
