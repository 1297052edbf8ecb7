import { marksAfter } from "@/lib/chat/marks";

const question = (id: string) => ({ id, role: "user" as const });
const answer = (id: string) => ({ id, role: "assistant" as const });
const shown = [question("q1"), answer("a1"), question("q2"), answer("a2"), question("q3"), answer("a3")];
const without = (...ids: string[]) => shown.filter(({ id }) => !ids.includes(id));
const marks = { clearContextIndex: 2, lastSummarizeIndex: 4, memoryPrompt: "Tides." };

test.each([
  ["nothing", shown, false, {}],
  ["a message after the marks", without("q3", "a3"), false, {}],
  ["a message above both", without("a1"), false, { clearContextIndex: 1, lastSummarizeIndex: 3 }],
  ["a message between them", without("q2"), false, { lastSummarizeIndex: 3 }],
  [
    "all above the cleared context",
    without("q1", "a1"),
    false,
    { clearContextIndex: undefined, lastSummarizeIndex: 2 },
  ],
  ["everything", [], false, { clearContextIndex: undefined, lastSummarizeIndex: 0 }],
])("the marks stay between the same messages when %s is deleted", (_what, after, isOtherBranch, change) => {
  expect(marksAfter(marks, shown, after, isOtherBranch)).toEqual(change);
});

test("a new version of an answer removes a memory that covers messages after it", () => {
  const after = [...shown.slice(0, 3), answer("b2"), ...shown.slice(4)];
  expect(marksAfter(marks, shown, after, true)).toEqual({ lastSummarizeIndex: 3 });
});

test("a new version of a question covered by the memory deletes the memory", () => {
  const after = [...shown.slice(0, 2), question("p2"), answer("b2")];
  expect(marksAfter(marks, shown, after, true)).toEqual({ lastSummarizeIndex: 0, memoryPrompt: "" });
});

test("another question after the memory keeps it", () => {
  const after = [...shown.slice(0, 4), question("p3")];
  expect(marksAfter(marks, shown, after, true)).toEqual({});
});

test("a chat that is being loaded keeps its marks", () => {
  expect(marksAfter(marks, [], shown, true)).toEqual({});
});

test("a context that was cleared in an empty chat stays at its start", () => {
  expect(marksAfter({ ...marks, clearContextIndex: 0 }, shown, without("q1"), false)).toEqual({
    lastSummarizeIndex: 3,
  });
});
