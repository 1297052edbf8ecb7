import type { StoredBlob } from "@/lib/storage/blobs";
import { atOnce } from "@/lib/sync/at-once";
import {
  chatsIn,
  type GroupEntry,
  type ObjectIndex,
  objectsIn,
  type PageCells,
  type PageRef,
  type Shard,
  type ShardRef,
  shardOf,
} from "@/lib/sync/object-index";
import { type FoundPage, type KnownPage, planPages } from "@/lib/sync/object-pages";
import { blobIdsIn } from "@/lib/sync/remote-file";
import type { Group, SyncState } from "@/lib/sync/state";
import type { ObjectPlace } from "@/store/sync/object-place";
import { requestsAtOnce, type Shards } from "@/store/sync/object-shards";
import { printOfPage, type Uploads } from "@/store/sync/object-uploads";

/** Length from which a page begins another object, in characters of JSON. */
const objectChars = 400_000;
/** Beginning of every reference to a blob. */
const storedScheme = "stored:";

/** Input of the writing of groups. */
export interface WriteInput {
  readonly index: ObjectIndex;
  readonly shards: Shards;
  readonly place: ObjectPlace;
  readonly uploads: Uploads;
  /** The groups to write. */
  readonly groups: SyncState;
  /** Their pages at the location. */
  readonly pages: ReadonlyMap<string, readonly FoundPage[]>;
  /** The epoch of the new root; undefined if it lists no daily state. */
  readonly epoch: number | undefined;
  /** Whether nothing that exists is reused, because the form or the key changes, or an older root came back. */
  readonly isRewritten: boolean;
  /** Reads a blob from this device or, to write it again, from the location. */
  readBlob(id: string): Promise<StoredBlob | undefined>;
  /** Called with the share that is done, from 0 to 1. */
  onShare(share: number): void;
}

/** The objects that are missing at the location. */
export interface PlannedWrite {
  readonly layouts: ReadonlyMap<string, readonly PlannedPart[]>;
  readonly bundles: readonly (readonly NewPage[])[];
  /** Ids of the blobs of each group. */
  readonly blobIds: ReadonlyMap<string, readonly string[]>;
  readonly newBlobs: readonly string[];
  /** Number of missing objects that an interrupted sync has sent. */
  readonly reused: number;
  /** Objects of known blobs, by id. */
  readonly knownBlobs: ReadonlyMap<string, string>;
}

type PlannedPart = { readonly kept: KnownPage } | NewPage;

interface NewPage {
  readonly cells: PageCells;
  readonly print: string;
}

/** Finds out which objects are missing for the groups to write. */
export async function planWrite(input: WriteInput): Promise<PlannedWrite> {
  const { groups, pages, uploads, isRewritten } = input;
  const layouts = new Map<string, PlannedPart[]>();
  const bundles: NewPage[][] = [];
  const reused = new Set<string>();
  const open = new Map<number, { bundle: NewPage[]; room: number }>();
  for (const [name, group] of groups) {
    const planned = planPages(group, isRewritten ? [] : (pages.get(name) ?? []));
    const layout = planned.map((page) => ("kept" in page ? page : { ...page, print: printOfPage(name, page.cells) }));
    layouts.set(name, layout);
    for (const page of layout) {
      if ("kept" in page) continue;
      const sent = uploads.pages.get(page.print);
      if (sent) reused.add(sent.object);
      if (sent) continue;
      const size = JSON.stringify([...page.cells]).length;
      // The groups of a shard share objects, so that one shard tells whether an object is still needed.
      let { bundle, room } = open.get(shardOf(name)) ?? { bundle: undefined, room: 0 };
      if (!bundle || room < size) {
        bundle = [];
        bundles.push(bundle);
        room = objectChars;
      }
      bundle.push(page);
      open.set(shardOf(name), { bundle, room: room - size });
    }
  }
  const blobIds = new Map([...groups].map(([name, group]) => [name, blobsOf(group)]));
  const knownBlobs = await blobsThere(input, new Set([...blobIds.values()].flat()));
  const newBlobs = [...new Set([...blobIds.values()].flat())].filter((id) => !knownBlobs.has(id));
  for (const [id, object] of uploads.blobs) if (knownBlobs.get(id) === object) reused.add(object);
  return { layouts, bundles, blobIds, newBlobs, knownBlobs, reused: reused.size };
}

