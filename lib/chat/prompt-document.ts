import * as v from "valibot";
import type { Prompt } from "@/lib/chat/prompts";
import { finiteNumber, noList } from "@/lib/fields/strict-schemas";

/** The stored document of the user's prompts. */
export interface PromptDocument {
  /** Prompts by id, as stored: unknown fields and invalid entries are retained. */
  readonly prompts: Readonly<Record<string, unknown>>;
  /** Deletion times by id, in milliseconds since the epoch, so that an import does not restore deleted prompts. */
  readonly deleted: Readonly<Record<string, number>>;
  /** Number of deleted prompts, which NextChat counts. */
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

/** Reads the document. Missing and invalid parts become empty. Never throws. */
export function readPromptDocument(stored: unknown): PromptDocument {
  return v.parse(documentSchema, stored);
}

/** Adds or replaces a prompt; its deletion is undone. */
export function withPrompt(document: PromptDocument, prompt: Prompt, now: number): PromptDocument {
  const { [prompt.id]: _back, ...deleted } = document.deleted;
  const before = v.is(recordSchema, document.prompts[prompt.id]) ? document.prompts[prompt.id] : {};
  const written = { ...(before as object), isUser: true, ...prompt };
  return { ...document, prompts: { ...document.prompts, [prompt.id]: written }, deleted, lastUpdateTime: now };
}

/** Removes a prompt and records the deletion time. */
export function withoutPrompt(document: PromptDocument, id: string, now: number): PromptDocument {
  const { [id]: _gone, ...prompts } = document.prompts;
  return {
    prompts,
    deleted: { ...document.deleted, [id]: now },
    counter: document.counter + 1,
    lastUpdateTime: now,
  };
}
