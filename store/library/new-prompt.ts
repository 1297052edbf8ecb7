import type { Message } from "@/lib/chat/message";
import { browserEnvironment } from "@/lib/platform/browser-environment";

/** Creates an empty user message for a list of prompts. */
export function newPrompt(): Message {
  return { id: browserEnvironment.newId(), role: "user", content: "", date: browserEnvironment.now() };
}
