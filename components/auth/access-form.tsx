"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { SecretField } from "@/components/ui/secret-field";
import { type AppError, toAppError } from "@/lib/errors";
import { isAuthorized, useAccess } from "@/store/settings/access";
import { checkCode } from "@/store/settings/check-code";
import { useModels } from "@/store/settings/models";
import styles from "./access-form.module.css";
import { OwnKeys } from "./own-keys";
import { useAccessMessageKeys } from "./use-access-message-keys";
import { useCodeProblem } from "./use-code-problem";

/** The reason access is refused: no input, or the server's response to the code. */
type Problem = "nothing" | AppError;

/**
 * A form for the access code and, if the operator allows it, the user's own keys. The server checks a code before it is
 * stored. On a site without codes, the form only leads to the chat.
 */
export function AccessForm({ hostedService }: { readonly hostedService: string }) {
  const t = useTranslations("auth");
  const app = useTranslations("app");
  const all = useTranslations();
  const { flags, accessCode, setAccessCode } = useAccess();
  const needsCode = flags?.needCode !== false;
  const { form, problem, isChecking, confirm, forgetProblem } = useConfirmation(needsCode);
  const problemText = useCodeProblem();
  const { title, tip } = useAccessMessageKeys();
  const ownKeys = !flags?.hideUserApiKey && <OwnKeys isAlternative={needsCode} />;

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void confirm(event)}>
      <div>
        <h1 id="auth-title" className={styles.title}>
          {t(title)}
        </h1>
        <p className={styles.tip}>{t(tip)}</p>
      </div>
      {needsCode && (
        <SecretField
          label={t("code")}
          error={problem && (problem === "nothing" ? t("nothing") : problemText(problem))}
          value={accessCode}
          autoComplete="current-password"
          showLabel={app("show")}
          hideLabel={app("hide")}
          onChange={(code) => {
            forgetProblem();
            setAccessCode(code);
          }}
        />
      )}
      {needsCode && ownKeys}
      <div className={styles.actions}>
        <Button type="submit" variant="solid" busy={isChecking}>
          {needsCode ? t("confirm") : all("addKey.start")}
        </Button>
        {hostedService && (
          <a className={styles.hosted} href={hostedService} rel="noreferrer">
            {t("hosted")}
          </a>
        )}
      </div>
      {!needsCode && ownKeys}
    </form>
  );
}

/** Checks the entered code and opens the chat. A problem moves the focus to the form's field. */
function useConfirmation(needsCode: boolean) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<Problem>();
  const [isChecking, setChecking] = useState(false);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    const access = useAccess.getState();
    if (!isAuthorized(access)) return stop("nothing");
    setProblem(undefined);
    setChecking(true);
    try {
      if (needsCode && access.accessCode.trim() !== "") await checkCode(access.accessCode, access.reach);
      void useModels.getState().fetchOfSite();
      router.push("/chat");
    } catch (thrown) {
      stop(toAppError(thrown));
    } finally {
      setChecking(false);
    }
  }

  function stop(reason: Problem) {
    setProblem(reason);
    form.current?.querySelector("input")?.focus();
  }

  return { form, problem, isChecking, confirm, forgetProblem: () => setProblem(undefined) };
}
