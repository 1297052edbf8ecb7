import { type Prompt, readPrompts } from "@/lib/chat/prompts";
import { parseEnvelope } from "@/lib/storage/documents";

/** The document of the person's own prompts (§2.3.5). */
const promptsKey = "prompt-store";

/** Where prompts come from, those that are offered first before the others. */
const promptSources: readonly (() => readonly Prompt[])[] = [ownPrompts];

/** Answers the prompts of every source, as they are stored now. */
export function allPrompts(): readonly (readonly Prompt[])[] {
  return promptSources.map((read) => read());
}

function ownPrompts(): readonly Prompt[] {
  try {
    return readPrompts(parseEnvelope(localStorage.getItem(promptsKey))?.state);
  } catch {
    // A browser that forbids storage was reported at start.
    return [];
  }
}
