"use client";
import { Suspense, useCallback, useEffect, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { useOwnMasks } from "@/components/masks/use-masks";
import { usePromptSources } from "@/components/prompts/use-prompt-sources";
import { Button } from "@/components/ui/button";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { isHidden } from "@/lib/platform/brand";
import { useChats } from "@/store/chats/chats";
import { askToKeep, hasRoomForCopies, isNearlyFull, measureStorage, type StorageUse } from "@/store/data/data";
import { AnalyticsRow } from "./analytics-row";
import { BackupFolderRow } from "./backup-folder-row";
import { BackupRows } from "./backup-rows";
import styles from "./data-section.module.css";
import { ImportRow } from "./import-row";
import { lastKept } from "./read-stored";
import { SharedLinksRow } from "./shared-links-row";
import { StorageMeter } from "./storage-meter";
import { SyncRow } from "./sync-row";
import { TakeoverRow } from "./takeover-row";
import { useSize } from "./use-size";

const NextChatProfileRow = process.env.BUILD_APP
  ? lazyGroup(() => import("./nextchat-profile-row")).component("NextChatProfileRow")
  : undefined;

/**
 * The data on this device, with export, import and backups. Rows that depend on the measured storage are last, so that
 * the others do not move when it is known.
 */
export function DataSection() {
  const t = useTranslations("data");
  const [use, setUse] = useState<StorageUse>();
  const [hasFailed, setFailed] = useState(false);
  const [isKept, setKept] = useState(lastKept.isKept);

  const measure = useCallback(() => {
    measureStorage().then(
      (measured) => {
        lastKept.isKept = measured.isKept;
        setKept(measured.isKept);
        setUse(measured);
      },
      (error: unknown) => {
        console.warn("Could not measure the storage.", error);
        setFailed(true);
      },
    );
  }, []);
  useEffect(measure, [measure]);

  async function keep() {
    lastKept.isKept = await askToKeep();
    setKept(lastKept.isKept);
  }

  return (
    <>
      <Counts use={use} isPending={!use && !hasFailed} />
      <ListRows>
        {(use || !hasFailed) && <StorageMeter use={use} onFreed={measure} />}
        {!isHidden("sync") && <SyncRow onSynced={measure} />}
        <ImportRow />
        <TakeoverRow />
        {NextChatProfileRow && (
          <Suspense>
            <NextChatProfileRow />
          </Suspense>
        )}
        <BackupFolderRow />
        {isKept === false && (
          <ListRow title={t("keep")} subtitle={t("keepHint")}>
            <Button onClick={() => void keep()}>{t("keepAction")}</Button>
          </ListRow>
        )}
        {use && use.messages > 0 && !hasRoomForCopies(use) && (
          <ListRow title={t("noCopies")} subtitle={t("noCopiesHint")} />
        )}
        <SharedLinksRow />
        <BackupRows />
        <AnalyticsRow />
      </ListRows>
    </>
  );
}

interface CountsProps {
  readonly use: StorageUse | undefined;
  /** Whether the storage is still measured. */
  readonly isPending: boolean;
}

/** The numbers of stored items, and the used storage if the browser reports it. */
function Counts({ use, isPending }: CountsProps) {
  const t = useTranslations("data");
  const errors = useTranslations("errors");
  const format = useFormatter();
  const size = useSize();
  const { own } = usePromptSources();
  const masks = useOwnMasks().length;
  // The listed chats: the database also holds deleted ones, for as long as they can be restored.
  const chats = useChats(({ sessions }) => sessions.length);
  const messages = useChats(({ sessions }) => sessions.reduce((sum, { messageCount }) => sum + messageCount, 0));
  return (
    <>
      <dl className={styles.counts}>
        <div>
          <dt>{t("chats", { count: chats })}</dt>
          <dd>{format.number(chats)}</dd>
        </div>
        <div>
          <dt>{t("messages", { count: messages })}</dt>
          <dd>{format.number(messages)}</dd>
        </div>
        <div>
          <dt>{t("prompts", { count: own.length })}</dt>
          <dd>{format.number(own.length)}</dd>
        </div>
        {!isHidden("masks") && (
          <div>
            <dt>{t("masks", { count: masks })}</dt>
            <dd>{format.number(masks)}</dd>
          </div>
        )}
        {(isPending || use?.used !== undefined) && (
          <div className={styles.used}>
            <dt>{use?.room === undefined ? t("used") : t("usedOf", { room: size(use.room) })}</dt>
            <dd>{use?.used === undefined ? "…" : size(use.used)}</dd>
          </div>
        )}
      </dl>
      {use && isNearlyFull(use) && (
        <p role="status" className={styles.warning}>
          {errors("storage-nearly-full")}
        </p>
      )}
    </>
  );
}
