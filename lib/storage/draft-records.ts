import * as v from "valibot";
import { type Draft, isEmptyDraft } from "@/lib/chat/draft";
import { finiteNumber } from "@/lib/fields/strict-schemas";
import type { StoredDraft } from "@/lib/storage/local-drafts";
import { textKeys } from "@/lib/storage/local-keys";

/** A draft in the database. */
export interface DraftRecord extends StoredDraft {
  readonly at: number;
}

const recordSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ text: v.string(), images: v.array(v.string()), texts: v.array(v.string()), at: finiteNumber }),
);

/** Returns the key of a chat's draft among the texts of the database. */
export function draftKey(sessionId: string): string {
  return textKeys.draft + sessionId;
}

/** Returns the text that the database stores for a draft. */
export function draftText({ text, images, texts }: Draft, at: number): string {
  return JSON.stringify({ text, images, texts, at });
}

/** Returns the draft in a text of the database; nothing if the text is missing or is not a draft. */
export function parseDraftText(text: string | undefined): DraftRecord | undefined {
  const parsed = v.safeParse(recordSchema, text);
  if (!parsed.success) return undefined;
  const { at, ...draft } = parsed.output;
  return { draft, at };
}

/**
 * Returns the newer draft of the two places.
 *
 * Browsers write localStorage seconds late, so a killed browser leaves an old draft there; they end the transactions of a
 * tab that closes, so the draft of a closed tab may be in localStorage alone.
 */
export function newerDraft(local: StoredDraft | undefined, record: DraftRecord | undefined): StoredDraft | undefined {
  if (!local || !record) return local ?? record;
  // A draft without a time is NextChat's or an import's, or older than the record of the same text. An old draft that
  // shows up again does less harm than a lost one.
  if (local.at === undefined) return isEmptyDraft(record.draft) ? local : record;
  return local.at >= record.at ? local : record;
}
