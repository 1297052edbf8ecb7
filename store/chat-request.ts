import { type AskedQuestion, requestOf } from "@/lib/chat/context";
import type { ChatRequest } from "@/lib/chat/request";
import { knowledgeCutoff } from "@/lib/models/knowledge-cutoff";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { promptWords } from "@/store/prompt-words";

/** Builds what is sent for a question, in the person's language and as of now. */
export async function chatRequest(asked: AskedQuestion): Promise<ChatRequest> {
  return requestOf(asked, {
    words: await promptWords(),
    time: String(new Date(browserEnvironment.now())),
    cutoff: knowledgeCutoff(asked.session.mask.modelConfig.model),
  });
}
