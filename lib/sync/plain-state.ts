import type { ImportContext, Imported } from "@/lib/import/imported";
import { nextChat } from "@/lib/import/nextchat/nextchat";
import { extractImages, type StoredBlob } from "@/lib/storage/blobs";
import { cellOfHeadField, cellOfMessageId, groupOfChat } from "@/lib/sync/chat-cells";
import { cellsOfDocument, groupOfDocument, syncedDocuments } from "@/lib/sync/document-cells";
import { fingerprint } from "@/lib/sync/fingerprint";
import type { LocalState } from "@/lib/sync/local-state";
import { placeOf, placesAmong } from "@/lib/sync/place";
import type { RemoteFile } from "@/lib/sync/remote-file";
import type { Cell, Group } from "@/lib/sync/state";

/**
 * Reads a file that a NextChat has written. NextChat only adds data, so its values replace only older times and
 * settings.
 */
export function readPlainFile(parsed: unknown, context: ImportContext, local: LocalState): RemoteFile {
  const imported = nextChat.read(parsed, context);
  const blobs = new Map<string, StoredBlob>();
  const state = new Map<string, Group>();
  for (const { session, messages } of imported.chats) {
    const { id, messageCount, deletedAt, ...head } = session;
    const here = local.get(groupOfChat(id));
    const cells = new Map<string, Cell>();
    for (const [name, value] of Object.entries(head)) {
      if (value === undefined) continue;
      cells.set(cellOfHeadField(name), {
        at: name === "lastUpdate" || name === "order" ? session.lastUpdate : 0,
        value,
      });
    }
    for (const message of withPlaces(messages, here)) {
      const { sessionId, ...value } = withoutImages(message, blobs);
      cells.set(cellOfMessageId(message.id), { at: 0, value });
    }
    state.set(groupOfChat(id), { deletedAt: 0, cells });
  }
  for (const [name, cells] of documentGroups(imported)) state.set(name, { deletedAt: 0, cells });
  return { state, writes: [], blobs };
}

type Messages = Imported["chats"][number]["messages"];

/** Assigns positions to messages that are added to an existing chat, by their times. */
function withPlaces(messages: Messages, here: ReturnType<LocalState["get"]>): Messages {
  if (!here) return messages;
  const standing = [...here.values()].flatMap((cell) => placeOf(cell) ?? []).sort((one, other) => one.seq - other.seq);
  const added = messages.filter(({ id }) => !here.has(cellOfMessageId(id)));
  const places = placesAmong(standing, added);
  return added.map((message, index) => ({ ...message, seq: places[index] ?? message.seq }));
}

/** Moves inline images to blobs. Their ids are derived from the content, because the file contains none. */
function withoutImages(message: Messages[number], blobs: Map<string, StoredBlob>): Messages[number] {
  let count = 0;
  const newId = () => `plain-${fingerprint(message.content)}-${count++}`;
  const taken = extractImages(message, { newId, at: message.date });
  for (const blob of taken.blobs) blobs.set(blob.id, blob);
  return taken.message;
}

function documentGroups({ documents }: Imported): [string, ReadonlyMap<string, Cell>][] {
  return syncedDocuments(true).flatMap((key) => {
    const found = documents[key];
    if (!found) return [];
    const cells = [...cellsOfDocument(key, found)].flatMap(([name, cell]): [string, Cell][] =>
      cell === "busy" ? [] : [[name, { at: cell.value === "" ? 0 : cell.since, value: cell.value }]],
    );
    return [[groupOfDocument(key), new Map(cells)]];
  });
}
