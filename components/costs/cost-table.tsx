"use client";
import { type ReactNode, useEffect, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { ListRow } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import { capitalised } from "@/components/use-dates";
import {
  type LedgerMonths,
  type LedgerRow,
  type LedgerSums,
  modelRows,
  projectSums,
  sumRows,
} from "@/lib/prices/ledger";
import { loadPriceBook } from "@/store/costs/price-book";
import { shownProviderName } from "@/store/settings/models";
import { useProjects } from "@/store/settings/projects";
import styles from "./costs.module.css";
import { useSumTexts } from "./use-sum-texts";

/** The calls of a month by model and by project, and the choice of the month. */
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
      <ModelTable name={monthText(month)} rows={rows} />
      {rows.some(({ projectId }) => projectId !== undefined) && (
        <ProjectTable name={`${t("projects.title")}, ${monthText(month)}`} rows={rows} />
      )}
    </ListRow>
  );
}

interface TableProps {
  readonly name: string;
  readonly rows: readonly LedgerRow[];
}

function ModelTable({ name, rows }: TableProps) {
  const t = useTranslations();
  const inOrder = mostExpensiveFirst(modelRows(rows));
  return (
    <SumTable name={name} heading={t("settings.model")} rows={inOrder}>
      {({ providerName, model }) => (
        <>
          {model === "" ? t("costs.otherModels") : <bdi dir="ltr">{model}</bdi>}
          {providerName !== "" && (
            <span className={styles.provider}>
              <bdi>{shownProviderName(providerName)}</bdi>
            </span>
          )}
        </>
      )}
    </SumTable>
  );
}

/** The calls of each project. Those of deleted projects share a row, and those of chats without a project. */
function ProjectTable({ name, rows }: TableProps) {
  const t = useTranslations();
  const projects = useProjects(({ byId }) => byId);
  const shown = rows.map((row) => {
    const { projectId: id, ...others } = row;
    return id === undefined || projects.has(id) ? row : { ...others, projectId: deletedId };
  });
  const sums = [...projectSums(shown)].map(([id, each]) => ({ id, ...each }));
  return (
    <SumTable name={name} heading={t("costs.project")} rows={mostExpensiveFirst(sums)}>
      {({ id }) => {
        if (id === "") return t("projects.none");
        if (id === deletedId) return t("costs.deletedProjects");
        return <bdi>{projects.get(id)?.name || t("projects.untitled")}</bdi>;
      }}
    </SumTable>
  );
}

/** The id under which calls of deleted projects are added up. Ids of projects have no spaces. */
const deletedId = "deleted projects";

interface SumTableProps<Row extends LedgerSums> {
  readonly name: string;
  /** The name of the first column. */
  readonly heading: string;
  readonly rows: readonly Row[];
  /** Returns the first cell of a row. */
  readonly children: (row: Row) => ReactNode;
}

function SumTable<Row extends LedgerSums>({ name, heading, rows, children: cellOf }: SumTableProps<Row>) {
  const t = useTranslations("costs");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={name}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">{t("calls")}</th>
            <th scope="col">{t("inputTokens")}</th>
            <th scope="col">{t("outputTokens")}</th>
            <th scope="col">{t("cost")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state
            <tr key={index}>
              <th scope="row">{cellOf(row)}</th>
              <SumCells sums={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("total")}</th>
            <SumCells sums={sumRows(rows)} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function SumCells({ sums }: { readonly sums: LedgerSums }) {
  const format = useFormatter();
  const texts = useSumTexts()(sums);
  const tokenText = (count: number) => format.number(count, { notation: "compact", maximumFractionDigits: 1 });
  return (
    <>
      <td>{format.number(sums.calls)}</td>
      <td>{tokenText(sums.tokens.input)}</td>
      <td>{tokenText(sums.tokens.output)}</td>
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

function mostExpensiveFirst<Row extends LedgerSums>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => totalOf(other) - totalOf(one) || other.calls - one.calls);
}

/** Money of all currencies, only to sort rows. */
function totalOf({ money }: LedgerSums): number {
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
