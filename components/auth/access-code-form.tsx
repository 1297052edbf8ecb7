"use client";
import { type FormEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { sendShortcut } from "@/components/shell/shortcut-event";
import { Button } from "@/components/ui/button";
import { SecretField } from "@/components/ui/secret-field";
import { type AppError, toAppError } from "@/lib/errors";
import { useAccess } from "@/store/settings/access";
import { checkCode } from "@/store/settings/check-code";
import { useModels } from "@/store/settings/models";
import styles from "./access-code-form.module.css";
import { useCodeProblem } from "./use-code-problem";

/** A field for the access code, for cards in a chat. The server checks the code before it is stored. */
export function AccessCodeForm() {
  const t = useTranslations("auth");
  const app = useTranslations("app");
  const problemText = useCodeProblem();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<AppError>();
  const [isChecking, setChecking] = useState(false);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    setProblem(undefined);
    setChecking(true);
    try {
      await checkCode(code, useAccess.getState().reach);
      useAccess.getState().setAccessCode(code);
      void useModels.getState().fetchOfSite();
      sendShortcut("focusMessageBox");
    } catch (thrown) {
      setProblem(toAppError(thrown));
      setChecking(false);
      form.current?.querySelector("input")?.focus();
    }
  }

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void confirm(event)}>
      <SecretField
        label={t("code")}
        error={problem && problemText(problem)}
        value={code}
        autoComplete="current-password"
        showLabel={app("show")}
        hideLabel={app("hide")}
        onChange={(next) => {
          setProblem(undefined);
          setCode(next);
        }}
      />
      <Button type="submit" size="small" variant="solid" busy={isChecking} disabled={code.trim() === ""}>
        {t("confirm")}
      </Button>
    </form>
  );
}
