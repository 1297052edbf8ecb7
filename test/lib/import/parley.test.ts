import { sampleRecord, sampleSession } from "../../support/chat-samples";
import { importText } from "../../support/import-samples";

const session = sampleSession({ id: "s", messageCount: 1 });
const message = sampleRecord({ id: "m", sessionId: "s", seq: 1 });
const read = (more: object) => importText(JSON.stringify({ $format: "parley", $version: 1, ...more }));

test("restores records unchanged, including an empty chat and one in the trash", () => {
  const trash = sampleSession({ id: "t", deletedAt: 5 });
  expect(read({ sessions: [session, trash], messages: [message] })).toMatchObject({
    format: "parley",
    chats: [
      { session, messages: [message] },
      { session: trash, messages: [] },
    ],
    notUnderstood: [],
  });
});

test.each([
  ["a newer file", { $version: 2, sessions: [session] }, "$version", "newer-version"],
  ["a version that is not a number", { $version: "1", sessions: [session] }, "$version", "wrong-shape"],
  ["sessions that are not a list", { sessions: {} }, "sessions", "wrong-shape"],
  ["a session without an id", { sessions: [{ topic: "x" }] }, "sessions[0]", "wrong-shape"],
  ["a message without a chat", { messages: [message] }, "m", "no-chat"],
  ["a tombstone without a time", { tombstones: [{ id: "t" }] }, "tombstones[0]", "wrong-shape"],
  ["a document without a version", { documents: { sync: { state: {} } } }, "documents.sync", "wrong-shape"],
  [
    "a newer document",
    { documents: { "app-config": { version: 99, state: {} } } },
    "documents.app-config",
    "newer-version",
  ],
])("skips and reports %s", (_name, more, where, reason) => {
  expect(read(more)).toMatchObject({ chats: [], documents: {}, notUnderstood: [{ where, reason }] });
});

test("uses the first of records with the same id", () => {
  const { chats } = read({
    sessions: [session, { ...session, topic: "2" }],
    messages: [message, { ...message, seq: 9 }],
  });
  expect(chats).toEqual([{ session, messages: [message] }]);
});

test("passes on documents that this version does not know", () => {
  expect(read({ documents: { "mask-store": { version: 3.1, state: { masks: {} } } } }).documents).toEqual({
    "mask-store": { masks: {} },
  });
});
