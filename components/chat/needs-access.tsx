"use client";
import { KeyRound } from "lucide-react";
import { useTranslations } from "use-intl";
import { LinkButton } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isAuthorized, useAccess } from "@/store/access";
import styles from "./empty-chat.module.css";

/** Says that the site wants an access code or an own key, as long as neither is there. */
export function NeedsAccess({ text }: { text?: string }) {
  const t = useTranslations("errors");
  const access = useAccess();
  if (text === undefined && isAuthorized(access)) return null;
  return (
    <div className={styles.access}>
      <Notice
        kind="info"
        icon={KeyRound}
        heading={t("needsAccess")}
        text={text ?? t("needsAccessHint")}
        actions={
          <>
            {access.flags?.needCode && (
              <LinkButton size="small" href="/settings#access">
                {t("enterCode")}
              </LinkButton>
            )}
            {!access.flags?.hideUserApiKey && (
              <LinkButton size="small" variant="quiet" href="/settings#access">
                {t("useOwnKey")}
              </LinkButton>
            )}
          </>
        }
      />
    </div>
  );
}
