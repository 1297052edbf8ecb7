import * as v from "valibot";
import type { Prompt } from "@/lib/chat/prompts";
import { finiteNumber, noList } from "@/lib/fields/strict-schemas";

/** The stored document of the user's own prompts. */
export interface PromptDocument {
  /** By id, as they were written: fields that this version does not know are kept, and so is what is no prompt. */
  readonly prompts: Readonly<Record<string, unknown>>;
  /** When each deleted prompt was deleted, in milliseconds since the epoch: no import brings it back. */
  readonly deleted: Readonly<Record<string, number>>;
  /** How many were removed so far, which NextChat counts. */
  readonly counter: number;
  /** Time of the last change, for merging. */
  readonly lastUpdateTime: number;
}

const recordSchema = v.pipe(noList, v.record(v.string(), v.unknown()));

const documentSchema: v.GenericSchema<unknown, PromptDocument> = v.fallback(
  v.object({
    prompts: v.fallback(recordSchema, {}),
    deleted: v.fallback(v.record(v.string(), finiteNumber), {}),
    counter: v.fallback(finiteNumber, 0),
    lastUpdateTime: v.fallback(finiteNumber, 0),
  }),
  { prompts: {}, deleted: {}, counter: 0, lastUpdateTime: 0 },
);

/** Reads the document from anything; what is missing or broken is empty. Never throws. */
export function readPromptDocument(stored: unknown): PromptDocument {
  return v.parse(documentSchema, stored);
}

/** Puts a prompt in, over the one that has its id; one that was deleted is back. */
export function withPrompt(document: PromptDocument, prompt: Prompt, now: number): PromptDocument {
  const { [prompt.id]: _back, ...deleted } = document.deleted;
  const before = v.is(recordSchema, document.prompts[prompt.id]) ? document.prompts[prompt.id] : {};
  const written = { ...(before as object), isUser: true, ...prompt };
  return { ...document, prompts: { ...document.prompts, [prompt.id]: written }, deleted, lastUpdateTime: now };
}

/** Takes a prompt out and notes when. */
export function withoutPrompt(document: PromptDocument, id: string, now: number): PromptDocument {
  const { [id]: _gone, ...prompts } = document.prompts;
  return {
    prompts,
    deleted: { ...document.deleted, [id]: now },
    counter: document.counter + 1,
    lastUpdateTime: now,
  };
}
