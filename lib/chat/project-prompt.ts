import type { Message } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";

/** Returns the id of the prompt that contains a project's instructions in an export for NextChat. */
export function projectPromptId(projectId: string): string {
  return `instructions:${projectId}`;
}

/**
 * Returns a chat's prompts without an unchanged copy of its project's instructions, which came back with an import from
 * NextChat. The instructions are sent as a part of their own.
 */
export function withoutProjectPrompt(
  { mask, projectId }: Pick<ChatSession, "mask" | "projectId">,
  instructions = "",
): readonly Message[] {
  if (projectId === undefined || instructions.trim() === "") return mask.context;
  const copyId = projectPromptId(projectId);
  return mask.context.filter(({ id, content }) => id !== copyId || content !== instructions);
}
