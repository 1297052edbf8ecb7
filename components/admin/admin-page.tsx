"use client";
import { ArrowLeft, LogOut } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Mark } from "@/components/shell/mark";
import { Button } from "@/components/ui/button";
import { IconLink } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { useErrorMessage } from "@/components/use-error-message";
import { type AppError, toAppError } from "@/lib/errors";
import { brand } from "@/lib/platform/brand";
import { useAdmin } from "@/store/admin/admin";
import type { ShownConfig } from "@/store/admin/admin-api";
import styles from "./admin.module.css";
import { CodeSection } from "./code-section";
import { ConfigSection } from "./config-section";
import { SignInForm } from "./sign-in-form";
import { TestSection } from "./test-section";
import { UsageSection } from "./usage-section";

/** Sign-in of the administrator; then access codes, the configuration and test calls. */
export function AdminPage() {
  const t = useTranslations();
  const token = useAdmin((admin) => admin.token);

  useEffect(() => {
    document.title = `${t("admin.title")} · ${brand.name}`;
    performance.mark("screen-ready");
  }, [t]);

  return (
    <section className={styles.screen} aria-labelledby="admin-title">
      <header className={styles.head}>
        <IconLink icon={ArrowLeft} flip label={t("auth.home")} href="/" />
        <h1 id="admin-title" className={styles.title}>
          {t("admin.title")}
        </h1>
        {token !== undefined && (
          <Button variant="quiet" size="small" icon={LogOut} flip onClick={useAdmin.getState().signOut}>
            {t("admin.signOut")}
          </Button>
        )}
      </header>
      <div className={styles.scroll}>
        {token === undefined ? (
          <div className={styles.center}>
            <Mark className={styles.mark} />
            <SignInForm />
          </div>
        ) : (
          <Sections key={token} />
        )}
      </div>
    </section>
  );
}

function Sections() {
  const t = useTranslations("artifact");
  const words = useErrorMessage();
  const [config, setConfig] = useState<ShownConfig>();
  const [problem, setProblem] = useState<AppError>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isGone = false;
    // Another attempt is another effect.
    void attempt;
    setProblem(undefined);
    useAdmin
      .getState()
      .call("config")
      .then((read) => !isGone && setConfig(read))
      .catch((thrown: unknown) => !isGone && setProblem(toAppError(thrown)));
    return () => {
      isGone = true;
    };
  }, [attempt]);

  if (problem) {
    return (
      <div className={styles.page}>
        <Notice
          kind="error"
          isAlert
          level={2}
          heading={words(problem)}
          actions={
            <Button size="small" onClick={() => setAttempt(attempt + 1)}>
              {t("again")}
            </Button>
          }
        />
      </div>
    );
  }
  if (!config) return null;
  return (
    <div className={styles.page}>
      <CodeSection canSign={config.canSignCodes} />
      <UsageSection />
      <ConfigSection config={config} />
      <TestSection providers={config.providers} />
    </div>
  );
}
