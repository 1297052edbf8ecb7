import * as v from "valibot";
import { catalogue } from "@/lib/storage/catalogue";
import type { Changes, SessionPatch } from "@/lib/storage/database-records";
import { type ListableStorage, unwrittenKeys } from "@/lib/storage/last-words";

const patchSchema: v.GenericSchema<unknown, SessionPatch> = v.looseObject({ id: v.pipe(v.string(), v.minLength(1)) });

/** Growing replies are stored whole, because another tab continues with them. */
const changesSchema: v.GenericSchema<unknown, Changes> = v.object({
  patchSessions: v.array(patchSchema),
  putMessages: v.array(catalogue.messages.schema),
  growMessages: v.pipe(v.array(v.never()), v.maxLength(0)),
  deleteMessages: v.array(v.string()),
});

/** Changes that an earlier tab left behind, with the function that removes them once they are written. */
interface UnwrittenChanges {
  readonly changes: Changes;
  forget(): void;
}

/** Returns the changes that earlier tabs left behind. A text that cannot be read stays in place. */
export function readUnwrittenChanges(storage: ListableStorage): UnwrittenChanges[] {
  return unwrittenKeys(storage).flatMap((key) => {
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
