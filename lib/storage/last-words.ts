import * as v from "valibot";
import { catalogue } from "@/lib/storage/catalogue";
import type { Changes, SessionPatch } from "@/lib/storage/database-records";
import type { KeyValueStorage } from "@/lib/storage/documents";

/** A storage whose keys can be listed, as the browser's own. */
export type ListableStorage = KeyValueStorage & Pick<Storage, "key" | "length">;

const prefix = "parley-unwritten-";

const patchSchema: v.GenericSchema<unknown, SessionPatch> = v.looseObject({ id: v.pipe(v.string(), v.minLength(1)) });

/** Growing replies are kept whole: the page that goes on with them is another one. */
const changesSchema: v.GenericSchema<unknown, Changes> = v.object({
  patchSessions: v.array(patchSchema),
  putMessages: v.array(catalogue.messages.schema),
  growMessages: v.pipe(v.array(v.never()), v.maxLength(0)),
  deleteMessages: v.array(v.string()),
});

/**
 * Keeps changes that a page which goes away may not see written: a browser ends the transactions of a page that is
 * gone, even those that were asked to commit, while localStorage is written at once. Answers the function that forgets
 * them again. What the page has kept before goes in any case: written at the next start, it would undo what came since.
 * Where there is no room nothing is kept: the changes were on their way to the database all the same.
 */
export function keepUnwritten(storage: KeyValueStorage, pageId: string, changes: Changes): () => void {
  const key = prefix + pageId;
  try {
    storage.removeItem(key);
    if (!isEmpty(changes)) storage.setItem(key, JSON.stringify(changes));
  } catch {
    return () => {};
  }
  return () => storage.removeItem(key);
}

function isEmpty({ patchSessions, putMessages, growMessages, deleteMessages }: Changes): boolean {
  return [patchSessions, putMessages, growMessages, deleteMessages].every((list) => list.length === 0);
}

/** Changes that an earlier page left behind, and the function that forgets them once they are written. */
export interface LastWords {
  readonly changes: Changes;
  forget(): void;
}

/** Reads what earlier pages left behind; what cannot be read stays where it is. */
export function readLastWords(storage: ListableStorage): LastWords[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  return keys.flatMap((key) => {
    if (key === null || !key.startsWith(prefix)) return [];
    const parsed = v.safeParse(changesSchema, parseJson(storage.getItem(key)));
    return parsed.success ? [{ changes: parsed.output, forget: () => storage.removeItem(key) }] : [];
  });
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
