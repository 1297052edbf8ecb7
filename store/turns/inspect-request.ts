import { type RequestPart, requestOf, requestParts, type TurnInput } from "@/lib/chat/context";
import { documentsIn } from "@/lib/chat/documents-in";
import { type Content, textOf } from "@/lib/chat/message";
import { type ModelMessage, type OmittablePart, omittableParts } from "@/lib/chat/request";
import { sentTokens } from "@/lib/chat/sent-documents";
import { estimateMessageTokens, estimateTokens } from "@/lib/chat/token-estimate";
import { withoutDocuments } from "@/lib/chat/without-documents";
import { firstCall } from "@/lib/engine/open-chat";
import type { HttpCall } from "@/lib/providers/provider";
import { curlOf, withoutCredentials, withWholeAddress } from "@/lib/providers/shown-call";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import { readAllKnowledge } from "@/store/chats/knowledge";
import { loadTemplateCode, questionContent } from "@/store/chats/question-content";
import { tabContext } from "@/store/records/records";
import { sessionInUse } from "@/store/settings/models";
import { knowledgeOf } from "@/store/settings/project-knowledge";
import { buildRequest, prepareReply, requestContext, searchedThread, withDocuments } from "@/store/turns/engine";
import { omittedParts } from "@/store/turns/omitted-parts";
import type { RequestInput, SentRequest } from "@/store/turns/recorded-replies";

/** A part of the next request, with its estimated tokens. */
export interface InspectedPart {
  readonly kind: RequestPart["kind"] | "documents" | "knowledge" | "tools";
  /** Number of messages, documents or tools. */
  readonly count: number;
  readonly tokens: number;
  /** Whether the next request leaves it out; undefined if it cannot. */
  readonly isOmitted?: boolean;
}

/** The next request of a chat. */
export interface InspectedRequest {
  readonly parts: readonly InspectedPart[];
  /** The estimated tokens of all parts that are sent. */
  readonly tokens: number;
  /** The call as it is sent, without its credentials and without a signature. */
  readonly call: HttpCall;
  /** Whether the provider's calls are signed when they are sent. */
  readonly isSigned: boolean;
  /** A command for a POSIX shell that sends the call. */
  readonly curl: string;
}

/**
 * Builds the next request of a chat for a draft, without sending it. Tools are listed, for which their servers may be
 * asked. Throws AppError if the settings are incomplete. Returns undefined for an unknown chat.
 */
export async function inspectRequest(
  sessionId: string,
  content: Content,
  context = tabContext,
): Promise<InspectedRequest | undefined> {
  const chats = useChats.getState();
  const stored = chats.sessions.find(({ id }) => id === sessionId);
  if (!stored) return undefined;
  const session = sessionInUse(stored);
  await loadTemplateCode(session);
  const history = (chats.threads[sessionId]?.ids ?? []).flatMap((id) => messageNow(chats, id) ?? []);
  const question = {
    id: "",
    role: "user",
    content: questionContent(content, session),
    date: context.env.now(),
  } as const;
  const omitted = omittedParts(sessionId);
  const turn: TurnInput = { session, history, question };
  const request = await buildRequest({ ...turn, omitted });
  const prepared = await prepareReply(session, request, [...history, question], context);
  const { connection } = prepared;
  /** Returns the tools of the chat, also those that the next request leaves out. */
  const offeredTools = async () => {
    if (!omitted.includes("tools")) return prepared.tools;
    const withTools = { ...request, omitted: omitted.filter((part) => part !== "tools") };
    return (await prepareReply(session, withTools, [...history, question], context)).tools;
  };
  const input = { turn, context: await requestContext(turn), tools: await offeredTools() };
  const parts = (await inspectedParts(input, omitted, context)).map((part) =>
    isOmittable(part.kind) ? { ...part, isOmitted: omitted.includes(part.kind) } : part,
  );
  const call = withWholeAddress(firstCall(prepared.request, prepared), location.href);
  return {
    parts,
    tokens: parts.reduce((sum, { tokens, isOmitted }) => sum + (isOmitted ? 0 : tokens), 0),
    call: withoutCredentials(call, connection),
    isSigned: connection.sign !== undefined,
    curl: curlOf(call, connection),
  };
}

