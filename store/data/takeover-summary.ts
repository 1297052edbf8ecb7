import { nextChatKeys } from "@/lib/import/nextchat/nextchat-stores";
import type { ImportPlan } from "@/lib/import/plan";
import { catalogue } from "@/lib/storage/catalogue";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { hasTakenOver, takeoverKey, takeoverSummaryKey } from "@/lib/storage/nextchat-trace";
import * as z from "@/lib/zod";
import { pageStorage } from "@/store/base/page-storage";
import { noCounts, type TakeoverCounts, takeoverThings } from "@/store/base/takeover-counts";
import { largeTexts } from "@/store/records/text-store";

const countFields = Object.fromEntries(takeoverThings.map((thing) => [thing, z.catch(z.number(), 0)])) as Record<
  (typeof takeoverThings)[number],
  z.ZodMiniCatch<z.ZodMiniNumber<number>>
>;

const summarySchema = z.object({
  at: z.number(),
  ...countFields,
  documents: z.array(z.string()),
  failed: z.catch(z.array(z.string()), []),
  usesOwnKeys: z.catch(z.boolean(), false),
  removedChars: z.catch(z.number(), 0),
  notUnderstood: z.array(z.object({ where: z.string(), reason: z.string() })),
});

/** The summary of a takeover from a NextChat on this origin. */
export interface Takeover extends TakeoverCounts {
  /** Time of the last look that found something, in milliseconds since the epoch. */
  readonly at: number;
  /** The storage keys of settings, credentials, masks and the like that were taken over. */
  readonly documents: readonly string[];
  /** The storage keys of those that could not be stored; the next start tries again. */
  readonly failed: readonly string[];
  /** Whether a key was in use, so that own keys are on. */
  readonly usesOwnKeys: boolean;
  /** The length of NextChat's texts that were removed from a full localStorage, in characters. */
  readonly removedChars: number;
  readonly notUnderstood: ImportPlan["notUnderstood"];
}

/** The summary of a takeover without any data. */
export const emptyTakeover: Takeover = {
  at: 0,
  ...noCounts(),
  documents: [],
  failed: [],
  usesOwnKeys: false,
  removedChars: 0,
  notUnderstood: [],
};

/** Returns the summary of the takeover, if there was one. Throws `storage-unavailable`. */
export async function readTakeover(): Promise<Takeover | undefined> {
  const { [takeoverSummaryKey]: text } = await largeTexts.read([takeoverSummaryKey]);
  return parseTakeover(text, pageStorage());
}

/** Parses the summary; earlier versions have stored it in localStorage. */
export function parseTakeover(
  text: string | undefined,
  storage: Pick<KeyValueStorage, "getItem">,
): Takeover | undefined {
  const parsed = z.safeParse(z.pipe(z.jsonText, summarySchema), text ?? storage.getItem(takeoverKey));
  return parsed.success ? withoutHarmless(parsed.data as Takeover) : undefined;
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

/** Whether a whole store of Could not read NextChat's data. */
export function hasUnreadableStore({ notUnderstood }: Pick<Takeover, "notUnderstood">): boolean {
  return notUnderstood.some(({ where }) => nextChatKeys.some((key) => key === where));
}
