import type { RequestContext } from "@/lib/chat/context";
import type { PromptWords } from "@/lib/chat/prompt-words";

/** Words for models that show what went into them. */
export const samplePrompts: PromptWords = {
  system: ({ provider, cutoff, model, time }) => `You are ${model} of ${provider}, up to ${cutoff}; it is ${time}.`,
  facts: ({ facts }) => `[facts:${facts}]`,
  memory: ({ memory }) => `Recap: ${memory}`,
  title: () => "Title?",
  summary: () => "Sum up.",
  continue: () => "Go on.",
};

/** A moment, with the words for it. */
export const sampleSurroundings: RequestContext = {
  words: samplePrompts,
  time: "Thu Jan 01 1970",
  cutoff: "2024-10",
};
