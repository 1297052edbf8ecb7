"use client";
import { RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { ListRow } from "@/components/ui/list-row";
import type { UpdateSource } from "@/lib/brand/brand";
import { isNewerVersion } from "@/lib/settings/updates";
import { useUpdates } from "@/store/app/updates";
import styles from "./settings-screen.module.css";

interface UpdateRowProps {
  readonly source: UpdateSource;
  /** The current version. */
  readonly present: string;
}

/** Whether there is a newer version. Checked when the settings open, at most every two hours, and on request. */
export function UpdateRow({ source, present }: UpdateRowProps) {
  const t = useTranslations("version");
  const settings = useTranslations("settings");
  const { state, remoteVersion, check } = useUpdates();
  const isNewer = isNewerVersion(remoteVersion, present);

  useEffect(() => void useUpdates.getState().check(source), [source]);

  function words(): string {
    if (state === "checking") return t("checking", { version: present });
    if (state === "failed") return t("failed", { version: present });
    if (isNewer) return t("newer", { version: present, newer: remoteVersion });
    return remoteVersion === "" ? present : t("latest", { version: present });
  }

  return (
    <ListRow
      title={settings("version")}
      subtitle={
        <>
          <span role="status">{words()}</span>
          <span className={styles.source}>{t("source", { host: new URL(source.feed).host })}</span>
        </>
      }
      anchor="version"
      also={[settings("versionAlso"), present, remoteVersion]}
    >
      {isNewer && source.page !== "" && (
        <LinkButton variant="quiet" href={source.page} external>
          {t("get")}
        </LinkButton>
      )}
      <Button icon={RefreshCw} busy={state === "checking"} onClick={() => void check(source, true)}>
        {t("check")}
      </Button>
    </ListRow>
  );
}
