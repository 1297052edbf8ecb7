import { type Message, textOf } from "@/lib/chat/message";
import { withoutProjectPrompt } from "@/lib/chat/project-prompt";
import { recentHistory } from "@/lib/chat/recent-history";
import type { ChatSession } from "@/lib/chat/session";

/** The context of a voice call, as texts. */
export interface VoiceContext {
  readonly instructions: string;
  readonly said: readonly { readonly role: Message["role"]; readonly text: string }[];
}

/**
 * Returns the instructions for a voice call in a chat, and what was said before: the instructions of the project, the
 * mask's context, and the recent history that fits. Remembered facts are not part of it (docs/decisions/0073).
 */
export function voiceContext(session: ChatSession, thread: readonly Message[], projectInstructions = ""): VoiceContext {
  const recent = recentHistory(session, thread, session.mask.modelConfig);
  const all = [...withoutProjectPrompt(session, projectInstructions), ...recent]
    .map((message) => ({ role: message.role, text: textOf(message) }))
    .filter(({ text }) => text.trim() !== "");
  const ofChat = all.filter(({ role }) => role === "system").map(({ text }) => text);
  return {
    instructions: [projectInstructions, ...ofChat].filter((text) => text.trim() !== "").join("\n\n"),
    said: all.filter(({ role }) => role !== "system"),
  };
}
