import { type Draft, isEmptyDraft, joinDrafts } from "@/lib/chat/draft";
import { parseJson, recordOf } from "@/lib/json";
import { readAttachments, type StoredDraft } from "@/lib/storage/local-drafts";
import { textKeys } from "@/lib/storage/local-keys";

/** A draft in the database. */
export interface DraftRecord extends StoredDraft {
  readonly at: number;
}

/** Returns the key of a chat's draft among the texts of the database. */
export function draftKey(sessionId: string): string {
  return textKeys.draft + sessionId;
}

/** Returns the stored text of a draft. */
export function draftText({ text, images, texts }: Draft, at: number): string {
  return JSON.stringify({ text, images, texts, at });
}

/** Parses a stored draft; undefined if the text is missing or invalid. */
export function parseDraftText(stored: string | undefined): DraftRecord | undefined {
  const record = parseJson(stored ?? "");
  const { text } = recordOf(record);
  const { images, texts, at } = readAttachments(record) ?? {};
  if (typeof text !== "string" || !images || !texts || at === undefined) return undefined;
  return { draft: { text, images, texts }, at };
}

/**
 * Returns the newer draft of localStorage and the database, or both merged, without a time.
 *
 * Browsers write localStorage to disk seconds late, so after a browser crash it contains an old draft. They abort the
 * transactions of a closing tab, so the draft of a closed tab may only be in localStorage.
 */
export function newerDraft(local: StoredDraft | undefined, record: DraftRecord | undefined): StoredDraft | undefined {
  if (!local || !record) return local ?? record;
  // A draft without a time is from NextChat or an import, or older than the database record of the same text. Showing
  // an old draft again does less harm than losing one.
  if (local.at === undefined) return isEmptyDraft(record.draft) ? local : record;
  if (isMissing(record, local)) return { draft: joinDrafts([record.draft, local.draft]) };
  // If the times are equal, NextChat may have changed the text, or the record was merged.
  if (local.at === record.at) return local.isUnmerged ? record : local;
  return local.at > record.at ? local : record;
}

/** Whether the text of the message box was typed without the record, so that both are merged. */
export function isMissing(record: DraftRecord, local: StoredDraft | undefined): boolean {
  if (isEmptyDraft(record.draft)) return false;
  return !local || (local.isUnmerged === true && (local.at ?? 0) > record.at);
}
