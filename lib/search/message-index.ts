import type { Role } from "@/lib/chat/message";
import { type GramTable, gramTableOf, placesWith, tableSize } from "@/lib/search/gram-table";

/** A message in the index. */
export interface IndexedMessage {
  readonly id: string;
  readonly sessionId: string;
  readonly role: Role;
  readonly model: string | undefined;
  readonly date: number;
  /** The searchable text, folded (`foldText`). */
  readonly text: string;
}

/** Finds messages that contain given texts, exactly, after any sequence of changes. */
export interface MessageIndex {
  /** Adds or replaces a message. */
  put(message: IndexedMessage): void;
  remove(id: string): void;
  /**
   * Returns the messages that contain one text of every row, unordered. The texts must be folded; without rows, the
   * result is empty.
   */
  find(rows: readonly (readonly string[])[], accepts?: (message: IndexedMessage) => boolean): IndexedMessage[];
}

/**
 * A part of the index. The newest part has no table yet and is scanned; when it is full, its table is created and never
 * changed.
 */
interface Part {
  readonly messages: (IndexedMessage | undefined)[];
  table?: GramTable;
  left: number;
}

interface Place {
  readonly part: Part;
  readonly at: number;
}

/** Creates an empty index. `partSize` is the number of messages per table. */
export function createMessageIndex(partSize = tableSize): MessageIndex {
  const parts = new Set<Part>();
  const places = new Map<string, Place>();
  let young = newPart();

  function newPart(): Part {
    const part: Part = { messages: [], left: 0 };
    parts.add(part);
    return part;
  }

  function add(message: IndexedMessage): void {
    places.set(message.id, { part: young, at: young.messages.length });
    young.messages.push(message);
    young.left += 1;
    if (young.messages.length < partSize) return;
    young.table = gramTableOf(young.messages.map((each) => each?.text ?? ""));
    young = newPart();
  }

  function remove(id: string): void {
    const place = places.get(id);
    if (!place) return;
    const { part, at } = place;
    places.delete(id);
    part.messages[at] = undefined;
    part.left -= 1;
    // If less than half of a part is left, move its messages to the newest part, which frees the memory.
    if (!part.table || part.left > part.messages.length / 2) return;
    parts.delete(part);
    for (const message of part.messages) if (message) add(message);
  }

  return {
    put(message) {
      const place = places.get(message.id);
      if (place && !place.part.table) {
        place.part.messages[place.at] = message;
        return;
      }
      remove(message.id);
      add(message);
    },
    remove,
    find(rows, accepts = () => true) {
      if (rows.length === 0) return [];
      const found: IndexedMessage[] = [];
      const holdsAll = ({ text }: IndexedMessage) =>
        rows.every((texts) => texts.some((wanted) => text.includes(wanted)));
      for (const part of parts) {
        for (const message of candidatesIn(part, rows)) {
          if (message && accepts(message) && holdsAll(message)) found.push(message);
        }
      }
      return found;
    },
  };
}

/** Returns the messages of a part that may match, by the row with the fewest candidates. */
function candidatesIn({ messages, table }: Part, rows: readonly (readonly string[])[]) {
  if (!table) return messages;
  let fewest: Uint16Array | undefined;
  for (const texts of rows) {
    const found = placesWithAny(table, texts);
    if (found && (!fewest || found.length < fewest.length)) fewest = found;
  }
  return fewest ? Array.from(fewest, (place) => messages[place]) : messages;
}

function placesWithAny(table: GramTable, texts: readonly string[]): Uint16Array | undefined {
  const [first, ...others] = texts.map((text) => placesWith(table, text));
  if (!first || others.length === 0) return first;
  const all = new Set(first);
  for (const found of others) {
    if (!found) return undefined;
    for (const place of found) all.add(place);
  }
  return Uint16Array.from(all);
}
