import { type AskedQuestion, requestOf } from "@/lib/chat/context";
import type { ChatEvent } from "@/lib/chat/event";
import type { ChatRequest } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { streamChat } from "@/lib/engine/stream-chat";
import { knowledgeCutoff } from "@/lib/models/knowledge-cutoff";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { withStoredImages } from "@/store/images";
import { modelCall } from "@/store/model-call";
import { promptWords } from "@/store/prompt-words";
import { toolsOf } from "@/store/tools";

/** Builds what is sent for a question, in the person's language and as of now. */
export async function buildRequest(asked: AskedQuestion): Promise<ChatRequest> {
  return requestOf(asked, {
    words: await promptWords(),
    time: String(new Date(browserEnvironment.now())),
    cutoff: knowledgeCutoff(asked.session.mask.modelConfig.model),
  });
}

/** Answers what a model is told that is to go on with its reply. */
export async function continueText(): Promise<string> {
  return (await promptWords()).continue();
}

/** Opens a reply: where it goes is decided by the chat's model settings. */
export async function* openReply(
  session: ChatSession,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const { displayName, ...call } = await modelCall(session.mask.modelConfig);
  const { tools, runCall } = await toolsOf(session);
  yield* streamChat({
    ...call,
    signal,
    runCall,
    request: { ...request, messages: await withStoredImages(request.messages), displayName, tools },
    isInstant: () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
}
