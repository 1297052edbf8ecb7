"use client";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useMoneyText } from "@/components/costs/use-money-text";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useErrorMessage } from "@/components/use-error-message";
import { type AppError, toAppError } from "@/lib/errors";
import { useAdmin } from "@/store/admin/admin";
import type { ShownUsage, UsageRow } from "@/store/admin/admin-api";
import { newestFirst, usageCsv } from "@/store/admin/usage-table";
import { saveFile } from "@/store/base/save-file";
import styles from "./admin.module.css";
import { shortId } from "./short-id";
import { UsageChart } from "./usage-chart";

/** Number of days that are shown, today included. */
const shownDays = 30;

/** Maximum number of rows in the table: thousands of codes have more than a browser can render. */
const maxRows = 500;

/** Usage of the last days by day, code and model, and the revoked codes. */
export function UsageSection() {
  const t = useTranslations();
  const words = useErrorMessage();
  const changes = useAdmin((admin) => admin.changes);
  const [usage, setUsage] = useState<ShownUsage>();
  const [problem, setProblem] = useState<AppError>();

  useEffect(() => {
    let isGone = false;
    // A change of revoked codes is another effect.
    void changes;
    useAdmin
      .getState()
      .call("usage", { query: `?days=${shownDays}` })
      .then((read) => !isGone && setUsage(read))
      .catch((thrown: unknown) => !isGone && setProblem(toAppError(thrown)));
    return () => {
      isGone = true;
    };
  }, [changes]);

  return (
    <section className={styles.group} aria-labelledby="admin-usage">
      <h2 id="admin-usage">{t("admin.usage")}</h2>
      {problem && <Notice kind="error" heading={words(problem)} />}
      {usage?.rows.length === 0 && <p className={styles.note}>{t("admin.noUsage")}</p>}
      {usage && usage.rows.length > 0 && (
        <>
          <UsageChart rows={usage.rows} />
          <UsageTable rows={newestFirst(usage.rows)} currency={usage.currency} />
          <div className={styles.actions}>
            <Button
              icon={Download}
              onClick={() => {
                const csv = usageCsv(newestFirst(usage.rows), usage.currency);
                saveFile(new Blob([csv], { type: "text/csv" }), "usage.csv");
              }}
            >
              {t("admin.csv")}
            </Button>
          </div>
        </>
      )}
      {usage && usage.revoked.length > 0 && <RevokedCodes usage={usage} />}
    </section>
  );
}

interface UsageTableProps {
  readonly rows: readonly UsageRow[];
  readonly currency: string;
}

function UsageTable({ rows, currency }: UsageTableProps) {
  const t = useTranslations();
  const format = useFormatter();
  const moneyText = useMoneyText();
  const shown = rows.slice(0, maxRows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.wideTable} tabIndex={0} aria-label={t("settings.costs")}>
      {shown.length < rows.length && (
        <p className={styles.note}>{t("admin.shownRows", { shown: shown.length, count: rows.length })}</p>
      )}
      <table className={styles.numbers}>
        <thead>
          <tr>
            <th scope="col">{t("admin.day")}</th>
            <th scope="col">{t("admin.id")}</th>
            <th scope="col">{t("settings.model")}</th>
            <th scope="col">{t("costs.calls")}</th>
            <th scope="col">{t("costs.inputTokens")}</th>
            <th scope="col">{t("costs.outputTokens")}</th>
            <th scope="col">{t("costs.cost")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ day, code, model, requests, inputTokens, outputTokens, cost, isEstimated }) => (
            <tr key={`${day} ${code} ${model}`}>
              <th scope="row" dir="ltr">
                {day}
              </th>
              <td>
                <bdi dir="ltr">{shortId(code)}</bdi>
              </td>
              <td>
                <bdi dir="ltr">{model}</bdi>
                {isEstimated && <small>{t("admin.estimated")}</small>}
              </td>
              <td>{format.number(requests)}</td>
              <td>{format.number(inputTokens)}</td>
              <td>{format.number(outputTokens)}</td>
              <td>{cost === undefined ? "–" : <bdi>{moneyText({ currency, micros: cost })}</bdi>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RevokedCodes({ usage: { revoked } }: { readonly usage: ShownUsage }) {
  const t = useTranslations("admin");
  const words = useErrorMessage();
  const [problem, setProblem] = useState<AppError>();

  async function restore(countId: string) {
    try {
      await useAdmin.getState().call("codes/revoke", { body: { countId, isRevoked: false } });
      useAdmin.getState().changed();
    } catch (thrown) {
      setProblem(toAppError(thrown));
    }
  }

  return (
    <div className={styles.form}>
      <h3>{t("revoked")}</h3>
      {problem && <Notice kind="error" isAlert heading={words(problem)} />}
      {revoked.map(({ code }) => (
        <div key={code} className={styles.copied}>
          <code dir="ltr">{shortId(code)}</code>
          <Button size="small" aria-label={`${t("restore")}: ${shortId(code)}`} onClick={() => void restore(code)}>
            {t("restore")}
          </Button>
        </div>
      ))}
    </div>
  );
}
