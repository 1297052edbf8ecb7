import { type RequestContext, requestOf, type TurnInput } from "@/lib/chat/context";
import { documentsIn } from "@/lib/chat/documents-in";
import type { ChatEvent } from "@/lib/chat/event";
import { fencedCallsInRow, fencedResponse, maxFencedCalls } from "@/lib/chat/fenced-call";
import { withoutMasks } from "@/lib/chat/image-mask";
import { type Message, type MessageTool, textOf } from "@/lib/chat/message";
import { stablePromptTime } from "@/lib/chat/prompt-time";
import { isSendable } from "@/lib/chat/recent-history";
import type { Reply } from "@/lib/chat/reply";
import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import type { Tool } from "@/lib/chat/tool";
import { answerForModel } from "@/lib/chat/tool-answer";
import { toolHistoryAsText } from "@/lib/chat/tool-history";
import type { ToolRequests } from "@/lib/chat/tool-request";
import type { TurnRound } from "@/lib/chat/turn-round";
import { withoutDocuments } from "@/lib/chat/without-documents";
import type { RunCall } from "@/lib/engine/run-turn";
import { streamChat } from "@/lib/engine/stream-chat";
import { AppError, toAppError } from "@/lib/errors";
import { knowledgeCutoff } from "@/lib/models/knowledge-cutoff";
import { makesMedia } from "@/lib/models/model-facts";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { takesMasks } from "@/lib/providers/image-choices";
import { placeOf } from "@/lib/providers/places";
import type { ChatCodec } from "@/lib/providers/provider";
import { localKeys } from "@/lib/storage/local-keys";
import { pageStorage } from "@/store/base/page-storage";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import type { withStoredDocuments } from "@/store/chats/document-texts";
import { withoutWebp, withStoredImages } from "@/store/chats/images";
import { isTemporary } from "@/store/chats/is-temporary";
import { reserveBudget } from "@/store/costs/budget";
import { countCalls } from "@/store/costs/count-calls";
import { useSpending } from "@/store/costs/spending";
import { promptWords } from "@/store/library/prompt-words";
import { type TabContext, tabContext } from "@/store/records/records";
import { abilitiesNow } from "@/store/settings/abilities";
import { placeInUse, useAccess } from "@/store/settings/access";
import { minTimeoutMs } from "@/store/settings/min-timeout";
import { type ModelCall, modelCall } from "@/store/settings/model-call";
import { providerInUse, shownProviderName } from "@/store/settings/models";
import { knowledgeOf } from "@/store/settings/project-knowledge";
import { isProjectUnread, projectOf } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { toolsOf } from "@/store/tools/tools";
import { openCallOf, replyTokens } from "@/store/turns/cut-replies";
import { returnOmittedParts, takeOmittedParts } from "@/store/turns/omitted-parts";
import { noteRefused } from "@/store/turns/over-budget";
import { type RequestInput, recordReply } from "@/store/turns/recorded-replies";
import { notifyRefusal } from "@/store/turns/refused-parameter";
import { rememberToolOf } from "@/store/turns/remember-tool";
import type { ResumableCall, ResumableEnvironment } from "@/store/turns/resumable-environment";
import { sentFacts } from "@/store/turns/sent-facts";
import type { ReplyOptions } from "@/store/turns/turn-run";

export { countCutReplies } from "@/store/turns/cut-replies";
export * as budgets from "@/store/turns/over-budget";

/** The inputs of built requests, from which the parts of a sent one are listed. */
const inputs = new WeakMap<ChatRequest, RequestInput>();

/** Builds the request for a question, in the user's language and with the time. */
export async function buildRequest(turn: TurnInput, env = browserEnvironment): Promise<ChatRequest> {
  const context = await requestContext(turn, env);
  const request = requestOf(turn, context);
  inputs.set(request, { turn, context });
  return request;
}

/** Builds the next request of a chat, without the given parts, or without those that the user leaves out of it. */
export async function buildNextRequest(asked: TurnInput): Promise<ChatRequest> {
  return buildRequest({ ...asked, omitted: asked.omitted ?? takeOmittedParts(asked.session.id, asked.question.id) });
}

