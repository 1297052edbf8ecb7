import { pieceOf } from "@/lib/import/chatgpt-message";
import { draftsOfPieces, type PieceNode } from "@/lib/import/chatgpt-tree";
import { sourceId } from "@/lib/import/content-id";
import { listFormat, type ReadDraft } from "@/lib/import/read-chats";
import { readTime } from "@/lib/import/times";
import { isRecord, type JsonRecord, recordOf, stringOf } from "@/lib/json";

/** Format of ChatGPT's `conversations.json` and its numbered parts. */
export const chatGpt = listFormat("chatgpt", isConversation, draftOf);

function isConversation(item: unknown): boolean {
  return isRecord(item) && (isRecord(item.mapping) || ("conversation_id" in item && "default_model_slug" in item));
}

function draftOf(conversation: JsonRecord): ReadDraft {
  const { mapping, current_node, default_model_slug } = conversation;
  // Real files contain such entries.
  if (!isRecord(mapping)) return "wrong-shape";
  const nodes = Object.entries(mapping).map(([id, value]): PieceNode => {
    const { parent, message } = recordOf(value);
    const piece = isRecord(message) ? pieceOf(message, id, stringOf(default_model_slug)) : undefined;
    return { id, parentId: sourceId(parent), date: readTime(recordOf(message).create_time), piece };
  });
  return {
    id: sourceId(conversation.conversation_id) ?? sourceId(conversation.id),
    topic: stringOf(conversation.title),
    created: readTime(conversation.create_time),
    updated: readTime(conversation.update_time),
    messages: draftsOfPieces(nodes, sourceId(current_node)),
  };
}
