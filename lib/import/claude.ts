import type { MessageTool } from "@/lib/chat/message";
import { sourceId } from "@/lib/import/content-id";
import { type DraftMessage, type DraftNode, draftsOfTree } from "@/lib/import/draft-chat";
import { fenced, paragraphs } from "@/lib/import/markdown";
import { listFormat, type ReadDraft, type Report } from "@/lib/import/read-chats";
import { readTime } from "@/lib/import/times";
import { toolResultText } from "@/lib/import/tool-result";
import { chained } from "@/lib/import/tree";
import { isRecord, type JsonRecord, listOf, printJson, recordOf, stringOf } from "@/lib/json";

/** Format of Claude's `conversations.json`. It contains no model names. */
export const claude = listFormat("claude", (item) => Array.isArray(recordOf(item).chat_messages), draftOf);

function draftOf(conversation: JsonRecord, report: Report): ReadDraft {
  if (!Array.isArray(conversation.chat_messages)) return "wrong-shape";
  const nodes = conversation.chat_messages.flatMap((stored: unknown, place): DraftNode[] => {
    const { uuid, sender, parent_message_uuid, created_at } = recordOf(stored);
    if (!isRecord(stored) || (sender !== "human" && sender !== "assistant")) {
      report(`chat_messages[${place}]`, "wrong-shape");
      return [];
    }
    const id = sourceId(uuid) ?? `#${place}`;
    const message = messageOf(stored, sender === "human" ? "user" : "assistant", id);
    return [{ id, parentId: sourceId(parent_message_uuid), date: readTime(created_at), speaks: true, message }];
  });
  const isTree = nodes.some(({ parentId }) => parentId !== undefined);
  return {
    id: sourceId(conversation.uuid),
    topic: stringOf(conversation.name),
    created: readTime(conversation.created_at),
    updated: readTime(conversation.updated_at),
    messages: draftsOfTree(isTree ? nodes : chained(nodes), sourceId(conversation.current_leaf_message_uuid)),
  };
}

function messageOf(stored: JsonRecord, role: "user" | "assistant", id: string): DraftMessage {
  const parts = listOf(stored.content).map(recordOf);
  const said = paragraphs(parts.map(({ type, text }) => (type === "text" ? stringOf(text) : "")));
  const reasoning = paragraphs(parts.map(({ type, thinking }) => (type === "thinking" ? stringOf(thinking) : "")));
  const tools = toolsIn(parts, id);
  return {
    role,
    content: paragraphs([said || stringOf(stored.text), ...attachmentsOf(stored)]),
    ...(reasoning ? { reasoning } : {}),
    ...(tools.length > 0 ? { tools } : {}),
  };
}

/** Returns the texts of attachments; of other files, the archive contains only the names. */
function attachmentsOf({ attachments, files }: JsonRecord): string[] {
  const texts = listOf(attachments).map((attachment) => {
    const { file_name, extracted_content } = recordOf(attachment);
    const text = stringOf(extracted_content);
    return paragraphs([stringOf(file_name) && `📎 ${stringOf(file_name)}`, text && fenced(text)]);
  });
  const names = listOf(files).map((file) => stringOf(recordOf(file).file_name));
  return [...texts, ...names.filter(Boolean).map((name) => `📎 ${name}`)];
}

/** Returns the tool calls. A result follows its call and names the tool and, in some files, the call. */
function toolsIn(parts: readonly JsonRecord[], messageId: string): MessageTool[] {
  const tools: MessageTool[] = [];
  for (const [place, part] of parts.entries()) {
    if (part.type === "tool_use") {
      const argumentsText = printJson(part.input ?? {}) ?? "";
      tools.push({ id: sourceId(part.id) ?? `${messageId}-${place}`, name: stringOf(part.name), argumentsText });
    }
    if (part.type !== "tool_result") continue;
    const known = tools.findLastIndex(
      ({ id, name, result }) => result === undefined && (id === part.tool_use_id || name === part.name),
    );
    const call = tools[known] ?? { id: `${messageId}-${place}`, name: stringOf(part.name), argumentsText: "" };
    const ended = { ...call, result: toolResultText(part.content), ...(part.is_error === true && { isError: true }) };
    if (known >= 0) tools[known] = ended;
    else tools.push(ended);
  }
  return tools;
}
