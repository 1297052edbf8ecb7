import fc from "fast-check";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { type Growth, growthOf, withGrowth } from "@/lib/storage/growth";
import { sampleRecord } from "@/test/support/chat-samples";

const base = sampleRecord({ id: "m1", sessionId: "s1", seq: 1, role: "assistant", content: "Low", streaming: true });

test("returns only what was added", () => {
  const now: MessageRecord = { ...base, content: "Low tide", reasoning: "Hm", usage: { totalTokens: 3 } };
  const growth = growthOf(base, now, 4);
  expect(growth).toEqual({
    messageId: "m1",
    sessionId: "s1",
    number: 4,
    text: " tide",
    reasoning: "Hm",
    fields: { usage: { totalTokens: 3 } },
  });
  expect(growth && withGrowth(base, [{ ...growth, number: 1 }])).toEqual(now);
});

test.each([
  ["different text", { ...base, content: "High" }],
  ["shorter text", { ...base, content: "L" }],
  ["images", { ...base, content: [{ type: "text", text: "Low" }] }],
  ["different reasoning", { ...base, reasoning: undefined }],
  ["a missing field", (({ streaming: _gone, ...rest }) => rest)(base)],
] as const)("returns no growth for %s", (_name, now) => {
  const before = { ...base, reasoning: "Hm" };
  expect(growthOf(before, now as MessageRecord, 1)).toBeUndefined();
});

function piece(number: number, text: string, reasoning = ""): Growth {
  return { messageId: "m1", sessionId: "s1", number, text, reasoning, fields: {} };
}

test("does not merge pieces after a gap", () => {
  expect(withGrowth(base, [piece(3, "c"), piece(1, "a")]).content).toBe("Lowa");
  expect(withGrowth(base, [piece(2, "b"), piece(1, "a")]).content).toBe("Lowab");
});

const { streaming: _growing, ...finished } = base;

test.each<[string, MessageRecord, Growth[], string, string | undefined]>([
  [
    "contains them",
    { ...finished, content: "Low tide at noon" },
    [piece(1, " ti"), piece(2, "de")],
    "Low tide at noon",
    undefined,
  ],
  ["lacks them", finished, [piece(1, " ti"), piece(2, "de")], "Low tide", undefined],
  [
    "contains some of them",
    { ...finished, content: "Low ti" },
    [piece(1, " ti"), piece(2, "de")],
    "Low ti tide",
    undefined,
  ],
  [
    "only lacks their reasoning",
    { ...finished, content: "Low tide" },
    [piece(1, " tide", "Hm")],
    "Low tide tide",
    "Hm",
  ],
  ["lacks reasoning that looks like a missing value", finished, [piece(1, "", "define")], "Low", "define"],
  ["is still streaming, with the same words", { ...base, content: "ha" }, [piece(1, "ha")], "haha", undefined],
])("a message that %s is read with its text once", (_which, message, pieces, content, reasoning) => {
  const read = withGrowth(message, pieces);
  expect([read.content, read.reasoning]).toEqual([content, reasoning]);
});

test("merging the pieces restores the reply, however it grows", () => {
  const step = fc.record({ text: fc.string(), reasoning: fc.string(), tokens: fc.nat() });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let now: MessageRecord = base;
      const pieces: Growth[] = [];
      for (const { text, reasoning, tokens } of steps) {
        const next: MessageRecord = {
          ...now,
          content: `${now.content}${text}`,
          ...(reasoning || now.reasoning ? { reasoning: (now.reasoning ?? "") + reasoning } : {}),
          usage: { totalTokens: tokens },
        };
        const growth = growthOf(now, next, pieces.length + 1);
        if (!growth) throw new Error("A growing reply is no growth.");
        pieces.push(growth);
        now = next;
      }
      expect(withGrowth(base, pieces)).toEqual(now);
    }),
  );
});
