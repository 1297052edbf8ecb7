import { emptyReply, foldReply } from "@/lib/chat/reply";
import type { ModelMessage } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { estimateTokens } from "@/lib/chat/token-estimate";
import type { Completion, CompletionRequest } from "@/lib/chat/tool-request";
import { openChat } from "@/lib/engine/open-chat";
import { replyTimeoutMs } from "@/lib/engine/reply-timeout";
import { AppError, notSupported } from "@/lib/errors";
import { makesMedia } from "@/lib/models/model-facts";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { countCalls } from "@/store/costs/count-calls";
import { minTimeoutMs } from "@/store/settings/min-timeout";
import { modelCall } from "@/store/settings/model-call";
import { projectOf } from "@/store/settings/projects";

/**
 * Share of the token limit at which a reply is ended here, by an estimate of its tokens. Not every codec sends the limit,
 * and some providers ignore it.
 */
const maxShare = 1.2;

/**
 * Lets a chat's model write a text for a tool's source: without tools, the chat's messages and its prompts. Throws
 * AppError, or the reason of an abort.
 */
export async function completeForTool(
  session: ChatSession,
  { systemPrompt, messages: asked, maxTokens }: CompletionRequest,
  signal: AbortSignal,
  env = browserEnvironment,
): Promise<Completion> {
  const { mask } = session;
  const { model } = mask.modelConfig;
  if (makesMedia(model)) throw notSupported();
  const { displayName, ...call } = await modelCall(mask.modelConfig, env);
  const limit = new AbortController();
  const open = openChat({
    ...call,
    signal: AbortSignal.any([signal, limit.signal]),
    timeoutMs: Math.max(minTimeoutMs(), replyTimeoutMs(model)),
    onCall: countCalls({ ...mask.modelConfig, projectId: projectOf(session)?.id }, env).onCall,
  });
  const messages: ModelMessage[] = asked.map(({ role, text }) => ({ role, content: text }));
  if (systemPrompt !== "") messages.unshift({ role: "system", content: systemPrompt });
  let reply = emptyReply;
  for await (const event of open({ model, displayName, messages, stream: true, maxOutputTokens: maxTokens })) {
    reply = foldReply(reply, event);
    if (estimateTokens(reply.text + reply.reasoning) > maxTokens * maxShare) limit.abort();
  }
  const { text, error, refusal, finish } = reply;
  signal.throwIfAborted();
  if (error) throw new AppError(error.kind, { message: error.message, seconds: error.seconds ?? 0 });
  if (refusal !== null) throw new AppError("content-filter", { message: refusal });
  return { text, model, isCut: finish === "length" || limit.signal.aborted };
}
