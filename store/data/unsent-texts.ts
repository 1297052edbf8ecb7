import { localKeys } from "@/lib/storage/local-keys";
import type { ListableStorage } from "@/lib/storage/unsaved-changes";

/** The start of the keys under which NextChat keeps unsent texts, as we do; the id of the chat follows. */
const prefix = localKeys.draftText;

/** Returns the unsent texts of all chats by their keys: a chat without messages is taken over for the sake of one. */
export function unsentTexts(storage: Pick<ListableStorage, "length" | "key" | "getItem">): Record<string, string> {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  const texts = keys.filter((key) => key.startsWith(prefix)).map((key) => [key, storage.getItem(key) ?? ""] as const);
  return Object.fromEntries(texts);
}

/** Returns those of some texts that are unsent ones. */
export function unsentAmong(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => key.startsWith(prefix)));
}
