import type { Content } from "@/lib/chat/message";
import { maxPassageTokens } from "@/lib/chat/sent-documents";
import { estimateMessageTokens } from "@/lib/chat/token-estimate";
import { withoutDocuments } from "@/lib/chat/without-documents";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import { readAllKnowledge } from "@/store/chats/knowledge";
import { loadTemplateCode, questionContent } from "@/store/chats/question-content";
import { abilitiesNow } from "@/store/settings/abilities";
import { sessionInUse } from "@/store/settings/models";
import { knowledgeOf } from "@/store/settings/project-knowledge";
import { buildRequest } from "@/store/turns/engine";
import { omittedParts } from "@/store/turns/omitted-parts";

/** The estimated size of a request in tokens, and its maximum if that is known. */
export interface RequestEstimate {
  readonly tokens: number;
  /** The model's context size minus the tokens reserved for its reply. */
  readonly room: number | undefined;
}

/** Estimates the size of the request for a message, including instructions, memory and recent messages. */
export async function estimateRequest(sessionId: string, content: Content): Promise<RequestEstimate | undefined> {
  const chats = useChats.getState();
  const stored = chats.sessions.find(({ id }) => id === sessionId);
  if (!stored) return undefined;
  const session = sessionInUse(stored);
  await loadTemplateCode(session);
  const history = (chats.threads[sessionId]?.ids ?? []).flatMap((id) => messageNow(chats, id) ?? []);
  const question = { id: "", role: "user", content: questionContent(content, session), date: 0 } as const;
  const omitted = omittedParts(sessionId);
  const { messages: asked, maxOutputTokens = 0 } = await buildRequest({ session, history, question, omitted });
  const messages = omitted.includes("documents") ? withoutDocuments(asked) : asked;
  const known = await readAllKnowledge(omitted.includes("knowledge") ? [] : knowledgeOf(session));
  if (known.length > 0 && content !== "") {
    // The question indexes what is missing.
    prepareSearchOf(known).catch((error: unknown) => console.warn("Could not index documents ahead.", error));
  }
  const passageTokens = Math.min(
    maxPassageTokens,
    known.reduce((sum, { tokens }) => sum + tokens, 0),
  );
  const { window } = abilitiesNow(session.mask.modelConfig);
  return {
    tokens: Math.round(messages.reduce((sum, message) => sum + estimateMessageTokens(message), passageTokens)),
    room: window === undefined ? undefined : window - Math.min(maxOutputTokens, window / 2),
  };
}

/** Indexes the documents of the chat's project and mask. The code is lazy-loaded. */
async function prepareSearchOf(known: Awaited<ReturnType<typeof readAllKnowledge>>): Promise<void> {
  const { prepareSearch } = await import("@/store/chats/find-passages");
  prepareSearch(known.map(({ id, name }) => ({ id, name })));
}
