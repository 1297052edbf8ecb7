import { localKeys, textKeys } from "@/lib/storage/local-keys";

/** The key in localStorage of what was taken over of a NextChat (`store/data/takeover.ts`). */
export const takeoverKey = localKeys.takeover;

/** The key, in the database, of what a NextChat had stored at the last look (`store/data/takeover-run.ts`). */
export const nextChatSeenKey = textKeys.nextChatSeen;

/** Returns true if nothing of a NextChat has been taken over yet, or some of it could not be stored. */
export function isTakeoverDue(storage: Pick<Storage, "getItem">): boolean {
  return storage.getItem(takeoverKey)?.includes('"failed":["') ?? true;
}

/**
 * Returns true if a NextChat may have stored something on this origin; also if the browser does not list its databases.
 * `nextchat-origin.ts` reads it, and is loaded only then.
 */
export async function hasNextChatTrace(storage: Pick<Storage, "getItem">): Promise<boolean> {
  if (storage.getItem("chat-next-web-store") !== null) return true;
  if (storage.getItem("app-config")?.includes('"_hasHydrated"')) return true;
  const databases = await indexedDB.databases?.();
  return databases?.some(({ name }) => name === "keyval-store") ?? true;
}
