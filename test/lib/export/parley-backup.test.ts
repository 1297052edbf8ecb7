import fc from "fast-check";
import type { BackupData } from "@/lib/export/backup-data";
import { parleyBackup } from "@/lib/export/parley-backup";
import { planImport } from "@/lib/import/plan";
import { histories, noImages } from "../../support/backup-samples";
import { sampleRecord, sampleSession } from "../../support/chat-samples";
import { importText } from "../../support/import-samples";
import { textOfPieces } from "../../support/text-of-pieces";

const nothing: BackupData = { exportedAt: 5, sessions: [], messages: [], tombstones: [], documents: {}, ...noImages };
const textOf = (data: BackupData, withCredentials = false) => textOfPieces(parleyBackup(data, { withCredentials }));

test("importing a backup restores bit-identical records", async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (data) => {
      const read = importText(await textOf(data));
      expect(read.notUnderstood).toEqual([]);
      expect(JSON.stringify(read.chats.map(({ session }) => session))).toBe(JSON.stringify([...data.sessions]));
      expect(JSON.stringify(read.chats.flatMap(({ messages }) => messages))).toBe(JSON.stringify([...data.messages]));
      expect(read.tombstones).toEqual(data.tombstones);
      expect(read.documents).toEqual({ "app-config": { theme: "dark", later: [1] } });
    }),
  );
});

const noIds: ReadonlySet<string> = new Set();
const emptyDevice = { sessionIds: noIds, messageIds: noIds, blobIds: noIds };

test("importing on an empty device writes bit-identical records in the same order; a second import writes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (data) => {
      const plan = planImport(importText(await textOf(data)), emptyDevice);
      expect(JSON.stringify(plan.newSessions)).toBe(JSON.stringify([...data.sessions]));
      expect(JSON.stringify(plan.newMessages)).toBe(JSON.stringify([...data.messages]));
      expect(plan.grownChats).toEqual([]);
      const again = planImport(importText(await textOf(data)), {
        sessionIds: new Set(plan.newSessions.map(({ id }) => id)),
        messageIds: new Set(plan.newMessages.map(({ id }) => id)),
        blobIds: noIds,
      });
      expect([again.newSessions, again.newMessages, again.grownChats]).toEqual([[], [], []]);
    }),
  );
});

test("records in any order, as a database returns them, are all imported", async () => {
  const shuffled = histories.chain((data) => {
    const messages = [...data.messages];
    return fc.shuffledSubarray(messages, { minLength: messages.length }).map((mixed) => ({ ...data, messages: mixed }));
  });
  await fc.assert(
    fc.asyncProperty(shuffled, async (data) => {
      const { newMessages } = planImport(importText(await textOf(data)), emptyDevice);
      const ofEachChat = [...data.sessions].flatMap(({ id }) =>
        data.messages.filter(({ sessionId }) => sessionId === id),
      );
      expect(JSON.stringify(newMessages)).toBe(JSON.stringify(ofEachChat));
    }),
  );
});

test("each record is a separate chunk on its own line", async () => {
  const sessions = [sampleSession({ id: "a" }), sampleSession({ id: "b" })];
  const messages = [sampleRecord({ id: "m", sessionId: "a", seq: 1 })];
  const pieces: string[] = [];
  for await (const piece of parleyBackup({ ...nothing, sessions, messages }, { withCredentials: false }))
    pieces.push(piece);
  expect(pieces.filter((piece) => piece.includes('"id":"'))).toEqual([
    `\n${JSON.stringify(sessions[0])}`,
    `,\n${JSON.stringify(sessions[1])}`,
    `\n${JSON.stringify(messages[0])}`,
  ]);
});

test("an empty backup is a valid file", async () => {
  expect(JSON.parse(await textOf(nothing))).toEqual({
    $format: "parley",
    $version: 1,
    exportedAt: 5,
    sessions: [],
    messages: [],
    tombstones: [],
    documents: {},
    blobs: [],
  });
});

test("a server of the user's own is backed up with its API, also without credentials", async () => {
  const endpoints = [{ id: "custom-1", name: "Bench", boundName: "custom-1", models: ["tide"], apiType: "azure" }];
  const options = { "custom-1Url": "https://bench.example", "custom-1ApiVersion": "2024-10-21" };
  const state = { endpoints, ...options, "custom-1ApiKey": "secret-1", "custom-1ExtraHeaders": '{"a":"secret-2"}' };
  const data = { ...nothing, documents: { "access-control": { version: 2, state } } };
  expect(importText(await textOf(data)).documents["access-control"]).toEqual({ endpoints, ...options });
});

test("credentials are only included on request @I8.6 @S15", async () => {
  const state = { openaiUrl: "https://gw.example", openaiApiKey: "secret-1", accessCode: "secret-2" };
  const data = { ...nothing, documents: { "access-control": { version: 2, state } } };
  expect(importText(await textOf(data)).documents["access-control"]).toEqual({ openaiUrl: "https://gw.example" });
  expect(await textOf(data)).not.toContain("secret");
  expect(importText(await textOf(data, true)).documents["access-control"]).toEqual(state);
});
