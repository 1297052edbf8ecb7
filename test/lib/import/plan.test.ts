import { knowledgeReference, knowledgeType, writeKnowledge } from "@/lib/chat/knowledge";
import { storedImageUrl } from "@/lib/chat/message";
import type { Imported, ImportedChat } from "@/lib/import/imported";
import { type ExistingIds, planImport } from "@/lib/import/plan";
import type { StoredBlob } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { sampleRecord, sampleSession } from "../../support/chat-samples";
import { importFixture } from "../../support/import-samples";

function chat(id: string, ...messages: readonly (string | Partial<MessageRecord>)[]): ImportedChat {
  return {
    session: sampleSession({ id, lastUpdate: 7 }),
    messages: messages.map((given, place) => {
      const more = typeof given === "string" ? { id: given } : { id: "", ...given };
      return sampleRecord({ sessionId: id, seq: place + 1, ...more });
    }),
  };
}

const imported = (...chats: ImportedChat[]): Imported => ({
  format: "nextchat",
  chats,
  documents: { "mask-store": { masks: {} } },
  notUnderstood: [{ where: "x", reason: "no-messages" }],
});

const empty: ExistingIds = { sessionIds: new Set(), messageIds: new Set(), blobIds: new Set() };

function afterwards(existing: ExistingIds, ...files: readonly Imported[]): ExistingIds {
  let now = existing;
  for (const file of files) {
    const { newSessions, newMessages, newBlobs } = planImport(file, now);
    now = {
      sessionIds: new Set([...now.sessionIds, ...newSessions.map(({ id }) => id)]),
      messageIds: new Set([...now.messageIds, ...newMessages.map(({ id }) => id)]),
      blobIds: new Set([...now.blobIds, ...newBlobs.map(({ id }) => id)]),
    };
  }
  return now;
}

test("plans everything as new on an empty device", () => {
  const file = imported(chat("a", "a1", "a2"), chat("b", "b1"));
  const plan = planImport(file, empty);
  expect(plan).toMatchObject({
    chats: { found: 2, added: 2, grown: 0, known: 0 },
    messages: { found: 3, added: 3, known: 0 },
    documents: ["mask-store"],
    notUnderstood: [{ where: "x", reason: "no-messages" }],
    grownChats: [],
  });
  expect(plan.newSessions).toEqual(file.chats.map(({ session }) => session));
  expect(plan.newMessages).toEqual(file.chats.flatMap(({ messages }) => messages));
});

test("plans only the new messages of a chat that has grown, and does not change its metadata", () => {
  const before = afterwards(empty, imported(chat("a", "a1", "a2"), chat("b", "b1")));
  const plan = planImport(imported(chat("a", "a1", "a2", "a3", { id: "a4", isAside: true }), chat("b", "b1")), before);
  expect(plan).toMatchObject({
    chats: { found: 2, added: 0, grown: 1, known: 1 },
    messages: { found: 5, added: 2, known: 3 },
    newSessions: [],
    grownChats: [{ sessionId: "a", shownCount: 1, lastUpdate: 7 }],
  });
  expect(plan.newMessages.map(({ id, seq }) => [id, seq])).toEqual([
    ["a3", 3],
    ["a4", 4],
  ]);
});

test("prefixes a message id that another chat already uses with the chat's id, once", () => {
  const first = imported(chat("a", "m1", "m2"));
  const copied = imported(chat("b", "m1", { id: "n", parentId: "m1", isAside: true }));
  const before = afterwards(empty, first);
  const plan = planImport(copied, before);
  expect(plan.newMessages.map(({ id, parentId }) => [id, parentId])).toEqual([
    ["b:m1", undefined],
    ["n", "b:m1"],
  ]);
  expect(planImport(copied, afterwards(before, copied)).messages).toEqual({ found: 2, added: 0, known: 2 });
});

test.each([
  "nextchat/backup-current.json",
  "nextchat/v0-config-inside.json",
  "nextchat/v1.json",
  "nextchat/v2.json",
  "nextchat/fine-tuning.jsonl",
])("plans nothing when %s is imported a second time", (file) => {
  const plan = planImport(importFixture(file), afterwards(empty, importFixture(file)));
  expect(plan.chats.known).toBe(plan.chats.found);
  expect(plan.messages.added).toBe(0);
  expect([plan.newSessions, plan.newMessages, plan.grownChats]).toEqual([[], [], []]);
});

function blob(id: string, bytes: string): StoredBlob {
  return { id, type: "image/png", at: 1, size: bytes.length, bytes: Uint8Array.from(Buffer.from(bytes)).buffer };
}

test("includes the images that a document of the file references", () => {
  const documents = { "sd-list": { draw: [{ id: "t", img_data: storedImageUrl("drawn") }] } };
  const file: Imported = { ...imported(chat("a")), documents, blobs: [blob("drawn", "boat"), blob("left", "star")] };
  expect(planImport(file, empty).newBlobs).toEqual([blob("drawn", "boat")]);
});

test("includes the documents of masks with their lists", () => {
  const [tides, left, file] = ["a", "b", "d"].map((letter) => letter.repeat(64)) as [string, string, string];
  const listId = "c".repeat(64);
  const documents = writeKnowledge([{ id: tides, name: "tides.pdf", pages: 1, tokens: 1, chars: 4, file }]);
  const list = { ...blob(listId, documents), type: knowledgeType };
  const { session, ...rest } = chat("a");
  const withMask = { ...session, mask: { ...session.mask, knowledge: knowledgeReference(listId) } };
  const blobs = [blob(tides, "tide"), blob(left, "star"), blob(file, "%PDF"), list];
  const ofChat = planImport({ ...imported({ ...rest, session: withMask }), blobs }, empty);
  const wanted = [blob(tides, "tide"), blob(file, "%PDF"), list];
  expect(ofChat.newBlobs).toEqual(wanted);
  const masks = { "mask-store": { masks: { m: { knowledge: knowledgeReference(listId) } } } };
  expect(planImport({ ...imported(), documents: masks, blobs }, empty).newBlobs).toEqual(wanted);
});

test("includes only images that new messages show, and never replaces an existing one", () => {
  const showing = (id: string): Partial<MessageRecord> => ({
    id: `of-${id}`,
    content: [{ type: "image_url", image_url: { url: storedImageUrl(id) } }],
  });
  const file: Imported = {
    ...imported(chat("a", showing("new")), chat("b", showing("here")), chat("c", showing("known"))),
    blobs: [blob("new", "moon"), blob("here", "another"), blob("known", "sun"), blob("shown-by-none", "star")],
  };
  const before = afterwards(empty, imported(chat("c", showing("known"))));
  expect(planImport(file, { ...before, blobIds: new Set(["here"]) }).newBlobs).toEqual([blob("new", "moon")]);
});
