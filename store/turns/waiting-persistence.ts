import type { Content } from "@/lib/chat/message";
import { draftOfContent } from "@/lib/chat/returned-draft";
import type { WaitingMessage, WaitingMessages } from "@/lib/chat/waiting-message";
import type { Environment } from "@/lib/environment";
import { isReplyHeld } from "@/lib/platform/held-replies";
import { onPageLeave } from "@/lib/platform/page-leave";
import { replyLocks } from "@/lib/platform/reply-locks";
import type { Database } from "@/lib/storage/database";
import {
  countWaiting,
  joinWaiting,
  parseWaiting,
  waitingMessagesKey,
  waitingText,
} from "@/lib/storage/waiting-messages";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { isTemporary } from "@/store/chats/is-temporary";
import { tabContext } from "@/store/records/records";
import { noteWaiting, watchWaiting } from "@/store/turns/omitted-parts";
import { type createTurns, useTurns } from "@/store/turns/turns";

type WaitingDatabase = Pick<Database, "readSome" | "readTexts" | "updateTexts">;

interface WaitingPersistenceDependencies {
  readonly env: Pick<Environment, "newId" | "delay">;
  readonly turns: Pick<ReturnType<typeof createTurns>, "getState" | "setState" | "subscribe">;
  /** Absent if storage is read-only. */
  readonly database: WaitingDatabase | undefined;
  /** Stores the chat itself; without it its waiting messages could not be found. */
  readonly storeChat: (sessionId: string) => void;
  /** Resolves once all chats and all messages appended to them are stored. */
  readonly flush: () => Promise<void>;
  /** Holds a lock under an id until this tab closes. Returns the function that releases it. */
  readonly hold: (id: string) => () => void;
  /** Whether an open tab holds the lock of an id. */
  readonly isHeld: (id: string) => Promise<boolean>;
  /** Whether everything is being cleared, so that nothing may be written. */
  readonly isDiscarded: () => boolean;
  /** Inserts messages before the draft of their chat. */
  readonly returnToDraft: (sessionId: string, contents: readonly Content[]) => void;
}

/**
 * The persistence of waiting messages. It stores those of this tab and adopts those of closed tabs.
 *
 * Several tabs may have waiting messages in the same chat, so each tab stores its own part of one text
 * (docs/decisions/0047-waiting-messages.md).
 */
class WaitingPersistence {
  private readonly dependencies: WaitingPersistenceDependencies;
  private readonly tabId: string;
  /** The messages that were stored last. */
  private stored: WaitingMessages = {};
  private release: (() => void) | undefined;
  private last = Promise.resolve();

  constructor(dependencies: WaitingPersistenceDependencies) {
    this.dependencies = dependencies;
    this.tabId = dependencies.env.newId();
  }

  /** Stores the waiting messages of this tab from now on, and adopts those of closed tabs. */
  async start(): Promise<void> {
    const { turns, database, isHeld } = this.dependencies;
    watchWaiting(turns);
    if (!database) return;
    turns.subscribe((now, before) => {
      if (now.queued !== before.queued) void this.store();
    });
    void this.store();
    const texts = await database.readTexts([waitingMessagesKey]);
    const closedIds: string[] = [];
    for (const id of Object.keys(parseWaiting(texts[waitingMessagesKey]))) {
      if (id !== this.tabId && !(await isHeld(id))) closedIds.push(id);
    }
    if (closedIds.length > 0) await this.inOrder(() => this.takeOver(closedIds, database));
  }

  /** Resolves once the messages that wait now are stored, or storing them has failed. */
  store(): Promise<void> {
    return this.inOrder(() => this.write());
  }

  /** Runs one task after the other: a write must not remove what an adoption has just added. */
  private inOrder(task: () => Promise<void>): Promise<void> {
    this.last = this.last
      .then(task)
      .catch((thrown: unknown) => console.warn("Could not store waiting messages.", thrown));
    return this.last;
  }

  /** Stores the messages that are waiting now. */
  private async write(): Promise<void> {
    const { env, turns, database, storeChat, flush, hold, isDiscarded } = this.dependencies;
    const { stored, tabId } = this;
    const queued = withoutTemporary(turns.getState().queued);
    if (!database || queued === stored || countWaiting(queued) + countWaiting(stored) === 0) return;
    this.release ??= hold(tabId);
    for (const sessionId of Object.keys(queued)) storeChat(sessionId);
    // A message that leaves the queue is appended to its chat one macrotask later. It must be stored there first.
    await env.delay(0);
    await flush();
    if (isDiscarded()) return;
    await database.updateTexts([waitingMessagesKey], (texts) =>
      textWith(texts[waitingMessagesKey], { [tabId]: queued }),
    );
    this.noteStored(queued);
  }

