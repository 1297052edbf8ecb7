"use client";
import { type FormEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { SecretField } from "@/components/ui/secret-field";
import { useErrorMessage } from "@/components/use-error-message";
import { type AppError, toAppError } from "@/lib/errors";
import { useAdmin } from "@/store/admin/admin";
import styles from "./admin.module.css";

/** The form that exchanges the administrator's secret for a session. */
export function SignInForm() {
  const t = useTranslations();
  const form = useRef<HTMLFormElement>(null);
  const hasEnded = useAdmin((admin) => admin.hasEnded);
  const problemText = useSignInProblem();
  const [secret, setSecret] = useState("");
  const [problem, setProblem] = useState<AppError>();
  const [isBusy, setBusy] = useState(false);

  async function signIn(event: FormEvent) {
    event.preventDefault();
    setProblem(undefined);
    setBusy(true);
    try {
      await useAdmin.getState().signIn(secret);
    } catch (thrown) {
      setProblem(toAppError(thrown));
      form.current?.querySelector("input")?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} className={styles.signIn} onSubmit={(event) => void signIn(event)}>
      {hasEnded && (
        <p role="status" className={styles.note}>
          {t("admin.ended")}
        </p>
      )}
      <SecretField
        label={t("admin.secret")}
        help={t("admin.secretHint")}
        error={problem && problemText(problem)}
        value={secret}
        autoComplete="current-password"
        showLabel={t("app.show")}
        hideLabel={t("app.hide")}
        onChange={(value) => {
          setProblem(undefined);
          setSecret(value);
        }}
      />
      <Button type="submit" variant="solid" busy={isBusy}>
        {t("mcp.signIn")}
      </Button>
    </form>
  );
}

function useSignInProblem(): (problem: AppError) => string {
  const t = useTranslations("admin");
  const words = useErrorMessage();
  return (problem) => {
    if (problem.code === "wrong-code") return t("wrongSecret");
    const seconds = Number(problem.details.seconds ?? 0);
    return problem.code === "rate-limit" ? t("tooMany", { seconds }) : words(problem);
  };
}
