import type { Message } from "@/lib/chat/message";
import { browserEnvironment } from "@/lib/platform/browser-environment";

/** Makes an empty message of the user, to be written in a list of prompts. */
export function newPrompt(): Message {
  return { id: browserEnvironment.newId(), role: "user", content: "", date: browserEnvironment.now() };
}
