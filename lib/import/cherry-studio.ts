import type { ContentPart, MessageTool } from "@/lib/chat/message";
import { sourceId } from "@/lib/import/content-id";
import type { DraftMessage } from "@/lib/import/draft-chat";
import type { Format } from "@/lib/import/imported";
import { fenced, paragraphs } from "@/lib/import/markdown";
import { type ReadDraft, type Report, readChats } from "@/lib/import/read-chats";
import { readRole } from "@/lib/import/roles";
import { parseSafely } from "@/lib/import/safe-json";
import { readTime } from "@/lib/import/times";
import { toolResultText } from "@/lib/import/tool-result";
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Format of the `data.json` in Cherry Studio's backups up to version 5. */
export const cherryStudio: Format = {
  id: "cherry-studio",
  detects: (top) => isRecord(top) && "indexedDB" in top && isRecord(top.localStorage),
  read(value, context) {
    const { indexedDB, localStorage } = recordOf(value);
    const heads = topicHeads(recordOf(localStorage)["persist:cherry-studio"]);
    const blocks = new Map(listOf(recordOf(indexedDB).message_blocks).map((block) => [recordOf(block).id, block]));
    const read = (topic: JsonRecord, report: Report) => draftOf(topic, { heads, blocks }, report);
    return readChats("cherry-studio", { items: topicsIn(indexedDB), where: "indexedDB.topics" }, read, context);
  },
};

interface Tables {
  readonly heads: ReadonlyMap<string | undefined, JsonRecord>;
  readonly blocks: ReadonlyMap<unknown, unknown>;
}

/** Returns the topics. The first version had rows by key instead of tables. */
function topicsIn(database: unknown): readonly unknown[] {
  if (!Array.isArray(database)) return listOf(recordOf(database).topics);
  return database.flatMap((row: unknown) => {
    const { key, value } = recordOf(row);
    return stringOf(key).startsWith("topic:") ? [{ id: stringOf(key).slice("topic:".length), ...recordOf(value) }] : [];
  });
}

/** Returns the names of topics and the prompts of their assistants, which are JSON inside JSON. */
function topicHeads(persisted: unknown): Map<string | undefined, JsonRecord> {
  const assistants = listOf(recordOf(parsed(recordOf(parsed(persisted)).assistants)).assistants);
  return new Map(
    assistants.flatMap((assistant) => {
      const { prompt, topics } = recordOf(assistant);
      return listOf(topics).map((topic) => [sourceId(recordOf(topic).id), { ...recordOf(topic), prompt }] as const);
    }),
  );
}

function draftOf(topic: JsonRecord, { heads, blocks }: Tables, report: Report): ReadDraft {
  const head = recordOf(heads.get(sourceId(topic.id)));
  const shown: DraftMessage[] = [];
  const hiddenMessages: DraftMessage[] = [];
  /** Index of the visible answer to a question. */
  const answers = new Map<string, number>();
  for (const [place, stored] of listOf(topic.messages).entries()) {
    const role = readRole(recordOf(stored).role);
    if (!isRecord(stored) || !role) {
      report(`messages[${place}]`, "wrong-shape");
      continue;
    }
    const message = messageOf(stored, role, blocks);
    const question = role === "assistant" ? sourceId(stored.askId) : undefined;
    const rival = question === undefined ? undefined : answers.get(question);
    if (question === undefined || rival === undefined) {
      if (question !== undefined) answers.set(question, shown.length);
      shown.push(message);
      continue;
    }
    // Of several answers, the selected one is visible, or else the first.
    const isChosen = stored.foldSelected === true;
    const former = shown[rival];
    if (isChosen) shown[rival] = message;
    const hidden = isChosen ? former : message;
    if (hidden) hiddenMessages.push({ ...hidden, parentId: shown[rival - 1]?.id, isAside: true });
  }
  return {
    id: sourceId(topic.id),
    topic: stringOf(head.name) || stringOf(topic.name),
    created: readTime(head.createdAt),
    updated: readTime(head.updatedAt),
    systemPrompt: stringOf(head.prompt),
    messages: [...shown, ...hiddenMessages],
  };
}

function messageOf(stored: JsonRecord, role: DraftMessage["role"], known: ReadonlyMap<unknown, unknown>): DraftMessage {
  const blocks = listOf(stored.blocks).map((id) => recordOf(known.get(id)));
  const reasoning = paragraphs(blocks.map(({ type, content }) => (type === "thinking" ? stringOf(content) : "")));
  const text = paragraphs(blocks.map(blockText)) || stringOf(stored.content);
  const images = blocks.flatMap(({ type, url }): ContentPart[] =>
    type === "image" && typeof url === "string" ? [{ type: "image_url", image_url: { url } }] : [],
  );
  const tools = blocks.flatMap(toolIn);
  const model = stringOf(recordOf(stored.model).id);
  return {
    id: sourceId(stored.id),
    role,
    content: images.length > 0 ? [...(text ? [{ type: "text" as const, text }] : []), ...images] : text,
    date: readTime(stored.createdAt),
    ...(reasoning ? { reasoning } : {}),
    ...(tools.length > 0 ? { tools } : {}),
    ...(model && role === "assistant" ? { model } : {}),
  };
}

function blockText({ type, content, language }: JsonRecord): string {
  if (type === "code") return fenced(stringOf(content), stringOf(language));
  return type === "main_text" || type === "translation" ? stringOf(content) : "";
}

function toolIn({ type, id, toolId, toolName, arguments: written, content }: JsonRecord): MessageTool[] {
  if (type !== "tool") return [];
  const name = stringOf(toolName) || stringOf(toolId);
  return [{ id: sourceId(id) ?? name, name, argumentsText: toolResultText(written), result: toolResultText(content) }];
}

function parsed(text: unknown): unknown {
  const json = parseSafely(stringOf(text), { maxChars: Number.POSITIVE_INFINITY });
  return json.ok ? json.value : undefined;
}