/** Returns what a request needs besides the chat. */
export async function requestContext(asked: TurnInput, { now } = browserEnvironment): Promise<RequestContext> {
  const isCached = providerInUse(asked.session.mask.modelConfig)?.cachesPrefixes === true;
  const { model } = asked.session.mask.modelConfig;
  const { vision, window } = abilitiesNow(asked.session.mask.modelConfig);
  return {
    words: await promptWords(),
    instructions: useSettings.getState().systemPrompt,
    projectInstructions: projectOf(asked.session)?.instructions,
    facts: await sentFacts(asked.session),
    provider: shownProviderName(asked.session.mask.modelConfig.providerName),
    time: String(new Date(isCached ? stablePromptTime(asked, now()) : now())),
    cutoff: knowledgeCutoff(model),
    window,
    isBlind: !vision && !makesMedia(model),
  };
}

/** Returns the prompt that asks the model to continue its last reply. */
export async function continueText(): Promise<string> {
  return (await promptWords()).continue();
}

/** Formats a tool result for a model that wrote the call as a fenced block in its text. */
export function responseTo({ client = "", result = "", problem }: MessageTool): string {
  return fencedResponse(client, answerForModel({ text: result, problem }));
}

/**
 * Returns a reply's call, with the request as the codec gets it: with documents, images and tools. The chat's model
 * settings decide where it goes. With `meaningOf`, passages of documents are also found by their meaning, for which a
 * server gets the question.
 */
export async function prepareReply(
  session: ChatSession,
  request: ChatRequest,
  thread: readonly Message[],
  { env, records } = tabContext,
  { meaningOf, signal }: DocumentWork = {},
) {
  const { displayName, ...call } = await modelCall(session.mask.modelConfig, env);
  const offered = request.omitted?.includes("tools")
    ? noTools
    : await toolsOf(session, {
        thread,
        complete: completionFor(session, env),
        own: rememberToolOf(session),
      });
  const { tools, runCall, missing, search } = offered;
  const { providerName } = session.mask.modelConfig;
  const { vision, tools: takesTools } = abilitiesNow(session.mask.modelConfig);
  const searched = searchedThread(request, thread);
  const withTexts = await withDocuments(session, request, searched, records, { meaningOf, signal });
  const provider = providerInUse({ providerName });
  const stored = await withStoredImages(withTexts, { records });
  const withImages = takesMasks(placeOf(provider), request.model) ? stored : withoutMasks(stored);
  // llama.cpp, which most local servers use, reads no WebP.
  const messages = provider?.takesNoWebp ? await withoutWebp(withImages) : withImages;
  const { search: _chosen, omitted: _left, ...others } = request;
  const asked: ChatRequest = { ...others, displayName, ...(search && { search: true as const }) };
  const isTold = session.mask.toolsAsText === true || !takesTools || call.codec.isWhole === true;
  return {
    ...call,
    codec: await controlledCodec(search ? search.withSearch(call.codec) : call.codec, asked, providerName),
    request: isTold
      ? await toldOfTools({ ...asked, messages: toolHistoryAsText(messages) }, tools)
      : { ...asked, messages: tools.length > 0 ? messages : toolHistoryAsText(messages), tools },
    tools,
    runCall: vision ? runCall : withoutMedia(runCall),
    missing,
  };
}

/** Returns the messages whose documents are searched. Without earlier messages, their documents are not searched either. */
export function searchedThread({ omitted }: Pick<ChatRequest, "omitted">, thread: readonly Message[]) {
  return omitted?.includes("history") ? thread.slice(-1) : thread;
}

/** The tools of a request without them. */
const noTools: Awaited<ReturnType<typeof toolsOf>> = {
  tools: [],
  runCall: async () => ({ text: "", problem: "unknown-tool" }),
  search: undefined,
  missing: undefined,
};

/** Returns the function that lets the chat's model write a text for a tool's source. */
function completionFor(session: ChatSession, env: TabContext["env"]): ToolRequests["complete"] {
  return async (asked, running) => {
    const { completeForTool } = await import("@/store/turns/tool-completion");
    return completeForTool(session, asked, running, env);
  };
}

/** Events without any content of a reply. */
const emptyEvents: ReadonlySet<ChatEvent["type"]> = new Set(["error", "missing-tools", "cost", "timing", "usage"]);

/**
 * Opens a reply. If it fails before any content has come, the next request leaves out the same parts, because a retry
 * must not send more than the user wanted. A comparison retries with its own parts.
 */
