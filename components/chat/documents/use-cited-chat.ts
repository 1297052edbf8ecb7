import { useMemo } from "react";
import type { CitedChat } from "@/components/markdown/message-look";
import { asChatDocument } from "@/lib/chat/knowledge";
import { documentsOfChat } from "@/store/chats/chat-documents";
import { useChats } from "@/store/chats/chats";
import { useProjects } from "@/store/settings/projects";
import { useKnowledge } from "./use-knowledge";

/** Returns a chat with its documents. It subscribes once for all citations, of which a reply may have a thousand. */
export function useCitedChat(sessionId: string): CitedChat {
  const attached = useChats(() => documentsOfChat(sessionId));
  const known = useKnowledge(useChats(({ sessions }) => sessions.find(({ id }) => id === sessionId)?.mask.knowledge));
  const projectId = useChats(({ sessions }) => sessions.find(({ id }) => id === sessionId)?.projectId ?? "");
  const ofProject = useKnowledge(useProjects(({ byId }) => byId.get(projectId)?.knowledge));
  return useMemo(
    () => ({
      sessionId,
      documents: [...attached, ...[...(ofProject ?? []), ...(known ?? [])].map(asChatDocument)],
    }),
    [sessionId, attached, ofProject, known],
  );
}
