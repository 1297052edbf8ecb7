import type { Message } from "@/lib/chat/message";
import { browserEnvironment } from "@/lib/platform/browser-environment";

/** Creates an empty user message for a list of prompts. */
export function newPrompt({ now, newId } = browserEnvironment): Message {
  return { id: newId(), role: "user", content: "", date: now() };
}
