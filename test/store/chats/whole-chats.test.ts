import type { ChatSession } from "@/lib/chat/session";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Changes } from "@/lib/storage/database-records";
import { wholeChats } from "@/store/chats/whole-chats";
import { sampleRecord, sampleSession } from "../../support/chat-samples";

const nothing: Changes = { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] };

const tides = sampleSession({ id: "a", topic: "Tides" });
const moons = sampleSession({ id: "b", topic: "Moons" });
const [early, late, other] = [
  sampleRecord({ id: "m1", sessionId: "a", seq: 1 }),
  sampleRecord({ id: "m2", sessionId: "a", seq: 2 }),
  sampleRecord({ id: "n1", sessionId: "b", seq: 1 }),
] as const;

function inMemory(sessions: readonly ChatSession[], messages: readonly MessageRecord[]) {
  return { sessions, messages: Object.fromEntries(messages.map((record) => [record.id, record])) };
}

const all = inMemory([tides, moons], [early, late, other]);
const grown = { ...late, content: "grown" };

test.each<[string, Partial<Changes>, Partial<Changes>]>([
  ["nothing changed", {}, {}],
  [
    "a head changed: the chat is whole",
    { patchSessions: [{ id: "a", topic: "Tides" }] },
    { patchSessions: [tides], putMessages: [early, late] },
  ],
  [
    "a message changed: stores the whole chat with the changed message",
    { putMessages: [grown] },
    { patchSessions: [tides], putMessages: [early, grown] },
  ],
  ["a message was removed", { deleteMessages: ["m0"] }, { deleteMessages: ["m0"] }],
  [
    "a chat was deleted: skips its messages",
    {
      patchSessions: [{ id: "gone", deletedAt: 5 }],
      putMessages: [sampleRecord({ id: "g1", sessionId: "gone", seq: 1 })],
    },
    { patchSessions: [{ id: "gone", deletedAt: 5 }] },
  ],
])("%s", (_case, changes, expected) => {
  expect(wholeChats({ ...nothing, ...changes }, all)).toEqual({ ...nothing, ...expected });
});

test("does not store the metadata of a damaged chat", () => {
  const damaged = { ...tides, isDamaged: true } as const;
  const changes = { ...nothing, patchSessions: [{ id: "a", pinned: true }] };
  expect(wholeChats(changes, inMemory([damaged], [early]))).toEqual(changes);
});

test("above the limit, stores only the changed messages with their chat", () => {
  const changes = { ...nothing, putMessages: [late] };
  const size = JSON.stringify([early]).length;
  expect(wholeChats(changes, all, size).putMessages).toEqual([early, late]);
  expect(wholeChats(changes, all, size - 1)).toEqual({ ...nothing, patchSessions: [tides], putMessages: [late] });
});