export async function* openReply(...given: Parameters<typeof openWholeReply>): AsyncGenerator<ChatEvent> {
  const [session, { omitted = [] }, { isCompared = false, resumed, again }, { env } = tabContext] = given;
  let hasContent = false;
  let release = () => {};
  try {
    if (isProjectUnread(session)) throw new AppError("project");
    // The permission to send once holds for all answers of a comparison, which uses it up when it ends. A resumed reply
    // is paid for already.
    const isAllowed = resumed || (isCompared && useSpending.getState().allowed[session.id]);
    if (!isAllowed) {
      const chat = { sessionId: session.id, project: projectOf(session) };
      release = await reserveBudget(session.mask.modelConfig, chat, env).catch((thrown: unknown) => {
        // The message of the earlier reply is in the chat again, without a button for another attempt.
        if (again && toAppError(thrown).code === "budget") noteRefused(session.id, { kind: "reply", again });
        throw thrown;
      });
    }
    for await (const event of openWholeReply(...given)) {
      hasContent ||= !emptyEvents.has(event.type);
      yield event;
    }
  } finally {
    release();
    if (!hasContent && !isCompared) returnOmittedParts(session.id, omitted);
  }
}

/** Opens a reply. A tool call that it writes as a fenced block is run as well, up to a limit in a row. */
async function* openWholeReply(
  session: ChatSession,
  asked: ChatRequest,
  options: ReplyOptions,
  context = tabContext,
): AsyncGenerator<ChatEvent> {
  const { signal, thread, isCompared = false, replyId, resumed } = options;
  // Vectors of a temporary chat's documents would be stored. A resumed reply was asked already.
  const meaningOf = resumed || isTemporary(session.id) ? undefined : meaningOfSent;
  const { tools, missing, ...prepared } = await prepareReply(session, asked, thread, context, { meaningOf, signal });
  if (missing) yield { type: "missing-tools", missing };
  const { env } = context;
  const project = projectOf(session);
  const { model } = session.mask.modelConfig;
  const input = inputs.get(asked);
  const recorder = replyId === undefined ? undefined : recordReply(replyId, env, input && { ...input, tools });
  const { providerName } = session.mask.modelConfig;
  const resumedId = resumed && replyId !== undefined ? await openCallOf(replyId) : undefined;
  const counted = { model, providerName, projectId: project?.id, replyId, resumedId, earlier: resumed?.cost };
  const counter = countCalls(counted, env);
  // Created once per reply: each creation makes the browser recalculate styles, and every frame reads it.
  const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
  let lastRound: Reply | undefined;
  const rounds: TurnRound[] = [...(resumed?.rounds ?? [])];
  const finished = async () => ({ rounds: [...rounds], cost: await counter.cost() });
  const { omitted } = asked;
  const resuming = await resumingEnvironment(session, prepared, { ...options, omitted, finished });
  const runCall: RunCall = async (...call) => {
    await resuming?.whenForgotten();
    return prepared.runCall(...call);
  };
  yield* streamChat({
    ...prepared,
    ...(resuming && { env: resuming.env }),
    earlier: resumed?.rounds,
    onFinishedRound: (round) => rounds.push(round),
    signal,
    isThinking: abilitiesNow(session.mask.modelConfig).thinking,
    minTimeoutMs: minTimeoutMs(),
    runCall,
    // The columns of a comparison have a rhythm of their own (comparison-pace.ts).
    isInstant: () => isCompared || resumed !== undefined || document.hidden || lessMotion.matches,
    onRound(reply) {
      lastRound = reply;
      recorder?.onFinish(reply.finish, reply.rawFinish);
    },
    onRefused: (parameter) => notifyRefusal(model, parameter),
    onSend(input) {
      counter.onSend(input, writtenTokens(replyId, { thread, isFirst: rounds.length === 0 }));
    },
    onUnsent: counter.onUnsent,
    onCall: counter.onCall,
    observer: recorder?.observer,
  });
  if (recorder) yield { type: "timing", timing: recorder.timing() };
  const cost = await counter.cost();
  if (cost) yield { type: "cost", cost };
  const mayCall = tools.length > 0 && fencedCallsInRow(thread) < maxFencedCalls;
  // Only the text of the last round may hold a fenced call.
  if (!mayCall || signal.aborted || !lastRound || lastRound.error) return;
  const { runFencedCall } = await import("@/lib/engine/run-fenced-call");
  yield* runFencedCall(lastRound.text, { tools, runCall, signal, env });
}

