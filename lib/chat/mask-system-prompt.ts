import type { Mask } from "@/lib/chat/mask";
import { type Message, textOf, withText } from "@/lib/chat/message";

/** The id of a system prompt that was written in the chat settings. */
const promptId = "system-prompt";

/** Returns the text of a mask's first system prompt; empty if it has none. */
export function systemPromptOf({ context }: Pick<Mask, "context">): string {
  const first = context.find(({ role }) => role === "system");
  return first ? textOf(first) : "";
}

/** Returns a mask's prompts with another text of the first system prompt. Without text it is removed. */
export function withSystemPrompt({ context }: Pick<Mask, "context">, text: string): Message[] {
  const index = context.findIndex(({ role }) => role === "system");
  const prompt = context[index];
  if (!prompt)
    return text === "" ? [...context] : [{ id: promptId, role: "system", content: text, date: 0 }, ...context];
  if (text === "") return context.toSpliced(index, 1);
  return context.with(index, { ...prompt, content: withText(prompt.content, text) });
}
