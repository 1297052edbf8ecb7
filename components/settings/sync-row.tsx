"use client";
import { Pause, Play, RefreshCw } from "lucide-react";
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
import { usePause } from "./use-pause";
import { useSyncProblem } from "./use-sync-problem";
import { useSyncProviderName } from "./use-sync-provider-name";

/** Cloud sync: its last time, and its actions. */
export function SyncRow({ onSynced }: { readonly onSynced: () => void }) {
  const t = useTranslations("sync");
  const data = useTranslations("data");
  const { settings, error, sync, repair } = useSync();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);

  async function start(run: () => Promise<boolean>) {
    setDone(false);
    const isSynced = await run();
    setDone(isSynced);
    if (isSynced) onSynced();
  }

  async function allow() {
    const { allowSyncFolder } = await import("@/store/sync/sync-folder");
    if (await allowSyncFolder(settings.folder)) await start(() => sync());
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
        {isSyncConfigured(settings) && <StartButton onStart={() => void start(() => sync())} />}
        {error?.details.problem === "incomplete" && <RepairButton onAgreed={() => void start(repair)} />}
      </span>
      <SyncDialog open={isOpen} onClose={() => setOpen(false)} title={t("title")} />
      <SyncQuestion onAgreed={() => void start(() => sync(true))} />
    </ListRow>
  );
}

/** Starts, pauses and continues a sync: one button, so that it keeps the focus. */
function StartButton({ onStart }: { readonly onStart: () => void }) {
  const t = useTranslations("sync");
  const { settings, phase } = useSync();
  const { canPause, isPausing, pause } = usePause();
  if (canPause) {
    return (
      <Button icon={isPausing ? RefreshCw : Pause} busy={isPausing} onClick={pause}>
        {t("pause")}
      </Button>
    );
  }
  return (
    <Button icon={settings.isPaused ? Play : RefreshCw} busy={phase !== undefined} onClick={onStart}>
      {t(settings.isPaused ? "resume" : "now")}
    </Button>
  );
}

/** Repairs a location that has lost objects, after the user has agreed. */
function RepairButton({ onAgreed }: { readonly onAgreed: () => void }) {
  const t = useTranslations("sync");
  const app = useTranslations("app");
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t("repair")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t("repairTitle")}
        body={t("repairBody")}
        confirmLabel={t("repairAction")}
        cancelLabel={app("cancel")}
        closeLabel={app("close")}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onAgreed();
        }}
      />
    </>
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
  if (settings.isPaused) return <span role="status">{t("paused")}</span>;
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
