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
  const open = new Map<number, { bundle: NewPage[]; room: number }>();
  for (const [name, group] of groups) {
    const planned = planPages(group, isRewritten ? [] : (pages.get(name) ?? []));
    const layout = planned.map((page) => ("kept" in page ? page : { ...page, print: printOfPage(name, page.cells) }));
    layouts.set(name, layout);
    for (const page of layout) {
      if ("kept" in page || uploads.pages.has(page.print)) continue;
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
  return { layouts, bundles, blobIds, newBlobs, knownBlobs };
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
  /** Objects that are no longer needed. */
  readonly retired: readonly string[];
}

/** Writes the missing objects, then the shards that refer to them. */
export async function writeObjects(input: WriteInput, planned: PlannedWrite): Promise<WrittenObjects> {
  const { place, uploads, shards, index, isRewritten } = input;
  const blobs = new Map(planned.knownBlobs);
  const total = planned.bundles.length + planned.newBlobs.length;
  let done = 0;
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
    const shard: Shard = new Map([...(isRewritten ? [] : shards.at(number)), ...(entries.get(number) ?? [])]);
    return [number, { shard, ref: { object: await place.writeShard(shard), chats: chatsIn(shard) } }] as const;
  });
  return {
    shards: new Map(written.map(([number, { shard }]) => [number, shard])),
    refs: new Map([...index.shards, ...written.map(([number, { ref }]) => [number, ref] as const)]),
    pages: pagesAfter(planned, uploads),
    retired: await retiredBy(input, new Map(written.map(([number, { shard }]) => [number, shard]))),
  };
}

/** Returns the new entries of the written groups, by shard. */
function entriesOf(
  { groups, uploads }: WriteInput,
  { layouts, blobIds }: PlannedWrite,
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
    shard.set(name, { deletedAt, pages, blobs: new Map(shown) });
    entries.set(shardOf(name), shard);
  }
  return entries;
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
async function retiredBy(
  { index, shards }: WriteInput,
  written: ReadonlyMap<number, Shard>,
): Promise<readonly string[]> {
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
  const replaced = numbers.flatMap((number) => index.shards.get(number)?.object ?? []);
  return [...replaced, ...before];
}

function hasBlobIn(shard: Shard, objects: ReadonlySet<string>): boolean {
  return [...shard.values()].some(({ blobs }) => [...blobs.values()].some((object) => objects.has(object)));
}
