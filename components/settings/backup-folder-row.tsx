"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { toAppError } from "@/lib/errors";
import { canPickFolder } from "@/lib/platform/folders";
import { report } from "@/store/base/ui";
import {
  allowBackupFolder,
  type BackupFolder,
  chooseBackupFolder,
  leaveBackupFolder,
  readBackupFolder,
} from "@/store/data/backup-folder";
import styles from "./data-section.module.css";

/** A folder on the computer that receives a daily backup, in browsers that support it. */
export function BackupFolderRow() {
  const t = useTranslations("data");
  const [folder, setFolder] = useState<BackupFolder>();

  function run(work: Promise<BackupFolder | undefined>) {
    work.then(setFolder, (thrown: unknown) => report(toAppError(thrown)));
  }

  useEffect(() => {
    if (canPickFolder()) readBackupFolder().then(setFolder, (thrown: unknown) => report(toAppError(thrown)));
  }, []);

  if (!canPickFolder()) return null;
  const subtitle = folder
    ? t(folder.isAllowed ? "folderHint" : "folderForgotten", { name: folder.name })
    : t("folderNone");
  return (
    <ListRow title={t("folder")} subtitle={subtitle} anchor="folder">
      <span className={styles.actions}>
        {folder && !folder.isAllowed && (
          <Button size="small" onClick={() => run(allowBackupFolder())}>
            {t("folderAllow")}
          </Button>
        )}
        {folder && (
          <Button size="small" variant="quiet" onClick={() => run(leaveBackupFolder().then(() => undefined))}>
            {t("folderLeave")}
          </Button>
        )}
        <Button size="small" onClick={() => run(chooseBackupFolder())}>
          {t("folderChoose")}
        </Button>
      </span>
    </ListRow>
  );
}
