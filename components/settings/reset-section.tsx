"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { AppError, toAppError } from "@/lib/errors";
import { basePath } from "@/lib/platform/build-info";
import { downloadFile } from "@/lib/platform/download";
import { isSyncConfigured } from "@/lib/settings/sync-settings";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { backupName, clearAllData, exportAll } from "@/store/data/data";
import { startImport } from "@/store/data/import-job";
import { isTakeoverComplete } from "@/store/data/takeover-summary";
import { useSettings } from "@/store/settings/settings";
import { useSync } from "@/store/sync/sync";
import styles from "./data-section.module.css";

/** The two resets, of settings and of all data; both ask first. */
export function ResetSection() {
  const t = useTranslations("data");
  const app = useTranslations("app");
  const [asked, setAsked] = useState<"reset" | "clear">();
  const reset = useSettings((settings) => settings.reset);
  return (
    <ListRows>
      <ListRow title={t("resetSettings")} subtitle={t("resetSettingsHint")} anchor="resetSettings">
        <Button variant="danger" onClick={() => setAsked("reset")}>
          {t("reset")}
        </Button>
      </ListRow>
      <ListRow title={t("clearAll")} subtitle={t("clearAllHint")} anchor="clearAll" also={[t("clearAlso")]}>
        <Button variant="danger" onClick={() => setAsked("clear")}>
          {t("clear")}
        </Button>
      </ListRow>
      <ConfirmDialog
        open={asked === "reset"}
        title={t("resetQuestion")}
        body={t("resetBody")}
        confirmLabel={t("resetSettings")}
        cancelLabel={app("cancel")}
        closeLabel={app("close")}
        danger
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          reset();
          setAsked(undefined);
        }}
      />
      <ClearDialog open={asked === "clear"} onClose={() => setAsked(undefined)} />
    </ListRows>
  );
}

/** Parses an exported file like an import. Throws `export-unverified` if a listed chat is missing. */
async function verifyExport(file: Blob): Promise<void> {
  const job = startImport(file, () => {});
  const preview = await job.preview.finally(() => job.cancel());
  const listed = useChats.getState().sessions.filter(({ messageCount }) => messageCount > 0).length;
  if (!preview.ok || preview.report.chats.found < listed) throw new AppError("export-unverified");
}

/** Timeout of the deletion of links, in milliseconds: without a connection, they expire. */
const withdrawalMs = 5_000;

/** Deletes the links for other devices, because nothing here will know of them any more. Never throws. */
async function withdrawLinks(): Promise<void> {
  if (!isSyncConfigured(useSync.getState().settings)) return;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), withdrawalMs);
  try {
    const { withdrawAll } = await import("@/store/sync/made-links");
    await withdrawAll(limit.signal);
  } catch (error) {
    console.warn("Could not delete the links for other devices.", error);
  } finally {
    clearTimeout(timer);
  }
}

/** Offers an export before everything is deleted. If the export fails, nothing is deleted. */
function ClearDialog({ open, onClose }: DialogOpening) {
  const t = useTranslations("data");
  const app = useTranslations("app");
  const [busy, setBusy] = useState<"export" | "clear">();

  async function clear(isExported: boolean) {
    setBusy(isExported ? "export" : "clear");
    try {
      if (isExported) {
        const file = await exportAll("parley", true);
        await verifyExport(file);
        if (!(await downloadFile(file, backupName("parley")))) return setBusy(undefined);
      }
      await withdrawLinks();
      await clearAllData();
      location.assign(`${basePath}/`);
    } catch (thrown) {
      report(toAppError(thrown));
      setBusy(undefined);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("clearQuestion")}
      closeLabel={app("close")}
      size="small"
      isAlert
      footerStart={
        <Button variant="danger" busy={busy === "clear"} onClick={() => void clear(false)}>
          {t("clearOnly")}
        </Button>
      }
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {app("cancel")}
          </Button>
          <Button variant="danger-solid" busy={busy === "export"} onClick={() => void clear(true)}>
            {t("exportAndClear")}
          </Button>
        </>
      }
    >
      <div className={styles.report}>
        <p>{t("clearBody")}</p>
        {isTakeoverComplete() && <p>{t("clearNextChat")}</p>}
      </div>
    </Dialog>
  );
}