/** Returns the estimated tokens of a reply before its next call: of the earlier rounds, or of the reply it continues. */
function writtenTokens(
  replyId = "",
  { thread, isFirst }: { readonly thread: readonly Message[]; readonly isFirst: boolean },
): number {
  // Until a retry has a text, its message shows the earlier reply.
  const written = isFirst ? thread.find(({ id }) => id === replyId) : messageNow(useChats.getState(), replyId);
  return written ? replyTokens(written) : 0;
}

/**
 * Returns the environment in which the reply survives a broken connection; undefined if the server cannot resume it. The
 * code is loaded by the first reply of such a server.
 */
async function resumingEnvironment(
  session: ChatSession,
  { connection, env }: Pick<ModelCall, "connection" | "env">,
  options: Omit<ResumableCall, "connection" | "env" | "url">,
): Promise<ResumableEnvironment | undefined> {
  const { flags, reach } = useAccess.getState();
  const isRelayed = reach.relay !== undefined && connection.baseUrl.startsWith(`${reach.relay}/`);
  const isWanted = flags?.resumesReplies === true && !providerInUse(session.mask.modelConfig)?.isDemo;
  if (isRelayed && (isWanted || options.resumed)) {
    const { resumableEnvironment } = await import("@/store/turns/resumable-environment");
    return resumableEnvironment(session, { ...options, connection, env, url: `${reach.relay}/replies` });
  }
  // Asking again would be another reply, at another price.
  if (options.resumed) throw new AppError("network");
  return undefined;
}

/**
 * Returns the messages with the texts or files of stored documents, except those that the request leaves out. The code is
 * lazy-loaded, for chats with documents only.
 */
export async function withDocuments(
  session: ChatSession,
  { messages: asked, omitted = [] }: Pick<ChatRequest, "messages" | "omitted">,
  thread: readonly Message[],
  records: TabContext["records"],
  work: DocumentWork = {},
): Promise<readonly ModelMessage[]> {
  const isWithout = omitted.includes("documents");
  const messages = isWithout ? withoutDocuments(asked) : asked;
  const sendable = isWithout ? [] : thread.slice(session.clearContextIndex ?? 0).filter(isSendable);
  const hasDocuments = [...messages, ...sendable].some(
    (message) => message.role === "user" && documentsIn(textOf(message)).length > 0,
  );
  const knowledge = omitted.includes("knowledge") ? [] : knowledgeOf(session);
  if (!hasDocuments && knowledge.length === 0) return messages;
  const { withStoredDocuments } = await import("@/store/chats/document-texts");
  const { modelConfig: model } = session.mask;
  return withStoredDocuments(messages, { thread: sendable, knowledge, model, ...work }, { records });
}

/** The parts of reading documents that the caller provides. */
type DocumentWork = Pick<Parameters<typeof withStoredDocuments>[1], "meaningOf" | "signal">;

type MeaningOf = NonNullable<DocumentWork["meaningOf"]>;

/** Returns the meaning of a question that is sent. The code is lazy-loaded, if the search by meaning was ever turned on. */
const meaningOfSent: MeaningOf = async (asked) => {
  if (pageStorage().getItem(localKeys.embeddings) === null) return undefined;
  return (await import("@/store/embeddings/search-by-meaning")).meaningOf(asked);
};

/** Returns a codec that also sends the chat's controls. Its code is lazy-loaded, for chats with controls only. */
async function controlledCodec(codec: ChatCodec, { controls }: ChatRequest, providerName: string): Promise<ChatCodec> {
  if (!controls) return codec;
  const { withControls } = await import("@/lib/providers/model-controls");
  return withControls(codec, placeInUse(useAccess.getState(), providerName));
}

/** Removes media from tool results: a model without vision refuses a request with an image. The text still names them. */
function withoutMedia(runCall: RunCall): RunCall {
  return async (call, run) => {
    const { media, ...outcome } = await runCall(call, run);
    return outcome;
  };
}

/** Describes the tools in a system message behind the other ones, for models without tool calls. */
async function toldOfTools(request: ChatRequest, tools: readonly Tool[]): Promise<ChatRequest> {
  if (tools.length === 0) return request;
  const { fencedPrompt } = await import("@/lib/tools/fenced-prompt");
  const told = { role: "system", content: fencedPrompt(tools) } as const;
  const first = request.messages.findIndex(({ role }) => role !== "system");
  return { ...request, messages: request.messages.toSpliced(Math.max(first, 0), 0, told) };
}
