import { blobIdsOfKnowledge, knowledgeId, knowledgeType } from "@/lib/chat/knowledge";
import type { ChatSession } from "@/lib/chat/session";
import type { Imported, NotUnderstood } from "@/lib/import/imported";
import { blobIdsInText, blobIdsOf, type StoredBlob, textOfBlob } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";

/** Ids of stored records, including those in the trash, so that an import restores nothing unasked. */
export interface ExistingIds {
  readonly sessionIds: ReadonlySet<string>;
  readonly messageIds: ReadonlySet<string>;
  readonly blobIds: ReadonlySet<string>;
}

/** The additions to an existing chat: its head remains this device's and is changed only by these values. */
export interface GrownChat {
  readonly sessionId: string;
  /** Number of visible new messages, for the count in its head. */
  readonly shownCount: number;
  readonly lastUpdate: number;
}

/** The effects of an import, which are displayed before anything is written, and the records to write. */
export interface ImportPlan {
  readonly chats: { readonly found: number; readonly added: number; readonly grown: number; readonly known: number };
  readonly messages: { readonly found: number; readonly added: number; readonly known: number };
  /** Storage keys of the documents in the file. */
  readonly documents: readonly string[];
  readonly notUnderstood: readonly NotUnderstood[];
  readonly newSessions: readonly ChatSession[];
  readonly newMessages: readonly MessageRecord[];
  readonly grownChats: readonly GrownChat[];
  /** Unsent texts of new chats, by chat id. */
  readonly newDrafts: Readonly<Record<string, string>>;
  /** Images that new records, or a document of the file, refer to. */
  readonly newBlobs: readonly StoredBlob[];
}

/**
 * Compares the content of a file with stored records, by id. Nothing stored is replaced or removed, so that importing
 * the same file again changes nothing.
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
    newBlobs: newBlobsOf(imported, existing, { newSessions, newMessages }),
  };
}

/** Returns the images and texts that new records or a document refer to and that are not stored yet. */
function newBlobsOf(
  { blobs = [], documents }: Imported,
  { blobIds }: ExistingIds,
  { newSessions, newMessages }: Pick<ImportPlan, "newSessions" | "newMessages">,
): StoredBlob[] {
  if (blobs.length === 0) return [];
  const shown = [...newSessions.flatMap(({ mask }) => mask.context), ...newMessages];
  const lists = newSessions.flatMap(({ mask }) => knowledgeId(mask.knowledge) ?? []);
  const wanted = new Set([...shown.flatMap(blobIdsOf), ...lists, ...blobIdsInText(JSON.stringify(documents))]);
  const byId = new Map(blobs.map((blob) => [blob.id, blob]));
  for (const id of [...wanted]) {
    const blob = byId.get(id);
    if (blob?.type === knowledgeType) for (const each of blobIdsOfKnowledge(textOfBlob(blob))) wanted.add(each);
  }
  return [...byId.values()].filter(({ id }) => wanted.has(id) && !blobIds.has(id));
}

/** Whether a message is stored, under its own id or under the one it got because another chat had that id. */
function isKnown({ id, sessionId }: MessageRecord, { messageIds }: ExistingIds): boolean {
  return messageIds.has(id) || messageIds.has(ownId(id, sessionId));
}

/** Renames messages of a new chat whose ids are taken by another chat: NextChat once copied chats with their ids. */
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
