"use client";
import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { AccessCodeForm } from "@/components/auth/access-code-form";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { brand } from "@/lib/platform/brand";
import { readBuildInfo } from "@/lib/platform/build-info";
import { useUi } from "@/store/base/ui";
import { useAccess } from "@/store/settings/access";
import styles from "./empty-chat.module.css";

interface NeedsAccessProps {
  readonly retry?: ReactNode;
  /** The server's response, verbatim. */
  readonly detail?: { readonly label: string; readonly text: string } | undefined;
}

/**
 * The notice that the site needs an access code or, if the operator allows it, the user's own key, and where to enter
 * them.
 */
export function NeedsAccess({ retry, detail }: NeedsAccessProps) {
  const t = useTranslations("access");
  const flags = useAccess((access) => access.flags);
  const { isApp } = readBuildInfo(document);
  return (
    <div className={styles.access}>
      <Notice
        kind="info"
        level={2}
        icon={KeyRound}
        heading={t("needsAccess")}
        text={
          <>
            <p>{t(flags?.hideUserApiKey ? "needsCodeHint" : "needsAccessHint")}</p>
            {flags?.needCode && !isApp && <AccessCodeForm />}
          </>
        }
        {...(detail && { detail })}
        actions={
          <>
            {retry}
            {brand.links.hostedService && (
              <LinkButton size="small" href={brand.links.hostedService} external>
                {t("useHostedService")}
              </LinkButton>
            )}
            {!flags?.hideUserApiKey && (
              <Button
                size="small"
                variant="quiet"
                aria-haspopup="dialog"
                onClick={() => useUi.getState().openDialog({ kind: "add-key" })}
              >
                {t("useOwnKey")}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}
