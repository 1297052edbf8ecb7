import type { MessageTool } from "@/lib/chat/message";
import { sourceId } from "@/lib/import/content-id";
import { type DraftMessage, type DraftNode, draftsOfTree } from "@/lib/import/draft-chat";
import type { Format } from "@/lib/import/imported";
import { paragraphs } from "@/lib/import/markdown";
import { type ReadDraft, type Report, readChats } from "@/lib/import/read-chats";
import { readTime } from "@/lib/import/times";
import { toolResultText } from "@/lib/import/tool-result";
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Format of LibreChat's export of one conversation, flat or with nested branches. */
export const libreChat: Format = {
  id: "librechat",
  detects: (top) => isRecord(top) && "conversationId" in top && ("messages" in top || "messagesTree" in top),
  read: (value, context) => readChats("librechat", { items: [value] }, draftOf, context),
};

function draftOf(file: JsonRecord, report: Report): ReadDraft {
  const nested = Array.isArray(file.messagesTree) ? file.messagesTree : file.messages;
  if (!Array.isArray(nested)) return "wrong-shape";
  const options = recordOf(file.options);
  return {
    id: sourceId(file.conversationId),
    topic: stringOf(file.title),
    systemPrompt: stringOf(options.promptPrefix),
    messages: draftsOfTree(nodesIn(nested, report)),
  };
}

/** Returns the messages and those nested in them, parents first. The root that they refer to is not a message. */
function nodesIn(messages: readonly unknown[], report: Report): DraftNode[] {
  const nodes: DraftNode[] = [];
  const open = messages.map((stored) => ({ stored, parent: undefined as string | undefined })).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { stored, parent } = next;
    const place = nodes.length;
    if (!isRecord(stored)) {
      report(`messages[${place}]`, "wrong-shape");
      continue;
    }
    const id = sourceId(stored.messageId) ?? `#${place}`;
    const parentId = sourceId(stored.parentMessageId) ?? parent;
    nodes.push({ id, parentId, date: readTime(stored.createdAt), speaks: true, message: messageOf(stored, id) });
    for (const child of listOf(stored.children).toReversed()) open.push({ stored: child, parent: id });
  }
  return nodes;
}

function messageOf(stored: JsonRecord, id: string): DraftMessage {
  const isUser = stored.isCreatedByUser === true || stored.sender === "User";
  const parts = listOf(stored.content).map(recordOf);
  const textOf = (...types: readonly string[]) =>
    paragraphs(parts.map((part) => (types.includes(stringOf(part.type)) ? textIn(part) : "")));
  const reasoning = textOf("think");
  const tools = parts.flatMap((part, place) => toolsIn(part, `${id}-${place}`));
  const model = stringOf(stored.model);
  return {
    role: isUser ? "user" : "assistant",
    content: textOf("text", "error") || stringOf(stored.text),
    ...(reasoning ? { reasoning } : {}),
    ...(tools.length > 0 ? { tools } : {}),
    ...(model && !isUser ? { model } : {}),
    ...(stored.error === true ? { isError: true } : {}),
  };
}

/** Returns the text of a part, which is under the name of its type, as a string or as an object with a value. */
function textIn(part: JsonRecord): string {
  const text = part[stringOf(part.type)];
  return stringOf(text) || stringOf(recordOf(text).value);
}

function toolsIn({ type, tool_call }: JsonRecord, fallbackId: string): MessageTool[] {
  if (type !== "tool_call" || !isRecord(tool_call)) return [];
  const { id, name, args, output } = tool_call;
  const call = { id: sourceId(id) ?? fallbackId, name: stringOf(name), argumentsText: toolResultText(args) };
  return [output === undefined || output === null ? call : { ...call, result: toolResultText(output) }];
}
