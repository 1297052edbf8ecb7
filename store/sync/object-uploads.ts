import { isRecord } from "@/lib/json";
import type { Database } from "@/lib/storage/database";
import { fingerprint } from "@/lib/sync/fingerprint";
import { type PageCells, type PageRef, writtenPage } from "@/lib/sync/object-index";
import { parts } from "@/store/sync/object-memory";

/** Objects that were sent, but to which no root refers yet: an interrupted sync goes on with them. */
export interface Uploads {
  /** Objects by the print of their page. */
  readonly pages: Map<string, PageRef>;
  /** Objects by blob id. */
  readonly blobs: Map<string, string>;
  /** Names of all objects. */
  readonly objects: Set<string>;
  /** Forgets objects that were retired meanwhile: their names are never used again. */
  drop(retired: readonly string[]): void;
  /** Remembers an object, so that a later sync finds it. */
  notePages(object: string, prints: readonly string[]): Promise<void>;
  noteBlob(object: string, id: string): Promise<void>;
}

/** The stored form of an upload. */
interface StoredUpload {
  readonly keyId: string;
  readonly pages?: readonly string[];
  readonly blob?: string;
}

/** Reads the uploads of an interrupted sync. Those with another key are only remembered as objects. */
export async function readUploads(
  database: Pick<Database, "syncRows" | "writeSyncMemory">,
  keyId: string,
): Promise<Uploads> {
  const uploads: Uploads = {
    pages: new Map(),
    blobs: new Map(),
    objects: new Set(),
    drop(retired) {
      const gone = new Set(retired);
      for (const [print, { object }] of uploads.pages) if (gone.has(object)) uploads.pages.delete(print);
      for (const [id, object] of uploads.blobs) if (gone.has(object)) uploads.blobs.delete(id);
      for (const object of gone) uploads.objects.delete(object);
    },
    async notePages(object, prints) {
      add(object, { keyId, pages: prints });
      await database.writeSyncMemory(parts.upload + object, { keyId, pages: prints } satisfies StoredUpload);
    },
    async noteBlob(object, id) {
      add(object, { keyId, blob: id });
      await database.writeSyncMemory(parts.upload + object, { keyId, blob: id } satisfies StoredUpload);
    },
  };

  function add(object: string, { keyId: storedKey, pages = [], blob }: StoredUpload): void {
    uploads.objects.add(object);
    if (storedKey !== keyId) return;
    for (const [index, print] of pages.entries()) uploads.pages.set(print, { object, index });
    if (blob !== undefined) uploads.blobs.set(blob, object);
  }

  for (const [object, stored] of await (await database.syncRows()).readParts(parts.upload)) {
    if (isRecord(stored)) add(object, stored as unknown as StoredUpload);
  }
  return uploads;
}

/** Returns the print of a page of a group. */
export function printOfPage(group: string, cells: PageCells): string {
  return fingerprint([group, writtenPage(cells)]);
}