  /** Moves the messages of closed tabs to this one. */
  private async takeOver(closedIds: readonly string[], database: WaitingDatabase): Promise<void> {
    const { turns, hold } = this.dependencies;
    const { tabId } = this;
    const text = (await database.readTexts([waitingMessagesKey]))[waitingMessagesKey];
    const unsentOf = await unsentFilter(
      closedIds.map((id) => parseWaiting(text)[id] ?? {}),
      database,
    );
    this.release ??= hold(tabId);
    let taken: WaitingMessages = {};
    await database.updateTexts([waitingMessagesKey], (texts) => {
      const byTab = parseWaiting(texts[waitingMessagesKey]);
      // Another tab may have adopted them first.
      taken = closedIds.map((id) => unsentOf(byTab[id] ?? {})).reduce(joinWaiting, {});
      const closed = Object.fromEntries(closedIds.map((id) => [id, {}]));
      return textWith(texts[waitingMessagesKey], { ...closed, [tabId]: joinWaiting(taken, this.stored) });
    });
    this.noteStored(joinWaiting(taken, this.stored));
    noteWaiting(taken);
    turns.setState(({ queued }) => ({ queued: joinWaiting(taken, queued) }));
  }

  private noteStored(waiting: WaitingMessages): void {
    this.stored = waiting;
    if (countWaiting(waiting) > 0) return;
    this.release?.();
    this.release = undefined;
  }

  /** Moves unstored messages into the drafts of their chats, because the tab closes. */
  leave(): void {
    const { turns, returnToDraft } = this.dependencies;
    const kept: Record<string, readonly WaitingMessage[]> = {};
    for (const [sessionId, waiting] of Object.entries(turns.getState().queued)) {
      const isStored = (each: WaitingMessage) => this.stored[sessionId]?.includes(each) ?? false;
      const unstored = waiting.filter((each) => !isStored(each)).map(({ content }) => content);
      if (unstored.length > 0) returnToDraft(sessionId, unstored);
      kept[sessionId] = waiting.filter(isStored);
    }
    turns.setState({ queued: joinWaiting(kept, {}) });
  }
}

/** Creates the persistence of waiting messages. */
export function createWaitingPersistence(dependencies: WaitingPersistenceDependencies) {
  const persistence = new WaitingPersistence(dependencies);
  return {
    start: () => persistence.start(),
    store: () => persistence.store(),
    leave: () => persistence.leave(),
  };
}

/** Returns the waiting messages of all chats that are stored; the same object if all are. */
function withoutTemporary(queued: WaitingMessages): WaitingMessages {
  const ids = Object.keys(queued);
  if (!ids.some(isTemporary)) return queued;
  return Object.fromEntries(Object.entries(queued).filter(([id]) => !isTemporary(id)));
}

function textWith(text: string | undefined, parts: Readonly<Record<string, WaitingMessages>>) {
  return { [waitingMessagesKey]: waitingText({ ...parseWaiting(text), ...parts }) };
}

/** Returns a filter that removes messages that are already in their chats, and those of permanently deleted chats. */
async function unsentFilter(
  tabs: readonly WaitingMessages[],
  database: Pick<Database, "readSome">,
): Promise<(waiting: WaitingMessages) => WaitingMessages> {
  const { sessions, messages } = await database.readSome({
    sessions: [...new Set(tabs.flatMap((chats) => Object.keys(chats)))],
    messages: tabs.flatMap((chats) => Object.values(chats).flatMap((waiting) => waiting.map(({ id }) => id))),
  });
  const sent = new Set(messages.map(({ id }) => id));
  return (waiting) =>
    Object.fromEntries(sessions.map(({ id }) => [id, (waiting[id] ?? []).filter((each) => !sent.has(each.id))]));
}

let persistence: ReturnType<typeof createWaitingPersistence> | undefined;

/** Starts the persistence of this tab, once. */
export function startWaitingPersistence(): void {
  if (persistence) return;
  const { env, records } = tabContext;
  persistence = createWaitingPersistence({
    env,
    turns: useTurns,
    database: records.otherTabs && records.database,
    storeChat: useChats.getState().keepSession,
    flush: records.journal.flush,
    hold: replyLocks.hold,
    isHeld: isReplyHeld,
    isDiscarded: records.journal.isDiscarded,
    returnToDraft: (sessionId, contents) => useDrafts.getState().returnToDraft(sessionId, contents.map(draftOfContent)),
  });
  onPageLeave("change", persistence.leave);
  persistence.start().catch((thrown: unknown) => console.warn("Could not read waiting messages.", thrown));
}

/** Resolves once the messages that wait in this tab are stored, or storing them has failed. */
export async function storeWaitingMessages(): Promise<void> {
  startWaitingPersistence();
  await persistence?.store();
}
