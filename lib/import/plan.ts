import type { Message } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import type { Imported, NotUnderstood } from "@/lib/import/imported";
import { blobIdsInText, blobIdsOf, type StoredBlob } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";

/** The ids of what is stored already; ids in the trash count too, so that an import brings nothing back unasked. */
export interface ExistingIds {
  readonly sessionIds: ReadonlySet<string>;
  readonly messageIds: ReadonlySet<string>;
  readonly blobIds: ReadonlySet<string>;
}

/** What is new for a chat that is here already: its head is the device's own and is changed only by this. */
export interface GrownChat {
  readonly sessionId: string;
  /** How many of the new messages are shown, for the count in its head. */
  readonly shownCount: number;
  readonly lastUpdate: number;
}

/** What an import would do: what the user sees before anything is written, and the records to write. */
export interface ImportPlan {
  readonly chats: { readonly found: number; readonly added: number; readonly grown: number; readonly known: number };
  readonly messages: { readonly found: number; readonly added: number; readonly known: number };
  /** The storage keys of the documents that were found. */
  readonly documents: readonly string[];
  readonly notUnderstood: readonly NotUnderstood[];
  readonly newSessions: readonly ChatSession[];
  readonly newMessages: readonly MessageRecord[];
  readonly grownChats: readonly GrownChat[];
  /** The unsent texts of new chats, by their ids. */
  readonly newDrafts: Readonly<Record<string, string>>;
  /** The images that what is new, or a document of the file, shows. */
  readonly newBlobs: readonly StoredBlob[];
}

/**
 * Compares what a file holds with what is here, by ids. Nothing that is here is replaced or removed, so that the same
 * file a second time plans nothing.
 */
export function planImport(imported: Imported, existing: ExistingIds): ImportPlan {
  const newSessions: ChatSession[] = [];
  const newMessages: MessageRecord[] = [];
  const grownChats: GrownChat[] = [];
  const newDrafts: Record<string, string> = {};
  for (const { session, messages, draft } of imported.chats) {
    if (!existing.sessionIds.has(session.id)) {
      newSessions.push(session);
      if (draft) newDrafts[session.id] = draft;
      for (const message of withOwnIds(messages, existing)) newMessages.push(message);
      continue;
    }
    const added = messages.filter((message) => !isKnown(message, existing));
    if (added.length === 0) continue;
    for (const message of added) newMessages.push(message);
    const shownCount = added.filter(({ isAside }) => !isAside).length;
    grownChats.push({ sessionId: session.id, shownCount, lastUpdate: session.lastUpdate });
  }
  const found = imported.chats.reduce((count, { messages }) => count + messages.length, 0);
  const chats = { found: imported.chats.length, added: newSessions.length, grown: grownChats.length };
  return {
    chats: { ...chats, known: chats.found - chats.added - chats.grown },
    messages: { found, added: newMessages.length, known: found - newMessages.length },
    documents: Object.keys(imported.documents),
    notUnderstood: imported.notUnderstood,
    newSessions,
    newMessages,
    grownChats,
    newDrafts,
    newBlobs: newBlobsOf(imported, existing, [...newSessions.flatMap(({ mask }) => mask.context), ...newMessages]),
  };
}

/** Of the images of a file those that what is new, or a document, shows; one that is here keeps its place. */
function newBlobsOf(
  { blobs = [], documents }: Imported,
  { blobIds }: ExistingIds,
  shown: readonly Message[],
): StoredBlob[] {
  if (blobs.length === 0) return [];
  const wanted = new Set([...shown.flatMap(blobIdsOf), ...blobIdsInText(JSON.stringify(documents))]);
  const byId = new Map(blobs.map((blob) => [blob.id, blob]));
  return [...byId.values()].filter(({ id }) => wanted.has(id) && !blobIds.has(id));
}

/** Under its own id, or under the one that it got because another chat had that. */
function isKnown({ id, sessionId }: MessageRecord, { messageIds }: ExistingIds): boolean {
  return messageIds.has(id) || messageIds.has(ownId(id, sessionId));
}

/** A message of a new chat whose id is taken belongs to another chat: NextChat once copied chats with their ids. */
function withOwnIds(messages: readonly MessageRecord[], { messageIds }: ExistingIds): readonly MessageRecord[] {
  if (!messages.some(({ id }) => messageIds.has(id))) return messages;
  const renamed = (id: string, sessionId: string) => (messageIds.has(id) ? ownId(id, sessionId) : id);
  return messages.map((message) => ({
    ...message,
    id: renamed(message.id, message.sessionId),
    ...(message.parentId === undefined ? {} : { parentId: renamed(message.parentId, message.sessionId) }),
  }));
}

function ownId(id: string, sessionId: string): string {
  return `${sessionId}:${id}`;
}
