import { factsAsMarkdown } from "@/lib/chat/facts";
import { imageOptionsOf } from "@/lib/chat/image-options";
import type { Message } from "@/lib/chat/message";
import { controlsOf } from "@/lib/chat/model-controls";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { withoutProjectPrompt } from "@/lib/chat/project-prompt";
import type { PromptWords } from "@/lib/chat/prompt-words";
import { historyRoom, isMemorySent, recentHistory } from "@/lib/chat/recent-history";
import type { ChatRequest, ModelMessage, OmittablePart } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { systemPrompt } from "@/lib/chat/system-prompt";
import { estimateMessageTokens } from "@/lib/chat/token-estimate";
import { messagesToSend } from "@/lib/chat/tool-history";
import { withoutImages } from "@/lib/chat/unseen-images";

/** A question and the context of its request. */
export interface TurnInput {
  readonly session: ChatSession;
  /** The chat's messages before the question, in order. */
  readonly history: readonly Message[];
  readonly question: Message;
  /** The parts that are left out of this request. */
  readonly omitted?: readonly OmittablePart[] | undefined;
}

/** A part of a request: messages of one origin. */
export interface RequestPart {
  readonly kind: Exclude<OmittablePart, "documents" | "knowledge" | "tools"> | "question";
  /** Number of the chat's or mask's messages in this part. */
  readonly count: number;
  readonly messages: readonly ModelMessage[];
}

/** Inputs of a request besides the chat: prompts, names and the time. */
export interface RequestContext {
  readonly words: Pick<PromptWords, "system" | "facts" | "memory">;
  /** The user's instructions for all chats; empty if there are none. */
  readonly instructions?: string;
  /** The instructions of the chat's project; empty if there are none. */
  readonly projectInstructions?: string | undefined;
  /** The remembered facts that are sent. */
  readonly facts?: readonly string[];
  /** Displayed name of the provider, if it differs from the name in the settings. */
  readonly provider?: string;
  /** Date and time with time zone, as `Date` prints them. */
  readonly time: string;
  /** The model's knowledge cutoff, as a month. */
  readonly cutoff: string;
  /** The model's context size in tokens, if it is known. */
  readonly window?: number | undefined;
  /** True if the model accepts no images: notes take their place. */
  readonly isBlind?: boolean;
}

/**
 * Returns the parts of a request in the order in which they are sent: system prompt, instructions for all chats,
 * instructions of the project, remembered facts, memory of earlier messages, the mask's context, the recent history that fits, and the
 * question. Empty parts are missing.
 */
export function requestParts(
  { session, history, question, omitted = [] }: TurnInput,
  context: RequestContext,
): RequestPart[] {
  const settings = session.mask.modelConfig;
  const free = historyRoom(session, context.window);
  const leading = leadingParts(session, settings, context);
  const facts = leading.flatMap(({ kind, messages }) => (kind === "facts" ? messages : []));
  const others = [question, ...facts].reduce((sum, each) => sum + estimateMessageTokens(each), 0);
  const room = free === undefined ? undefined : free - others;
  const partOf = (kind: RequestPart["kind"], chosen: readonly Message[]): RequestPart => {
    const seen = context.isBlind ? chosen.map(withoutImages) : chosen;
    return { kind, count: chosen.length, messages: seen.flatMap((message) => messagesToSend(message, settings)) };
  };
  const parts = [
    ...leading,
    partOf("pinned", withoutProjectPrompt(session, context.projectInstructions)),
    partOf("history", recentHistory(session, history, settings, room)),
    partOf("question", [question]),
  ];
  return parts.filter(({ kind, count }) => count > 0 && !omitted.some((each) => each === kind));
}

/** Builds the request for a question. */
export function requestOf(turn: TurnInput, context: RequestContext): ChatRequest {
  const { session, omitted = [] } = turn;
  const settings = session.mask.modelConfig;
  const controls = controlsOf(settings, context.window);
  return {
    model: settings.model,
    messages: requestParts(turn, context).flatMap(({ messages }) => messages),
    stream: true,
    temperature: settings.temperature,
    topP: settings.top_p,
    presencePenalty: settings.presence_penalty,
    frequencyPenalty: settings.frequency_penalty,
    maxOutputTokens: settings.max_tokens,
    isContinued: true,
    ...(controls ? { controls } : {}),
    ...(omitted.length > 0 ? { omitted } : {}),
    ...(session.mask.webSearch ? { search: true as const } : {}),
    image: imageOptionsOf(settings),
  };
}

function leadingParts(
  session: ChatSession,
  settings: ModelSettings,
  { words, instructions, projectInstructions, facts = [], ...values }: RequestContext,
): RequestPart[] {
  const texts = {
    system: systemPrompt(settings, words, values),
    instructions: textIn(instructions),
    project: textIn(projectInstructions),
    facts: facts.length > 0 ? words.facts({ facts: factsAsMarkdown(facts) }) : undefined,
    memory: isMemorySent(session, settings) ? words.memory({ memory: session.memoryPrompt }) : undefined,
  };
  return (["system", "instructions", "project", "facts", "memory"] as const).flatMap((kind) => {
    const content = texts[kind];
    return content === undefined ? [] : { kind, count: 1, messages: [{ role: "system", content }] };
  });
}

/** Returns a text; undefined if it is blank. */
function textIn(text = ""): string | undefined {
  return text.trim() === "" ? undefined : text;
}
