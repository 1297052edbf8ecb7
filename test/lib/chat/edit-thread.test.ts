import fc from "fast-check";
import { editThread } from "@/lib/chat/edit-thread";
import { boundaryAfter } from "@/lib/chat/marks";
import type { Message } from "@/lib/chat/message";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { sampleMessage, sampleRecord } from "../../support/chat-samples";

/** Stored messages with the given ids, in their places: 1, 2, 3 and so on. */
function thread(ids: string) {
  return [...ids].map((id, index) => sampleRecord({ id, sessionId: "s", seq: index + 1 }));
}

const whole = { lastSummarizeIndex: 0 };

/** What is written when the messages `before` become those with the ids `after`; letters that are new are new messages. */
function edit(before: string, after: string, session = whole) {
  const base = thread(before);
  const edited = [...after].map((id) => base.find((each) => each.id === id) ?? sampleMessage({ id }));
  const { put, removed, head } = editThread(session, { shown: base, hiddenVersions: [] }, { base, edited });
  return {
    put: Object.fromEntries(put.map(({ id, seq }) => [id, seq])),
    removed: removed.map(({ id }) => id).join(""),
    head,
  };
}

test.each([
  ["nothing changes", "abc", "abc", {}, ""],
  ["some go", "abcd", "bd", {}, "ac"],
  ["all go", "ab", "", {}, "ab"],
  ["one is inserted between", "ab", "axb", { x: 1.5 }, ""],
  ["one is inserted first", "ab", "xab", { x: 0 }, ""],
  ["two come last", "ab", "abxy", { x: 3, y: 4 }, ""],
  ["the last moves to the top", "abcd", "dabc", { d: 0 }, ""],
  ["the first moves to the end", "abcd", "bcda", { a: 5 }, ""],
  ["two change places", "abcd", "acbd", { c: 1.5 }, ""],
  ["the chat was empty", "", "xy", { x: 1, y: 2 }, ""],
])("%s: only writes messages with a new position", (_name, before, after, put, removed) => {
  expect(edit(before, after)).toMatchObject({ put, removed });
});

test("renumbers all messages if no number is left between two positions", () => {
  const a = sampleRecord({ id: "a", sessionId: "s", seq: 1 });
  const b = sampleRecord({ id: "b", sessionId: "s", seq: 1 + Number.EPSILON });
  const base = [a, b];
  const { put } = editThread(
    whole,
    { shown: base, hiddenVersions: [] },
    { base, edited: [a, sampleMessage({ id: "x" }), b] },
  );
  expect(put.map(({ id, seq }) => [id, seq])).toEqual([
    ["x", 2],
    ["b", 3],
  ]);
});

test("writes a changed text in place, and keeps the message's other fields", () => {
  const base = thread("ab");
  const changed = { ...base[1], content: "Ebb", model: "gpt-4o" } as Message;
  const { put } = editThread(
    whole,
    { shown: base, hiddenVersions: [] },
    { base, edited: [base[0] as Message, changed] },
  );
  expect(put).toStrictEqual([{ ...changed, seq: 2 }]);
});

type Three = [MessageRecord, MessageRecord, MessageRecord];

describe("messages that changed while a chat was edited", () => {
  const [a, b, c] = ["a", "b", "c"].map((id, index) => sampleRecord({ id, sessionId: "s", seq: index + 1 })) as Three;
  const base = [a, b, c];

  test("later messages stay, at the end", () => {
    const present = thread("abcd");
    const { removed, put } = editThread(whole, { shown: present, hiddenVersions: [] }, { base, edited: [c, a] });
    expect({ removed: removed.map(({ id }) => id), put: put.map(({ id, seq }) => [id, seq]) }).toEqual({
      removed: ["b"],
      put: [["c", 0]],
    });
  });

  test("messages deleted meanwhile are not restored", () => {
    const present = base.filter(({ id }) => id !== "b");
    expect(
      editThread(whole, { shown: present, hiddenVersions: [] }, { base, edited: [a, { ...b, content: "x" }, c] }),
    ).toEqual({
      head: expect.anything(),
      put: [],
      removed: [],
    });
  });

  test("unedited messages keep their current state", () => {
    const present = base.map((message) => (message.id === "b" ? { ...message, content: "finished" } : message));
    expect(editThread(whole, { shown: present, hiddenVersions: [] }, { base, edited: [a, b, c] }).put).toEqual([]);
  });
});

