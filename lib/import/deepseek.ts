import { sourceId } from "@/lib/import/content-id";
import { type DraftMessage, type DraftNode, draftsOfTree } from "@/lib/import/draft-chat";
import { paragraphs } from "@/lib/import/markdown";
import { listFormat, type ReadDraft } from "@/lib/import/read-chats";
import { readRole } from "@/lib/import/roles";
import { readTime } from "@/lib/import/times";
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Format of DeepSeek's export: a tree like ChatGPT's, with other messages. */
export const deepSeek = listFormat("deepseek", isConversation, draftOf);

function isConversation(item: unknown): boolean {
  return isRecord(item) && isRecord(item.mapping) && "inserted_at" in item;
}

function draftOf(conversation: JsonRecord): ReadDraft {
  if (!isRecord(conversation.mapping)) return "wrong-shape";
  const nodes = Object.entries(conversation.mapping).map(([id, value]): DraftNode => {
    const { parent, message } = recordOf(value);
    const read = isRecord(message) ? messageOf(message) : undefined;
    const date = readTime(recordOf(message).inserted_at);
    const node = { id, parentId: sourceId(parent), date, speaks: read !== undefined };
    return read ? { ...node, message: read } : node;
  });
  return {
    id: sourceId(conversation.id),
    topic: stringOf(conversation.title),
    created: readTime(conversation.inserted_at),
    updated: readTime(conversation.updated_at),
    messages: draftsOfTree(nodes),
  };
}

/** Parses a message. Newer messages are fragments, whose types name the speaker; older ones have a role. */
function messageOf(message: JsonRecord): DraftMessage | undefined {
  const fragments = listOf(message.fragments).map(recordOf);
  const textOf = (kind: string) =>
    paragraphs(fragments.map(({ type, content }) => (type === kind ? stringOf(content) : "")));
  const question = textOf("REQUEST");
  const answer = textOf("RESPONSE") || stringOf(message.content);
  const reasoning = textOf("THINK") || stringOf(message.reasoning_content);
  const role = question ? "user" : (readRole(message.role) ?? "assistant");
  const content = question || answer;
  if (content === "" && reasoning === "") return undefined;
  const model = stringOf(message.model);
  return { role, content, ...(reasoning ? { reasoning } : {}), ...(model && role === "assistant" ? { model } : {}) };
}
