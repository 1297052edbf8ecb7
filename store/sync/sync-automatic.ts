import { browserEnvironment } from "@/lib/platform/browser-environment";
import { isSyncConfigured } from "@/lib/settings/sync-settings";
import { useChats } from "@/store/chats/chats";
import { useMasks } from "@/store/library/masks";
import { usePrompts } from "@/store/library/prompts";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { useSync } from "@/store/sync/sync";
import { createSyncSchedule } from "@/store/sync/sync-schedule";

const schedule = createSyncSchedule({
  env: browserEnvironment,
  isWanted() {
    const { settings, question } = useSync.getState();
    return settings.isAutomatic && isSyncConfigured(settings) && question === undefined;
  },
  isBusy: () => useSync.getState().phase !== undefined || Object.keys(useChats.getState().live).length > 0,
  sync: () => useSync.getState().sync(),
});

let isStarted = false;

/** Syncs now, some time after each change, and when the page is left, as long as the user wants it so. */
export function startAutomaticSync(): void {
  schedule.start();
  if (isStarted) return;
  isStarted = true;
  useChats.subscribe(({ sessions }, former) => sessions !== former.sessions && noteChange());
  usePrompts.subscribe(({ document }, former) => document !== former.document && noteChange());
  const startedAt = browserEnvironment.now();
  for (const store of [useSettings, useMasks, useAccess]) {
    // A store that only reads what was written before has changed nothing.
    store.subscribe(({ lastUpdateTime }, former) => {
      if (lastUpdateTime > Math.max(startedAt, former.lastUpdateTime)) noteChange();
    });
  }
  document.addEventListener("visibilitychange", () => {
    // A sync goes on behind a page that is hidden; where that closes, the next start does it.
    if (document.hidden) schedule.leave();
  });
}

function noteChange(): void {
  // What a sync itself brings is no news.
  if (useSync.getState().phase !== "writing") schedule.noteChange();
}
