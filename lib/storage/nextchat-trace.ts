/** Under this key stands what came of the takeover; once it is there, none is tried again. */
export const takeoverKey = "nextchat-takeover";

/**
 * Tells whether a NextChat may have left something on this origin; where the browser does not list its databases, one
 * may. What it is, is read by `nextchat-origin.ts`, which nobody else needs.
 */
export async function hasNextChatTrace(storage: Pick<Storage, "getItem">): Promise<boolean> {
  if (storage.getItem("chat-next-web-store") !== null) return true;
  if (storage.getItem("app-config")?.includes('"_hasHydrated"')) return true;
  const databases = await indexedDB.databases?.();
  return databases?.some(({ name }) => name === "keyval-store") ?? true;
}
