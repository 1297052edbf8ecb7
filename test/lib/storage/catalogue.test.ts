import { catalogue, type DocumentEntry, migrateDocument } from "@/lib/storage/catalogue";
import { messageRecordSchema } from "@/lib/storage/record-schemas";
import * as z from "@/lib/zod";
import { sampleRecord } from "../../support/chat-samples";

test("stores have the specification's names and versions", () => {
  const documents = Object.values(catalogue).filter((entry) => entry.shape === "document");
  expect(documents.map(({ key, version }) => [key, version])).toEqual([
    ["chat-state", 1],
    ["app-config", 4.1],
    ["access-control", 2],
    ["model-lists", 1],
    ["prompt-store", 3],
    ["mask-store", 3.1],
    ["project-store", 1],
    ["fact-store", 1],
    ["chat-next-web-plugin", 1],
    ["mcp-store", 1],
    ["mcp-programs", 1],
    ["mcp-sign-ins", 1],
    ["tool-rules", 1],
    ["cost-settings", 1],
    ["cost-month", 1],
    ["cost-history", 1],
    ["vote-store", 1],
    ["sync", 1.2],
    ["sd-list", 1],
    ["chat-update", 1],
  ]);
  expect([catalogue.sessions.key, catalogue.messages.key]).toEqual(["sessions", "messages"]);
});

const steps: DocumentEntry = {
  shape: "document",
  place: "localStorage",

  key: "thing",
  version: 3,
  migrations: [
    { to: 1.5, name: "one", migrate: (stored) => `${stored} one` },
    { to: 2, name: "two", migrate: (stored) => `${stored} two` },
    { to: 3, name: "three", migrate: (stored) => `${stored} three` },
  ],
};

test.each([
  [0, "old one two three"],
  [1.4, "old one two three"],
  [1.5, "old two three"],
  [2, "old three"],
  [3, "old"],
])("a document of version %p is migrated by all later steps, in order", (version, expected) => {
  expect(migrateDocument(steps, "old", version)).toBe(expected);
});

describe("a stored message", () => {
  const record = sampleRecord({ id: "m1", sessionId: "s1", seq: 3, role: "assistant", reasoning: "Hm." });

  test("is loaded unchanged, with fields that this version does not know", () => {
    const stored = { ...record, audio_url: "a.mp3", usage: { inputTokens: 1 } };
    expect(z.parse(messageRecordSchema, stored)).toStrictEqual(stored);
  });

  test("is loaded without an invalid optional field", () => {
    const broken = { ...record, date: "yesterday", error: { kind: "odd" }, usage: "many", tools: [{}] };
    expect(z.parse(messageRecordSchema, broken)).toEqual({ ...record, date: 0 });
  });

  test.each([
    ["no chat", { sessionId: undefined }],
    ["no position", { seq: undefined }],
    ["a position that is not a number", { seq: "3" }],
    ["an infinite position", { seq: Number.POSITIVE_INFINITY }],
    ["no content", { content: undefined }],
  ])("with %s is rejected", (_name, flaw) => {
    expect(z.safeParse(messageRecordSchema, { ...record, ...flaw }).success).toBe(false);
  });
});
