"use client";
import { useEffect, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm";
import { ListRow } from "@/components/ui/list-row";
import { toAppError } from "@/lib/errors";
import { downloadFile } from "@/lib/platform/download";
import { report } from "@/store/base/ui";
import { type Backup, backupName, completeBackup, listDeviceBackups } from "@/store/data/data";
import styles from "./data-section.module.css";
import { ImportDialog } from "./import-dialog";

/** The automatic backups on this device. */
export function BackupRows() {
  const t = useTranslations("data");
  const app = useTranslations("app");
  const format = useFormatter();
  const [backups, setBackups] = useState<readonly Backup[]>([]);
  const [restored, setRestored] = useState<Backup>();
  const [downloaded, setDownloaded] = useState<Backup>();

  useEffect(() => {
    listDeviceBackups().then(setBackups, (thrown: unknown) => report(toAppError(thrown)));
  }, []);

  async function download(backup: Backup) {
    try {
      await downloadFile(await completeBackup(backup), backupName("parley", backup.at));
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }

  const nameOf = ({ at }: Backup) => format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "short" });
  return (
    <>
      {backups.map((backup) => (
        <ListRow
          key={backup.id}
          title={t("backupOf", { date: nameOf(backup) })}
          subtitle={t(`reason_${backup.reason}`)}
        >
          <span className={styles.actions}>
            <Button size="small" onClick={() => setRestored(backup)}>
              {t("restore")}
            </Button>
            <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={() => setDownloaded(backup)}>
              {t("download")}
            </Button>
          </span>
        </ListRow>
      ))}
      <ConfirmDialog
        open={downloaded !== undefined}
        title={t("downloadQuestion")}
        body={t("credentialsWarning")}
        confirmLabel={t("download")}
        cancelLabel={app("cancel")}
        closeLabel={app("close")}
        onCancel={() => setDownloaded(undefined)}
        onConfirm={() => {
          if (downloaded) void download(downloaded);
          setDownloaded(undefined);
        }}
      />
      {restored && (
        <ImportDialog
          file={restored.file}
          name={nameOf(restored)}
          isCopy={restored.reason !== "takeover"}
          onClose={() => setRestored(undefined)}
        />
      )}
    </>
  );
}
