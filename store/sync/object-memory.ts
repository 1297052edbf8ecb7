import { isRecord } from "@/lib/json";
import type { Database } from "@/lib/storage/database";
import { chatIdOf, groupOfChat } from "@/lib/sync/chat-cells";
import type { Ledger, LedgerGroup } from "@/lib/sync/ledger";
import type { Shard } from "@/lib/sync/object-index";
import type { KnownPage } from "@/lib/sync/object-pages";

/** The state of an encrypted location after the last complete sync. */
export interface ObjectMemory {
  readonly location: string;
  readonly keyId: string;
  readonly withKeys: boolean;
  /** Time of the last comparison of all chats, in milliseconds since the epoch. */
  readonly comparedAt: number;
  /** Objects of the shards, by number; the shards themselves are parts of their own. */
  readonly shards: ReadonlyMap<number, string>;
  /** When this device has first seen objects to be retired, by its own clock. Null if it has removed them. */
  readonly retired: ReadonlyMap<string, number | null>;
  /** The last repair of the location (`ObjectIndex.repair`). */
  readonly repair?: string | undefined;
}

/** Names of the parts of the sync ledger. */
export const parts = {
  objects: "objects",
  outbox: "outbox",
  /** Objects of which it is unknown whether a root refers to them. */
  orphans: "orphans",
  /** The ledger of all chats, as earlier versions stored it. */
  formerChats: "chats",
  chat: "ledger:",
  shard: "shard:",
  /** Objects that were sent for a root that is not yet sent. */
  upload: "upload:",
  /** Names of the invitations that this device has stored, by location. */
  invitations: "invitations",
} as const;

/** The ledger of a chat, and its pages at an encrypted location. */
export interface LedgerRow extends LedgerGroup {
  readonly pages?: readonly KnownPage[];
}

/** Reads the ledger of all chats, or of some. */
export async function readChatLedger(
  database: Pick<Database, "readSyncMemory" | "syncRows">,
  names?: readonly string[],
): Promise<{ readonly rows: ReadonlyMap<string, LedgerRow>; readonly isFormer: boolean }> {
  const former = (await database.readSyncMemory(parts.formerChats)) as Ledger | undefined;
  if (former) return { rows: former, isFormer: true };
  const rows = await database.syncRows();
  if (!names) {
    const all = [...(await rows.readParts(parts.chat))].map(
      ([id, row]) => [groupOfChat(id), row as LedgerRow] as const,
    );
    return { rows: new Map(all), isFormer: false };
  }
  const chats = names.filter((name) => chatIdOf(name) !== undefined);
  const read = await rows.readSome(chats.map(rowOf));
  const found = chats.flatMap((name, index): [string, LedgerRow][] =>
    read[index] === undefined ? [] : [[name, read[index] as LedgerRow]],
  );
  return { rows: new Map(found), isFormer: false };
}

/** Returns the name of the ledger part of a chat's group. */
export function rowOf(name: string): string {
  return parts.chat + chatIdOf(name);
}

/** Returns the changes of the stored ledger of chats after a sync of all chats. */
export function changedRows(
  before: { readonly rows: ReadonlyMap<string, LedgerRow>; readonly isFormer: boolean },
  after: Ledger,
): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  if (before.isFormer) changes[parts.formerChats] = undefined;
  for (const [name, group] of after) {
    if (chatIdOf(name) === undefined) continue;
    if (before.isFormer || !isSameLedger(before.rows.get(name), group)) changes[rowOf(name)] = group;
  }
  for (const name of before.rows.keys()) if (!after.has(name)) changes[rowOf(name)] = undefined;
  return changes;
}

function isSameLedger(one: LedgerGroup | undefined, other: LedgerGroup): boolean {
  if (!one || one.deletedAt !== other.deletedAt || one.cells.size !== other.cells.size) return false;
  return [...other.cells].every(([key, { at, print }]) => {
    const cell = one.cells.get(key);
    return cell?.at === at && cell.print === print;
  });
}

/** The states of documents at an encrypted location after the last complete sync, by group name. */
export interface DocumentObjects {
  readonly location: string;
  readonly keyId: string;
  readonly prints: Readonly<Record<string, string>>;
}

/** Reads the memory of a location. */
export async function readObjectMemory(database: Pick<Database, "readSyncMemory">): Promise<ObjectMemory | undefined> {
  const stored = await database.readSyncMemory(parts.objects);
  return isRecord(stored) ? (stored as unknown as ObjectMemory) : undefined;
}

/** Reads remembered shards. */
export async function readShardRows(
  database: Pick<Database, "syncRows">,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, Shard>> {
  const read = await (await database.syncRows()).readSome(numbers.map((number) => `${parts.shard}${number}`));
  return new Map(
    numbers.flatMap((number, index): [number, Shard][] =>
      read[index] === undefined ? [] : [[number, read[index] as Shard]],
    ),
  );
}
