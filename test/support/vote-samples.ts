import type { Vote } from "@/lib/chat/votes";

/** Returns a vote between two models, with other values for some of its fields. */
export function storedVote(given: Partial<Vote> = {}): Vote {
  const models = [
    { providerName: "OpenAI", model: "gpt-4o" },
    { providerName: "OpenAI", model: "gpt-4.1" },
  ];
  return { id: "c1", createdAt: 1000, models, best: 0, ...given };
}
