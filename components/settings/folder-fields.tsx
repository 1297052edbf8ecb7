"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { toAppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { canPickFolder } from "@/lib/platform/folders";
import { report } from "@/store/base/ui";
import { useSync } from "@/store/sync/sync";
import { allowSyncFolder, chooseSyncFolder, isSyncFolderClosed } from "@/store/sync/sync-folder";
import styles from "./data-section.module.css";

interface FolderFieldsProps {
  readonly onChanged: () => void;
  /** The result of the last check, after which the permission may be another one. */
  readonly checked: unknown;
}

/** The choice of a folder on this computer. */
export function FolderFields({ onChanged, checked }: FolderFieldsProps) {
  const t = useTranslations("sync");
  const data = useTranslations("data");
  const { folder } = useSync(({ settings }) => settings);
  const error = useSync((sync) => sync.error);
  const [isClosed, setClosed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a check or a sync may find that the permission was lost
  useEffect(() => {
    isSyncFolderClosed(folder).then(setClosed, (thrown: unknown) => report(toAppError(thrown)));
  }, [folder, checked, error]);

  function run(work: Promise<void>) {
    work.catch((thrown: unknown) => report(toAppError(thrown)));
  }

  async function allow() {
    setClosed(!(await allowSyncFolder(folder)));
    onChanged();
  }

  async function choose() {
    const chosen = await chooseSyncFolder(folder, browserEnvironment.newId);
    if (!chosen) return;
    useSync.getState().change({ folder: chosen });
    onChanged();
  }

  return (
    <ListRow title={t("folder")} subtitle={folder.name === "" ? t("folderHint") : folder.name}>
      <span className={styles.actions}>
        {isClosed && <Button onClick={() => run(allow())}>{data("folderAllow")}</Button>}
        <Button disabled={!canPickFolder()} onClick={() => run(choose())}>
          {data("folderChoose")}
        </Button>
      </span>
    </ListRow>
  );
}
