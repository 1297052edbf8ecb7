import fc from "fast-check";
import type { MessageTool, Role } from "@/lib/chat/message";
import type { BackupData } from "@/lib/export/backup-data";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { sampleRecord, sampleSession } from "./chat-samples";

/** From 1973 on: smaller numbers in files of other programs are seconds. */
const time = fc.integer({ min: 100_000_000_000, max: 4_000_000_000_000 });
const words = fc.string({ unit: "grapheme", maxLength: 30 });
const content = fc.oneof(
  words,
  fc.array(
    fc.oneof(
      fc.record({ type: fc.constant("text" as const), text: words }),
      fc.record({ type: fc.constant("image_url" as const), image_url: fc.record({ url: fc.webUrl() }) }),
    ),
    { maxLength: 3 },
  ),
);
const tool: fc.Arbitrary<MessageTool> = fc.record(
  { id: words, name: words, argumentsText: words, result: words, isError: fc.boolean() },
  { requiredKeys: ["id", "name", "argumentsText"] },
);
const message = fc.record(
  {
    role: fc.constantFrom<Role>("system", "user", "assistant"),
    content,
    date: time,
    reasoning: fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/),
    model: words,
    isError: fc.boolean(),
    usage: fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() }),
    tools: fc.array(tool, { minLength: 1, maxLength: 2 }),
    tint: words,
  },
  { requiredKeys: ["role", "content", "date"] },
);
const chat = fc.record(
  {
    topic: words,
    memoryPrompt: words,
    lastUpdate: time,
    order: time,
    pinned: fc.constant(true),
    projectId: fc.constant("tides"),
    tags: fc.constant(["Sea", "Work"]),
    enableFacts: fc.constant(false),
    lastSummarizeIndex: fc.nat(6),
    clearContextIndex: fc.nat(6),
    messages: fc.array(message, { maxLength: 6 }),
  },
  { requiredKeys: ["topic", "memoryPrompt", "lastUpdate", "order", "messages"] },
);

/** Of a device without images. */
export const noImages: Pick<BackupData, "blobIds" | "readBlob"> = { blobIds: [], readBlob: async () => undefined };

/** Makes whole histories, with asides, and documents beside them. */
export const histories: fc.Arbitrary<BackupData & { readonly messages: readonly MessageRecord[] }> = fc
  .record({ chats: fc.array(chat, { maxLength: 5 }), exportedAt: time, asides: fc.integer({ min: 1, max: 9 }) })
  .map(({ chats, exportedAt, asides }) => ({
    exportedAt,
    sessions: chats.map(({ messages, ...head }, place) =>
      sampleSession({ id: `s${place}`, ...head, messageCount: messages.length }),
    ),
    messages: chats.flatMap(({ messages }, chatPlace) =>
      messages.map((each, place) =>
        sampleRecord({
          ...each,
          id: `s${chatPlace}-m${place}`,
          sessionId: `s${chatPlace}`,
          seq: place + 1,
          ...(place > 0 && place % asides === 0 ? { isAside: true, parentId: `s${chatPlace}-m0` } : {}),
        }),
      ),
    ),
    tombstones: [{ id: "gone", deletedAt: exportedAt }],
    documents: { "app-config": { version: 4.1, state: { theme: "dark", later: [1] } } },
    ...noImages,
  }));
