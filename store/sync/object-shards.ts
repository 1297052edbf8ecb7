import type { Database } from "@/lib/storage/database";
import { atOnce } from "@/lib/sync/at-once";
import { type GroupEntry, type ObjectIndex, objectsIn, type Shard, shardOf } from "@/lib/sync/object-index";
import { type ObjectMemory, readShardRows } from "@/store/sync/object-memory";
import type { ObjectPlace } from "@/store/sync/object-place";

/** Maximum number of concurrent requests. */
export const requestsAtOnce = 6;

/** The shards of an index, each read at most once: from this device if it is unchanged, otherwise from the location. */
export interface Shards {
  /** Numbers of the shards that have changed since the last sync. */
  readonly changed: readonly number[];
  load(numbers: Iterable<number>): Promise<void>;
  loadAll(): Promise<void>;
  /** Returns a loaded shard. */
  at(number: number): Shard;
  /** Returns the names of all groups in the loaded shards. */
  names(): string[];
  /** Returns the entry of a group, whose shard was loaded. */
  entryOf(group: string): GroupEntry | undefined;
  /** Returns all objects to which the index refers, directly or through its shards. Loads all. */
  objects(): Promise<Set<string>>;
}

const noShard: Shard = new Map();

/** Opens the shards of an index. */
export function openShards(index: ObjectIndex, { database, place, memory }: ShardTools): Shards {
  const loaded = new Map<number, Shard>();
  const numbers = [...index.shards.keys()];
  const isKnown = (number: number) => memory?.shards.get(number) === index.shards.get(number)?.object;

  async function load(wanted: Iterable<number>): Promise<void> {
    const missing = [...new Set(wanted)].filter((number) => !loaded.has(number));
    for (const [number, shard] of await readShardRows(database, missing.filter(isKnown))) {
      if (index.shards.has(number)) loaded.set(number, shard);
    }
    const unread = missing.filter((number) => !loaded.has(number) && index.shards.has(number));
    await atOnce(unread.length, requestsAtOnce, async (each) => {
      const number = unread[each] ?? 0;
      loaded.set(number, await place.readShard(index.shards.get(number)?.object ?? ""));
    });
  }

  const shards: Shards = {
    changed: [...new Set([...numbers, ...(memory?.shards.keys() ?? [])])].filter((number) => !isKnown(number)),
    load,
    loadAll: () => load(numbers),
    at: (number) => loaded.get(number) ?? noShard,
    names: () => [...loaded.values()].flatMap((shard) => [...shard.keys()]),
    entryOf: (group) => shards.at(shardOf(group)).get(group),
    async objects() {
      await load(numbers);
      const all = numbers.flatMap((number) => [...objectsIn(shards.at(number))]);
      return new Set([...[...index.shards.values()].map(({ object }) => object), ...all]);
    },
  };
  return shards;
}

interface ShardTools {
  readonly database: Pick<Database, "syncRows">;
  readonly place: ObjectPlace;
  /** The memory of the last sync, if it is of this location and key. */
  readonly memory: ObjectMemory | undefined;
}
