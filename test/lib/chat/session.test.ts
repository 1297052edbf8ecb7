import fc from "fast-check";
import type { Message } from "@/lib/chat/message";
import { questionOf } from "@/lib/chat/question-of";
import {
  type ChatSession,
  inListOrder,
  isUntouched,
  moveSession,
  neighbourOf,
  newSession,
  previewOf,
} from "@/lib/chat/session";
import { sessionSchema } from "@/lib/chat/session-schema";
import { restoreContext, toggleContext } from "@/lib/chat/toggle-context";
import * as z from "@/lib/zod";
import { sampleMessage, sampleSession, usualSettings } from "../../support/chat-samples";

const session = sampleSession;
const idsOf = (sessions: readonly ChatSession[]) => inListOrder(sessions).map(({ id }) => id);

/** Chats in the given order, whose places are as far apart as those of chats made second by second. */
function listOf(ids: readonly string[], step = 1000): ChatSession[] {
  return ids.map((id, index) => session({ id, order: 1_700_000_000_000 - index * step }));
}

function replaced(sessions: readonly ChatSession[], changed: readonly ChatSession[]): ChatSession[] {
  const byId = new Map(changed.map((each) => [each.id, each]));
  return sessions.map((each) => byId.get(each.id) ?? each);
}

describe("a new chat", () => {
  const given = { id: "s9", maskId: "k9", now: 1000, lang: "ar", modelConfig: usualSettings };

  test("is empty and untitled, and owns a plain mask", () => {
    expect(newSession({ ...given, others: [] })).toStrictEqual({
      id: "s9",
      topic: "",
      memoryPrompt: "",
      lastUpdate: 1000,
      lastSummarizeIndex: 0,
      mask: {
        id: "k9",
        createdAt: 1000,
        avatar: "gpt-bot",
        name: "",
        context: [],
        syncGlobalConfig: true,
        modelConfig: usualSettings,
        lang: "ar",
        builtin: false,
        plugin: [],
      },
      messageCount: 0,
      order: 1000,
    });
  });

  test.each([
    ["none", []],
    ["older ones", [10, 900]],
    ["one of the same moment", [1000]],
    ["one that was moved above the clock", [5_000_000, 3]],
  ])("comes before the others: %s", (_name, orders) => {
    const others = orders.map((order, index) => session({ id: `s${index}`, order }));
    const added = newSession({ ...given, others });
    expect(idsOf([...others, added])[0]).toBe("s9");
  });

  test.each([
    ["unchanged", {}, true],
    ["with a message", { messageCount: 1 }, false],
    ["with a title", { topic: "Tides" }, false],
    ["without remembered facts", { enableFacts: false }, false],
  ])("is untouched or not: %s", (_name, change, expected) => {
    expect(isUntouched({ ...newSession({ ...given, others: [] }), ...change })).toBe(expected);
  });

  test("is not untouched once its mask has prompts or documents", () => {
    const plain = newSession({ ...given, others: [] });
    expect(isUntouched({ ...plain, mask: { ...plain.mask, knowledge: "stored:a" } })).toBe(false);
    expect(isUntouched({ ...plain, mask: { ...plain.mask, context: [sampleMessage({ id: "c1" })] } })).toBe(false);
  });
});

describe("the order of the list", () => {
  test("is by position, the highest first, and by id for equal positions, for any input order", () => {
    const sessions = [
      session({ id: "b", order: 5 }),
      session({ id: "c", order: 9 }),
      session({ id: "a", order: 5 }),
      session({ id: "d", order: -1 }),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(sessions, { minLength: sessions.length }), (shuffled) => {
        expect(inListOrder(shuffled).map(({ id }) => id)).toEqual(["c", "a", "b", "d"]);
      }),
    );
  });
});

describe("moving", () => {
  test("only writes the moved chat while there is space between its new neighbours", () => {
    const list = listOf(["a", "b", "c"], 10);
    const moved = moveSession(list, "c", 1);
    expect(moved).toEqual([{ ...list[2], order: 1_700_000_000_000 - 5 }]);
  });

  test("renumbers the whole list if no position is left between two chats", () => {
    const list = [session({ id: "a", order: 7 }), session({ id: "b", order: 7 }), session({ id: "c", order: 1 })];
    const moved = moveSession(list, "c", 1);
    expect(moved.map(({ id, order }) => [id, order])).toEqual([
      ["a", 3_000_000],
      ["c", 2_000_000],
      ["b", 1_000_000],
    ]);
  });

  test("changes nothing for a chat that does not exist", () => {
    expect(moveSession(listOf(["a", "b"]), "x", 0)).toEqual([]);
  });

  test("leaves a single chat where it is", () => {
    const list = listOf(["a"]);
    expect(idsOf(replaced(list, moveSession(list, "a", 0)))).toEqual(["a"]);
  });

  const ids = ["a", "b", "c", "d", "e", "f"];
  const moves = fc.array(fc.record({ id: fc.constantFrom(...ids), index: fc.nat(ids.length - 1) }), { maxLength: 200 });

  test.each([
    ["a second", 1000],
    ["a millisecond", 1],
    ["nothing", 0],
  ])("repeatedly gives the same order as cut and paste, from positions %s apart", (_name, step) => {
    fc.assert(
      fc.property(moves, (steps) => {
        let sessions = listOf(ids, step);
        let expected = idsOf(sessions);
        for (const { id, index } of steps) {
          sessions = replaced(sessions, moveSession(sessions, id, index));
          expected = expected.filter((each) => each !== id).toSpliced(index, 0, id);
          expect(idsOf(sessions)).toEqual(expected);
        }
      }),
    );
  });

  test("a thousand times between the same two chats keeps the order", () => {
    let sessions = listOf(["top", "a", "b", "end"]);
    for (let step = 0; step < 1000; step++) {
      const id = step % 2 === 0 ? "b" : "a";
      sessions = replaced(sessions, moveSession(sessions, id, 1));
      expect(idsOf(sessions)).toEqual(id === "b" ? ["top", "b", "a", "end"] : ["top", "a", "b", "end"]);
    }
  });

  test("works on an unsorted list", () => {
    const list = listOf(["a", "b", "c"]).toReversed();
    expect(idsOf(replaced(list, moveSession(list, "a", 2)))).toEqual(["b", "c", "a"]);
  });
});

