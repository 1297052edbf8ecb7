import { type DBSchema, openDB } from "idb";
import { storageError } from "@/lib/storage/documents";
import * as z from "@/lib/zod";

/** The database of vectors. Its name is not among those of the others, which the first screen loads. */
export const vectorsDatabase = "parley-vectors";

/** The vectors of consecutive passages of a document, as one row. */
export interface VectorRow {
  /** The document's id: the SHA-256 of its text. */
  readonly document: string;
  /** Position of the first of the passages. */
  readonly first: number;
  /** Number of all passages of the document. */
  readonly passages: number;
  /** The key of the model that computed them. */
  readonly model: string;
  /** Numbers of a vector, each of one byte. */
  readonly dimensions: number;
  /** The vectors one after another. */
  readonly values: ArrayBuffer;
}

/** The stored vectors of a document, from its first passage on. */
export interface DocumentVectors {
  readonly dimensions: number;
  readonly values: Int8Array;
  /** Number of passages with a vector. */
  readonly done: number;
  /** Number of all passages; 0 if no vector is stored. */
  readonly passages: number;
}

interface VectorDatabase extends DBSchema {
  vectors: { key: [string, number]; value: unknown };
}

/** Passages of a document: the longest texts have a million characters. */
const maxPassages = 100_000;

const rowSchema = z.object({
  document: z.string(),
  first: z.int().check(z.minimum(0), z.maximum(maxPassages)),
  passages: z.int().check(z.minimum(1), z.maximum(maxPassages)),
  model: z.string(),
  dimensions: z.int().check(z.minimum(1), z.maximum(4096)),
  values: z.instanceof(ArrayBuffer),
});

/** Runs work with the database of vectors. It is not part of backups, because vectors can be computed again. */
async function withVectors<T>(work: (database: Awaited<ReturnType<typeof openVectors>>) => Promise<T>): Promise<T> {
  try {
    const database = await openVectors();
    try {
      return await work(database);
    } finally {
      database.close();
    }
  } catch (thrown) {
    throw storageError(thrown);
  }
}

function openVectors() {
  return openDB<VectorDatabase>(vectorsDatabase, 1, {
    upgrade(opened) {
      opened.createObjectStore("vectors", { keyPath: ["document", "first"] });
    },
  });
}

/** Returns the stored vectors of documents that a model computed, by document. Throws `storage-unavailable`. */
export function readVectors(documents: readonly string[], model: string): Promise<Map<string, DocumentVectors>> {
  return withVectors(async (database) => {
    const { store } = database.transaction("vectors");
    const rows = await Promise.all(documents.map((id) => store.getAll(IDBKeyRange.bound([id, 0], [id, maxPassages]))));
    return new Map(documents.map((id, index) => [id, joinRows(rows[index] ?? [], model)]));
  });
}

/** Joins rows up to the first missing or invalid one. */
function joinRows(stored: readonly unknown[], model: string): DocumentVectors {
  const joined: VectorRow[] = [];
  let done = 0;
  for (const each of stored) {
    const { data: row } = z.safeParse(rowSchema, each);
    const { dimensions = row?.dimensions, passages = row?.passages } = joined[0] ?? {};
    if (!row || row.model !== model || row.first !== done) break;
    if (row.dimensions !== dimensions || row.passages !== passages) break;
    done += Math.floor(row.values.byteLength / row.dimensions);
    joined.push(row);
  }
  const { dimensions = 0, passages = 0 } = joined[0] ?? {};
  const values = new Int8Array(done * dimensions);
  for (const row of joined) values.set(new Int8Array(row.values), row.first * dimensions);
  return { dimensions, values, done, passages };
}

/** Stores vectors. Throws `storage-full` or `storage-unavailable`. */
export function putVectors(row: VectorRow): Promise<void> {
  return withVectors(async (database) => {
    await database.put("vectors", row);
  });
}

/** Deletes the vectors of documents that are not in a set. */
export function deleteOtherVectors(isStored: (document: string) => boolean): Promise<void> {
  return withVectors(async (database) => {
    const keys = await database.getAllKeys("vectors");
    await Promise.all(keys.filter(([id]) => !isStored(id)).map((key) => database.delete("vectors", key)));
  });
}

/** Deletes all vectors. */
export function clearVectors(): Promise<void> {
  return withVectors((database) => database.clear("vectors"));
}

/** Returns the size of all vectors, in bytes. */
export function measureVectors(): Promise<number> {
  return withVectors(async (database) => {
    let size = 0;
    for await (const { value } of database.transaction("vectors").store) {
      size += z.safeParse(rowSchema, value).data?.values.byteLength ?? 0;
    }
    return size;
  });
}
