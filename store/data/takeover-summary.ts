import * as v from "valibot";
import type { ImportPlan } from "@/lib/import/plan";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { takeoverKey } from "@/lib/storage/nextchat-trace";

const summarySchema = v.object({
  at: v.number(),
  chats: v.number(),
  messages: v.number(),
  documents: v.array(v.string()),
  failed: v.fallback(v.array(v.string()), []),
  usesOwnKeys: v.fallback(v.boolean(), false),
  removedChars: v.fallback(v.number(), 0),
  notUnderstood: v.array(v.object({ where: v.string(), reason: v.string() })),
});

/** The summary of what was taken over of a NextChat on this origin. */
export interface Takeover {
  /** Time of the last look that found something, in milliseconds since the epoch. */
  readonly at: number;
  readonly chats: number;
  readonly messages: number;
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

/** Returns what was taken over here, if anything was. */
export function readTakeover(storage: Pick<KeyValueStorage, "getItem">): Takeover | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), summarySchema), storage.getItem(takeoverKey));
  return parsed.success ? (parsed.output as Takeover) : undefined;
}
