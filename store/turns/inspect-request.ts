import { type RequestPart, requestParts, type TurnInput } from "@/lib/chat/context";
import type { Content } from "@/lib/chat/message";
import { type ChatRequest, type OmittablePart, omittableParts } from "@/lib/chat/request";
import { estimateMessageTokens, estimateTokens } from "@/lib/chat/token-estimate";
import { firstCall } from "@/lib/engine/open-chat";
import type { HttpCall } from "@/lib/providers/provider";
import { curlOf, withoutCredentials, withWholeAddress } from "@/lib/providers/shown-call";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import { loadTemplateCode, questionContent } from "@/store/chats/question-content";
import { tabContext } from "@/store/records/records";
import { sessionInUse } from "@/store/settings/models";
import { buildRequest, prepareReply, requestContext } from "@/store/turns/engine";
import { omittedParts } from "@/store/turns/omitted-parts";

/** A part of the next request, with its estimated tokens. */
export interface InspectedPart {
  readonly kind: RequestPart["kind"] | "documents" | "tools";
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
  const { connection, tools } = prepared;
  const whole = requestParts(turn, await requestContext(turn)).map(inspectedPart);
  const documentTokens = questionTokens(prepared.request) - questionTokens(request);
  const parts: InspectedPart[] = [
    ...whole,
    ...(documentTokens > 0 ? [{ kind: "documents" as const, count: 0, tokens: Math.round(documentTokens) }] : []),
    ...(tools.length > 0 || omitted.includes("tools")
      ? [
          {
            kind: "tools" as const,
            count: tools.length,
            tokens: Math.round(estimateTokens(JSON.stringify(tools.map(definitionOf)))),
          },
        ]
      : []),
  ].map((part) => (isOmittable(part.kind) ? { ...part, isOmitted: omitted.includes(part.kind) } : part));
  const call = withWholeAddress(firstCall(prepared.request, prepared), location.href);
  return {
    parts,
    tokens: parts.reduce((sum, { tokens, isOmitted }) => sum + (isOmitted ? 0 : tokens), 0),
    call: withoutCredentials(call, connection),
    isSigned: connection.sign !== undefined,
    curl: curlOf(call, connection),
  };
}

/** Returns the estimated tokens of the user's messages: documents are inserted into these. */
function questionTokens({ messages }: ChatRequest): number {
  return messages.reduce((sum, each) => sum + (each.role === "user" ? estimateMessageTokens(each) : 0), 0);
}

function inspectedPart({ kind, count, messages }: RequestPart): InspectedPart {
  return {
    kind,
    count,
    tokens: Math.round(messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0)),
  };
}

function isOmittable(kind: InspectedPart["kind"]): kind is OmittablePart {
  return omittableParts.some((each) => each === kind);
}

function definitionOf({ name, description, parameters }: Awaited<ReturnType<typeof prepareReply>>["tools"][number]) {
  return { name, description, parameters };
}
