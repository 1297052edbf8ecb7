import type { TurnInput } from "@/lib/chat/context";

/**
 * Returns the time for the system prompt of a chat whose provider caches the beginning of requests: that of the chat's
 * first message of the day. The requests of a day then begin with the same text.
 */
export function stablePromptTime({ history, question }: Pick<TurnInput, "history" | "question">, now: number): number {
  const today = new Date(now).toDateString();
  const first = [...history, question].find(({ date }) => date > 0 && new Date(date).toDateString() === today);
  return Math.min(now, first?.date ?? now);
}
