import { browserEnvironment } from "@/lib/platform/browser-environment";
import { isSyncConfigured } from "@/lib/settings/sync-settings";
import type { SyncProblem } from "@/lib/sync/remote";
import { useLocale } from "@/store/base/locale";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useVotes } from "@/store/costs/votes";
import { useFacts } from "@/store/library/facts";
import { useMasks } from "@/store/library/masks";
import { usePrompts } from "@/store/library/prompts";
import { useAccess } from "@/store/settings/access";
import { useProjects } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { useSync } from "@/store/sync/sync";
import { createSyncSchedule } from "@/store/sync/sync-schedule";
import type { SyncStore } from "@/store/sync/sync-state";

const schedule = createSyncSchedule({
  env: browserEnvironment,
  isWanted() {
    const { settings, question } = useSync.getState();
    return settings.isAutomatic && !settings.isPaused && isSyncConfigured(settings) && question === undefined;
  },
  isBusy: () => useSync.getState().phase !== undefined || Object.keys(useChats.getState().live).length > 0,
  async sync() {
    const isDone = await useSync.getState().sync();
    noteOutcome(useSync.getState());
    return isDone;
  },
});

/** Problems that no later attempt solves without the user. */
const stopping: readonly unknown[] = [
  "needs-passphrase",
  "needs-setup",
  "altered",
  "incomplete",
  "folder-closed",
  "folder-missing",
] satisfies SyncProblem[];

/** Returns a function that reports outcomes of automatic sync that need the user, once until a sync succeeds. */
export function reportStops(show: () => void): (outcome: Pick<SyncStore, "error" | "question">) => void {
  let shown: unknown;
  return ({ error, question }) => {
    const reason = question?.kind ?? (stopping.includes(error?.details.problem) ? error?.details.problem : undefined);
    if (reason === undefined && error) return;
    if (reason !== undefined && reason !== shown) show();
    shown = reason;
  };
}

const noteOutcome = reportStops(() => {
  const { loadAll } = useLocale.getState();
  // The notice needs the messages of the language.
  void loadAll().then(
    () => useUi.getState().toast({ kind: "sync-stopped" }),
    () => {},
  );
});

let isStarted = false;

/** Syncs now, after changes, and when the tab is hidden, as long as the user has this turned on. */
export function startAutomaticSync(): void {
  schedule.start();
  if (isStarted) return;
  isStarted = true;
  useChats.subscribe(({ sessions }, former) => sessions !== former.sessions && noteChange());
  usePrompts.subscribe(({ document }, former) => document !== former.document && noteChange());
  useProjects.subscribe(({ byId }, former) => byId !== former.byId && noteChange());
  void noteVotes(useVotes, noteChange);
  const startedAt = browserEnvironment.now();
  for (const store of [useSettings, useMasks, useFacts, useAccess]) {
    // A store that only loads older stored data has not changed anything.
    store.subscribe(({ lastUpdateTime }, former) => {
      if (lastUpdateTime > Math.max(startedAt, former.lastUpdateTime)) noteChange();
    });
  }
  document.addEventListener("visibilitychange", () => {
    // A sync continues in a hidden tab. If the tab closes, the next start syncs instead.
    if (document.hidden) schedule.leave();
  });
}

/** Reports each change of the votes, without the reading of stored ones. Resolves once the changes are observed. */
export async function noteVotes(
  votes: Pick<typeof useVotes, "subscribe" | "whenRead">,
  onChange: () => void,
): Promise<void> {
  // A failure was reported. Later changes are still observed.
  await votes.whenRead().catch(() => {});
  votes.subscribe((now, former) => {
    if (now.votes !== former.votes) onChange();
  });
}

function noteChange(): void {
  // Changes that a sync itself brings do not trigger another one.
  if (useSync.getState().phase !== "writing") schedule.noteChange();
}
