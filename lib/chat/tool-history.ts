import { fenced } from "@/lib/chat/fenced-call";
import { type Content, type Message, type MessageTool, type TextPhase, textOf, withText } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { ModelMessage, ToolCall } from "@/lib/chat/request";
import { maxPastResultChars } from "@/lib/chat/token-estimate";
import { answerForModel } from "@/lib/chat/tool-answer";

/**
 * Returns a message of a chat as it is sent to a model. The tool calls of a finished reply and their results precede the
 * text that was written after them. Reasoning is not sent.
 */
export function messagesToSend(
  message: Message,
  asked: Pick<ModelSettings, "model" | "providerName">,
): readonly ModelMessage[] {
  const { role } = message;
  if (role !== "assistant") return [{ role, content: message.content }];
  const isSameModel = message.model === asked.model && message.providerName === asked.providerName;
  const content = isSameModel ? message.content : withoutSignatures(message.content);
  const phases = isSameModel ? phasesOf(message) : [];
  let start = 0;
  const messages = roundsOf(message).flatMap(({ end, calls }): ModelMessage[] => {
    const toolCalls = calls.map((call) => toolCallOf(call, isSameModel));
    const texts = textsBetween(message, phases, start, end);
    const last = texts.pop() ?? { role, content: "" };
    start = end;
    return [...texts, { ...last, toolCalls }, ...calls.map(resultOf)];
  });
  const texts = textsBetween(message, phases, start);
  const last = texts.pop();
  if (!last || (start === 0 && texts.length === 0)) return [...messages, { ...last, role, content }];
  return [...messages, ...texts, { ...last, content: withText(content, last.content) }];
}

function withoutSignatures(content: Content): Content {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part : { type: part.type, image_url: part.image_url }));
}

interface TextMessage {
  readonly role: "assistant";
  readonly content: string;
  readonly phase?: string;
}

/** Returns a part of a reply's text as messages, one for each message that the model wrote. */
function textsBetween(message: Message, phases: readonly TextPhase[], start: number, end?: number): TextMessage[] {
  const text = textOf(message);
  const inside = phases.filter((phase) => phase.start > start && phase.start < (end ?? text.length));
  return [start, ...inside.map((phase) => phase.start)].flatMap((from, place, starts): TextMessage[] => {
    const content = text.slice(from, starts[place + 1] ?? end).trim();
    // Blank lines separate the text after calls from the text before.
    const phase = phases.findLast((known) => text.slice(from, known.start).trim() === "")?.phase;
    return content === "" ? [] : [{ role: "assistant", content, ...(phase !== undefined && { phase }) }];
  });
}

/** Returns the phases of a reply's text; none if the text was edited. */
function phasesOf(message: Message): readonly TextPhase[] {
  const { phases = [] } = message;
  return phases.every(({ start }) => isParagraphEnd(textOf(message), start)) ? phases : [];
}

interface PastCall {
  readonly tool: MessageTool;
  readonly id: string;
  readonly name: string;
}

/** Returns the native calls of a message. A call in the text has its result in the next message. */
function callsOf({ id, tools = [] }: Message): PastCall[] {
  return tools.flatMap((tool, position) =>
    tool.client === undefined ? { tool, id: callId(id, position), name: acceptedName(tool.name) } : [],
  );
}

/**
 * Returns the calls by their place in the text. All calls are one round at the start if their places are unknown, the
 * text was edited, or no text follows the last call.
 */
function roundsOf(message: Message): { readonly end: number; readonly calls: readonly PastCall[] }[] {
  const text = textOf(message);
  const rounds = new Map<number, PastCall[]>();
  for (const call of callsOf(message)) {
    const end = call.tool.textBefore ?? 0;
    rounds.set(end, [...(rounds.get(end) ?? []), call]);
  }
  if (rounds.size === 0) return [];
  const ends = [...rounds.keys()];
  const isInOrder = ends.every((end, place) => end > (ends[place - 1] ?? -1) && isParagraphEnd(text, end));
  const isFollowed = text.slice(ends.at(-1)).trim() !== "";
  if (isInOrder && isFollowed) return [...rounds].map(([end, calls]) => ({ end, calls }));
  return [{ end: 0, calls: [...rounds.values()].flat() }];
}

function isParagraphEnd(text: string, end: number): boolean {
  return end === 0 || /\n\s*$/.test(text.slice(0, end)) || /^\s*\n/.test(text.slice(end));
}

/** Returns a call. Data of another model is omitted: its provider would reject it. */
function toolCallOf({ tool, id, name }: PastCall, isSameModel: boolean): ToolCall {
  const { argumentsText, signature } = tool;
  return { id, name, argumentsText, ...(isSameModel && signature && { signature }) };
}

function resultOf({ tool, id, name }: PastCall): ModelMessage {
  return { role: "tool", callId: id, name, content: pastResult(tool), ...(tool.isError && { isError: true }) };
}

/** Returns a result as text, shortened with a note. */
function pastResult({ result, problem, isError }: MessageTool): string {
  const missing = result === undefined ? "stopped" : undefined;
  const answer = answerForModel({ text: result ?? "", problem: problem ?? (isError ? "failed" : missing) });
  if (answer.length <= maxPastResultChars) return answer;
  return `${answer.slice(0, maxPastResultChars)}\n[shortened: ${maxPastResultChars} of ${answer.length} characters]`;
}

/**
 * Returns the id of a call in a history: 9 letters and digits, which all providers accept (Mistral no others). Ids of
 * other providers are not sent, because a chat can continue with another model. It is the same in each request, so that
 * providers can cache them.
 */
function callId(messageId: string, position: number): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < messageId.length; index++) {
    hash = Math.imul(hash ^ messageId.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(36).padStart(7, "0") + (position % 36 ** 2).toString(36).padStart(2, "0");
}

/** Returns a name that all providers accept; imported chats have others. */
function acceptedName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "tool";
}

/**
 * Writes the tool calls of finished turns and their results as text of the assistant, for models that get no tools or
 * would reject the calls. The calls of the running turn remain.
 */
export function toolHistoryAsText(messages: readonly ModelMessage[]): ModelMessage[] {
  const question = messages.findLastIndex(({ role }) => role === "user");
  const converted: ModelMessage[] = [];
  let texts: string[] = [];
  const flush = () => {
    if (texts.length > 0) converted.push({ role: "assistant", content: joined(texts) });
    texts = [];
  };
  const calls = new Map<string, ToolCall>();
  for (const message of messages.slice(0, question + 1)) {
    if (message.role === "tool") {
      texts.push(callText(message, calls.get(message.callId)));
    } else if (message.role === "assistant" && message.toolCalls?.length) {
      texts.push(textOf(message));
      for (const call of message.toolCalls) calls.set(call.id, call);
    } else if (message.role === "assistant" && texts.length > 0) {
      const content = withText(message.content, joined([...texts, textOf(message)]));
      converted.push({ role: "assistant", content });
      texts = [];
    } else {
      flush();
      converted.push(message);
    }
  }
  flush();
  return [...converted, ...messages.slice(question + 1)];
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

function callText({ name, content }: Extract<ModelMessage, { role: "tool" }>, call?: ToolCall): string {
  return `[The tool ${name} was called with ${call?.argumentsText || "{}"}. Its result:]\n${fenced("", content)}`;
}
