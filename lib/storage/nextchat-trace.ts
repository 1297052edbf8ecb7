import { catalogue } from "@/lib/storage/catalogue";
import { isOwnText } from "@/lib/storage/documents";
import { localKeys, textKeys } from "@/lib/storage/local-keys";

/** localStorage key of the mark of a takeover: `{}` if no NextChat was found, otherwise what could not be stored. */
export const takeoverKey = localKeys.takeover;

/** Database key of the NextChat data that the last check found (`store/data/takeover-run.ts`). */
export const nextChatSeenKey = textKeys.nextChatSeen;

/** Database key of the summary of the takeover (`store/data/takeover-summary.ts`). */
export const takeoverSummaryKey = textKeys.takeover;

/** Whether NextChat data has been taken over completely. */
export function hasTakenOver(storage: Pick<Storage, "getItem">): boolean {
  return !isTakeoverDue(storage) && storage.getItem(takeoverKey) !== "{}";
}

/** Whether no NextChat data has been taken over yet, or some of it could not be stored. */
export function isTakeoverDue(storage: Pick<Storage, "getItem">): boolean {
  return storage.getItem(takeoverKey)?.includes('"failed":["') ?? true;
}

let rewritten: Readonly<Record<string, string>> = {};

/**
 * Remembers credentials in localStorage that a NextChat has written in place of ours. Call it at the start, because
 * stores of this app soon write there again.
 */
export function noteRewrittenAccess(storage: Pick<Storage, "getItem">): void {
  const text = storage.getItem(catalogue.access.key);
  const isRewritten = text !== null && !isOwnText(text) && storage.getItem("chat-next-web-store") !== null;
  rewritten = isRewritten ? { [catalogue.access.key]: text } : {};
}

/** Returns the text of `noteRewrittenAccess` by its key. */
export function rewrittenAccess(): Readonly<Record<string, string>> {
  return rewritten;
}

/**
 * Whether a NextChat may have stored data on this origin; also true if the browser does not list its databases.
 * `nextchat-origin.ts` reads the data and is loaded only then.
 */
export async function hasNextChatTrace(storage: Pick<Storage, "getItem">): Promise<boolean> {
  if (storage.getItem("chat-next-web-store") !== null) return true;
  if (storage.getItem("app-config")?.includes('"_hasHydrated"')) return true;
  const databases = await indexedDB.databases?.();
  return databases?.some(({ name }) => name === "keyval-store") ?? true;
}
