"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { type AppError, toAppError } from "@/lib/errors";
import type { Balance, Provider } from "@/lib/providers/provider";
import { useAccess } from "@/store/settings/access";
import { askBalance, type CheckResult, checkProvider, hasBalance } from "@/store/settings/provider-check";
import { FailureText } from "./failure-text";
import styles from "./settings-screen.module.css";
import { useBalanceText } from "./use-balance-text";

type Check =
  | { readonly state: "idle" | "checking" }
  | { readonly state: "done"; readonly result: CheckResult; readonly balance?: Balance | "unknown" }
  | { readonly state: "failed"; readonly error: AppError };

/** Checks whether a provider works with the entered values, and shows the result. */
export function ProviderCheck({ provider }: { readonly provider: Provider }) {
  const t = useTranslations("providers");
  const [check, setCheck] = useState<Check>({ state: "idle" });
  const isAsked = useAccess((access) => hasBalance(provider, access));

  async function start() {
    setCheck({ state: "checking" });
    try {
      const result = await checkProvider(provider);
      setCheck({ state: "done", result });
      if (!isAsked) return;
      const balance = await askBalance(provider).catch(() => "unknown" as const);
      setCheck({ state: "done", result, balance });
    } catch (thrown) {
      setCheck({ state: "failed", error: toAppError(thrown) });
    }
  }

  return (
    <div className={styles.check}>
      <Button size="small" busy={check.state === "checking"} onClick={() => void start()}>
        {t("check")}
      </Button>
      <p role="status" data-failed={check.state === "failed" || undefined}>
        <CheckWords check={check} />
      </p>
    </div>
  );
}

function CheckWords({ check }: { readonly check: Check }) {
  const t = useTranslations("providers");
  const addKey = useTranslations("addKey");
  const formatBalance = useBalanceText();
  if (check.state === "checking") return t("checking");
  if (check.state === "failed") return <FailureText error={check.error} />;
  if (check.state !== "done") return null;
  const { result, balance } = check;
  return (
    <>
      {result.kind === "ok" && t("works", { count: result.models })}
      {result.kind === "answers" && t("answers")}
      {result.kind === "needs-model" && addKey("needsModel")}
      {result.kind === "model-missing" && t("modelMissing", { model: result.model })}
      {balance !== undefined && <span> {balance === "unknown" ? t("balanceUnknown") : formatBalance(balance)}</span>}
    </>
  );
}
