import * as v from "valibot";
import { toAppError } from "@/lib/errors";
import type { ImportPlan } from "@/lib/import/plan";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { type KeyValueStorage, storageError } from "@/lib/storage/documents";
import { isOfNextChat, nextChatTexts } from "@/lib/storage/nextchat-origin";
import { takeoverKey } from "@/lib/storage/nextchat-trace";
import { writePortableDocuments } from "@/lib/storage/portable-documents";
import { sendOnErrand } from "@/store/errand";
import { useLocale } from "@/store/locale";
import type { TakeoverFinds, TakeoverOrder } from "@/store/takeover-run";
import { report } from "@/store/ui";

const { now } = browserEnvironment;

const summarySchema = v.object({
  at: v.number(),
  chats: v.number(),
  messages: v.number(),
  documents: v.array(v.string()),
  notUnderstood: v.array(v.object({ where: v.string(), reason: v.string() })),
});

/** What was taken over of a NextChat on this origin. */
export interface Takeover {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly chats: number;
  readonly messages: number;
  /** The storage keys of settings, credentials, masks and the like. */
  readonly documents: readonly string[];
  readonly notUnderstood: ImportPlan["notUnderstood"];
}

/** Answers what was taken over here, if anything was. */
export function readTakeover(storage: Pick<KeyValueStorage, "getItem">): Takeover | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), summarySchema), storage.getItem(takeoverKey));
  return parsed.success ? (parsed.output as Takeover) : undefined;
}

/**
 * Takes over what a NextChat has left on this origin, once, before anything else is read (decisions/0003): a copy of it
 * is kept as it was, chats that are not here yet are added, and documents where this device has none of its own.
 * NextChat's own data stays untouched. What fails is reported, and tried again at the next start. Answers what was taken
 * over just now.
 */
export async function takeOverNextChat(storage: KeyValueStorage): Promise<Takeover | undefined> {
  try {
    const takeover = await takeOver(storage);
    note(takeover, storage);
    return takeover;
  } catch (thrown) {
    report(toAppError(thrown));
    return undefined;
  }
}

/** Throws `storage-full` or `storage-unavailable`. */
function note(takeover: Takeover | undefined, storage: KeyValueStorage): void {
  try {
    storage.setItem(takeoverKey, JSON.stringify(takeover ?? {}));
  } catch (thrown) {
    throw storageError(thrown);
  }
}

async function takeOver(storage: KeyValueStorage): Promise<Takeover | undefined> {
  // Masks without a language get the one that the person reads.
  await useLocale.getState().load();
  const { importWorld } = await import("@/store/data");
  const worker = new Worker(new URL("./takeover-worker.ts", import.meta.url), { type: "module" });
  const order: TakeoverOrder = { texts: nextChatTexts(storage), world: importWorld() };
  const found = await sendOnErrand<TakeoverOrder, TakeoverFinds | undefined>(worker, order);
  if (!found) return undefined;
  const { documents, ...counts } = found;
  const states = Object.entries(documents).filter(([key]) => isFree(storage.getItem(key), storage));
  writePortableDocuments(storage, Object.fromEntries(states));
  return { ...counts, at: now(), documents: states.map(([key]) => key) };
}

/** Nothing of our own stands there. */
function isFree(text: string | null, storage: KeyValueStorage): boolean {
  return text === null || isOfNextChat(text, storage);
}
