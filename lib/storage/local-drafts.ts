import type { Draft } from "@/lib/chat/draft";
import { isTextList } from "@/lib/fields/fields";
import { parseJson, recordOf } from "@/lib/json";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";

/** A stored draft with the time of its last change. NextChat, imports and earlier versions store no time. */
export interface StoredDraft {
  readonly draft: Draft;
  readonly at?: number | undefined;
  /**
   * Whether the message box was empty and the record in the database was not read yet when this was typed. An older
   * record is merged with it, not replaced.
   */
  readonly isUnmerged?: boolean | undefined;
}

/** Everything of a stored draft besides its text. */
type StoredAttachments = Omit<Draft, "text"> & Omit<StoredDraft, "draft">;

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
  const stored = parseJson(storage.getItem(attachmentsKey(sessionId)) ?? "");
  const { images, texts, ...rest } = readAttachments(stored) ?? { images: [], texts: [] };
  if (text === null && images.length + texts.length === 0) return undefined;
  return { draft: { text: text ?? "", images, texts }, ...rest };
}

/** Writes a chat's draft to localStorage, even if its text is empty. Throws what the storage throws. */
export function writeLocalDraft(storage: KeyValueStorage, sessionId: string, { draft, ...rest }: StoredDraft): void {
  const { text, images, texts } = draft;
  // Write the time last: if the text does not fit, the earlier text must not count as the newer one.
  storage.setItem(textKey(sessionId), text);
  storage.setItem(attachmentsKey(sessionId), JSON.stringify({ images, texts, ...rest }));
}

/** Removes a chat's draft from localStorage. */
export function removeLocalDraft(storage: Pick<KeyValueStorage, "removeItem">, sessionId: string): void {
  storage.removeItem(textKey(sessionId));
  storage.removeItem(attachmentsKey(sessionId));
}

/** Reads the attachments and the time of a stored draft; undefined if one of them is invalid. */
export function readAttachments(stored: unknown): StoredAttachments | undefined {
  const { images, texts, at, isUnmerged } = recordOf(stored);
  if (!isTextList(images) || !isTextList(texts)) return undefined;
  if (at === undefined) return { images, texts };
  if (typeof at !== "number" || !Number.isFinite(at)) return undefined;
  return isUnmerged === true ? { images, texts, at, isUnmerged } : { images, texts, at };
}