/**
 * Returns the parts of a request that was sent, without those that were left out of it. Documents that were deleted since
 * have no tokens.
 */
export async function sentParts(
  { turn: { omitted = [], ...turn }, ...input }: SentRequest,
  context = tabContext,
): Promise<InspectedPart[]> {
  const parts = await inspectedParts({ ...input, turn }, omitted, context);
  return parts.filter(({ kind }) => !omitted.some((each) => each === kind));
}

/** Returns all parts of a request, also those that are left out of it. */
async function inspectedParts(
  input: SentRequest,
  omitted: readonly OmittablePart[],
  context: typeof tabContext,
): Promise<InspectedPart[]> {
  return [
    ...requestParts(input.turn, input.context).map(inspectedPart),
    ...(await documentParts(input, omitted, context)),
    ...toolParts(input.tools, omitted),
  ];
}

/** Returns the documents of the messages, and those of the project and the mask. Both share a limit of passages. */
async function documentParts(
  { turn, context }: RequestInput,
  omitted: readonly OmittablePart[],
  { records }: typeof tabContext,
): Promise<InspectedPart[]> {
  const { session, history, question } = turn;
  const others = omitted.filter((part) => part !== "documents" && part !== "knowledge");
  const request = requestOf({ ...turn, omitted: others }, context);
  const thread = searchedThread(request, [...history, question]);
  const tokensWithout = async (left: readonly OmittablePart[]) => {
    const sent = await withDocuments(session, { ...request, omitted: [...others, ...left] }, thread, records);
    return tokensOf(sent) + fileTokens(request.messages, sent);
  };
  const attached = [...request.messages, ...thread.slice(session.clearContextIndex ?? 0)].flatMap((message) =>
    message.role === "user" ? documentsIn(textOf(message)).map(({ document }) => document.id) : [],
  );
  const known = await readAllKnowledge(knowledgeOf(session), { records });
  const none = await tokensWithout(["documents", "knowledge"]);
  const ofMessages = await tokensWithout(["knowledge"]);
  const ofKnowledge = omitted.includes("documents")
    ? (await tokensWithout(["documents"])) - none
    : (await tokensWithout([])) - ofMessages;
  return [
    { kind: "documents" as const, count: new Set(attached).size, tokens: Math.round(Math.max(0, ofMessages - none)) },
    { kind: "knowledge" as const, count: known.length, tokens: Math.round(Math.max(0, ofKnowledge)) },
  ].filter(({ count }) => count > 0);
}

/** Returns the estimated tokens of the documents that are sent as original files. */
function fileTokens(asked: readonly ModelMessage[], sent: readonly ModelMessage[]): number {
  return asked.reduce((sum, message, index) => {
    const content = sent[index]?.content ?? "";
    if (message.role !== "user" || typeof content === "string") return sum;
    const names = new Set(content.flatMap((part) => (part.type === "file" ? [part.file.name] : [])));
    const files = documentsIn(textOf(message)).filter(({ name }) => names.has(name));
    return files.reduce((total, { document }) => total + sentTokens(document), sum);
  }, 0);
}

function toolParts(tools: SentRequest["tools"], omitted: readonly OmittablePart[]): InspectedPart[] {
  if (tools.length === 0 && !omitted.includes("tools")) return [];
  // An empty list is not sent.
  const tokens = tools.length === 0 ? 0 : Math.round(estimateTokens(JSON.stringify(tools.map(definitionOf))));
  return [{ kind: "tools", count: tools.length, tokens }];
}

function tokensOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0);
}

function inspectedPart({ kind, count, messages }: RequestPart): InspectedPart {
  return {
    kind,
    count,
    // Documents are a part of their own.
    tokens: Math.round(tokensOf(withoutDocuments(messages))),
  };
}

function isOmittable(kind: InspectedPart["kind"]): kind is OmittablePart {
  return omittableParts.some((each) => each === kind);
}

function definitionOf({ name, description, parameters }: SentRequest["tools"][number]) {
  return { name, description, parameters };
}
