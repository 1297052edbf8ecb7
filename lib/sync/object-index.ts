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
  /** The objects that were new in an epoch: no earlier daily state refers to them. */
  readonly fresh?: FreshObjects | undefined;
}

/** Objects of an entry that are newer than the daily state that has begun an epoch. */
export interface FreshObjects {
  readonly epoch: number;
  readonly objects: ReadonlySet<string>;
}

/** Some groups, by name. */
export type Shard = ReadonlyMap<string, GroupEntry>;

/** A reference to a shard. */
export interface ShardRef {
  readonly object: string;
  /** Number of its chats that are not deleted. */
  readonly chats: number;
  /** The epoch in which it was written. */
  readonly epoch: number;
}

/** A reference to a daily state. */
export interface DayRef {
  readonly object: string;
  /** Time of the last change in this state, in milliseconds by the clock of the changing device. */
  readonly at: number;
}

/** A daily state: the state of all shards before the first change of a later day. */
export interface DayState {
  readonly shards: ReadonlyMap<number, ShardRef>;
  /** Objects that no later state needs: they can be removed with the daily state before this one. */
  readonly held: readonly string[];
}

/** The content of the root: everything else is reached from here. */
export interface ObjectIndex {
  /** Ids of recent writes, the last one last. */
  readonly writes: readonly string[];
  readonly shards: ReadonlyMap<number, ShardRef>;
  /** Objects that no longer belong to the state. Devices remove them some time later. */
  readonly retired: readonly string[];
  /** Time of the last change, in milliseconds by the clock of the changing device; 0 if unknown. */
  readonly at: number;
  /** Number of daily states that were ever listed. */
  readonly epoch: number;
  /** The daily states, the oldest first. */
  readonly days: readonly DayRef[];
  /** Objects that no longer belong to the state, but to the newest daily state. */
  readonly held: readonly string[];
  /** Id of the last write that has repaired the location or replaced an older state; undefined if there was none. */
  readonly repair?: string | undefined;
}

/** The index of a location without objects. */
export const emptyIndex: ObjectIndex = {
  writes: [],
  shards: new Map(),
  retired: [],
  at: 0,
  epoch: 0,
  days: [],
  held: [],
};

/** Number of shards of chats. */
const chatShards = 64;
/** The shard of documents, which devices compare at each sync. */
export const documentShard = chatShards;
/** Number of stored write ids: more than there are between a write and the next one of the same device. */
const maxWrites = 50;
/** Maximum number of daily states in an index that is accepted: more than devices ever list. */
const maxListedDays = 100;

/** Returns the number of a group's shard. */
export function shardOf(group: string): number {
  if (!group.startsWith("chat/")) return documentShard;
  let sum = 0x811c9dc5;
  for (let index = 0; index < group.length; index++) sum = Math.imul(sum ^ group.charCodeAt(index), 0x01000193);
  return (sum >>> 0) % chatShards;
}

const name = z.string().check(z.regex(objectName));
const count = z.number().check(z.int(), z.nonnegative());

// Version 3 had no epochs.
const shardRefs = z.array(z.tuple([count.check(z.maximum(documentShard)), name, count, z.optional(count)]));
const indexSchema = z.object({
  writes: z.array(z.string()),
  shards: shardRefs,
  retired: z.array(name),
  at: z.optional(storedTime),
  epoch: z.optional(count),
  days: z.optional(z.array(z.tuple([storedTime, name])).check(z.maxLength(maxListedDays))),
  held: z.optional(z.array(name)),
  repair: z.optional(z.string()),
});
const daySchema = z.object({ shards: shardRefs, held: z.array(name) });
const shardSchema = z.array(
  z.tuple([
    z.string(),
    storedTime,
    z.array(z.tuple([name, count])),
    z.array(z.tuple([z.string(), name])),
    z.optional(z.tuple([count, z.array(name)])),
  ]),
);

/** Returns an index as JSON. */
export function writeIndex({ writes, shards, days, ...others }: ObjectIndex): string {
  return JSON.stringify({
    ...others,
    writes: writes.slice(-maxWrites),
    shards: writtenRefs(shards),
    days: days.map(({ at, object }) => [at, object]),
  });
}

function writtenRefs(shards: ObjectIndex["shards"]): unknown[] {
  const written = [...shards].sort(([one], [other]) => one - other);
  return written.map(([number, { object, chats, epoch }]) => [number, object, chats, epoch]);
}

function readRefs(refs: z.output<typeof shardRefs>): ObjectIndex["shards"] {
  return new Map(refs.map(([number, object, chats, epoch = 0]) => [number, { object, chats, epoch }]));
}

/** Returns a daily state as JSON. */
export function writeDay({ shards, held }: DayState): string {
  return JSON.stringify({ shards: writtenRefs(shards), held });
}

/** Reads a parsed daily state; undefined if it is invalid. */
export function readDay(parsed: unknown): DayState | undefined {
  const read = z.safeParse(daySchema, parsed);
  return read.success ? { shards: readRefs(read.data.shards), held: read.data.held } : undefined;
}

/** Reads a parsed index; undefined if it is invalid. */
export function readIndex(parsed: unknown): ObjectIndex | undefined {
  const read = z.safeParse(indexSchema, parsed);
  if (!read.success) return undefined;
  const { writes, retired, shards, at = 0, epoch = 0, days = [], held = [], repair } = read.data;
  const listed = days.map(([time, object]) => ({ at: time, object }));
  return { writes, retired, shards: readRefs(shards), at, epoch, days: listed, held, repair };
}

/** Returns a shard as JSON. */
export function writeShard(shard: Shard): string {
  return JSON.stringify(
    [...shard].map(([group, { deletedAt, pages, blobs, fresh }]) => [
      group,
      deletedAt,
      pages.map(({ object, index }) => [object, index]),
      [...blobs],
      ...(fresh && fresh.objects.size > 0 ? [[fresh.epoch, [...fresh.objects]]] : []),
    ]),
  );
}

/** Reads a parsed shard; undefined if it is invalid. */
export function readShard(parsed: unknown): Shard | undefined {
  const read = z.safeParse(shardSchema, parsed);
  if (!read.success) return undefined;
  return new Map(
    read.data.map(([group, deletedAt, pages, blobs, fresh]) => [
      group,
      {
        deletedAt,
        pages: pages.map(([object, index]) => ({ object, index })),
        blobs: new Map(blobs),
        ...(fresh && { fresh: { epoch: fresh[0], objects: new Set(fresh[1]) } }),
      },
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
