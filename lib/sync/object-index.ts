import { storedTime } from "@/lib/fields/stored-schemas";
import { boundedTime } from "@/lib/fields/time";
import { objectName } from "@/lib/sync/remote";
import type { Cell } from "@/lib/sync/state";
import * as z from "@/lib/zod";

/** A page: some cells of one group. An object contains one or several pages. */
export interface PageRef {
  readonly object: string;
  readonly index: number;
}

/** A group in a shard. */
export interface GroupEntry {
  readonly deletedAt: number;
  /** Without pages, the group is deleted. */
  readonly pages: readonly PageRef[];
  /** Objects of images and other blobs, by blob id. */
  readonly blobs: ReadonlyMap<string, string>;
}

/** Some groups, by name. */
export type Shard = ReadonlyMap<string, GroupEntry>;

/** A reference to a shard. */
export interface ShardRef {
  readonly object: string;
  /** Number of its chats that are not deleted. */
  readonly chats: number;
}

/** The content of the root: everything else is reached from here. */
export interface ObjectIndex {
  /** Ids of recent writes, the last one last. */
  readonly writes: readonly string[];
  readonly shards: ReadonlyMap<number, ShardRef>;
  /** Objects that no longer belong to the state. Devices remove them some time later. */
  readonly retired: readonly string[];
}

/** The index of a location without objects. */
export const emptyIndex: ObjectIndex = { writes: [], shards: new Map(), retired: [] };

/** Number of shards of chats. */
const chatShards = 64;
/** The shard of documents, which devices compare at each sync. */
export const documentShard = chatShards;
/** Number of stored write ids: more than there are between a write and the next one of the same device. */
const maxWrites = 50;

/** Returns the number of a group's shard. */
export function shardOf(group: string): number {
  if (!group.startsWith("chat/")) return documentShard;
  let sum = 0x811c9dc5;
  for (let index = 0; index < group.length; index++) sum = Math.imul(sum ^ group.charCodeAt(index), 0x01000193);
  return (sum >>> 0) % chatShards;
}

const name = z.string().check(z.regex(objectName));
const count = z.number().check(z.int(), z.nonnegative());

const indexSchema = z.object({
  writes: z.array(z.string()),
  shards: z.array(z.tuple([count.check(z.maximum(documentShard)), name, count])),
  retired: z.array(name),
});
const shardSchema = z.array(
  z.tuple([z.string(), storedTime, z.array(z.tuple([name, count])), z.array(z.tuple([z.string(), name]))]),
);

/** Returns an index as JSON. */
export function writeIndex({ writes, shards, retired }: ObjectIndex): string {
  const written = [...shards].sort(([one], [other]) => one - other);
  return JSON.stringify({
    writes: writes.slice(-maxWrites),
    shards: written.map(([number, { object, chats }]) => [number, object, chats]),
    retired,
  });
}

/** Reads a parsed index; undefined if it is invalid. */
export function readIndex(parsed: unknown): ObjectIndex | undefined {
  const read = z.safeParse(indexSchema, parsed);
  if (!read.success) return undefined;
  const { writes, shards, retired } = read.data;
  return { writes, retired, shards: new Map(shards.map(([number, object, chats]) => [number, { object, chats }])) };
}

/** Returns a shard as JSON. */
export function writeShard(shard: Shard): string {
  return JSON.stringify(
    [...shard].map(([group, { deletedAt, pages, blobs }]) => [
      group,
      deletedAt,
      pages.map(({ object, index }) => [object, index]),
      [...blobs],
    ]),
  );
}

/** Reads a parsed shard; undefined if it is invalid. */
export function readShard(parsed: unknown): Shard | undefined {
  const read = z.safeParse(shardSchema, parsed);
  if (!read.success) return undefined;
  return new Map(
    read.data.map(([group, deletedAt, pages, blobs]) => [
      group,
      { deletedAt, pages: pages.map(([object, index]) => ({ object, index })), blobs: new Map(blobs) },
    ]),
  );
}

/** Cells of one page, by key. */
export type PageCells = ReadonlyMap<string, Cell>;

/** Returns the pages of an object as JSON. */
export function writePages(pages: readonly PageCells[]): string {
  return JSON.stringify(pages.map(writtenPage));
}

/** Returns a page as plain data: of each cell its key, its time and, unless it was deleted, its value. */
export function writtenPage(cells: PageCells): unknown[] {
  return [...cells].map(([key, { at, value }]) => (value === undefined ? [key, at] : [key, at, value]));
}

/** Reads parsed pages; undefined if they are invalid. A device reads many at once, so they are not read by a schema. */
export function readPages(parsed: unknown): PageCells[] | undefined {
  if (!Array.isArray(parsed)) return undefined;
  const pages = parsed.map(readPage);
  return pages.every((page) => page !== undefined) ? pages : undefined;
}

function readPage(page: unknown): PageCells | undefined {
  if (!Array.isArray(page)) return undefined;
  const cells = new Map<string, Cell>();
  for (const cell of page) {
    if (!Array.isArray(cell)) return undefined;
    const [key, at, value] = cell;
    if (typeof key !== "string" || typeof at !== "number") return undefined;
    cells.set(key, value === undefined ? { at: boundedTime(at) } : { at: boundedTime(at), value });
  }
  return cells;
}

/** Whether two entries refer to the same cells. Their blobs may differ. */
export function isSameEntry(one: GroupEntry | undefined, other: GroupEntry | undefined): boolean {
  return one !== undefined && other !== undefined && printOfEntry(one) === printOfEntry(other);
}

/** Returns a text that differs for each state of a group. */
export function printOfEntry({ deletedAt, pages }: GroupEntry): string {
  return [deletedAt, ...pages.map(({ object, index }) => `${object}.${index}`)].join(" ");
}

/** Returns the numbers of chats of a shard that are not deleted. */
export function chatsIn(shard: Shard): number {
  return [...shard].filter(([group, { pages }]) => group.startsWith("chat/") && pages.length > 0).length;
}

/** Returns the objects to which a shard refers. */
export function objectsIn(shard: Shard): Set<string> {
  const entries = [...shard.values()];
  return new Set([
    ...entries.flatMap(({ pages }) => pages.map(({ object }) => object)),
    ...entries.flatMap(({ blobs }) => [...blobs.values()]),
  ]);
}
