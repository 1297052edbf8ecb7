import type { ContentPart, MessageTool } from "@/lib/chat/message";
import { sourceId } from "@/lib/import/content-id";
import { unfoldDetails } from "@/lib/import/details-blocks";
import { type DraftMessage, type DraftNode, draftsOfTree } from "@/lib/import/draft-chat";
import { paragraphs } from "@/lib/import/markdown";
import { listFormat, type ReadDraft, type Report } from "@/lib/import/read-chats";
import { readRole } from "@/lib/import/roles";
import { readTime } from "@/lib/import/times";
import { toolResultText } from "@/lib/import/tool-result";
import { chained } from "@/lib/import/tree";
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Format of Open WebUI's chats: one, or a list; older files have them without the wrapper. */
export const openWebUi = listFormat("open-webui", isChat, draftOf);

function isChat(item: unknown): boolean {
  const chat = chatIn(recordOf(item));
  return isRecord(recordOf(chat.history).messages) || (Array.isArray(chat.messages) && Array.isArray(chat.models));
}

function chatIn(item: JsonRecord): JsonRecord {
  return isRecord(item.chat) ? item.chat : item;
}

function draftOf(item: JsonRecord, report: Report): ReadDraft {
  const chat = chatIn(item);
  const history = recordOf(chat.history);
  const isTree = isRecord(history.messages);
  if (!isTree && !Array.isArray(chat.messages)) return "wrong-shape";
  const stored = Object.entries(isTree ? recordOf(history.messages) : listOf(chat.messages));
  const nodes = stored.flatMap(([key, message]): DraftNode[] => {
    const { parentId, role, timestamp } = recordOf(message);
    const known = readRole(role);
    if (!isRecord(message) || !known) {
      report(`messages[${key}]`, "wrong-shape");
      return [];
    }
    const id = isTree ? key : (sourceId(message.id) ?? `#${key}`);
    const draft = messageOf(message, known, id);
    return [{ id, parentId: sourceId(parentId), date: readTime(timestamp), speaks: true, message: draft }];
  });
  return {
    id: sourceId(item.id) ?? sourceId(chat.id),
    topic: stringOf(item.title) || stringOf(chat.title),
    created: readTime(item.created_at) ?? readTime(chat.timestamp),
    updated: readTime(item.updated_at),
    systemPrompt: stringOf(recordOf(chat.params).system) || stringOf(chat.system),
    messages: draftsOfTree(isTree ? nodes : chained(nodes), sourceId(history.currentId)),
  };
}

function messageOf(stored: JsonRecord, role: DraftMessage["role"], id: string): DraftMessage {
  const read =
    Array.isArray(stored.output) && stored.output.length > 0 ? outputOf(stored.output) : contentOf(stored, id);
  const images = listOf(stored.files).flatMap((file): ContentPart[] => {
    const { type, url } = recordOf(file);
    return type === "image" && typeof url === "string" ? [{ type: "image_url", image_url: { url } }] : [];
  });
  const text: ContentPart[] = read.text ? [{ type: "text", text: read.text }] : [];
  const model = stringOf(stored.model);
  return {
    role,
    content: images.length > 0 ? [...text, ...images] : read.text,
    ...(read.reasoning ? { reasoning: read.reasoning } : {}),
    ...(read.tools.length > 0 ? { tools: read.tools } : {}),
    ...(model && role === "assistant" ? { model } : {}),
    ...(isRecord(stored.error) ? { isError: true } : {}),
  };
}

interface ReadReply {
  readonly text: string;
  readonly reasoning: string;
  readonly tools: readonly MessageTool[];
}

function contentOf(stored: JsonRecord, id: string): ReadReply {
  const { text, reasoning, tools } = unfoldDetails(stringOf(stored.content));
  return { text, reasoning, tools: tools.map((tool, place) => ({ id: `${id}-${place}`, ...tool })) };
}

/** Parses the items of a reply, which newer files contain beside its text with embedded details. */
function outputOf(output: readonly unknown[]): ReadReply {
  const items = output.map(recordOf);
  const textsOf = (type: string) =>
    paragraphs(items.map((item) => (item.type === type ? toolResultText(item.content) : "")));
  const tools = items.flatMap((item): MessageTool[] => {
    if (item.type !== "function_call") return [];
    const callId = stringOf(item.call_id);
    const result = items.find((each) => each.type === "function_call_output" && each.call_id === item.call_id);
    return [
      {
        id: callId,
        name: stringOf(item.name),
        argumentsText: stringOf(item.arguments),
        ...(result ? { result: toolResultText(result.output) } : {}),
      },
    ];
  });
  return { text: textsOf("message"), reasoning: textsOf("reasoning"), tools };
}