test.each([
  ["a", "b"],
  ["b", "c"],
  ["c", "b"],
])("when %s is deleted, %s is opened", (id, next) => {
  expect(neighbourOf(listOf(["a", "b", "c"]).toReversed(), id)?.id).toBe(next);
});

test("when several are deleted, the next remaining one is opened", () => {
  const list = listOf(["a", "b", "c", "d"]);
  expect(neighbourOf(list, "b", new Set(["b", "c"]))?.id).toBe("d");
  expect(neighbourOf(list, "c", new Set(["b", "c", "d"]))?.id).toBe("a");
  expect(neighbourOf(list, "c", new Set(["a", "b", "c", "d"]))).toBeUndefined();
});

describe("pinned chats", () => {
  const list = listOf(["a", "b", "c", "d"]).map((each) =>
    each.id === "c" || each.id === "d" ? { ...each, pinned: true } : each,
  );

  test("are on top of the list", () => {
    expect(idsOf(list)).toEqual(["c", "d", "a", "b"]);
  });

  test.each([
    ["c", 1, ["d", "c", "a", "b"]],
    ["c", 3, ["d", "c", "a", "b"]],
    ["d", 0, ["d", "c", "a", "b"]],
    ["a", 3, ["c", "d", "b", "a"]],
    ["b", 0, ["c", "d", "b", "a"]],
    ["b", 2, ["c", "d", "b", "a"]],
  ] as const)("and %s, moved to %i, stays in its group", (id, index, order) => {
    expect(idsOf(replaced(list, moveSession(list, id, index)))).toEqual(order);
  });

  test("an invalid mark is ignored, and the chat is readable", () => {
    expect(z.parse(sessionSchema, { ...session({ id: "a" }), pinned: "yes" }).pinned).toBeUndefined();
  });
});

test("when the only chat is deleted, none is opened", () => {
  expect(neighbourOf(listOf(["a"]), "a")).toBeUndefined();
});

describe("the question of a retry", () => {
  const thread: readonly Message[] = [
    sampleMessage({ id: "hello", role: "assistant" }),
    sampleMessage({ id: "q1" }),
    sampleMessage({ id: "r1", role: "assistant" }),
    sampleMessage({ id: "r2", role: "assistant" }),
    sampleMessage({ id: "q2" }),
  ];

  test.each([
    ["q1", "q1"],
    ["r1", "q1"],
    ["r2", "q1"],
    ["q2", "q2"],
    ["hello", undefined],
    ["unknown", undefined],
  ])("for %s is %s", (id, expected) => {
    expect(questionOf(thread, id)?.id).toBe(expected);
  });
});

describe("a stored chat", () => {
  const whole = session({
    id: "s1",
    topic: "Tides",
    memoryPrompt: "Short.",
    lastUpdate: 5,
    lastSummarizeIndex: 2,
    clearContextIndex: 3,
    messageCount: 4,
    order: 9,
    deletedAt: 8,
  });

  test("is loaded unchanged, with fields that this version does not know", () => {
    const stored = { ...whole, stat: { charCount: 7 } };
    expect(z.parse(sessionSchema, stored)).toEqual(stored);
  });

  test("uses defaults for invalid or missing fields", () => {
    expect(z.parse(sessionSchema, { id: "s1", topic: 7, messageCount: "many", mask: { id: "k" } })).toMatchObject({
      id: "s1",
      topic: "",
      memoryPrompt: "",
      lastUpdate: 0,
      lastSummarizeIndex: 0,
      messageCount: 0,
      order: 0,
      mask: { id: "k", modelConfig: usualSettings },
    });
  });

  test.each([
    ["no id", { id: undefined }],
    ["an empty id", { id: "" }],
    ["no mask", { mask: undefined }],
  ])("with %s is rejected", (_name, flaw) => {
    expect(z.safeParse(sessionSchema, { ...whole, ...flaw }).success).toBe(false);
  });
});

test.each([
  ["clears all messages and the memory", undefined, { clearContextIndex: 4, memoryPrompt: "" }],
  ["clears the messages since the last time", 2, { clearContextIndex: 4, memoryPrompt: "" }],
  ["is undone if everything is cleared", 4, { clearContextIndex: undefined }],
])("clearing the context %s", (_name, clearContextIndex, expected) => {
  const index = clearContextIndex === undefined ? {} : { clearContextIndex };
  expect(toggleContext(session({ id: "a", messageCount: 4, ...index }))).toStrictEqual(expected);
});

test("restoring the context deletes the memory, which does not cover the restored messages", () => {
  expect(restoreContext()).toStrictEqual({ clearContextIndex: undefined, memoryPrompt: "" });
});

test("a chat is named after its first question, without files, or after the files alone", () => {
  const file = '```md title="tides.md"\n# Tides\n```';
  expect(previewOf({ content: `Compare\n the tides\n\n${file}` })).toBe("Compare the tides");
  expect(previewOf({ content: `${file}\n\n${file.replace("tides.md", "b.md")}` })).toBe("tides.md, b.md");
  expect(previewOf({ content: "a".repeat(100) })).toBe("a".repeat(80));
});
