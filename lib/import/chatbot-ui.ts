import { sourceId } from "@/lib/import/content-id";
import type { Format } from "@/lib/import/imported";
import { plainMessages } from "@/lib/import/plain-messages";
import { type ReadDraft, type Report, readChats } from "@/lib/import/read-chats";
import { parseSafely } from "@/lib/import/safe-json";
import { userPrompts } from "@/lib/import/user-prompts";
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Format of chatbot-ui's export, and of its "old data", a map of texts. It has no times and no message ids. */
export const chatbotUi: Format = {
  id: "chatbot-ui",
  detects: (top) =>
    isRecord(top) &&
    ((Array.isArray(top.history) && typeof top.version === "number") || typeof top.conversationHistory === "string"),
  read(value, context) {
    const file = recordOf(value);
    const history = file.history ?? parsed(file.conversationHistory);
    const read = readChats("chatbot-ui", { items: listOf(history), where: "history" }, draftOf, context);
    const prompts = typeof file.prompts === "string" ? parsed(file.prompts) : file.prompts;
    return { ...read, documents: userPrompts("chatbot-ui", prompts, ({ content }) => content) };
  },
};

function draftOf(chat: JsonRecord, report: Report): ReadDraft {
  const shape = {
    role: ({ role }: JsonRecord) => role,
    content: ({ content }: JsonRecord) => content,
    model: () => recordOf(chat.model).id,
  };
  return {
    id: sourceId(chat.id),
    topic: stringOf(chat.name),
    systemPrompt: stringOf(chat.prompt),
    messages: plainMessages(chat.messages, shape, report),
  };
}

function parsed(text: unknown): unknown {
  const json = parseSafely(stringOf(text), { maxChars: Number.POSITIVE_INFINITY });
  return json.ok ? json.value : undefined;
}
