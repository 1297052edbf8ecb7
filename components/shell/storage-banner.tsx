"use client";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { useErrorMessage } from "@/components/use-error-message";
import { basePath } from "@/lib/platform/build-info";
import { useUi } from "@/store/base/ui";
import styles from "./storage-banner.module.css";

/** The banner shown as long as nothing can be stored; too important for a toast of a few seconds. */
export function StorageBanner() {
  const t = useTranslations();
  const problem = useUi((ui) => ui.storageProblem);
  const words = useErrorMessage();
  if (!problem) return null;
  return (
    <div className={styles.banner} role="alert">
      <Notice
        kind="warn"
        level={2}
        heading={words(problem)}
        actions={
          <>
            {(problem.code === "stored-newer" || problem.code === "storage-deleted") && (
              <LinkButton size="small" href="/settings#data">
                {t("errors.exportStored")}
              </LinkButton>
            )}
            {(problem.code === "storage-newer" || problem.code === "storage-deleted") && (
              <Button size="small" onClick={() => location.reload()}>
                {t("chat.reload")}
              </Button>
            )}
            {problem.code === "stored-unknown" && (
              <LinkButton size="small" external href={`${basePath}/rescue/index.html`}>
                {t("errors.exportStored")}
              </LinkButton>
            )}
            {problem.code === "storage-full" && (
              <LinkButton size="small" href="/settings#data">
                {t("errors.makeRoom")}
              </LinkButton>
            )}
          </>
        }
      />
    </div>
  );
}
