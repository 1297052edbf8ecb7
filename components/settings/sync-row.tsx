"use client";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm";
import { ListRow } from "@/components/ui/list-row";
import { toAppError } from "@/lib/errors";
import { isSyncConfigured, protectionOf, syncProviderNames } from "@/lib/settings/sync-settings";
import { report } from "@/store/base/ui";
import { useSync } from "@/store/sync/sync";
import styles from "./data-section.module.css";
import { SyncDialog } from "./sync-dialog";
import { useSyncProblem } from "./use-sync-problem";
import { useSyncProviderName } from "./use-sync-provider-name";

/** Cloud sync: its last time, and its actions. */
export function SyncRow({ onSynced }: { readonly onSynced: () => void }) {
  const t = useTranslations("sync");
  const data = useTranslations("data");
  const { settings, phase, error, sync } = useSync();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);

  async function start(isAgreed?: boolean) {
    setDone(false);
    const isSynced = await sync(isAgreed);
    setDone(isSynced);
    if (isSynced) onSynced();
  }

  async function allow() {
    const { allowSyncFolder } = await import("@/store/sync/sync-folder");
    if (await allowSyncFolder(settings.folder)) await start();
  }

  return (
    <ListRow
      title={t("title")}
      subtitle={<SyncState isDone={isDone} />}
      anchor="sync"
      also={[t("now"), t("also"), t("folder"), ...Object.values(syncProviderNames)]}
    >
      <span className={styles.actions}>
        {error?.details.problem === "folder-closed" && (
          <Button onClick={() => void allow().catch((thrown: unknown) => report(toAppError(thrown)))}>
            {data("folderAllow")}
          </Button>
        )}
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t("configure")}
        </Button>
        {isSyncConfigured(settings) && (
          <Button icon={RefreshCw} busy={phase !== undefined} onClick={() => void start()}>
            {t("now")}
          </Button>
        )}
      </span>
      <SyncDialog open={isOpen} onClose={() => setOpen(false)} title={t("title")} />
      <SyncQuestion onAgreed={() => void start(true)} />
    </ListRow>
  );
}

/** The progress, result or last time of a sync. */
function SyncState({ isDone }: { readonly isDone: boolean }) {
  const t = useTranslations("sync");
  const format = useFormatter();
  const sealing = useTranslations("sealing");
  const problem = useSyncProblem();
  const { settings, phase, share, error } = useSync();
  const { lastSyncTime, lastProvider } = settings;
  const date = format.dateTime(new Date(lastSyncTime), { dateStyle: "medium", timeStyle: "short" });
  const provider = useSyncProviderName()(lastProvider);
  const last = lastSyncTime === 0 ? t("notYet") : t("last", { date, provider });
  const isConfigured = isSyncConfigured(settings);
  const protection = sealing(protectionOf(settings));
  if (phase !== undefined) {
    const percent = share === undefined ? "" : format.number(share, { style: "percent", maximumFractionDigits: 0 });
    // The share changes often, so it is not announced.
    return (
      <span>
        <span role="status">{t(phase)}</span> {percent}
      </span>
    );
  }
  if (error) {
    return (
      <span role="status" className={styles.warning}>
        {problem(error)}
      </span>
    );
  }
  return (
    <>
      <span role="status">{isDone ? `${t("success")} ${last}` : last}</span>
      {isConfigured && lastSyncTime !== 0 && <span className={styles.protection}>{protection}</span>}
    </>
  );
}

/** Asks before most chats of one side are deleted, or before a doubtful state is merged. */
function SyncQuestion({ onAgreed }: { readonly onAgreed: () => void }) {
  const t = useTranslations("sync");
  const sealing = useTranslations("sealing");
  const app = useTranslations("app");
  const { question, decline } = useSync();
  const common = { closeLabel: app("close"), onCancel: decline, onConfirm: onAgreed };
  if (question?.kind === "doubts") {
    return (
      <ConfirmDialog
        open
        title={sealing("doubtTitle")}
        body={sealing(`doubt_${question.doubt.reason}`)}
        confirmLabel={sealing("merge")}
        cancelLabel={app("cancel")}
        danger
        {...common}
      />
    );
  }
  const here = question && question.goesHere.count > 0 ? t("goesHere", { ...question.goesHere }) : "";
  const there = question && question.goesThere.count > 0 ? t("goesThere", { ...question.goesThere }) : "";
  return (
    <ConfirmDialog
      open={question !== undefined}
      title={t("question")}
      body={[here, there].filter((sentence) => sentence !== "").join(" ")}
      confirmLabel={t("agree")}
      cancelLabel={t("decline")}
      {...common}
    />
  );
}
