import type { ChatSession } from "@/lib/chat/session";
import { AppError, toAppError } from "@/lib/errors";
import { basePath, readBuildInfo } from "@/lib/platform/build-info";
import { onPageLeave } from "@/lib/platform/page-leave";
import { storedAccessSettings } from "@/lib/settings/access-settings";
import { storedAppConfig } from "@/lib/settings/app-settings";
import { catalogue, largeDocumentKeys } from "@/lib/storage/catalogue";
import { hasEnded } from "@/lib/storage/clearing-trace";
import { type ConnectionLoss, type Database, openDatabase } from "@/lib/storage/database";
import type { Changes } from "@/lib/storage/database-records";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { hasNextChatTrace, isTakeoverDue, noteRewrittenAccess } from "@/lib/storage/nextchat-trace";
import { type ListableStorage, storeUnsavedChanges, unsavedKeys } from "@/lib/storage/unsaved-changes";
import { useLocale } from "@/store/base/locale";
import { isPageStoragePersistent, pageStorage } from "@/store/base/page-storage";
import { clearReportedError, report, useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { currentIdOf } from "@/store/chats/chats-state";
import { connectTabs } from "@/store/chats/other-tabs";
import type { Journal } from "@/store/records/journal";
import { bindDocument } from "@/store/records/persisted";
import { type Records, type TabContext, tabContext } from "@/store/records/records";
import { useAccess } from "@/store/settings/access";
import { useModels } from "@/store/settings/models";
import { useProjects } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { useTurns } from "@/store/turns/turns";

/**
 * Starts the app: reads the stored state, then enables writes. Resolves when screens may render, without waiting for
 * the server's flags.
 *
 * @param rendered resolves once the first screen is rendered; only then is the rest of the chat list read. It would delay
 *   the messages, and a store that changes during a time-sliced render makes React repeat it whole, in one long task.
 */
export async function start(rendered: Promise<void>, context = tabContext): Promise<void> {
  const { now } = context.env;
  // Before anything is read: the desktop app encrypts stored credentials.
  if (process.env.BUILD_APP) await (await import("@/store/app/start-shell")).startShell();
  const { buildMode } = readBuildInfo(document);
  useAccess.getState().setReach(buildMode === "export" ? {} : { relay: `${basePath}/api` });
  const storage = pageStorage();
  const takeover = await takeOverOnce(storage);
  noteRewrittenAccess(storage);
  bindDocument(
    useSettings,
    { entry: catalogue.config, load: useSettings.getState().hydrate, save: storedAppConfig },
    storage,
    now,
  );
  bindDocument(
    useAccess,
    { entry: catalogue.access, load: useAccess.getState().hydrate, save: storedAccessSettings },
    storage,
    now,
  );
  bindDocument(
    useModels,
    {
      entry: catalogue.modelLists,
      load: useModels.getState().hydrate,
      save: ({ fetched, abilities }) => ({ fetched, abilities }),
    },
    storage,
    now,
  );
  // The model list of the default model's provider is not waited for.
  void useAccess
    .getState()
    .fetchFlags()
    .then(() => useModels.getState().fetchAtStart());
  const locale = useLocale.getState().load();
  await Promise.all([locale, startChats(storage, { locale, rendered }, context)]);
  void takeover?.announce();
}

/** Whether the app was started on this device before, so that it probably has chats. */
export function hasStartedBefore(): boolean {
  return pageStorage().getItem(catalogue.chat.key) !== null;
}

/** Imports a NextChat's data unless that was done. The code is lazy-loaded, only if there is a trace of a NextChat. */
async function takeOverOnce(storage: ListableStorage) {
  if (!isTakeoverDue(storage)) return undefined;
  const hasTrace = await hasNextChatTrace(storage).catch((error: unknown) => {
    console.warn("Could not check for data of a NextChat.", error);
    return false;
  });
  if (!hasTrace) return undefined;
  const { announce, takeOverNextChat } = await import("@/store/data/takeover");
  const news = await takeOverNextChat(storage);
  return news && { announce: () => announce(news) };
}

/** Time after which a slow opening of the database is shown, in milliseconds. */
const slowOpeningMs = 5000;

/** Opens the database. A sleeping tab with an older layout can block this; the screen then says so. */
async function openDatabaseOrWarn(records: Records): Promise<Database | undefined> {
  const slow = setTimeout(() => useUi.setState({ isOpeningSlowly: true }), slowOpeningMs);
  try {
    return await openDatabase((loss) => onLost(loss, records));
  } catch (thrown) {
    report(toAppError(thrown));
    return undefined;
  } finally {
    clearTimeout(slow);
  }
}

interface StartPromises {
  /** Resolves once the language is loaded. */
  readonly locale: Promise<void>;
  /** Resolves once the first screen is rendered. */
  readonly rendered: Promise<void>;
}

async function startChats(storage: ListableStorage, { locale, rendered }: StartPromises, { env, records }: TabContext) {
  const { now } = env;
  const { journal } = records;
  const database = await openDatabaseOrWarn(records);
  if (database && !database.isReadOnly) await clearRest(database, storage);
  if (database && !database.isReadOnly) await moveOldDocuments(database, storage, now());
  // Listen before anything is read, so that no write of another tab is missed.
  const otherTabs =
    database && !database.isReadOnly ? connectTabs(database, () => clearedElsewhere(journal)) : undefined;
  if (database) records.open({ database, otherTabs });
  if (database && !database.isReadOnly) await writeUnwritten(database, storage);
  await locale;
  const defaults = { modelConfig: useSettings.getState().modelConfig, lang: useLocale.getState().code };
  let storedId = "";
  bindDocument(
    useChats,
    {
      entry: catalogue.chat,
      load: (state) => {
        storedId ||= currentIdOf(state);
      },
      save: ({ currentId }) => ({ currentId }),
    },
    storage,
    now,
  );
  const asked = new URLSearchParams(location.search).get("id") ?? "";
  const projects = database && readProjects(database);
  const first = database ? await readFirst(database, [storedId, asked]) : [];
  // The settings of these chats depend on their projects.
  if (first.some(({ projectId }) => projectId !== undefined)) await projects;
  useChats.getState().hydrate(first, storedId, defaults);
  if (database?.isReadOnly) report(new AppError("stored-newer"));
  if (!database) return useChats.setState({ areAllRead: true });
  void Promise.all([projects, rendered]).then(() => readRest(database, now));
  if (!otherTabs) return;
  otherTabs.takeOver();
  let failure: AppError | undefined;
  journal.open(database, {
    onFailure(error) {
      failure = error;
      report(error);
    },
    onRecovery: () => failure && clearReportedError(failure),
    onWritten: () => forgetUnwritten(),
    onChanged: otherTabs.tellChanged,
  });
  flushWhenLeaving(storage, env.newId(), journal);
}

/** Moves documents that an earlier version has stored in localStorage. Lazy-loaded, only if there are any. */
async function moveOldDocuments(database: Database, storage: KeyValueStorage, at: number): Promise<void> {
  if (largeDocumentKeys.every((key) => storage.getItem(key) === null)) return;
  try {
    const { moveDocuments } = await import("@/store/records/move-documents");
    await moveDocuments(database, storage, at);
  } catch (thrown) {
    report(toAppError(thrown));
  }
}

/** Completes a clearing that a crash interrupted, then reloads, because this tab has read what was left. */
async function clearRest(database: Database, storage: ListableStorage): Promise<void> {
  const clearing = await database.readClearing();
  if (!clearing || !isPageStoragePersistent() || hasEnded(clearing, storage)) return;
  const { endClearing } = await import("@/store/data/clearing");
  await endClearing(database, clearing, storage);
  location.reload();
  await new Promise(() => {});
}

/** Another tab has cleared everything, so nothing of this tab may be written again. */
function clearedElsewhere(journal: Journal): void {
  journal.discard();
  location.reload();
}

/** Reads the chats of the first render: the named ones, and the first of the list. */
async function readFirst(database: Database, named: readonly string[]): Promise<ChatSession[]> {
  const [{ sessions }, top] = await Promise.all([
    database.readSome({ sessions: named.filter((id) => id !== ""), messages: [] }),
    database.readFirstSessions(listedFirst),
  ]);
  const found = new Map([...sessions, ...top.records].map((session) => [session.id, session]));
  return [...found.values()].filter(({ deletedAt }) => deletedAt === undefined);
}

/** Reads the projects. Their code is lazy-loaded, only if there are any. */
async function readProjects(database: Database): Promise<void> {
  try {
    const texts = await database.readTexts([catalogue.projects.key]);
    if (texts[catalogue.projects.key] === undefined) return;
    const { useProjectList } = await import("@/store/library/projects");
    await useProjectList.whenRead();
  } catch (thrown) {
    useProjects.setState({ isUnread: true });
    report(toAppError(thrown));
  }
}

/** Number of chats in the first render: about as many as a screen shows. */
const listedFirst = 24;

/** Reads the rest of the chat list, and purges chats that were deleted long ago. */
async function readRest(database: Database, now: () => number): Promise<void> {
  const all: ChatSession[] = [];
  let unreadable = 0;
  for await (const part of database.readSessions()) {
    all.push(...part.records);
    unreadable += part.unreadable;
  }
  useChats.getState().addSessions(all);
  useChats.setState({ areAllRead: true });
  if (unreadable > 0) report(new AppError("unreadable", { count: unreadable }));
  const deleted = all.filter(({ deletedAt }) => deletedAt !== undefined);
  if (database.isReadOnly || deleted.length === 0) return;
  const { purgeDeleted } = await import("@/store/chats/purge-deleted");
  await purgeDeleted(database, deleted, now());
}

/** Writes the changes that earlier tabs left behind, before anything is read. Lazy-loaded, only if there are any. */
async function writeUnwritten(database: Database, storage: ListableStorage): Promise<void> {
  if (unsavedKeys(storage).length === 0) return;
  const { writeUnsavedChanges } = await import("@/lib/storage/write-unsaved-changes");
  await writeUnsavedChanges(database, storage, (thrown) => report(toAppError(thrown)));
}

/** Returns the changes that may not be written yet, if the journal alone does not have them all. */
let unwrittenChanges: (() => Changes) | undefined;

/** Deletes the changes that were saved when the tab was last hidden, once they are written. */
let forgetUnwritten = () => {};

function flushWhenLeaving(storage: KeyValueStorage, pageId: string, journal: Journal): void {
  function flush() {
    forgetUnwritten = storeUnsavedChanges(storage, pageId, (unwrittenChanges ?? journal.unwritten)());
    void journal.flush();
  }
  // Runs before the browser breaks the connections: a reply of a closing tab was stopped, it did not fail.
  onPageLeave("change", () => useTurns.getState().interruptAll());
  onPageLeave("store", flush);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) flush();
  });
}

/** Stops writing. If the database was deleted, changed chats are stored whole when this tab closes. */
function onLost(loss: ConnectionLoss, records: Records): void {
  records.journal.close();
  report(new AppError(loss));
  if (loss !== "storage-deleted") return;
  records.close();
  import("@/store/chats/whole-chats").then(
    ({ changedChats }) => {
      unwrittenChanges = () => changedChats(records.journal);
    },
    (error: unknown) => console.warn("Could not load the code that stores changed chats whole.", error),
  );
}