/** Returns the ids of the blobs that a group shows. */
export function blobsOf({ cells }: Group): string[] {
  // The text tells faster than a schema that a message has no blobs.
  const shown = [...cells.values()].filter(({ value }) => JSON.stringify(value)?.includes(storedScheme));
  return [...new Set(shown.flatMap(({ value }) => blobIdsIn(value)))];
}

/** Returns the objects of blobs that are at the location, by id. */
async function blobsThere(
  { shards, uploads, isRewritten, groups }: WriteInput,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map([...uploads.blobs].filter(([id]) => wanted.has(id)));
  if (isRewritten) return known;
  const add = (entry: GroupEntry | undefined) => {
    for (const [id, object] of entry?.blobs ?? []) if (wanted.has(id)) known.set(id, object);
  };
  for (const name of groups.keys()) add(shards.entryOf(name));
  if ([...wanted].every((id) => known.has(id))) return known;
  // Another chat may show the same image.
  await shards.loadAll();
  for (const name of shards.names()) add(shards.entryOf(name));
  return known;
}

/** Shards and pages as they are after writing. */
export interface WrittenObjects {
  readonly shards: ReadonlyMap<number, Shard>;
  readonly refs: ReadonlyMap<number, ShardRef>;
  /** The pages of the written groups. */
  readonly pages: ReadonlyMap<string, readonly KnownPage[]>;
  /** Objects to which the state no longer refers. */
  readonly replaced: readonly ReplacedObject[];
}

/** An object to which the state no longer refers. */
export interface ReplacedObject {
  readonly name: string;
  /** Whether a daily state may refer to it. */
  readonly isInDay: boolean;
}

/** Writes the missing objects, then the shards that refer to them. */
export async function writeObjects(input: WriteInput, planned: PlannedWrite): Promise<WrittenObjects> {
  const { place, uploads, shards, index, isRewritten, epoch = 0 } = input;
  const blobs = new Map(planned.knownBlobs);
  const total = planned.reused + planned.bundles.length + planned.newBlobs.length;
  let done = planned.reused;
  const step = () => input.onShare(++done / total);
  await atOnce(planned.bundles.length, requestsAtOnce, async (each) => {
    const bundle = planned.bundles[each] ?? [];
    const object = await place.writePages(bundle.map(({ cells }) => cells));
    await uploads.notePages(
      object,
      bundle.map(({ print }) => print),
    );
    step();
  });
  await atOnce(planned.newBlobs.length, requestsAtOnce, async (each) => {
    const id = planned.newBlobs[each] ?? "";
    const blob = await input.readBlob(id);
    if (blob) {
      const object = await place.writeBlob(blob);
      await uploads.noteBlob(object, id);
      blobs.set(id, object);
    }
    step();
  });
  const entries = entriesOf(input, planned, blobs);
  const numbers = isRewritten ? [...new Set([...index.shards.keys(), ...entries.keys()])] : [...entries.keys()];
  await shards.load(numbers);
  const written = await atOnce(numbers.length, requestsAtOnce, async (each) => {
    const number = numbers[each] ?? 0;
    const others = isRewritten
      ? []
      : [...shards.at(number)].map(([name, entry]) => [name, unstale(epoch)(entry)] as const);
    const shard: Shard = new Map([...others, ...(entries.get(number) ?? [])]);
    return [number, { shard, ref: { object: await place.writeShard(shard), chats: chatsIn(shard), epoch } }] as const;
  });
  return {
    shards: new Map(written.map(([number, { shard }]) => [number, shard])),
    refs: new Map([...index.shards, ...written.map(([number, { ref }]) => [number, ref] as const)]),
    pages: pagesAfter(planned, uploads),
    replaced: await replacedBy(input, new Map(written.map(([number, { shard }]) => [number, shard]))),
  };
}

/** Drops the fresh objects of an earlier epoch, which the newest daily state may contain by now. */
const unstale =
  (epoch: number) =>
  (entry: GroupEntry): GroupEntry => {
    const { fresh, ...others } = entry;
    return fresh?.epoch === epoch ? entry : others;
  };

