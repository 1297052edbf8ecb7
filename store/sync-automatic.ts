import { isSyncConfigured } from "@/lib/settings/sync-settings";
import { useChats } from "@/store/chats";
import { useSettings } from "@/store/settings";
import { openSync, useSync } from "@/store/sync";

/** How long nothing must have changed before what changed is synced, in milliseconds. */
const quietMs = 15_000;

let isStarted = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** True: something has changed since the last sync began. */
let isDue = false;

/** Syncs now, some time after each change, and when the page is left, as long as the person wants it so. */
export function startAutomaticSync(): void {
  openSync();
  void syncIfWanted();
  if (isStarted) return;
  isStarted = true;
  useChats.subscribe(({ sessions }, former) => sessions !== former.sessions && noteChange());
  useSettings.subscribe(noteChange);
  document.addEventListener("visibilitychange", () => {
    // A sync goes on behind a page that is hidden; where that closes, the next start does it.
    if (document.hidden && isDue) void syncIfWanted();
  });
}

function noteChange(): void {
  // What a sync itself brings is no news.
  if (useSync.getState().phase === "writing") return;
  isDue = true;
  clearTimeout(timer);
  timer = setTimeout(() => void syncIfWanted(), quietMs);
}

async function syncIfWanted(): Promise<void> {
  const { settings, question, sync } = useSync.getState();
  if (!settings.isAutomatic || !isSyncConfigured(settings) || question !== undefined) return;
  // A reply that grows would be sent half.
  if (Object.keys(useChats.getState().live).length > 0) return noteChange();
  clearTimeout(timer);
  isDue = false;
  await sync();
}
