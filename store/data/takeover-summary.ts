import * as v from "valibot";
import { nextChatKeys } from "@/lib/import/nextchat/nextchat-stores";
import type { ImportPlan } from "@/lib/import/plan";
import { catalogue } from "@/lib/storage/catalogue";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { hasTakenOver, takeoverKey, takeoverSummaryKey } from "@/lib/storage/nextchat-trace";
import { pageStorage } from "@/store/base/page-storage";
import { noCounts, type TakeoverCounts, takeoverThings } from "@/store/base/takeover-counts";
import { largeTexts } from "@/store/records/text-store";

const summarySchema = v.object({
  at: v.number(),
  ...v.entriesFromList(takeoverThings, v.fallback(v.pipe(v.number(), v.finite()), 0)),
  documents: v.array(v.string()),
  failed: v.fallback(v.array(v.string()), []),
  usesOwnKeys: v.fallback(v.boolean(), false),
  removedChars: v.fallback(v.number(), 0),
  notUnderstood: v.array(v.object({ where: v.string(), reason: v.string() })),
});

/** The summary of what was taken over of a NextChat on this origin. */
export interface Takeover extends TakeoverCounts {
  /** Time of the last look that found something, in milliseconds since the epoch. */
  readonly at: number;
  /** The storage keys of settings, credentials, masks and the like that were taken over. */
  readonly documents: readonly string[];
  /** The storage keys of those that could not be stored; the next start tries again. */
  readonly failed: readonly string[];
  /** True: a key was in use, so own keys are on. */
  readonly usesOwnKeys: boolean;
  /** The length of NextChat's texts that were removed from a full localStorage, in characters. */
  readonly removedChars: number;
  readonly notUnderstood: ImportPlan["notUnderstood"];
}

/** The summary of a takeover that has found nothing. */
export const emptyTakeover: Takeover = {
  at: 0,
  ...noCounts(),
  documents: [],
  failed: [],
  usesOwnKeys: false,
  removedChars: 0,
  notUnderstood: [],
};

/** Returns what was taken over here, if anything was. Throws `storage-unavailable`. */
export async function readTakeover(): Promise<Takeover | undefined> {
  const { [takeoverSummaryKey]: text } = await largeTexts.read([takeoverSummaryKey]);
  return parseTakeover(text, pageStorage());
}

/** Parses the summary; earlier versions have stored it in localStorage. */
export function parseTakeover(
  text: string | undefined,
  storage: Pick<KeyValueStorage, "getItem">,
): Takeover | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), summarySchema), text ?? storage.getItem(takeoverKey));
  return parsed.success ? withoutHarmless(parsed.output as Takeover) : undefined;
}

/** Returns a summary without the empty chat that NextChat always stores. */
export function withoutHarmless(takeover: Takeover): Takeover {
  return { ...takeover, notUnderstood: takeover.notUnderstood.filter(({ reason }) => reason !== "no-messages") };
}

/** Whether settings were taken over. */
export function hasSettings({ documents }: Pick<Takeover, "documents">): boolean {
  return documents.includes(catalogue.config.key);
}

/** Whether a NextChat was taken over completely, so that clearing everything removes its data, too. */
export function isTakeoverComplete(): boolean {
  return hasTakenOver(pageStorage());
}

/** Whether a whole store of NextChat could not be read. */
export function hasUnreadableStore({ notUnderstood }: Pick<Takeover, "notUnderstood">): boolean {
  return notUnderstood.some(({ where }) => nextChatKeys.some((key) => key === where));
}