/** Returns the new entries of the written groups, by shard. */
function entriesOf(
  { groups, shards, uploads, epoch }: WriteInput,
  { layouts, blobIds, knownBlobs }: PlannedWrite,
  blobs: ReadonlyMap<string, string>,
): ReadonlyMap<number, Shard> {
  const entries = new Map<number, Map<string, GroupEntry>>();
  for (const [name, { deletedAt }] of groups) {
    const shard = entries.get(shardOf(name)) ?? new Map<string, GroupEntry>();
    const shown = (blobIds.get(name) ?? []).flatMap((id): [string, string][] => {
      const object = blobs.get(id);
      return object === undefined ? [] : [[id, object]];
    });
    const pages = (layouts.get(name) ?? []).map((part) => refOf(part, uploads));
    const isNew = (id: string, object: string) => !knownBlobs.has(id) || uploads.blobs.get(id) === object;
    const added = [
      ...(layouts.get(name) ?? []).flatMap((part) => ("kept" in part ? [] : [refOf(part, uploads).object])),
      ...shown.flatMap(([id, object]) => (isNew(id, object) ? [object] : [])),
    ];
    const entry: GroupEntry = { deletedAt, pages, blobs: new Map(shown) };
    shard.set(name, epoch === undefined ? entry : withFresh(entry, added, shards.entryOf(name), epoch));
    entries.set(shardOf(name), shard);
  }
  return entries;
}

/** Notes which objects of an entry are newer than the newest daily state. */
function withFresh(
  entry: GroupEntry,
  added: readonly string[],
  before: GroupEntry | undefined,
  epoch: number,
): GroupEntry {
  const known = before?.fresh?.epoch === epoch ? before.fresh.objects : [];
  const needed = objectsIn(new Map([["", entry]]));
  return { ...entry, fresh: { epoch, objects: new Set([...known, ...added].filter((object) => needed.has(object))) } };
}

function refOf(part: PlannedPart, uploads: Uploads): PageRef {
  const ref = "kept" in part ? part.kept : uploads.pages.get(part.print);
  if (!ref) throw new Error("page was not written");
  return { object: ref.object, index: ref.index };
}

function pagesAfter({ layouts }: PlannedWrite, uploads: Uploads): ReadonlyMap<string, readonly KnownPage[]> {
  const pagesOf = (layout: readonly PlannedPart[]) =>
    layout.map(
      (part): KnownPage => ("kept" in part ? part.kept : { ...refOf(part, uploads), keys: [...part.cells.keys()] }),
    );
  return new Map([...layouts].map(([name, layout]) => [name, pagesOf(layout)]));
}

/** Returns the objects to which the written shards referred before, and to which nothing refers now. */
async function replacedBy(
  { index, shards, epoch }: WriteInput,
  written: ReadonlyMap<number, Shard>,
): Promise<readonly ReplacedObject[]> {
  const numbers = [...written.keys()];
  const before = new Set(numbers.flatMap((number) => [...objectsIn(shards.at(number))]));
  for (const number of numbers) {
    for (const object of objectsIn(written.get(number) ?? new Map())) before.delete(object);
  }
  if (numbers.some((number) => hasBlobIn(shards.at(number), before))) {
    // Another shard may show the same image.
    await shards.loadAll();
    for (const number of index.shards.keys()) {
      if (!written.has(number)) for (const object of objectsIn(shards.at(number))) before.delete(object);
    }
  }
  const fresh = new Set<string>();
  for (const number of numbers) {
    const ref = index.shards.get(number);
    if (ref) before.add(ref.object);
    if (ref?.epoch === epoch) fresh.add(ref?.object ?? "");
    for (const entry of shards.at(number).values()) {
      if (entry.fresh?.epoch === epoch) for (const object of entry.fresh?.objects ?? []) fresh.add(object);
    }
  }
  return [...before].map((name) => ({ name, isInDay: epoch !== undefined && !fresh.has(name) }));
}

function hasBlobIn(shard: Shard, objects: ReadonlySet<string>): boolean {
  return [...shard.values()].some(({ blobs }) => [...blobs.values()].some((object) => objects.has(object)));
}
