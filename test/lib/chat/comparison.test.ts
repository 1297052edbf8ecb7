import { closedAnswer, comparedAnswers, isCompared, openComparison, withoutComparison } from "@/lib/chat/comparison";
import type { Message } from "@/lib/chat/message";
import { sampleMessage } from "../../support/chat-samples";

const answer = (id: string, given: Partial<Message> = {}): Message =>
  sampleMessage({ id, role: "assistant", comparison: "c", column: 0, ...given });

test("an answer is compared while it has the mark and a column", () => {
  expect(isCompared(answer("a"))).toBe(true);
  expect(isCompared(answer("a", { column: 5 }))).toBe(true);
  expect(isCompared(sampleMessage({ id: "q", comparison: "c", column: 0 }))).toBe(false);
  expect(isCompared(sampleMessage({ id: "a", role: "assistant", column: 0 }))).toBe(false);
  expect(isCompared(sampleMessage({ id: "a", role: "assistant", comparison: "c" }))).toBe(false);
});

test.each([-1, 0.5, 6, 1e9, Number.NaN])("column %p of damaged data is ignored", (column) => {
  expect(isCompared(answer("a", { column }))).toBe(false);
});

test("the columns have the latest answer each, in order", () => {
  const versions = [
    answer("c2", { column: 2, date: 9 }),
    answer("a", { column: 0, date: 1 }),
    answer("b", { column: 1, date: 2 }),
    answer("b-again", { column: 1, date: 5 }),
    answer("other", { column: 1, date: 7, comparison: "d" }),
    sampleMessage({ id: "plain", role: "assistant" }),
  ];
  expect(comparedAnswers("c", versions).map(({ id }) => id)).toEqual(["a", "b-again", "c2"]);
});

test("however many answers there are, the columns are six", () => {
  const versions = Array.from({ length: 1000 }, (_, column) => answer(String(column), { column, date: column }));
  expect(comparedAnswers("c", versions).map(({ id }) => id)).toEqual(["0", "1", "2", "3", "4", "5"]);
});

test("without the mark an answer is an ordinary version", () => {
  expect(withoutComparison(answer("a", { date: 3 }))).toEqual({ id: "a", role: "assistant", content: "a", date: 3 });
});

test("an answer without its column belongs to its comparison, which is closed", () => {
  const closed = closedAnswer(answer("a", { date: 3 }));
  expect(closed).toEqual({ id: "a", role: "assistant", content: "a", date: 3, comparison: "c" });
  expect([closed, answer("a"), undefined].map(openComparison)).toEqual([undefined, "c", undefined]);
});
