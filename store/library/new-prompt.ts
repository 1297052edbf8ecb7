import type { Message, Role } from "@/lib/chat/message";
import { browserEnvironment } from "@/lib/platform/browser-environment";

/** Creates an empty message of a role for a list of prompts. */
export function newPrompt(role: Role, { now, newId } = browserEnvironment): Message {
  return { id: newId(), role, content: "", date: now() };
}
