import type { ChatSession } from "@/lib/chat/session";
import { projectOf } from "@/store/settings/projects";

/** Returns the references to the stored lists of documents of a chat and its project. */
export function knowledgeOf(session: Pick<ChatSession, "mask" | "projectId">): readonly string[] {
  return [projectOf(session)?.knowledge, session.mask.knowledge].filter((each) => each !== undefined);
}
