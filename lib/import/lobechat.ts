import type { MessageTool } from "@/lib/chat/message";
import { sourceId } from "@/lib/import/content-id";
import type { DraftMessage } from "@/lib/import/draft-chat";
import type { Format } from "@/lib/import/imported";
import { type ReadDraft, type Report, readChats } from "@/lib/import/read-chats";
import { readRole } from "@/lib/import/roles";
import { readTime } from "@/lib/import/times";
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Format of LobeChat's exports, from its browser edition and its database edition. */
export const lobeChat: Format = {
  id: "lobechat",
  detects: (top) =>
    isRecord(top) && ((isRecord(top.state) && "exportType" in top) || (isRecord(top.data) && "mode" in top)),
  read(value, context) {
    const { state, data } = recordOf(value);
    const tables = isRecord(state) ? state : recordOf(data);
    return readChats("lobechat", { items: topicsIn(tables), where: "topics" }, draftOf, context);
  },
};

/** Returns the topics, which are our chats. Messages without a topic belong to a chat of their session. */
function topicsIn(tables: JsonRecord): JsonRecord[] {
  const sessions = byId(tables.sessions);
  const agents = agentsBySession(tables);
  const topics = byId(tables.topics);
  const chats = new Map<string, JsonRecord & { messages: unknown[] }>();
  for (const message of listOf(tables.messages)) {
    const { topicId, sessionId } = recordOf(message);
    const session = sourceId(sessionId) ?? "inbox";
    const id = sourceId(topicId) ?? `session-${session}`;
    const known = chats.get(id);
    if (known) known.messages.push(message);
    else {
      const { title, createdAt } = recordOf(topics.get(id));
      const { meta, config } = recordOf(sessions.get(session));
      const role = recordOf(config).systemRole ?? recordOf(agents.get(session)).systemRole;
      chats.set(id, { id, title: title ?? recordOf(meta).title, createdAt, role, messages: [message] });
    }
  }
  return [...chats.values()];
}

function byId(list: unknown): Map<string | undefined, unknown> {
  return new Map(listOf(list).map((row) => [sourceId(recordOf(row).id), row]));
}

function agentsBySession({ agents, agentsToSessions }: JsonRecord): Map<string | undefined, unknown> {
  const known = byId(agents);
  return new Map(
    listOf(agentsToSessions).map((row) => {
      const { agentId, sessionId } = recordOf(row);
      return [sourceId(sessionId), known.get(sourceId(agentId))];
    }),
  );
}

function draftOf(topic: JsonRecord, report: Report): ReadDraft {
  // Database rows are unordered.
  const rows = listOf(topic.messages)
    .filter(isRecord)
    .map((row) => ({ row, date: readTime(row.createdAt) }))
    .toSorted((a, b) => (a.date ?? 0) - (b.date ?? 0));
  const results = new Map(rows.map(({ row }) => [sourceId(row.tool_call_id), stringOf(row.content)]));
  const messages = rows.flatMap(({ row, date }, place): DraftMessage[] => {
    // A tool's output is added to its call.
    if (row.role === "tool") return [];
    const role = readRole(row.role);
    if (role) return [messageOf(row, role, date, results)];
    report(`messages[${place}]`, "wrong-shape");
    return [];
  });
  return {
    id: sourceId(topic.id),
    topic: stringOf(topic.title),
    created: readTime(topic.createdAt),
    systemPrompt: stringOf(topic.role),
    messages,
  };
}

function messageOf(
  row: JsonRecord,
  role: DraftMessage["role"],
  date: number | undefined,
  results: ReadonlyMap<string | undefined, string>,
): DraftMessage {
  const reasoning = stringOf(recordOf(row.reasoning).content);
  const model = stringOf(row.model) || stringOf(recordOf(row.extra).fromModel);
  const tools = listOf(row.tools).map((value, place): MessageTool => {
    const { id, identifier, apiName, arguments: written } = recordOf(value);
    const callId = sourceId(id);
    const result = callId === undefined ? undefined : results.get(callId);
    return {
      id: callId ?? `${sourceId(row.id) ?? ""}-${place}`,
      name: [stringOf(identifier), stringOf(apiName)].filter(Boolean).join("."),
      argumentsText: stringOf(written),
      ...(result === undefined ? {} : { result }),
    };
  });
  return {
    id: sourceId(row.id),
    role,
    content: stringOf(row.content),
    date,
    ...(reasoning ? { reasoning } : {}),
    ...(tools.length > 0 ? { tools } : {}),
    ...(model && role === "assistant" ? { model } : {}),
    ...(isRecord(row.error) ? { isError: true } : {}),
  };
}
