import type { Prompt } from "@/lib/chat/prompts";
import * as z from "@/lib/zod";

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

const recordSchema = z.record(z.string(), z.unknown());

const documentSchema: z.ZodMiniType<PromptDocument> = z.catch(
  z.object({
    prompts: z.catch(recordSchema, {}),
    deleted: z.catch(z.record(z.string(), z.number()), {}),
    counter: z.catch(z.number(), 0),
    lastUpdateTime: z.catch(z.number(), 0),
  }),
  { prompts: {}, deleted: {}, counter: 0, lastUpdateTime: 0 },
);

/** Reads the document. Missing and invalid parts become empty. Never throws. */
export function readPromptDocument(stored: unknown): PromptDocument {
  return z.parse(documentSchema, stored);
}

/** Adds or replaces a prompt; its deletion is undone. */
export function withPrompt(document: PromptDocument, prompt: Prompt, now: number): PromptDocument {
  const { [prompt.id]: _back, ...deleted } = document.deleted;
  const before = z.validate(recordSchema, document.prompts[prompt.id]) ? document.prompts[prompt.id] : {};
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
