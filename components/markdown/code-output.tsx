import { X } from "lucide-react";
import { useTranslations } from "use-intl";
import { Spinner } from "@/components/ui/spinner";
import type { CodeItem } from "@/lib/tools/app/code-run";
import { CodeButton } from "./code-button";
import styles from "./code-output.module.css";
import type { ShownRun } from "./use-code-run";

/** Maximum numbers of rows and columns of a table that are rendered. */
const maxDrawn = { rows: 200, columns: 30 };

/** The texts of problems, in the section `markdown`. */
const problemTexts = {
  timeout: "codeTimeout",
  stopped: "codeStopped",
  crashed: "codeCrashed",
  network: "codeNetwork",
} as const;

interface CodeOutputProps {
  readonly run: ShownRun;
  readonly onClose: () => void;
}

/** The output of a block's code: texts, tables and pictures, all of them untrusted. */
export function CodeOutput({ run: { items, problem, isRunning }, onClose }: CodeOutputProps) {
  const t = useTranslations("markdown");
  const isEmpty = items.length === 0 && !isRunning && !problem;
  const note = problem ? t(problemTexts[problem]) : isEmpty ? t("codeNothing") : "";
  return (
    <figure className={styles.output}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{t("codeOutput")}</span>
        {isRunning && (
          <span className={styles.running}>
            <Spinner size="small" />
            {t("codeRunning")}
          </span>
        )}
        <CodeButton label={t("closeOutput")} icon={X} onClick={onClose} />
      </figcaption>
      {items.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <div className={styles.items} role="group" aria-label={t("codeOutput")} tabIndex={0}>
          {items.map((item, index) => (
            // Items are only ever added, so the index is the identity.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Item key={index} item={item} />
          ))}
        </div>
      )}
      <p className={styles.note} role="status" data-problem={problem}>
        {note}
      </p>
    </figure>
  );
}

function Item({ item }: { item: CodeItem }) {
  const t = useTranslations("markdown");
  switch (item.type) {
    case "text":
    case "value":
    case "error":
      return (
        <pre dir="ltr" data-kind={item.type}>
          {item.text}
        </pre>
      );
    case "table":
      return <Table {...item} />;
    case "picture":
      // biome-ignore lint/performance/noImgElement: a data URL created by this page, in which nothing runs or loads
      return <img src={item.url} alt={t("codePicture")} />;
  }
}

function Table({ columns, rows }: Pick<Extract<CodeItem, { type: "table" }>, "columns" | "rows">) {
  const cells = (row: readonly string[]) => row.slice(0, maxDrawn.columns);
  return (
    <table>
      <thead>
        <tr>
          {cells(columns).map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns do not change
            <th key={index}>{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, maxDrawn.rows).map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows do not change
          <tr key={index}>
            {cells(row).map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns do not change
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
        {rows.length > maxDrawn.rows && (
          <tr>
            <td colSpan={columns.length}>…</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
