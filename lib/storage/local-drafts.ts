import type { Draft } from "@/lib/chat/draft";
import { isTextList } from "@/lib/fields/fields";
import { isRecord } from "@/lib/json";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";

/** A stored draft with the time of its last change. NextChat, imports and earlier versions store no time. */
export interface StoredDraft {
  readonly draft: Draft;
  readonly at?: number | undefined;
}

/** Returns the key of a chat's draft text, which NextChat reads and writes, too. */
function textKey(sessionId: string): string {
  return localKeys.draftText + sessionId;
}

/** Returns the key of a draft's attachments and the time of its last change. */
function attachmentsKey(sessionId: string): string {
  return localKeys.draftAttachments + sessionId;
}

/** Returns a chat's draft in localStorage; undefined if there is neither text nor an attachment. */
export function readLocalDraft(storage: Pick<KeyValueStorage, "getItem">, sessionId: string): StoredDraft | undefined {
  const text = storage.getItem(textKey(sessionId));
  const { at, ...attached } = parseAttachments(storage.getItem(attachmentsKey(sessionId)));
  if (text === null && attached.images.length + attached.texts.length === 0) return undefined;
  return { draft: { text: text ?? "", ...attached }, at };
}

/** Writes a chat's draft to localStorage, even if its text is empty. Throws what the storage throws. */
export function writeLocalDraft(storage: KeyValueStorage, sessionId: string, draft: Draft, at: number): void {
  const { text, images, texts } = draft;
  // Write the time last: if the text does not fit, the earlier text must not count as the newer one.
  storage.setItem(textKey(sessionId), text);
  storage.setItem(attachmentsKey(sessionId), JSON.stringify({ images, texts, at }));
}

/** Removes a chat's draft from localStorage. */
export function removeLocalDraft(storage: Pick<KeyValueStorage, "removeItem">, sessionId: string): void {
  storage.removeItem(textKey(sessionId));
  storage.removeItem(attachmentsKey(sessionId));
}

/** Parses the stored attachments; a missing or invalid text means none. */
function parseAttachments(text: string | null): Omit<Draft, "text"> & Pick<StoredDraft, "at"> {
  const none = { images: [], texts: [] };
  try {
    const stored: unknown = JSON.parse(text ?? "");
    if (!isRecord(stored)) return none;
    const { images, texts, at } = stored;
    if (!isTextList(images) || !isTextList(texts)) return none;
    if (at === undefined) return { images, texts };
    return typeof at === "number" && Number.isFinite(at) ? { images, texts, at } : none;
  } catch {
    return none;
  }
}
