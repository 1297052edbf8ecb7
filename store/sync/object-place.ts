import { parseSafely } from "@/lib/import/safe-json";
import {
  newObjectName,
  type ObjectFacts,
  type ObjectKey,
  type ObjectKind,
  openBytes,
  openObject,
  sealBytes,
  sealObject,
} from "@/lib/sealing/sealed-object";
import { type StoredBlob, writtenBlobSchema } from "@/lib/storage/blobs";
import {
  type DayState,
  type PageCells,
  readDay,
  readPages,
  readShard,
  type Shard,
  writeDay,
  writePages,
  writeShard,
} from "@/lib/sync/object-index";
import { type ObjectStore, syncError } from "@/lib/sync/remote";
import * as z from "@/lib/zod";

/** Maximum length of an object's text, in characters. */
const maxChars = 400_000_000;

/** The objects that are read as empty, because the user has agreed to go on without them. */
export type AllowedGaps = "none" | "missing" | "missing-or-altered";

/** Encrypted objects of one location. An object that is missing or altered throws `incomplete`, unless it is allowed. */
export interface ObjectPlace {
  /** Whether some objects may be read as empty. */
  readonly isPartial: boolean;
  readShard(name: string): Promise<Shard>;
  /** Reads a daily state; undefined if it is missing or altered, and may be. */
  readDay(name: string): Promise<DayState | undefined>;
  /** Reads the pages of an object, once. */
  readPages(name: string): Promise<readonly PageCells[]>;
  readBlob(name: string, id: string): Promise<StoredBlob | undefined>;
  /** Each of these writes a new object and returns its name. */
  writeShard(shard: Shard): Promise<string>;
  writeDay(state: DayState): Promise<string>;
  writePages(pages: readonly PageCells[]): Promise<string>;
  writeBlob(blob: StoredBlob): Promise<string>;
}

/** The keys with which existing objects are read, and new ones written. */
export interface PlaceKeys {
  readonly reading: ObjectKey | undefined;
  readonly writing: ObjectKey | undefined;
}

/** Opens the objects of a location. */
export function openPlace(
  objects: ObjectStore,
  { reading, writing }: PlaceKeys,
  gaps: AllowedGaps = "none",
): ObjectPlace {
  const pages = new Map<string, Promise<readonly PageCells[]>>();

  /** Reads an object; undefined if it is missing and may be. */
  async function bytesOf(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const bytes = await objects.read(name);
    if (!bytes && gaps === "none") throw syncError("incomplete");
    return bytes;
  }

  /** Returns undefined for an altered object, if one may be altered. */
  function altered(): undefined {
    if (gaps !== "missing-or-altered") throw syncError("incomplete");
  }

  /** Reads the value of an object; undefined if it is missing or altered, and may be. */
  async function read<T>(facts: ObjectFacts, reader: (parsed: unknown) => T | undefined): Promise<T | undefined> {
    const bytes = await bytesOf(facts.name);
    if (!bytes) return undefined;
    const text = reading && (await openObject(bytes, reading, facts));
    const parsed = text === undefined ? undefined : parseSafely(text, { maxChars });
    const value = parsed?.ok ? reader(parsed.value) : undefined;
    return value ?? altered();
  }

  async function write(kind: ObjectKind, content: string | Uint8Array<ArrayBuffer>): Promise<string> {
    if (!writing) throw syncError("needs-passphrase");
    const facts = { name: newObjectName(), kind };
    const seal = typeof content === "string" ? sealObject(content, writing, facts) : sealBytes(content, writing, facts);
    await objects.write(facts.name, await seal);
    return facts.name;
  }

  return {
    isPartial: gaps !== "none",
    readShard: async (name) => (await read({ name, kind: "shard" }, readShard)) ?? new Map(),
    readDay: (name) => read({ name, kind: "day" }, readDay),
    readPages(name) {
      const reading = pages.get(name) ?? read({ name, kind: "cells" }, readPages).then((read) => read ?? []);
      pages.set(name, reading);
      return reading;
    },
    async readBlob(name, id) {
      const sealed = await bytesOf(name);
      if (!sealed) return undefined;
      const bytes = reading && (await openBytes(sealed, reading, { name, kind: "blob" }));
      const blob = bytes && readBlob(bytes);
      return blob?.id === id ? blob : altered();
    },
    writeShard: (shard) => write("shard", writeShard(shard)),
    writeDay: (state) => write("day", writeDay(state)),
    writePages: (written) => write("cells", writePages(written)),
    writeBlob: (blob) => write("blob", writeBlob(blob)),
  };
}

const headSchema = z.pick(writtenBlobSchema, { id: true, type: true, at: true });

/** Returns a blob as bytes: the length of its facts, its facts as JSON, its content. */
function writeBlob({ id, type, at, bytes }: StoredBlob): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(JSON.stringify({ id, type, at }));
  const joined = new Uint8Array(4 + head.length + bytes.byteLength);
  new DataView(joined.buffer).setUint32(0, head.length);
  joined.set(head, 4);
  joined.set(new Uint8Array(bytes), 4 + head.length);
  return joined;
}

function readBlob(joined: Uint8Array<ArrayBuffer>): StoredBlob | undefined {
  if (joined.length < 4) return undefined;
  const start = 4 + new DataView(joined.buffer, joined.byteOffset).getUint32(0);
  const parsed = parseSafely(new TextDecoder().decode(joined.subarray(4, start)), { maxChars });
  const head = z.safeParse(headSchema, parsed.ok ? parsed.value : undefined);
  if (!head.success || start > joined.length) return undefined;
  const bytes = joined.slice(start).buffer;
  return { ...head.data, size: bytes.byteLength, bytes };
}
