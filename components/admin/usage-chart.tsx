"use client";
import { type ReactNode, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Segmented } from "@/components/ui/segmented";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { UsageRow } from "@/store/admin/admin-api";
import { daySums, largestSums, type UsageGrouping } from "@/store/admin/usage-table";
import styles from "./admin.module.css";
import { shortId } from "./short-id";

/** Tokens as bars: of days, of codes or of models. */
export function UsageChart({ rows }: { readonly rows: readonly UsageRow[] }) {
  const t = useTranslations();
  const [grouping, setGrouping] = useState<UsageGrouping>("day");
  const options = [
    { value: "day", label: t("admin.day") },
    { value: "code", label: t("admin.code") },
    { value: "model", label: t("settings.model") },
  ] as const;
  return (
    <>
      <Segmented label={t("admin.groupBy")} value={grouping} options={options} onChange={setGrouping} />
      {grouping === "day" ? <DayChart rows={rows} /> : <LargestChart rows={rows} by={grouping} />}
    </>
  );
}

/** The tokens of each day as columns. */
function DayChart({ rows }: { readonly rows: readonly UsageRow[] }) {
  const format = useFormatter();
  const days = daySums(rows);
  const most = Math.max(1, ...days.map(({ tokens }) => tokens));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <ol ref={scrollToEnd} className={styles.chart} tabIndex={0}>
      {days.map(({ name, tokens }) => (
        <li key={name} className={styles.bar} title={`${name}: ${format.number(tokens)}`}>
          <VisuallyHidden>{`${name}: ${format.number(tokens)}`}</VisuallyHidden>
          <span aria-hidden="true" style={{ blockSize: `${Math.max(2, (100 * tokens) / most)}%` }} />
          <small aria-hidden="true" dir="ltr">
            {name.slice(5)}
          </small>
        </li>
      ))}
    </ol>
  );
}

/** Scrolls to the newest day: a phone has no room for all days. Right-to-left positions are negative. */
function scrollToEnd(list: HTMLElement | null): void {
  if (list) list.scrollLeft = getComputedStyle(list).direction === "rtl" ? -list.scrollWidth : list.scrollWidth;
}

interface LargestChartProps {
  readonly rows: readonly UsageRow[];
  readonly by: "code" | "model";
}

/** The tokens of the codes or models with the most tokens as rows. */
function LargestChart({ rows, by }: LargestChartProps) {
  const t = useTranslations("admin");
  const { sums, others } = largestSums(rows, by);
  const most = Math.max(1, others.tokens, ...sums.map(({ tokens }) => tokens));
  return (
    <ol className={styles.ranking}>
      {sums.map(({ name, tokens }) => (
        <RankedBar key={name} share={tokens / most} tokens={tokens} title={name}>
          <bdi dir="ltr">{by === "code" ? shortId(name) : name}</bdi>
        </RankedBar>
      ))}
      {others.count > 0 && (
        <RankedBar share={others.tokens / most} tokens={others.tokens}>
          {t("others", { count: others.count })}
        </RankedBar>
      )}
    </ol>
  );
}

interface RankedBarProps {
  /** Length of the bar, from 0 to 1. */
  readonly share: number;
  readonly tokens: number;
  readonly title?: string;
  readonly children: ReactNode;
}

function RankedBar({ share, tokens, title, children }: RankedBarProps) {
  const format = useFormatter();
  return (
    <li title={title}>
      <span>{children}</span> <span className={styles.sum}>{format.number(tokens)}</span>
      <span aria-hidden="true" className={styles.length} style={{ inlineSize: `${Math.max(0.5, 100 * share)}%` }} />
    </li>
  );
}