describe("the marks", () => {
  test.each([
    ["stay if nothing changes", "abcd", "abcd", 2, 2],
    ["move up when a message above them is removed", "abcd", "bcd", 2, 1],
    ["stay when a message below them is removed", "abcd", "abd", 2, 2],
    ["move to the end when no message is left below", "abcd", "ab", 2, 2],
    ["move to the top when no message is left above", "abcd", "cd", 2, 0],
    ["stand above what is new beside them", "abcd", "abxcd", 2, 2],
    ["stand below what is new further up", "abcd", "axbcd", 2, 3],
    ["stay above a message that moves below them", "abcd", "bcda", 2, 1],
    ["stay below a message that moves above them", "abcd", "dabc", 2, 3],
    ["stand above what is new at the end", "ab", "abx", 2, 2],
    ["stay at the top", "abcd", "dcba", 0, 0],
  ])("%s", (_name, before, after, index, expected) => {
    expect(boundaryAfter(thread(before), thread(after), index)).toBe(expected);
    const { head } = edit(before, after, { lastSummarizeIndex: index, clearContextIndex: index } as typeof whole);
    expect(head).toMatchObject({ lastSummarizeIndex: expected });
    expect(head.clearContextIndex).toBe(expected || undefined);
  });
});

test("another version of an answer moves with the answer", () => {
  const [a, b, c] = thread("abc") as Three;
  const aside = sampleRecord({ id: "b2", sessionId: "s", seq: 2, parentId: "a", isAside: true });
  const branches = { shown: [a, b, c], hiddenVersions: [aside] };
  const { put } = editThread(whole, branches, { base: branches.shown, edited: [a, c, b] });
  expect(put.map(({ id, parentId }) => [id, parentId])).toEqual([
    ["c", undefined],
    ["b2", "c"],
  ]);
});

const edits = fc
  .tuple(fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 25 }), fc.nat(), fc.nat())
  .chain(([numbers, clear, summary]) => {
    const base = numbers
      .toSorted((one, other) => one - other)
      .map((seq) => sampleRecord({ id: `m${seq}`, sessionId: "s", seq }));
    const edited = fc
      .shuffledSubarray(base)
      .chain((kept) => fc.array(fc.nat(30)).map((places) => withNew(kept, places)));
    const session = {
      clearContextIndex: clear % (base.length + 1),
      lastSummarizeIndex: summary % (base.length + 1),
    };
    return fc.record({ base: fc.constant(base), edited, session: fc.constant(session) });
  });

function withNew(kept: readonly Message[], places: readonly number[]): readonly Message[] {
  return places.reduce(
    (list, place, index) => list.toSpliced(place, 0, sampleMessage({ id: `new${index}` })),
    [...kept],
  );
}

test("after any edit, the stored chat equals the edited one, including its marks", () => {
  fc.assert(
    fc.property(edits, ({ base, edited, session }) => {
      const { put, removed, head } = editThread(session, { shown: base, hiddenVersions: [] }, { base, edited });
      const stored = new Map<string, { readonly id: string; readonly seq: number }>(
        base.map((message) => [message.id, message]),
      );
      for (const { id } of removed) stored.delete(id);
      for (const message of put) stored.set(message.id, message);
      const read = [...stored.values()].toSorted((one, other) => one.seq - other.seq);
      expect(read.map(({ id }) => id)).toEqual(edited.map(({ id }) => id));
      expect(new Set(read.map(({ seq }) => seq)).size).toBe(read.length);
      for (const index of [head.clearContextIndex ?? 0, head.lastSummarizeIndex]) {
        expect(index >= 0 && index <= edited.length).toBe(true);
      }
    }),
  );
});

test("when messages are only removed, each one stays on its side of the marks", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 30 }), fc.nat(), (stays, cut) => {
      const before = stays.map((_, index) => ({ id: `m${index}` }));
      const index = cut % (before.length + 1);
      const after = before.filter((_, place) => stays[place]);
      expect(boundaryAfter(before, after, index)).toBe(stays.slice(0, index).filter(Boolean).length);
    }),
  );
});

test("sorts ten thousand messages in reverse order quickly", () => {
  const base = Array.from({ length: 10_000 }, (_, index) =>
    sampleRecord({ id: `m${index}`, sessionId: "s", seq: index }),
  );
  const { put } = editThread(whole, { shown: base, hiddenVersions: [] }, { base, edited: base.toReversed() });
  expect(put).toHaveLength(9999);
});
