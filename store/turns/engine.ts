import { requestOf, type TurnInput } from "@/lib/chat/context";
import type { ChatEvent } from "@/lib/chat/event";
import { fencedCallsInRow, fencedResponse, maxFencedCalls } from "@/lib/chat/fenced-call";
import type { Message, MessageTool } from "@/lib/chat/message";
import { emptyReply, foldReply, type Reply } from "@/lib/chat/reply";
import type { ChatRequest } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import type { Tool } from "@/lib/chat/tool";
import { answerForModel } from "@/lib/chat/tool-answer";
import type { RunCall } from "@/lib/engine/run-turn";
import { streamChat } from "@/lib/engine/stream-chat";
import { knowledgeCutoff } from "@/lib/models/knowledge-cutoff";
import { supportsTools } from "@/lib/models/supports-tools";
import { supportsVision } from "@/lib/models/traits";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { withStoredImages } from "@/store/chats/images";
import { promptWords } from "@/store/library/prompt-words";
import { modelCall } from "@/store/settings/model-call";
import { shownProviderName } from "@/store/settings/models";
import { visionNames } from "@/store/settings/vision-names";
import { toolsOf } from "@/store/tools/tools";

/** Builds what is sent for a question, in the user's language and as of now. */
export async function buildRequest(asked: TurnInput): Promise<ChatRequest> {
  return requestOf(asked, {
    words: await promptWords(),
    provider: shownProviderName(asked.session.mask.modelConfig.providerName),
    time: String(new Date(browserEnvironment.now())),
    cutoff: knowledgeCutoff(asked.session.mask.modelConfig.model),
  });
}

/** Returns what a model is told that is to go on with its reply. */
export async function continueText(): Promise<string> {
  return (await promptWords()).continue();
}

/** Returns what a model is told of a call that its reply had written down. */
export function responseTo({ client = "", result = "", problem }: MessageTool): string {
  return fencedResponse(client, answerForModel({ text: result, problem }));
}

/**
 * Opens a reply: where it goes is decided by the chat's model settings. A call that the reply writes down is run, too,
 * unless too many have been already.
 */
export async function* openReply(
  session: ChatSession,
  request: ChatRequest,
  { signal, thread }: { readonly signal: AbortSignal; readonly thread: readonly Message[] },
): AsyncGenerator<ChatEvent> {
  const { displayName, ...call } = await modelCall(session.mask.modelConfig);
  const { tools, runCall } = await toolsOf(session);
  const asked = { ...request, messages: await withStoredImages(request.messages), displayName };
  const { model, providerName } = session.mask.modelConfig;
  const isTold =
    session.mask.toolsAsText === true || !supportsTools(providerName, model) || call.codec.isWhole === true;
  // Made once for a reply: the browser brings the styles of the page up to date each time, and every frame asks.
  const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
  let said: Reply = emptyReply;
  for await (const event of streamChat({
    ...call,
    signal,
    runCall: supportsVision(model, visionNames()) ? runCall : withoutMedia(runCall),
    request: isTold ? await toldOfTools(asked, tools) : { ...asked, tools },
    isInstant: () => document.hidden || lessMotion.matches,
  })) {
    // Only what the model says last may be a call of this kind.
    said = foldReply(event.type === "round" ? emptyReply : said, event);
    yield event;
  }
  const mayCall = tools.length > 0 && fencedCallsInRow(thread) < maxFencedCalls;
  if (!mayCall || signal.aborted || said.error) return;
  const { runFencedCall } = await import("@/lib/engine/run-fenced-call");
  yield* runFencedCall(said.text, { tools, runCall, signal, env: browserEnvironment });
}

/** A model that sees no images refuses a request with one; what the words name is all that it is given. */
function withoutMedia(runCall: RunCall): RunCall {
  return async (call, run) => {
    const { media, ...outcome } = await runCall(call, run);
    return outcome;
  };
}

/** Tells the model of the tools in words, behind what it is told of itself. */
async function toldOfTools(request: ChatRequest, tools: readonly Tool[]): Promise<ChatRequest> {
  if (tools.length === 0) return request;
  const { fencedPrompt } = await import("@/lib/tools/fenced-prompt");
  const told = { role: "system", content: fencedPrompt(tools) } as const;
  const first = request.messages.findIndex(({ role }) => role !== "system");
  return { ...request, messages: request.messages.toSpliced(Math.max(first, 0), 0, told) };
}
