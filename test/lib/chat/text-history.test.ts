import fc from "fast-check";
import { type FieldText, newTextHistory, recordChange, redo, type TextHistory, undo } from "@/lib/chat/text-history";

const at = (text: string): FieldText => ({ text, start: text.length, end: text.length });
const empty = newTextHistory(at(""));

/** Records texts, each so many milliseconds after the previous one. */
function typed(texts: readonly string[], gapMs = 100): TextHistory {
  return texts.reduce((history, text, index) => recordChange(history, at(text), 5000 + index * gapMs), empty);
}

function allUndone(history: TextHistory): string[] {
  const before = undo(history);
  return before ? [before.current.text, ...allUndone(before)] : [];
}

test("typing without a pause is one step; a pause, a line, a paste and a deletion begin another", () => {
  expect(allUndone(typed(["a", "ab", "abc"]))).toEqual([""]);
  expect(allUndone(typed(["a", "ab", "abc"], 1000))).toEqual(["ab", "a", ""]);
  expect(allUndone(typed(["a", "a\n", "a\nb"]))).toEqual(["a", ""]);
  expect(allUndone(typed(["a", "a pasted text", "a pasted text."]))).toEqual(["a", ""]);
  expect(allUndone(typed(["a", "ab", "a", ""]))).toEqual(["ab", ""]);
});

test("undo and redo return to texts with their selections; a change after undo ends redo", () => {
  const history = typed(["one", "one two"], 1000);
  const back = undo(history) as TextHistory;
  expect(back.current).toEqual({ text: "one", start: 3, end: 3 });
  expect(redo(back)?.current).toEqual({ text: "one two", start: 7, end: 7 });
  expect(redo(recordChange(back, at("one!"), 9999))).toBeUndefined();
  expect(undo(empty)).toBeUndefined();
  expect(redo(history)).toBeUndefined();
});

test("a change of the selection alone is not a step", () => {
  const moved = recordChange(typed(["ab"]), { text: "ab", start: 0, end: 1 }, 9999);
  expect(allUndone(moved)).toEqual([""]);
  expect(moved.current).toEqual({ text: "ab", start: 0, end: 1 });
});

test("keeps the newest steps, fewer of long texts", () => {
  const many = typed(
    Array.from({ length: 300 }, (_, index) => `${index}`),
    1000,
  );
  expect(allUndone(many)).toHaveLength(100);
  const long = typed(
    ["a", "b", "c", "d"].map((letter) => letter.repeat(900_000)),
    1000,
  );
  expect(allUndone(long).map((text) => text.charAt(0))).toEqual(["c", "b"]);
});

test("undoing and redoing everything returns to the same text", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 6 }), { maxLength: 30 }), fc.nat(1500), (texts, gapMs) => {
      let history = typed(texts, gapMs);
      const { text } = history.current;
      for (let back = undo(history); back; back = undo(back)) history = back;
      expect(history.current.text).toBe("");
      for (let forth = redo(history); forth; forth = redo(forth)) history = forth;
      expect(history.current.text).toBe(text);
    }),
  );
});
