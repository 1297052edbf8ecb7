"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { TextField } from "@/components/ui/text-field";
import { useErrorMessage } from "@/components/use-error-message";
import { type AppError, toAppError } from "@/lib/errors";
import { useAdmin } from "@/store/admin/admin";
import type { ShownProvider, TestResult } from "@/store/admin/admin-api";
import styles from "./admin.module.css";

/** A test call for each provider that the server can call with its own key. */
export function TestSection({ providers }: { readonly providers: readonly ShownProvider[] }) {
  const t = useTranslations();
  const testable = providers.filter(({ isTestable }) => isTestable);
  return (
    <section className={styles.group} aria-labelledby="admin-tests">
      <h2 id="admin-tests">{t("admin.tests")}</h2>
      <p className={styles.note}>{t("admin.testsHint")}</p>
      <ListRows>
        {testable.map((provider) => (
          <TestRow key={provider.id} provider={provider} />
        ))}
      </ListRows>
    </section>
  );
}

function TestRow({ provider: { id, name, keys, models } }: { readonly provider: ShownProvider }) {
  const t = useTranslations();
  const [model, setModel] = useState(models[0] ?? "");
  const [result, setResult] = useState<TestResult | AppError>();
  const [isBusy, setBusy] = useState(false);

  async function test() {
    setBusy(true);
    setResult(undefined);
    try {
      setResult(await useAdmin.getState().call("test", { body: { provider: id, model } }));
    } catch (thrown) {
      setResult(toAppError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ListRow title={<bdi>{name}</bdi>} subtitle={t("admin.keys", { count: keys })} stacked className={styles.test}>
      <div className={styles.testCall}>
        <TextField
          value={model}
          ltr
          label={t("settings.model")}
          autoComplete="off"
          list={`admin-models-${id}`}
          onChange={setModel}
        />
        <datalist id={`admin-models-${id}`}>
          {models.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <Button busy={isBusy} aria-label={`${t("admin.test")}: ${name}`} onClick={() => void test()}>
          {t("admin.test")}
        </Button>
      </div>
      <div role="status">{result && <Outcome result={result} />}</div>
    </ListRow>
  );
}

function Outcome({ result }: { readonly result: TestResult | AppError }) {
  const t = useTranslations();
  const words = useErrorMessage();
  if (result instanceof Error) return <p className={styles.bad}>{words(result)}</p>;
  const { status, ms, error } = result;
  if (error === undefined) return <p className={styles.good}>{t("admin.works", { status: String(status), ms })}</p>;
  return (
    <p className={styles.bad}>
      {t("admin.fails", { status: String(status), ms })} <bdi>{error}</bdi>
    </p>
  );
}
